import { type Meaning, meaningOf } from './meanings.ts'
import {
  isAloneInLine,
  quotedLines,
  type Source,
  type TranslateOptions,
  type Translation,
  type Untranslated,
} from './source.ts'

/** One tag of a template language, as written in a body: a shortcode, a tag of Liquid, a component of MDX. */
export interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly kind: 'open' | 'close' | 'alone'
  /** Values without a name, in order. */
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
}

/** What reaches from a tag to its counterpart; a tag alone when `close` is undefined. */
interface Element {
  readonly open: Tag
  readonly close: Tag | undefined
}

/** Tags of one name that are open at once. */
const deepest = 10

const argument =
  /(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`,=]+)),?/g

/** `a "b c" name="value" other=3`: what shortcodes and tags are given. A backslash keeps the character after it. */
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

/** Tags with their counterparts: a closing tag belongs to the nearest open one of its name. Linear: an opening tag leaves its list once. */
export function pairTags(tags: readonly Tag[]): Element[] {
  const closes = new Map<Tag, Tag>()
  const open = new Map<string, Tag[]>()
  for (const tag of tags) {
    if (tag.kind === 'open') {
      const waiting = open.get(tag.name) ?? []
      // Deeper ones close nothing: each level costs a reading of all that is within.
      if (waiting.length === deepest) waiting.shift()
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

/** What tags mean: as the publisher says, else as most generators do, else an address where one is expected. Unknown tags go; their text stays. */
export function translateTags(
  source: Source,
  options: TranslateOptions,
  tags: readonly Tag[],
  rule: Untranslated['rule'] = 'shortcode',
): Translation[] {
  const { text } = source
  const { address, pageValue, components } = options
  /** Of the page, else of the site. */
  const value = (name: string) => pageValue?.(name) ?? components.get(`site.params.${name}`)
  return pairTags(tags).flatMap((element): Translation[] => {
    const { open, close } = element
    // In code a tag is what the post is about, unless it says where something is or that the rest means itself.
    if (rule !== 'mdx' && source.isCode(open.start) && !meantInCode.has(open.name)) return []
    const inside = close ? text.slice(open.end, close.start) : ''
    const meaning =
      ownMeaning(open, options) ??
      meaningOf(open, { inside, isInLine: isInLine(text, open.start), address, value }) ??
      destination(text, open, options)
    if (meaning) return applied(text, element, meaning)
    const label = close || rule !== 'mdx' ? '' : labelWithin(text, open)
    const dropped = source.drop(open.start, open.end, rule, label, inside.trim() !== '' || label !== '')
    return close ? [dropped, { start: close.start, end: close.end, text: '' }] : [dropped]
  })
}

const meantInCode: ReadonlySet<string> = new Set(['raw', 'verbatim', 'ref', 'relref', 'post_url', 'link'])

function applied(text: string, { open, close }: Element, meaning: Meaning): Translation[] {
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

function ownMeaning(tag: Tag, { components }: TranslateOptions): Meaning | undefined {
  const template = components.get(tag.name)
  if (template === undefined) return undefined
  const [open = '', close = ''] = template.split('{children}')
  return { open: filled(open, tag), close: filled(close, tag) }
}

/** A template with the values of a tag in it; what the tag does not give is left out. */
function filled(template: string, { named, positional }: Tag): string {
  return template.replace(
    /\{([\w.-]+)\}/g,
    (_, name: string) => named.get(name) ?? positional[Number(name)] ?? '',
  )
}

/** Where an address is expected, a tag of any name may be what makes one of a post's name. */
function destination(text: string, tag: Tag, { address }: TranslateOptions): Meaning | undefined {
  const { start, positional, named } = tag
  const [name, ...others] = positional
  const isExpected = /\]\(<?$|=["']$/.test(text.slice(Math.max(0, start - 3), start))
  if (!isExpected || name === undefined || others.length > 0 || named.size > 0) return undefined
  const found = address(name)
  return found === undefined ? undefined : { open: found }
}

/** What a tag within a sentence is about, or the sentence would have a hole: `Thanks to <Mention name="Ada" />.` */
function labelWithin(source: string, { start, end, named }: Tag): string {
  const [[name, value] = ['', ''], ...others] = named
  if (others.length > 0 || !labels.has(name)) return ''
  return isAloneInLine(source, start, end) ? '' : value
}

const labels: ReadonlySet<string> = new Set(['name', 'label', 'text', 'title', 'term', 'children'])

/** A tag longer than this is no tag: a bound on what one opening mark can cost. */
const longestTag = 2000

/** Where the mark is that closes a tag opened before `from`, or -1. Marks within quotes do not count; after a letter, a quote is an apostrophe. */
export function closingMark(source: string, from: number, mark: string): number {
  const limit = Math.min(source.length, from + longestTag)
  const first = mark.charCodeAt(0)
  /** Quotes that nothing closes: what follows holds no end of them either. */
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

/** Where a quotation ends; where it began when it does not. */
function closingQuote(source: string, start: number, limit: number): number {
  const quote = source.charCodeAt(start)
  for (let at = start + 1; at < limit; at++) {
    const unit = source.charCodeAt(at)
    if (unit === quote) return at
    if (unit === 0x5c) at++
  }
  return start
}

/** Whether there are words before a place on its line, apart from other tags. */
function isInLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - nearby), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /[\p{L}\p{N}]/u.test(line.replace(/<[^<>]*>|\{\{[^{}]*\}\}|\{%[^%]*%\}/g, ''))
}

const nearby = 200
