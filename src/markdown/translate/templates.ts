import type { Edit } from '../source-map.ts'
import type { Source, TranslateOptions, Translation, Translator } from './source.ts'
import { closingMark, readArguments, type Tag, translateTags } from './tags.ts'

/** `{{< name … >}}` and `{{% name … %}}`. They apply in code too, unless their content is a comment. */
export const shortcodes: Translator = (whole, options) => {
  const source = whole.text
  const tags: Tag[] = []
  const edits: Edit[] = []
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{\{[<%]/g)) {
    if (start < done) continue
    const close = mark === '{{<' ? '>}}' : '%}}'
    const stop = closingMark(source, start + mark.length, close)
    if (stop === -1) continue
    const end = stop + close.length
    done = end
    const inside = source.slice(start + mark.length, stop).trim()
    if (inside.startsWith('/*') && inside.endsWith('*/')) {
      edits.push({ start, end, text: `${mark}${inside.slice(2, -2)}${close}` })
      continue
    }
    const [, closes = '', name = '', args = ''] = /^(\/?)\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? []
    const alone = args.trimEnd().endsWith('/')
    const kind = closes ? 'close' : alone ? 'alone' : 'open'
    tags.push({ name, start, end, kind, ...readArguments(alone ? args.trimEnd().slice(0, -1) : args) })
  }
  return [...edits, ...translateTags(whole, options, tags)]
}

/** `{{ name(key=value) }}`, and `{% name(…) %}` with a body until the matching `{% end %}`. */
export const teraShortcodes: Translator = (whole, options) => {
  const source = whole.text
  const tags: Tag[] = []
  const open: string[] = []
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{[%{]/g)) {
    if (start < done) continue
    const stop = closingMark(source, start + 2, mark === '{%' ? '%}' : '}}')
    if (stop === -1) continue
    const inside = source.slice(start + 2, stop).trim()
    const [, name, args = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(inside) ?? []
    const range = { start, end: stop + 2 }
    if (name !== undefined) {
      if (mark === '{%') open.push(name)
      tags.push({ name, ...range, kind: mark === '{%' ? 'open' : 'alone', ...readArguments(args) })
    } else if (mark === '{%' && inside === 'end') {
      const opened = open.pop() ?? 'end'
      tags.push({ name: opened, ...range, kind: 'close', positional: [], named: new Map() })
    } else continue
    done = range.end
  }
  return translateTags(whole, options, tags)
}

/** Their content is literal or dropped. */
const opaque: ReadonlySet<string> = new Set(['raw', 'verbatim', 'comment'])

/** Tags and expressions of Liquid, Nunjucks and Twig. */
export const liquid: Translator = (whole, options) => {
  const source = whole.text
  const tags: Tag[] = []
  const outputs: Translation[] = []
  let within = ''
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{[%{]/g)) {
    if (start < done) continue
    const close = mark === '{%' ? '%}' : '}}'
    const stop = closingMark(source, start + 2, close)
    if (stop === -1) continue
    const end = stop + 2
    const inside = source
      .slice(start + 2, stop)
      .replace(/^-|-$/g, '')
      .trim()
    if (mark === '{{') {
      if (within !== '') continue
      outputs.push(...translateOutput(whole, options, inside, start, end))
    } else {
      const [, word = '', args = ''] = /^(\w+)([\s\S]*)$/.exec(inside) ?? []
      if (word === '' || (within !== '' && word !== `end${within}`)) continue
      const closes = word.length > 3 && word.startsWith('end')
      const name = closes ? word.slice(3) : word
      within = !closes && opaque.has(name) ? name : ''
      tags.push({ name, start, end, kind: closes ? 'close' : 'open', ...readArguments(args) })
    }
    done = end
  }
  return [...translateTags(whole, options, tags), ...outputs]
}

/** `{{ expression filter }}`. */
function translateOutput(
  source: Source,
  { variables, components }: TranslateOptions,
  inside: string,
  start: number,
  end: number,
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
  return Array.from(text.matchAll(/\{\{[ \t]*site\.url[ \t]*\}\}/g), ({ 0: written, index: start }) => ({
    start,
    end: start + written.length,
    text: url,
  }))
}
