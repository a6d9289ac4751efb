import { once } from '../../base/caches.ts'
import { countUpTo } from '../../base/nearest.ts'
import { lineStarts } from '../../base/text-file.ts'
import type { Edit } from '../source-map.ts'

/** Syntax that posts may contain besides markdown. */
export type Syntax =
  | 'shortcodes'
  | 'liquid'
  | 'tera'
  | 'erb'
  | 'mdx'
  | 'components'
  | 'kramdown'
  | 'definition-lists'
  | 'obsidian'
  | 'jsx'
  | 'html'

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

/** Returns the edits that turn one syntax into plain markdown. */
export type Translator = (source: Source, options: TranslateOptions) => readonly Translation[]

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

/** A body before translation. Code ranges and line starts are computed on first use. */
export function sourceOf(text: string, rangesIn = codeRanges, isLiteral = (_offset: number) => false) {
  const code = once(() => rangesIn(text))
  const codeTest = once(() => within(code()))
  const isCode = (offset: number) => isLiteral(offset) || codeTest()(offset)
  return {
    text,
    code,
    isCode,
    lineStarts: once(() => lineStarts(text)),

    /** Replaces each match outside code, unless `textFor` returns undefined. */
    replace: (pattern: RegExp, textFor: (found: RegExpExecArray) => string | undefined): Edit[] =>
      Array.from(text.matchAll(pattern)).flatMap((found) => {
        const { 0: written, index: start } = found
        const made = isCode(start) ? undefined : textFor(found)
        return made === undefined ? [] : [{ start, end: start + written.length, text: made }]
      }),

    /** Replaces untranslatable syntax with `label`, and reports it. */
    drop(start: number, end: number, rule: Untranslated['rule'], label = '', hasText = label !== '') {
      const written = text.slice(start, end)
      return { start, end, text: label, untranslated: { offset: start, rule, written, hasText } }
    },
  }
}

export type Source = ReturnType<typeof sourceOf>

/** Removes an unclosed comment and what follows, and reports it. */
export function hideRest({ text, drop }: Source, start: number): Translation {
  const { untranslated, ...edit } = drop(start, text.length, 'shortcode')
  return { ...edit, untranslated: { ...untranslated, isUnclosed: true } }
}

/** Shortens source for a message. */
export function abbreviated(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}

export type Range = readonly [start: number, end: number]

/** Returns a test for offsets in ranges, which must be sorted and must not overlap. */
export function within(ranges: readonly Range[]): (offset: number) => boolean {
  const starts = ranges.map(([start]) => start)
  return (offset) => offset < (ranges[countUpTo(offset, starts) - 1]?.[1] ?? 0)
}

/** Finds fenced code (by line, as in CommonMark) and code spans, which end before a blank line. */
export function codeRanges(source: string): readonly Range[] {
  const ranges: Range[] = []
  let fence: { readonly mark: string; readonly start: number } | undefined
  let prose = 0
  for (const { 0: line, 1: mark = '', 2: rest = '', index } of source.matchAll(fenceLine)) {
    if (fence === undefined) {
      for (const span of codeSpans(source, prose, index)) ranges.push(span)
      fence = { mark, start: index }
    } else if (mark.startsWith(fence.mark) && rest.trim() === '') {
      prose = index + line.length
      ranges.push([fence.start, prose])
      fence = undefined
    }
  }
  if (fence) ranges.push([fence.start, source.length])
  else for (const span of codeSpans(source, prose, source.length)) ranges.push(span)
  return ranges
}

const fenceLine = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/gm

/** Finds code spans in prose. Remembers unclosed runs by length, to stay linear. */
export function codeSpans(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  let start = from
  for (const paragraph of source.slice(from, to).split(/(\n[ \t]*\n)/)) {
    const first = start
    start += paragraph.length
    const runs = Array.from(paragraph.matchAll(/`+/g), ({ 0: { length }, index }) => ({
      start: first + index,
      length,
    }))
    const last = new Map<number, number>()
    for (const { start, length } of runs) last.set(length, start)
    for (let at = 0; at < runs.length; at++) {
      const opening = runs[at]
      if (!opening || (last.get(opening.length) ?? -1) <= opening.start) continue
      let end = at + 1
      while (runs[end]?.length !== opening.length) end++
      found.push([opening.start, (runs[end]?.start ?? to) + opening.length])
      at = end
    }
  }
  return found
}

/** Lookaround limit in characters. */
const lookaround = 80

/** Returns the quote marks, bullets and spaces before an offset, or undefined if there is other text. */
export function linePrefix(source: string, at: number): string | undefined {
  return /(?:^|\n)([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)$/.exec(
    source.slice(Math.max(0, at - lookaround), at),
  )?.[1]
}

export function isEndOfLine(source: string, at: number): boolean {
  return /^[ \t]*(?:\n|$)/.test(source.slice(at, at + lookaround))
}

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

export function isAloneInLine(source: string, start: number, end: number): boolean {
  const isSpace = (at: number) => source[at] === ' ' || source[at] === '\t'
  let [before, after] = [start - 1, end]
  while (isSpace(before)) before--
  while (isSpace(after)) after++
  return [before, after].every((at) => '\r\n'.includes(source[at] ?? '\n'))
}
