import type { Edit } from '../source-map.ts'
import { hideRest, type Source, type TranslateOptions, type Translation, type Translator } from './source.ts'
import { closingMark, readArguments, type Tag, translateTags } from './tags.ts'

interface Mark {
  readonly start: number
  readonly end: number
  readonly open: string
  readonly close: string
  /** The trimmed text between the marks. */
  readonly inside: string
}

/** Calls `read` for each closed pair of marks. Skips the marks within a pair for which it returns true. */
function readMarks(text: string, opening: RegExp, read: (mark: Mark) => boolean): void {
  let done = 0
  for (const { 0: open, index: start } of text.matchAll(opening)) {
    const close = closingMarks[open] ?? ''
    const stop = start < done ? -1 : closingMark(text, start + open.length, close)
    if (stop === -1) continue
    const end = stop + close.length
    if (read({ start, end, open, close, inside: text.slice(start + open.length, stop).trim() })) done = end
  }
}

const closingMarks: Readonly<Record<string, string>> = { '{{<': '>}}', '{{%': '%}}', '{%': '%}', '{{': '}}' }

/** `{{< name … >}}` and `{{% name … %}}`. They apply in code too, unless their content is a comment. */
export const shortcodes: Translator = (source, options) => {
  const tags: Tag[] = []
  const edits: Edit[] = []
  readMarks(source.text, /\{\{[<%]/g, ({ start, end, open, close, inside }) => {
    const [, comment] = /^\/\*([\s\S]*)\*\/$/.exec(inside) ?? []
    if (comment !== undefined) edits.push({ start, end, text: open + comment + close })
    else {
      const [, closes = '', name = '', args = ''] = /^(\/?)\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? []
      const alone = args.trimEnd().endsWith('/')
      const kind = closes ? 'close' : alone ? 'alone' : 'open'
      tags.push({ name, start, end, kind, ...readArguments(alone ? args.trimEnd().slice(0, -1) : args) })
    }
    return true
  })
  return [...edits, ...translateTags(source, options, tags)]
}

/** `{{ name(key=value) }}`, and `{% name(…) %}` with a body until the matching `{% end %}`. */
export const teraShortcodes: Translator = (source, options) => {
  const tags: Tag[] = []
  const opened: string[] = []
  const edits: Edit[] = []
  readMarks(source.text, /\{[%{]/g, ({ start, end, open, close, inside }) => {
    const hasBody = open === '{%'
    const [, name, args = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(inside) ?? []
    if (name !== undefined) {
      if (hasBody) opened.push(name)
      tags.push({ name, start, end, kind: hasBody ? 'open' : 'alone', ...readArguments(args) })
      return true
    }
    const [, escaped] = /^\/\*([\s\S]*)\*\/$/.exec(inside) ?? []
    if (escaped !== undefined) edits.push({ start, end, text: open + escaped + close })
    if (escaped !== undefined) return true
    if (!hasBody || inside !== 'end') return false
    tags.push({ name: opened.pop() ?? 'end', start, end, kind: 'close', ...readArguments('') })
    return true
  })
  return [...edits, ...translateTags(source, options, tags)]
}

/** Their content is literal or dropped. */
const opaque: ReadonlySet<string> = new Set(['raw', 'verbatim', 'comment'])

/** Tags and expressions of Liquid, Nunjucks and Twig. */
export const liquid: Translator = (source, options) => {
  const tags: Tag[] = []
  const outputs: Translation[] = []
  let within = ''
  /** Comments in a comment. */
  let inner = 0
  readMarks(source.text, /\{[%{]/g, ({ start, end, open, inside: written }) => {
    const inside = written.replace(/^-|-$/g, '').trim()
    const [, word = '', args = ''] = /^(\w+)([\s\S]*)$/.exec(inside) ?? []
    if (within !== '' && (open === '{{' || word !== `end${within}`)) {
      if (open === '{%' && word === 'comment' && within === word) inner++
      return false
    }
    if (inner > 0) {
      inner--
      return false
    }
    if (open === '{{') {
      outputs.push(...translateOutput(source, options, { start, end, inside }))
      return true
    }
    if (word === '' && inside.startsWith('#') && !source.isCode(start)) {
      outputs.push({ start, end, text: '' })
      return true
    }
    if (word === '') return false
    const closes = word.length > 3 && word.startsWith('end')
    const name = closes ? word.slice(3) : word
    within = !closes && opaque.has(name) ? name : ''
    tags.push({ name, start, end, kind: closes ? 'close' : 'open', ...readArguments(args) })
    return true
  })
  const unclosed = within === 'comment' ? tags.pop() : undefined
  if (unclosed && !source.isCode(unclosed.start)) outputs.push(hideRest(source, unclosed.start))
  return [...translateTags(source, options, tags), ...outputs]
}

/** `{{ expression filter }}`. */
function translateOutput(
  source: Source,
  { variables, components }: TranslateOptions,
  { start, end, inside }: Pick<Mark, 'start' | 'end' | 'inside'>,
): Translation[] {
  const [expression = '', ...filters] = inside.split('|').map((part) => part.trim())
  const [, , text] = /^(["'])(.*)\1$/.exec(expression) ?? []
  const value = text ?? variables.get(expression) ?? components.get(expression)
  if (value === undefined || !filters.every((filter) => plainFilter.test(filter.split(':')[0] ?? ''))) {
    // Keep a filtered word, but not a path or URL.
    const word = text !== undefined && !/[/.]/.test(text) ? text : ''
    return source.isCode(start) ? [] : [source.drop(start, end, 'shortcode', word)]
  }
  const absolute = filters.includes('absolute_url') ? (variables.get('site.url') ?? '') : ''
  return [{ start, end, text: absolute + value }]
}

/** Filters without an effect here: links are resolved later. */
const plainFilter = /^(?:(?:relative_|absolute_)?url|escape|safe|strip|markdownify)$/

/** `<%= expression %>`, `<% statement %>` and `<%# comment %>`. */
export const erb: Translator = (source, { variables, components }) =>
  Array.from(source.text.matchAll(/<%([=#-]?)((?:(?!%>|<%)[\s\S]){0,2000})%>/g)).flatMap(
    ({ 0: written, 1: kind, 2: inside = '', index: start }): Translation[] => {
      const end = start + written.length
      const value = kind === '#' ? '' : (variables.get(inside.trim()) ?? components.get(inside.trim()))
      if (source.isCode(start)) return []
      return [value === undefined ? source.drop(start, end, 'shortcode') : { start, end, text: value }]
    },
  )

/** Works in every post. Other expressions may be the post's subject. */
export const siteUrl: Translator = ({ text }, { variables }) => {
  const url = variables.get('site.url')
  if (url === undefined) return []
  const found = text.matchAll(/\{\{[ \t]*site\.url[ \t]*\}\}/g)
  return Array.from(found, ({ 0: { length }, index: start }) => ({ start, end: start + length, text: url }))
}
