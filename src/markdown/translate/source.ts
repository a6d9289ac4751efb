import { countUpTo, lineStarts } from '../../base/text-file.ts'
import type { Edit } from '../source-map.ts'

/** What posts may hold besides markdown. */
export type Syntax =
  | 'shortcodes'
  | 'liquid'
  | 'tera'
  | 'erb'
  | 'mdx'
  | 'components'
  | 'kramdown'
  | 'definition-lists'
  | 'html'

export interface TranslateOptions {
  readonly syntaxes: ReadonlySet<Syntax>
  /** What names such as `site.url` stand for. */
  readonly variables: ReadonlyMap<string, string>
  /** The publisher's own meanings of shortcodes and components: markdown with `{attribute}`, `{0}` and `{children}` in it. */
  readonly components: ReadonlyMap<string, string>
  /** What the front matter of the page has under a name of its own. */
  pageValue?(name: string): string | undefined
  /** The address of a post, named as its generator names it. */
  address(name: string): string | undefined
  /** The address of whatever file has this name, in any folder. */
  addressOfNote(name: string): string | undefined
}

/** Finds what one syntax adds to markdown, and gives what it means in plain markdown. */
export type Translator = (source: Source, options: TranslateOptions) => readonly Translation[]

/** An edit; with a note where what was written has no meaning in markdown. */
export interface Translation extends Edit {
  readonly untranslated?: Untranslated
  /** What means itself: no tag in it was left by mistake. */
  readonly literal?: Range
}

/** Something that has no meaning in markdown. Its tags are gone; what was between them is kept. */
export interface Untranslated {
  readonly offset: number
  readonly rule: 'shortcode' | 'mdx'
  /** As written, in short. */
  readonly written: string
  /** Whether there was anything between its tags. */
  readonly hasText: boolean
}

/** A body before it is translated, with what several translators ask of it: found once, when the first does. */
export class Source {
  readonly text: string
  #code: readonly Range[] | undefined
  #isCode: ((offset: number) => boolean) | undefined
  #lineStarts: readonly number[] | undefined

  constructor(text: string) {
    this.text = text
  }

  get code(): readonly Range[] {
    this.#code ??= codeRanges(this.text)
    return this.#code
  }

  readonly isCode = (offset: number): boolean => {
    this.#isCode ??= within(this.code)
    return this.#isCode(offset)
  }

  get lineStarts(): readonly number[] {
    this.#lineStarts ??= lineStarts(this.text)
    return this.#lineStarts
  }

  /** An edit for each match outside code, where `textFor` gives what takes its place. */
  replaced(pattern: RegExp, textFor: (found: RegExpExecArray) => string | undefined): Edit[] {
    return Array.from(this.text.matchAll(pattern)).flatMap((found) => {
      const { 0: written, index: start } = found
      const text = this.isCode(start) ? undefined : textFor(found)
      return text === undefined ? [] : [{ start, end: start + written.length, text }]
    })
  }

  /** Something that has no meaning: `text` takes its place, and its author is told. */
  drop(
    start: number,
    end: number,
    rule: Untranslated['rule'],
    text = '',
    hasText = text !== '',
  ): Translation {
    const line = this.text.slice(start, end).replace(/\s+/g, ' ')
    const written = line.length > 60 ? `${line.slice(0, 57)}…` : line
    return { start, end, text, untranslated: { offset: start, rule, written, hasText } }
  }
}

export type Range = readonly [start: number, end: number]

/** Whether an offset is within one of the ranges, which are in order and apart. */
export function within(ranges: readonly Range[]): (offset: number) => boolean {
  const starts = ranges.map(([start]) => start)
  return (offset) => offset < (ranges[countUpTo(offset, starts) - 1]?.[1] ?? 0)
}

/** Where a body holds code, in order: fenced blocks, found by line as in CommonMark, and code spans, which end before a blank line. */
export function codeRanges(source: string): readonly Range[] {
  const ranges: Range[] = []
  let fence: { readonly mark: string; readonly start: number } | undefined
  let prose = 0
  for (const line of source.matchAll(
    /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/gm,
  )) {
    const mark = line[1] ?? ''
    if (fence === undefined) {
      for (const span of spans(source, prose, line.index)) ranges.push(span)
      fence = { mark, start: line.index }
    } else if (mark.startsWith(fence.mark) && (line[2] ?? '').trim() === '') {
      prose = line.index + line[0].length
      ranges.push([fence.start, prose])
      fence = undefined
    }
  }
  if (fence) ranges.push([fence.start, source.length])
  else for (const span of spans(source, prose, source.length)) ranges.push(span)
  return ranges
}

/** Code spans of a stretch without fences. Runs that nothing closes are remembered by length, so that each is read once. */
function spans(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  for (const paragraph of paragraphs(source, from, to)) {
    const runs = Array.from(source.slice(...paragraph).matchAll(/`+/g), ({ 0: run, index }) => ({
      start: paragraph[0] + index,
      length: run.length,
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

function paragraphs(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  let start = from
  for (const blank of source.slice(from, to).matchAll(/\n[ \t]*\n/g)) {
    found.push([start, from + blank.index])
    start = from + blank.index + blank[0].length
  }
  found.push([start, to])
  return found
}

/** Characters that are looked at to tell whether something begins or ends a line. */
const few = 80

/** What is before a place in its line, if that is nothing but space and the marks of quotes and items. */
export function leadBefore(source: string, at: number): string | undefined {
  return /(?:^|\n)([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)$/.exec(source.slice(Math.max(0, at - few), at))?.[1]
}

export function isEndOfLine(source: string, at: number): boolean {
  return /^[ \t]*(?:\n|$)/.test(source.slice(at, at + few))
}

/** Quotes the lines from one offset to another, at the indentation of the line that the first is in. */
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
  return [before, after].every((at) => lineEnds.has(source[at]))
}

const lineEnds: ReadonlySet<string | undefined> = new Set(['\n', '\r', undefined])
