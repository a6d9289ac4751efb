import { decodeHTML } from 'entities'
import { fenceFor } from '../../base/escape.ts'
import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'
import { isEndOfLine, leadBefore } from './line-place.ts'
import { attributesOf, codeLanguage, isCodeName, shortcode } from './shortcode-grammar.ts'
import { type Element, isAloneInLine, pairTags, type Tag } from './tag.ts'

/**
 * Shortcodes of WordPress, which converters leave in markdown as they are. Two tags are a pair only if the second is there, and one alone must
 * be known and have its line for itself: most brackets in markdown are something else.
 */
export function shortcodeElements(source: string, own: { has(name: string): boolean }): Element[] {
  const tags = tagsIn(source).filter(({ name }) => !isCodeName(name) || own.has(name))
  return pairTags(tags).filter(
    ({ open, close }) =>
      open.kind === 'open' &&
      (close !== undefined ||
        (alone.has(open.name) && hasArguments(open) && isAloneInLine(source, open.start, open.end))),
  )
}

/** They need no closing tag. */
const alone: ReadonlySet<string> = new Set([
  ...['youtube', 'vimeo', 'video', 'audio', 'embed', 'gist', 'tweet', 'twitter', 'gallery', 'playlist'],
  ...['soundcloud', 'slideshare', 'googlemaps', 'instagram'],
])

const knownAlone = new RegExp(String.raw`^[ \t]*\\?\[(?:${[...alone].join('|')})[\s=]`, 'im')

/**
 * Code between shortcodes, as fences; and what is between those of a caption, as a picture with a line below it. It comes before everything else,
 * because in code nothing else is looked for. Names in `own` have a meaning of their own.
 */
export function plainShortcodes(source: string, own: { has(name: string): boolean }): Edit[] {
  if (!source.includes('[/')) return []
  const closings = closingTags(source)
  const edits: Edit[] = []
  let done = 0
  for (const tag of tagsIn(source)) {
    const { name, kind, start, end } = tag
    const isCode = isCodeName(name)
    const isPlain = (isCode || captions.has(name)) && !own.has(name)
    if (start < done || kind === 'close' || !isPlain) continue
    const waiting = closings.get(name) ?? []
    while ((waiting.at(-1)?.start ?? end) < end) waiting.pop()
    const closing = waiting.pop()
    if (closing === undefined) continue
    edits.push(...(isCode ? code : caption)(source, tag, closing))
    done = closing.end
  }
  return edits
}

interface Range {
  readonly start: number
  readonly end: number
}

/** By name, the last first. Code is searched for them as it is: nothing in it means anything else. */
function closingTags(source: string): Map<string, Range[]> {
  const found = new Map<string, Range[]>()
  for (const { 0: written, 1: name = '', index: start } of source.matchAll(
    /(?:\\(?=\[\/[\w-]+\\\]))?\[\/([\w-]+)\\?\]/g,
  )) {
    const others = found.get(name)
    const range = { start, end: start + written.length }
    if (others) others.push(range)
    else found.set(name, [range])
  }
  for (const ranges of found.values()) ranges.reverse()
  return found
}

const captions: ReadonlySet<string> = new Set(['caption', 'wp_caption'])

function code(source: string, tag: Tag, closing: Range): Edit[] {
  const { start } = tag
  const { end } = closing
  const written = source.slice(tag.end, closing.start)
  // An editor may have written the characters that HTML needs as references.
  const text = /&[lg]t;/.test(written) && !/[<>]/.test(written) ? decodeHTML(written) : written
  const lead = leadBefore(source, start)
  const endsLine = isEndOfLine(source, end)
  if (!text.includes('\n') && (lead === undefined || !endsLine)) return [{ start, end, text: span(text) }]
  const indent = (lead ?? '').replace(/[^>\s]/g, ' ')
  const mark = fenceFor(text)
  const lines = text.replace(/^[ \t]*\n|\s+$/g, '')
  const fence = `${mark}${codeLanguage(tag.name, tag.named)}\n${text.includes('\n') ? '' : indent}${lines}\n${indent}${mark}`
  return [{ start, end, text: `${lead === undefined ? '\n\n' : ''}${fence}${endsLine ? '' : '\n\n'}` }]
}

/** Characters that tell whether a label follows. */
const few = 80

function span(text: string): string {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const mark = '`'.repeat(longest + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return text.trim() === '' ? '' : `${mark}${space}${text}${space}${mark}`
}

/** The words after the picture, or those that the tag has, are its caption. */
function caption(source: string, tag: Tag, closing: Range): Edit[] {
  const from = tag.end
  const inside = source.slice(from, closing.start)
  const [shown = ''] = picture.exec(inside) ?? []
  const words = inside.slice(shown.length).trim()
  const said = words === '' ? (tag.named.get('caption') ?? '') : ''
  const begin = from + shown.length + inside.slice(shown.length).indexOf(words)
  const isSlanted = /[*_\n]/.test(words + said)
  const mark = isSlanted || words + said === '' ? '' : '*'
  const between = shown === '' || words + said === '' ? '' : '\n\n'
  return [
    { start: tag.start, end: from, text: '' },
    { start: words === '' ? from + shown.length : begin, end: begin, text: `${between}${mark}` },
    { start: words === '' ? begin : begin + words.length, end: closing.end, text: `${said}${mark}` },
  ]
}

const picture =
  /^\s*(?:<a\b[^<>]*>\s*<img\b[^<>]*>\s*<\/a>|<img\b[^<>]*>|\[!\[[^[\]]*\]\([^()\s]*[^()]*\)\]\([^()]*\)|!\[[^[\]]*\]\([^()]*\))\s*/i

/** Opening and closing tags in order, without links, references, what they refer to, and code. */
function tagsIn(source: string): Tag[] {
  if (!source.includes('[/') && !knownAlone.test(source)) return []
  const defined = new Set(
    Array.from(source.matchAll(/^ {0,3}\[([^[\]\n]+)\]:/gm), ([, label = '']) => label.toLowerCase()),
  )
  const isCode = within(codeRanges(source))
  const isIndented = within(
    Array.from(source.matchAll(/^(?: {4}|\t).*$/gm), ({ 0: line, index }) => [index, index + line.length]),
  )
  return Array.from(source.matchAll(shortcode), (found): Tag | undefined => {
    const [whole, doubled, slash, name = '', rest = ''] = found
    const isEscaped = rest.endsWith('\\')
    const given = isEscaped ? rest.slice(0, -1) : rest
    const before = source[found.index - 1] ?? ''
    const end = found.index + whole.length
    if (isCode(found.index) || isIndented(found.index)) return undefined
    if (doubled === '[' || (before === '\\') !== isEscaped || defined.has(whole.slice(1, -1).toLowerCase()))
      return undefined
    // Brackets that an author escaped are to be seen; those that a converter did have a tag with arguments between them.
    if (isEscaped && (isCodeName(name) || (slash === '' && !given.includes('=')))) return undefined
    const after = source.slice(end, end + few)
    const reference = /^\[([^[\]\n]*)\]/.exec(after)?.[1]?.toLowerCase() ?? ''
    const isLink =
      slash === '' &&
      (defined.has(reference) || (after.startsWith('(') && (before === '!' || !given.includes('='))))
    if (isLink) return undefined
    return {
      name,
      start: isEscaped ? found.index - 1 : found.index,
      end,
      kind: slash === '/' ? 'close' : 'open',
      ...argumentsOf(given),
    }
  }).filter((tag) => tag !== undefined)
}

function argumentsOf(given: string): Pick<Tag, 'positional' | 'named'> {
  const attributes = attributesOf(given.replace(/\\(?=[!-/:-@[-`{-~])/g, ''))
  const isPositional = (key: string) => /^\d*$/.test(key)
  return {
    positional: [...attributes].flatMap(([key, value]) => (isPositional(key) ? [value] : [])),
    named: new Map([...attributes].filter(([key]) => !isPositional(key))),
  }
}

function hasArguments({ positional, named }: Tag): boolean {
  return positional.length + named.size > 0
}
