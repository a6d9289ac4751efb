import { type Meaning, meaningOf } from './meanings.ts'
import type { Source, TranslateOptions, Translation, Untranslated } from './source.ts'
import { isAloneInLine, quotedLines } from './source.ts'

/** A tag of a template language: a shortcode, a Liquid tag, an MDX component. */
export interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly kind: 'open' | 'close' | 'alone'
  /** Unnamed arguments. */
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
}

/** Nesting limit for tags of one name. */
const maximumDepth = 10

const argument =
  /(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`,=]+)),?/g

/** Parses arguments such as `a "b c" name="value" other=3`. A backslash escapes the next character. */
export function readArguments(text: string): Pick<Tag, 'positional' | 'named'> {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const [, name, double, single, back, bare] of text.matchAll(argument)) {
    const quoted = double ?? single
    const value = quoted === undefined ? (back ?? bare ?? '') : quoted.replace(/\\(.)/g, '$1')
    if (name === undefined) positional.push(value)
    else named.set(name, value)
  }
  return { positional, named }
}

/** Pairs tags with their closing tag, if any: it belongs to the nearest open one of its name. Takes linear time. */
export function pairTags(tags: readonly Tag[]) {
  const closes = new Map<Tag, Tag>()
  const open = new Map<string, Tag[]>()
  for (const tag of tags) {
    if (tag.kind === 'open') {
      const waiting = open.get(tag.name) ?? []
      // Each level scans its whole content, so deeper tags stay unpaired.
      if (waiting.length === maximumDepth) waiting.shift()
      waiting.push(tag)
      open.set(tag.name, waiting)
    } else if (tag.kind === 'close') {
      const opening = open.get(tag.name)?.pop()
      if (opening) closes.set(opening, tag)
    }
  }
  const paired = new Set(closes.values())
  return tags.filter((tag) => !paired.has(tag)).map((tag) => ({ open: tag, close: closes.get(tag) }))
}

/**
 * Translates tags by `components`, by their usual meaning, or as a link target. Removes unknown tags, but not their
 * content.
 */
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
  const boxes: number[] = []
  return pairTags(tags).flatMap(({ open, close }): Translation[] => {
    // A tag in code is the post's subject, except for links and literal text.
    if (rule !== 'mdx' && source.isCode(open.start) && !allowedInCode.has(open.name)) return []
    const inside = close ? text.slice(open.end, close.start) : ''
    const line = lineBefore(text, open.start)
    // HTML posts lose their indentation.
    const before = options.syntaxes.has('html') ? line.trimStart() : line
    const after = lineAfter(text, (close ?? open).end)
    while ((boxes.at(-1) ?? open.start) < open.start) boxes.pop()
    const quoteMarks = '> '.repeat(boxes.length)
    const meaning =
      customMeaning(open, options) ??
      meaningOf(open, { inside, before, after, quoteMarks, address, value }) ??
      linkTarget(text, open, options)
    if (typeof meaning === 'string') return applyMeaning(text, open, close, { open: meaning })
    if (meaning?.isQuoted && close) boxes.push(close.start)
    if (meaning !== undefined) return applyMeaning(text, open, close, meaning)
    const label = close || rule !== 'mdx' ? '' : inlineLabel(text, open)
    const dropped = source.drop(open.start, open.end, rule, label, inside.trim() !== '' || label !== '')
    return close ? [dropped, { start: close.start, end: close.end, text: '' }] : [dropped]
  })
}

const allowedInCode: ReadonlySet<string> = new Set(['raw', 'verbatim', 'ref', 'relref', 'post_url', 'link'])

function applyMeaning(text: string, open: Tag, close: Tag | undefined, meaning: Meaning): Translation[] {
  const { start, end } = open
  const closing = meaning.close ?? ''
  if (close === undefined) return [{ start, end, text: meaning.open + closing }]
  if (meaning.drop) return [{ start, end: close.end, text: '' }]
  return [
    { start, end, text: meaning.open, ...(meaning.literal && { literal: [end, close.start] }) },
    { start: close.start, end: close.end, text: closing },
    ...(meaning.isQuoted ? quotedLines(text, end, close.start) : []),
  ]
}

function customMeaning(tag: Tag, { components }: TranslateOptions): Meaning | undefined {
  const template = components.get(tag.name)
  if (template === undefined) return undefined
  const [open = '', close = ''] = template.split('{children}')
  return { open: fillTemplate(open, tag), close: fillTemplate(close, tag) }
}

/** Fills in a template. Missing values are empty. */
function fillTemplate(template: string, { named, positional }: Tag): string {
  return template.replace(
    /\{([\w.-]+)\}/g,
    (_, name: string) => named.get(name) ?? positional[Number(name)] ?? '',
  )
}

/** In a link destination, a tag of any name may resolve a post. */
function linkTarget(text: string, tag: Tag, { address }: TranslateOptions): string | undefined {
  const { start, positional, named } = tag
  const [name, ...others] = positional
  const isExpected = /\]\(<?$|=["']$/.test(text.slice(Math.max(0, start - 3), start))
  if (!isExpected || name === undefined || others.length > 0 || named.size > 0) return undefined
  return address(name)
}

/** Keeps the label of a tag within a sentence: `Thanks to <Mention name="Ada" />.` */
function inlineLabel(source: string, { start, end, named }: Tag): string {
  const [[name, value] = ['', ''], ...others] = named
  if (others.length > 0 || !labels.has(name)) return ''
  return isAloneInLine(source, start, end) ? '' : value
}

const labels: ReadonlySet<string> = new Set(['name', 'label', 'text', 'title', 'term', 'children'])

/** Limits the cost of an unclosed tag. */
const longestTag = 2000

/** Returns the offset of the closing mark, or -1. Skips quoted strings; a quote after a letter is an apostrophe. */
export function closingMark(source: string, from: number, mark: string): number {
  const limit = Math.min(source.length, from + longestTag)
  const first = mark.charCodeAt(0)
  /** Quote characters without a closing one. */
  let unclosed = ''
  for (let at = from; at < limit; at++) {
    const unit = source.charCodeAt(at)
    if (unit === first && source.startsWith(mark, at)) return at
    if (unit !== 0x22 && unit !== 0x27 && unit !== 0x60) continue
    const quote = source.charAt(at)
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

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - lookaround), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

function lineAfter(text: string, at: number): string {
  return text.slice(at, at + lookaround).split('\n', 1)[0] ?? ''
}

const lookaround = 200
