import { type Meaning, meaningOf } from './meanings.ts'
import type { Source, Tag, TranslateOptions, Translation, Untranslated } from './translator.ts'
import { isAloneInLine, quotedLines } from './translator.ts'

/** A pair of marks, such as `{{<` and `>}}`. */
export interface TemplateMark {
  readonly start: number
  readonly end: number
  readonly open: string
  readonly close: string
  /** The trimmed text between the marks. */
  readonly inside: string
}

const closingMarks: Readonly<Record<string, string>> = { '{{<': '>}}', '{{%': '%}}', '{%': '%}', '{{': '}}' }

/** Calls `read` for each closed pair of marks. Skips the marks within a pair for which it returns true. */
export function readMarks(text: string, opening: RegExp, read: (mark: TemplateMark) => boolean): void {
  let done = 0
  for (const { 0: open, index: start } of text.matchAll(opening)) {
    const close = closingMarks[open] ?? ''
    const stop = start < done ? -1 : closingMark(text, start + open.length, close)
    if (stop === -1) continue
    const end = stop + close.length
    if (read({ start, end, open, close, inside: text.slice(start + open.length, stop).trim() })) done = end
  }
}

/** Limits the cost of an unclosed tag. */
const longestTag = 2000

/** Returns the offset of the closing mark, or -1. Skips quoted strings; a quote after a letter is an apostrophe. */
function closingMark(source: string, from: number, mark: string): number {
  const limit = Math.min(source.length, from + longestTag)
  /** Quote characters without a closing one. */
  let unclosed = ''
  for (let at = from; at < limit; at++) {
    const quote = source.charAt(at)
    if (quote === mark[0] && source.startsWith(mark, at)) return at
    if (quote !== '"' && quote !== "'" && quote !== '`') continue
    if (/[A-Za-z0-9]/.test(source.charAt(at - 1)) || unclosed.includes(quote)) continue
    const end = closingQuote(source, at, limit)
    if (end === at) unclosed += quote
    at = end
  }
  return -1
}

/** Returns the end of a string, or its start if it is unclosed, which makes it an apostrophe. */
export function closingQuote(source: string, start: number, limit: number, hasLines = true): number {
  const quote = source.charCodeAt(start)
  for (let at = start + 1; at < limit; at++) {
    const unit = source.charCodeAt(at)
    if (unit === quote) return at
    if (unit === 0x5c) at++
    else if (unit === 0x0a && !hasLines) break
  }
  return start
}

const argument =
  /(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`,=]+)),?/g

/** Parses arguments such as `a "b c" name="value" other=3`. A backslash escapes the next character. */
export function readArguments(text: string): Pick<Tag, 'positional' | 'named'> {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const [, name, double, single, back, bare] of text.matchAll(argument)) {
    const value = (double ?? single)?.replace(/\\(.)/g, '$1') ?? back ?? bare ?? ''
    if (name === undefined) positional.push(value)
    else named.set(name, value)
  }
  return { positional, named }
}

/** Nesting limit for tags of one name: each level scans its whole content, so deeper tags stay unpaired. */
const maximumDepth = 10

/** Pairs tags with their closing tag, if any: it belongs to the nearest open one of its name. Takes linear time. */
export function pairTags(tags: readonly Tag[]) {
  const closes = new Map<Tag, Tag>()
  const open = new Map<string, Tag[]>()
  for (const tag of tags) {
    const waiting = open.get(tag.name) ?? []
    open.set(tag.name, waiting)
    if (tag.kind === 'open' && waiting.push(tag) > maximumDepth) waiting.shift()
    const opening = tag.kind === 'close' ? waiting.pop() : undefined
    if (opening) closes.set(opening, tag)
  }
  const paired = new Set(closes.values())
  return tags.filter((tag) => !paired.has(tag)).map((tag) => ({ open: tag, close: closes.get(tag) }))
}

/** Limits how much of a line a meaning sees. */
const lookaround = 200

/** Translates tags by `components`, by their usual meaning, or as a link target. Of unknown tags, only the content stays. */
export function translateTags(
  source: Source,
  options: TranslateOptions,
  tags: readonly Tag[],
  rule: Untranslated['rule'] = 'shortcode',
): Translation[] {
  const { text } = source
  const { address, pageValue, components } = options
  const value = (name: string) => pageValue?.(name) ?? components.get(`site.params.${name}`)
  /** Where the boxes around a tag end. */
  const boxEnds: number[] = []
  return pairTags(tags).flatMap(({ open, close }): Translation[] => {
    const { name, start, end } = open
    // A tag in code is the post's subject, except for links and literal text.
    const isAllowedInCode = /^(?:raw|verbatim|ref|relref|post_url|link)$/.test(name)
    if (rule !== 'mdx' && source.isCode(start) && !isAllowedInCode) return []
    const inside = close ? text.slice(end, close.start) : ''
    const near = text.slice(Math.max(0, start - lookaround), start)
    const line = near.slice(near.lastIndexOf('\n') + 1)
    // HTML posts lose their indentation.
    const before = options.syntaxes.has('html') ? line.trimStart() : line
    const last = (close ?? open).end
    const [after = ''] = text.slice(last, last + lookaround).split('\n', 1)
    while ((boxEnds.at(-1) ?? start) < start) boxEnds.pop()
    const quoteMarks = '> '.repeat(boxEnds.length)
    const found =
      customMeaning(open, components) ??
      meaningOf(open, { inside, before, after, quoteMarks, address, value }) ??
      linkTarget(text, open, options)
    const meaning: Meaning | undefined = typeof found === 'string' ? { open: found } : found
    if (meaning === undefined) {
      const label = close || rule !== 'mdx' ? '' : inlineLabel(text, open)
      const dropped = source.drop(start, end, rule, label, inside.trim() !== '' || label !== '')
      return close ? [dropped, { start: close.start, end: close.end, text: '' }] : [dropped]
    }
    if (close === undefined) return [{ start, end, text: meaning.open + (meaning.close ?? '') }]
    if (meaning.drop) return [{ start, end: close.end, text: '' }]
    if (meaning.isQuoted) boxEnds.push(close.start)
    return [
      { start, end, text: meaning.open, ...(meaning.literal && { literal: [end, close.start] as const }) },
      { start: close.start, end: close.end, text: meaning.close ?? '' },
      ...(meaning.isQuoted ? quotedLines(text, end, close.start) : []),
    ]
  })
}

/** Fills in the publisher's template. Missing values are empty. */
function customMeaning({ name, named, positional }: Tag, components: TranslateOptions['components']) {
  const filled = components
    .get(name)
    ?.split('{children}')
    .map((part) =>
      part.replace(/\{([\w.-]+)\}/g, (_, key: string) => named.get(key) ?? positional[Number(key)] ?? ''),
    )
  return filled && { open: filled[0] ?? '', close: filled[1] ?? '' }
}

/** In a link destination, a tag of any name may resolve a post. */
function linkTarget(text: string, tag: Tag, { address }: TranslateOptions): string | undefined {
  const { start, positional, named } = tag
  const [name, ...others] = positional
  const isExpected = /\]\(<?$|=["']$/.test(text.slice(Math.max(0, start - 3), start))
  if (!isExpected || name === undefined || others.length > 0 || named.size > 0) return undefined
  return address(name)
}

/** `Thanks to <Mention name="Ada" />.` → `Ada` */
function inlineLabel(source: string, { start, end, named }: Tag): string {
  const [[name, value] = ['', ''], ...others] = named
  const isLabel = others.length === 0 && /^(?:name|label|text|title|term|children)$/.test(name)
  return isLabel && !isAloneInLine(source, start, end) ? value : ''
}
