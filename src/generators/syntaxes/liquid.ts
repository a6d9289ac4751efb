import { readMarks, readArguments, type TemplateMark, translateTags } from './tags.ts'
import type { Tag } from './translator.ts'
import type { Source, TranslateOptions, Translation, Translator } from './translator.ts'
import { hideRest } from './translator.ts'

/** `{% tag a=1 %}`, `{{ site.url }}` → their markdown, in Liquid, Nunjucks and Twig */
export const liquid: Translator = (source, options) => {
  const tags: Tag[] = []
  const outputs: Translation[] = []
  /** The open tag whose content is literal or dropped. */
  let opaque = ''
  /** Comments in a comment. */
  let inner = 0
  readMarks(source.text, /\{[%{]/g, (mark) => {
    const { start, end, open } = mark
    const inside = mark.inside.replace(/^-|-$/g, '').trim()
    const [, word = '', args = ''] = /^(\w+)([\s\S]*)$/.exec(inside) ?? []
    if (opaque !== '' && (open === '{{' || word !== `end${opaque}`)) {
      if (open === '{%' && word === 'comment' && opaque === word) inner++
      return false
    }
    if (inner > 0) {
      inner--
      return false
    }
    if (open === '{{') {
      outputs.push(...translateOutput(source, options, { ...mark, inside }))
      return true
    }
    if (word === '' && inside.startsWith('#') && !source.isCode(start)) {
      outputs.push({ start, end, text: '' })
      return true
    }
    if (word === '') return false
    const closes = word.length > 3 && word.startsWith('end')
    const name = closes ? word.slice(3) : word
    opaque = !closes && /^(?:raw|verbatim|comment)$/.test(name) ? name : ''
    tags.push({ name, start, end, kind: closes ? 'close' : 'open', ...readArguments(args) })
    return true
  })
  const unclosed = opaque === 'comment' ? tags.pop() : undefined
  if (unclosed && !source.isCode(unclosed.start)) outputs.push(hideRest(source, unclosed.start))
  return [...translateTags(source, options, tags), ...outputs]
}

/** `{{ expression | filter }}` → its value */
function translateOutput(
  source: Source,
  { variables, components }: TranslateOptions,
  { start, end, inside }: TemplateMark,
): Translation[] {
  const [expression = '', ...filters] = inside.split('|').map((part) => part.trim())
  const [, , text] = /^(["'])(.*)\1$/.exec(expression) ?? []
  const value = text ?? variables.get(expression) ?? components.get(expression)
  // Filters without an effect here: links are resolved later.
  const plainFilter = /^(?:(?:relative_|absolute_)?url|escape|safe|strip|markdownify)$/
  if (value === undefined || !filters.every((filter) => plainFilter.test(filter.split(':')[0] ?? ''))) {
    // Keep a filtered word, but not a path or URL.
    const word = text !== undefined && !/[/.]/.test(text) ? text : ''
    return source.isCode(start) ? [] : [source.drop(start, end, 'shortcode', word)]
  }
  const absolute = filters.includes('absolute_url') ? (variables.get('site.url') ?? '') : ''
  return [{ start, end, text: absolute + value }]
}

/** `{{ site.url }}` → the archive's URL, in every post, also in code. Other expressions may be the post's subject. */
export const siteUrl: Translator = ({ text }, { variables }) => {
  const url = variables.get('site.url')
  if (url === undefined) return []
  const marks = text.matchAll(/\{\{[ \t]*site\.url[ \t]*\}\}/g)
  return Array.from(marks, ({ 0: { length }, index: start }) => ({ start, end: start + length, text: url }))
}
