import type { Token } from 'markdown-it'

/**
 * From a place in what markdown-it parsed back to the source. A block's inline content is its source lines without
 * quote marks, list indents and heading marks, so each content line is found again within its source line.
 */
export class SourceMap {
  readonly #source: string
  readonly #starts: readonly number[]
  /** Table cells of one row share a line; each is searched for behind the one before it. */
  #row = { line: -1, from: 0 }

  constructor(source: string) {
    this.#source = source
    const starts = [0]
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = starts
  }

  /** Where a block begins: at its mark, behind the quote marks and bullets it may stand in. */
  blockStart(token: Token, mark: string): number {
    const line = token.map?.[0] ?? 0
    const marked = this.#line(line).indexOf(mark)
    return this.#start(line) + Math.max(0, marked === -1 ? this.#line(line).search(/\S/) : marked)
  }

  /** A function from offsets in a block's inline content to offsets in the source. */
  inline(content: string, first: number, isCell: boolean): (offset: number) => number {
    return isCell ? this.#cell(content, first) : (offset) => this.#prose(content, first, offset)
  }

  #prose(content: string, first: number, offset: number): number {
    let row = 0
    let start = 0
    for (let end = content.indexOf('\n'); end !== -1 && end < offset; end = content.indexOf('\n', start)) {
      row++
      start = end + 1
    }
    const end = content.indexOf('\n', start)
    const written = content.slice(start, end === -1 ? undefined : end)
    // Indentation is compared neither: a tab that was partly an indent comes back as spaces.
    const indent = written.length - written.trimStart().length
    const found = this.#line(first + row).lastIndexOf(written.trim())
    return this.#start(first + row) + Math.max(found, 0) + offset - start - indent
  }

  /** In a cell a pipe is written with a backslash, which the content no longer has. */
  #cell(content: string, line: number): (offset: number) => number {
    const asWritten = (text: string) => text.replaceAll('|', '\\|')
    const from = this.#row.line === line ? this.#row.from : 0
    const found = Math.max(this.#line(line).indexOf(asWritten(content), from), 0)
    this.#row = { line, from: found + asWritten(content).length }
    return (offset) => this.#start(line) + found + asWritten(content.slice(0, offset)).length
  }

  /** Where the destination of a `[label]: destination` stands. */
  definition([first, behind]: readonly [number, number]): readonly [number, number] {
    const start = this.#start(first)
    const written = this.#source.slice(start, this.#starts[behind] ?? this.#source.length)
    const match = /\[(?:\\[\s\S]|[^\]\\])*\]:[\s>]*(<[^>\n]*>|\S+)/.exec(written)
    const end = start + (match ? match.index + match[0].length : 0)
    return [end - (match?.[1]?.length ?? 0), end]
  }

  #start(line: number): number {
    return this.#starts[line] ?? this.#source.length
  }

  #line(line: number): string {
    return this.#source.slice(this.#start(line), (this.#starts[line + 1] ?? this.#source.length + 1) - 1)
  }
}
