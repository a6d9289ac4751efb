import type { Token } from 'markdown-it'
import { countUpTo } from '../base/nearest.ts'
import { lineStarts } from '../base/text-file.ts'
import type { Edit, Range } from './source.ts'

/** Maps an offset in a block's content to the source. */
export type Locate = (offset: number) => number

/** Maps offsets in inline content, which lacks quote marks and indents, by searching each line in its source line. */
export function sourceMap(source: string) {
  const starts = lineStarts(source)
  /** Cells of a row share a line, so each search starts after the previous cell. */
  let row = { line: -1, from: 0 }
  const startOf = (line: number) => starts[line] ?? source.length
  const textOf = (line: number) => source.slice(startOf(line), (starts[line + 1] ?? source.length + 1) - 1)
  return { blockStart, mark, prose, cell, definition }

  /** Returns the start of a block: its mark, after quote marks and bullets. */
  function blockStart(token: Token, mark: string): number {
    const line = token.map?.[0] ?? 0
    const marked = textOf(line).indexOf(mark)
    return startOf(line) + Math.max(0, marked === -1 ? textOf(line).search(/\S/) : marked)
  }

  /** Returns the range of a mark alone on its line, and as much of the line as keeps its neighbours apart. */
  function mark(token: Token): Range {
    const line = token.map?.[0] ?? 0
    const [above, below] = [line - 1, line + 1].map((nth) => /^[\s>]*$/.test(textOf(nth)))
    if (!above && !below) return [blockStart(token, ':::'), startOf(line + 1) - 1]
    return [startOf(line), startOf(above && below ? line + 2 : line + 1)]
  }

  function prose(content: string, firstLine: number): Locate {
    // Computed on demand: most blocks need no positions.
    let contentStarts: readonly number[] | undefined
    /** Offset in the source minus offset in the content, by line. */
    const shifts: number[] = []
    return (offset) => {
      contentStarts ??= lineStarts(content)
      const nth = countUpTo(offset, contentStarts) - 1
      shifts[nth] ??= shiftOf(content, contentStarts[nth] ?? 0, firstLine + nth)
      return offset + (shifts[nth] ?? 0)
    }
  }

  /** Ignores indentation: markdown-it turns a partly consumed tab into spaces. */
  function shiftOf(content: string, start: number, line: number): number {
    const end = content.indexOf('\n', start)
    const written = content.slice(start, end === -1 ? undefined : end)
    const indent = written.length - written.trimStart().length
    const found = textOf(line).lastIndexOf(written.trim())
    return startOf(line) + Math.max(found, 0) - indent - start
  }

  /** Cell content lacks the backslashes before pipes. */
  function cell(content: string, line: number): Locate {
    const asWritten = content.replaceAll('|', '\\|')
    const from = row.line === line ? row.from : 0
    const found = Math.max(textOf(line).indexOf(asWritten, from), 0)
    row = { line, from: found + asWritten.length }
    let pipes: readonly number[] | undefined
    return (offset) => {
      pipes ??= Array.from(content.matchAll(/\|/g), ({ index }) => index)
      return startOf(line) + found + offset + countUpTo(offset - 1, pipes)
    }
  }

  /** Returns the destination of a link definition. */
  function definition([first, end]: Range): Range {
    const start = startOf(first)
    const written = source.slice(start, startOf(end))
    const match = /\[(?:\\[\s\S]|[^\]\\])*\]:[\s>]*(<(?:\\.|[^>\\\n])*>|\S+)/.exec(written)
    const destinationEnd = start + (match ? match.index + match[0].length : 0)
    return [destinationEnd - (match?.[1]?.length ?? 0), destinationEnd]
  }
}

/** Applies edits, which must be sorted and must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]) {
  let text = ''
  let done = 0
  const starts: number[] = []
  for (const edit of edits) {
    text += source.slice(done, edit.start)
    starts.push(text.length)
    text += edit.text
    done = edit.end
  }
  return {
    text: text + source.slice(done),
    /** Maps an offset in the new text to the old text. Inserted text maps to where it was inserted. */
    originalOffset(offset: number): number {
      const last = countUpTo(offset, starts) - 1
      const edit = edits[last]
      if (!edit) return offset
      const beyond = offset - (starts[last] ?? 0) - edit.text.length
      return beyond < 0 ? edit.start : edit.end + beyond
    },
  }
}
