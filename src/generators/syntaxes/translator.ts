import { once } from '../../base/caches.ts'
import { lineStarts } from '../../base/text-file.ts'
import { codeRanges, type Edit, type Range, within } from '../../markdown/source.ts'

/** Syntaxes that archive.yaml may set. `mdx` reads all markdown as MDX, `jsx` only posts that need it. */
export const syntaxNames = [
  'shortcodes',
  'liquid',
  'tera',
  'erb',
  'mdx',
  'jsx',
  'components',
  'kramdown',
  'definition-lists',
  'obsidian',
] as const

export type SyntaxName = (typeof syntaxNames)[number] | 'html'

/** What posts may contain besides markdown: a syntax by its name, or a generator's own. */
export type Syntax = SyntaxName | Translator

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

/** Returns the edits that turn a syntax into plain markdown. If two overlap, the earlier one wins. */
export type Translator = (source: Source, options: TranslateOptions) => readonly Translation[]

export interface TranslateOptions {
  readonly syntaxes: ReadonlySet<Syntax>
  /** Values of names such as `site.url`. */
  readonly variables: ReadonlyMap<string, string>
  /** The publisher's templates for shortcodes and components: markdown with `{attribute}`, `{0}` and `{children}`. */
  readonly components: ReadonlyMap<string, string>
  /** Returns a front matter value. */
  pageValue?(name: string): string | undefined
  /** Resolves a post by its generator's name for it. */
  address(name: string): string | undefined
  /** Resolves a file by name, in any folder. */
  addressOfNote(name: string): string | undefined
}

export interface Translation extends Edit {
  readonly untranslated?: Untranslated
  /** A literal range, where tags are not leftovers. */
  readonly literal?: Range
}

/** Syntax that could not be translated. Its tags are removed and its content is kept. */
export interface Untranslated {
  readonly offset: number
  readonly rule: 'shortcode' | 'mdx'
  /** Its source. */
  readonly written: string
  /** Whether it had content. */
  readonly hasText: boolean
  /** A comment that hides the rest. */
  readonly isUnclosed?: true
}

/** A body before translation. */
export interface Source {
  readonly text: string
  /** Whether the offset is in code, which is the post's subject. */
  isCode(offset: number): boolean
  codeRanges(): readonly Range[]
  lineStarts(): readonly number[]
  /** Returns the matches that start outside code. */
  matches(pattern: RegExp): RegExpExecArray[]
  /** Replaces each match outside code, unless `textFor` returns undefined. */
  replace(pattern: RegExp, textFor: (match: RegExpExecArray) => string | undefined): Edit[]
  /** Replaces a range that nothing translates with `label`, and reports it. */
  drop(start: number, end: number, rule: Untranslated['rule'], label?: string, hasText?: boolean): Dropped
}

type Dropped = Translation & { readonly untranslated: Untranslated }

/** Code ranges and line starts are computed on first use. */
export function sourceOf(text: string, rangesIn = codeRanges, isLiteral = (_at: number) => false): Source {
  const ranges = once(() => rangesIn(text))
  const isInRange = once(() => within(ranges()))
  const isCode = (offset: number) => isLiteral(offset) || isInRange()(offset)
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].filter(({ index }) => !isCode(index))
  return {
    text,
    isCode,
    codeRanges: ranges,
    lineStarts: once(() => lineStarts(text)),
    matches,
    replace: (pattern, textFor) =>
      matches(pattern).flatMap((match) => {
        const replacement = textFor(match)
        const { 0: written, index: start } = match
        return replacement === undefined ? [] : [{ start, end: start + written.length, text: replacement }]
      }),
    drop(start, end, rule, label = '', hasText = label !== '') {
      const written = text.slice(start, end)
      return { start, end, text: label, untranslated: { offset: start, rule, written, hasText } }
    },
  }
}

/** Removes an unclosed comment and what follows, and reports it. */
export function hideRest({ text, drop }: Source, start: number): Translation {
  const { untranslated, ...edit } = drop(start, text.length, 'shortcode')
  return { ...edit, untranslated: { ...untranslated, isUnclosed: true } }
}

/** Limits how far `linePrefix` looks back. */
const lookaround = 80

/** Returns the quote marks, bullets and spaces before an offset, or undefined if there is other text. */
export function linePrefix(source: string, at: number): string | undefined {
  const before = source.slice(Math.max(0, at - lookaround), at)
  return /(?:^|\n)([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)$/.exec(before)?.[1]
}

export function isStartOfLine(source: string, offset: number): boolean {
  let at = offset
  while (source[at - 1] === ' ' || source[at - 1] === '\t') at--
  return at === 0 || source[at - 1] === '\n'
}

export function isEndOfLine(source: string, offset: number): boolean {
  let at = offset
  while (source[at] === ' ' || source[at] === '\t') at++
  return at === source.length || source[at] === '\n'
}

export const isAloneInLine = (source: string, start: number, end: number) =>
  isStartOfLine(source, start) && isEndOfLine(source, end)

/** Quotes the lines between two offsets, at the indentation of the first line. */
export function quotedLines(source: string, from: number, to: number): Edit[] {
  const lineStart = source.lastIndexOf('\n', from - 1) + 1
  const indent = /^[ \t]*/.exec(source.slice(lineStart, from))?.[0].length ?? 0
  const edits: Edit[] = []
  const inside = source.slice(from, to)
  if (!inside.startsWith('\n')) edits.push({ start: from, end: from, text: '> ' })
  const end = from + inside.trimEnd().length
  for (let at = source.indexOf('\n', from); at !== -1 && at < end; at = source.indexOf('\n', at + 1)) {
    const spaces = /^[ \t]*/.exec(source.slice(at + 1, at + 1 + indent))?.[0].length ?? 0
    edits.push({ start: at + 1 + spaces, end: at + 1 + spaces, text: '> ' })
  }
  return edits
}
