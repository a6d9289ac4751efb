import type { Token } from 'markdown-it'
import { countUpTo, lineStarts } from '../base/text-file.ts'

/** Maps an offset in a block's content to the source. */
export type Locate = (offset: number) => number

/**
 * Maps offsets in markdown-it's inline content to the source. Inline content lacks quote marks and indents, so each
 * line is searched for in its source line.
 */
export class SourceMap {
  readonly #source: string
  readonly #starts: readonly number[]
  /** Cells of a row share a line, so each search starts after the previous cell. */
  #row = { line: -1, from: 0 }

  constructor(source: string) {
    this.#source = source
    this.#starts = lineStarts(source)
  }

  /** Returns the start of a block: its mark, after quote marks and bullets. */
  blockStart(token: Token, mark: string): number {
    const line = token.map?.[0] ?? 0
    const marked = this.#line(line).indexOf(mark)
    return this.#start(line) + Math.max(0, marked === -1 ? this.#line(line).search(/\S/) : marked)
  }

  /** Returns a function that maps offsets in a block's inline content to the source. */
  inline(content: string, firstLine: number, isCell: boolean): Locate {
    return isCell ? this.#cell(content, firstLine) : this.#prose(content, firstLine)
  }

  #prose(content: string, firstLine: number): Locate {
    // Computed on demand: most blocks need no positions.
    let starts: readonly number[] | undefined
    /** Offset in the source minus offset in the content, by line. */
    const shifts: number[] = []
    return (offset) => {
      starts ??= lineStarts(content)
      const row = countUpTo(offset, starts) - 1
      shifts[row] ??= this.#shift(content, starts[row] ?? 0, firstLine + row)
      return offset + (shifts[row] ?? 0)
    }
  }

  /** Ignores indentation: markdown-it turns a partly consumed tab into spaces. */
  #shift(content: string, start: number, line: number): number {
    const end = content.indexOf('\n', start)
    const written = content.slice(start, end === -1 ? undefined : end)
    const indent = written.length - written.trimStart().length
    const found = this.#line(line).lastIndexOf(written.trim())
    return this.#start(line) + Math.max(found, 0) - indent - start
  }

  /** Cell content lacks the backslashes before pipes. */
  #cell(content: string, line: number): Locate {
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

/** A replacement of a range. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Edited {
  readonly text: string
  /** Maps an offset in the new text to the old text. Inserted text maps to where it was inserted. */
  originalOffset(offset: number): number
}

/** Applies edits, which must be sorted and must not overlap. */
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
