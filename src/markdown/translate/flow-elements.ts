import { countUpTo } from '../../base/text-file.ts'
import type { Edit } from '../edits.ts'
import { pairTags, type Tag } from './tag.ts'

/**
 * In MDX the lines between two tags are markdown, however far they are indented. In markdown they are the text of an HTML block, or code by
 * their indentation. So they are put as far to the left as their tags are, and apart from tags of HTML by blank lines.
 */
export function flowElements(source: string, tags: readonly Tag[]): Edit[] {
  const lines = new Lines(source)
  const edits: Edit[] = []
  /** How many characters each line loses at its beginning. */
  const lost = new Map<number, number>()
  let toRead = deepest * lines.count
  for (const { open: opening, close } of pairTags(tags)) {
    if (!close || !lines.begins(opening.start) || !lines.begins(close.start)) continue
    const last = lines.at(close.start)
    const first = lines.at(opening.end - 1) + 1
    if (first >= last) continue
    toRead -= last - first
    if (toRead < 0) break
    const inner = Array.from({ length: last - first }, (_, at) => first + at)
    if (literal.has(opening.name)) {
      for (const line of inner) lost.delete(line)
      continue
    }
    const written = inner.filter((line) => !lines.isBlank(line))
    const above = lines.at(opening.start)
    const own = lines.indent(above) - (lost.get(above) ?? 0)
    const tooMuch =
      written.reduce((least, line) => Math.min(least, lines.indent(line)), Number.POSITIVE_INFINITY) - own
    for (const line of written) lost.set(line, Math.max(0, tooMuch))
    const isHtml = isContainer(opening.name) && lines.ends(opening.end)
    if (!isHtml || !written.some((line) => !lines.isTag(line))) continue
    if (!lines.isBlank(first)) edits.push({ start: opening.end, end: opening.end, text: '\n' })
    if (!lines.isBlank(last - 1)) edits.push({ start: lines.start(last), end: lines.start(last), text: '\n' })
  }
  // One by one, so that what others put between them stays.
  for (const [line, count] of lost)
    for (let at = lines.start(line); at < lines.start(line) + count; at++)
      edits.push({ start: at, end: at + 1, text: '' })
  return edits
}

/** Elements in each other: each level costs a reading of all that is within. */
const deepest = 20

const literal: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'svg', 'textarea'])

const containers: ReadonlySet<string> = new Set(
  'article aside blockquote center dd details div figcaption figure footer header li main section td th'.split(
    ' ',
  ),
)

function isContainer(name: string): boolean {
  return containers.has(name) || /^[a-z]+-/.test(name)
}

/** Where the lines of a text are. */
class Lines {
  readonly #source: string
  readonly #starts: number[] = [0]

  constructor(source: string) {
    this.#source = source
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1))
      this.#starts.push(at + 1)
  }

  get count(): number {
    return this.#starts.length
  }

  /** The line that an offset is in. */
  at(offset: number): number {
    return countUpTo(offset, this.#starts) - 1
  }

  start(line: number): number {
    return this.#starts[line] ?? this.#source.length
  }

  indent(line: number): number {
    return /^[ \t]*/.exec(this.#text(line))?.[0].length ?? 0
  }

  isBlank(line: number): boolean {
    return this.#text(line).trim() === ''
  }

  isTag(line: number): boolean {
    return /^\s*</.test(this.#text(line))
  }

  /** Whether nothing is before this offset in its line. */
  begins(offset: number): boolean {
    let before = offset - 1
    while (this.#source[before] === ' ' || this.#source[before] === '\t') before--
    return before < 0 || this.#source[before] === '\n'
  }

  /** Whether nothing is after it. */
  ends(offset: number): boolean {
    return this.#source.slice(offset, this.start(this.at(offset) + 1)).trim() === ''
  }

  #text(line: number): string {
    return this.#source.slice(this.start(line), this.start(line + 1))
  }
}
