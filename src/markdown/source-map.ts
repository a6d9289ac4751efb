import type { Token } from 'markdown-it'
import { countUpTo, lineStarts } from '../base/text-file.ts'

/**
 * From offsets in what markdown-it parsed back to the source. Inline content is the source without quote marks and indents, so each of its
 * lines is found again within its source line.
 */
export class SourceMap {
  readonly #source: string
  readonly #starts: readonly number[]
  /** Table cells of one row share a line; each is searched for after the one before it. */
  #row = { line: -1, from: 0 }

  constructor(source: string) {
    this.#source = source
    this.#starts = lineStarts(source)
  }

  /** Where a block begins: at its mark, after the quote marks and bullets it may be in. */
  blockStart(token: Token, mark: string): number {
    const line = token.map?.[0] ?? 0
    const marked = this.#line(line).indexOf(mark)
    return this.#start(line) + Math.max(0, marked === -1 ? this.#line(line).search(/\S/) : marked)
  }

  /** A function from offsets in a block's inline content to offsets in the source. */
  inline(content: string, firstLine: number, isCell: boolean): (offset: number) => number {
    return isCell ? this.#cell(content, firstLine) : this.#prose(content, firstLine)
  }

  #prose(content: string, firstLine: number): (offset: number) => number {
    // Most blocks are never asked about.
    let starts: readonly number[] | undefined
    /** How far each line of the content is moved in the source. */
    const shifts: number[] = []
    return (offset) => {
      starts ??= lineStarts(content)
      const row = countUpTo(offset, starts) - 1
      shifts[row] ??= this.#shift(content, starts[row] ?? 0, firstLine + row)
      return offset + (shifts[row] ?? 0)
    }
  }

  /** Indentation is not compared: a tab that was partly an indent comes back as spaces. */
  #shift(content: string, start: number, line: number): number {
    const end = content.indexOf('\n', start)
    const written = content.slice(start, end === -1 ? undefined : end)
    const indent = written.length - written.trimStart().length
    const found = this.#line(line).lastIndexOf(written.trim())
    return this.#start(line) + Math.max(found, 0) - indent - start
  }

  /** In a cell a pipe is written with a backslash, which the content no longer has. */
  #cell(content: string, line: number): (offset: number) => number {
    const asWritten = content.replaceAll('|', '\\|')
    const from = this.#row.line === line ? this.#row.from : 0
    const found = Math.max(this.#line(line).indexOf(asWritten, from), 0)
    this.#row = { line, from: found + asWritten.length }
    let pipes: readonly number[] | undefined
    return (offset) => {
      pipes ??= Array.from(content.matchAll(/\|/g), ({ index }) => index)
      return this.#start(line) + found + offset + countUpTo(offset - 1, pipes)
    }
  }

  definition([first, end]: readonly [number, number]): readonly [number, number] {
    const start = this.#start(first)
    const written = this.#source.slice(start, this.#start(end))
    const match = /\[(?:\\[\s\S]|[^\]\\])*\]:[\s>]*(<[^>\n]*>|\S+)/.exec(written)
    const destinationEnd = start + (match ? match.index + match[0].length : 0)
    return [destinationEnd - (match?.[1]?.length ?? 0), destinationEnd]
  }

  #start(line: number): number {
    return this.#starts[line] ?? this.#source.length
  }

  #line(line: number): string {
    return this.#source.slice(this.#start(line), (this.#starts[line + 1] ?? this.#source.length + 1) - 1)
  }
}

/** A stretch of a text, and what takes its place. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Edited {
  readonly text: string
  /** Where an offset of the new text was in the old one; for what was put in, where it was put. */
  originalOffset(offset: number): number
}

/** A text with every edit made. They are in order, and none overlaps the next. */
export function applyEdits(source: string, edits: readonly Edit[]): Edited {
  if (edits.length === 0) return { text: source, originalOffset: (offset) => offset }
  let text = ''
  let done = 0
  const starts: number[] = []
  const ends: number[] = []
  for (const edit of edits) {
    text += source.slice(done, edit.start)
    starts.push(text.length)
    text += edit.text
    ends.push(text.length)
    done = edit.end
  }
  return {
    text: text + source.slice(done),
    originalOffset(offset) {
      const last = countUpTo(offset, starts) - 1
      const edit = edits[last]
      if (!edit) return offset
      const beyond = offset - (ends[last] ?? 0)
      return beyond < 0 ? edit.start : edit.end + beyond
    },
  }
}
