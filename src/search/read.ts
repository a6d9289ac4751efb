import type { BodyKind } from '../base/unit-kinds.ts'
import { ByteWriter } from './bytes.ts'
import { longestUnit, mostHeadings, type UnitKind, unitKinds } from './format.ts'
import { TermReader } from './terms.ts'
import { TextWriter } from './texts.ts'

/** A post as the engine reads it. It has no id: documents are numbered as they come, newest first. */
export interface SearchDocument {
  readonly title: string
  readonly tags: readonly string[]
  /** By sentence. */
  readonly summary: readonly string[]
  /** The body, in order. */
  readonly units: readonly SearchUnit[]
  /** The bytes in which most of this is found again, when the index is opened with them; all of it is kept without. */
  readonly source?: Uint8Array
}

/** What can be quoted from a body: a sentence, a table row, a line of code, a heading, what a picture shows. */
export interface SearchUnit {
  readonly kind: BodyKind
  readonly text: string
  /** The fragment of the heading it stands under; a heading's own; '' above the first. */
  readonly anchor: string
}

/** A document as numbers and bytes: all that an index takes of it. */
export interface IndexPart {
  /** The terms of its units in order, with -1 after each unit; each term is its position in the vocabulary. */
  readonly terms: Int32Array
  /** For each unit its kind, by its position in `unitKinds`, and the number of its heading. */
  readonly kinds: Uint8Array
  readonly headings: Uint16Array
  readonly texts: Uint8Array
  /** Every term of the reader that made it, which goes on to grow. */
  readonly vocabulary: readonly string[]
}

const emptyBytes = new Uint8Array(0)
const utf8 = new TextEncoder()

/** Makes parts of documents, in any order and anywhere: none depends on another. */
export class DocumentReader {
  readonly #terms = new TermReader()
  readonly vocabulary = this.#terms.vocabulary
  /** One text at a time: a new array for each would cost more than the rest. */
  readonly #bytes = new Uint8Array(3 * longestUnit + 1)

  read({ title, tags, summary, units, source = emptyBytes }: SearchDocument): IndexPart {
    const kinds: number[] = []
    const headings: number[] = []
    const numbersOfHeadings = new Map<string, number>()
    const bytes = new ByteWriter()
    const texts = new TextWriter(bytes, source)
    let headingCount = 0
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading' && headingCount < mostHeadings) numbersOfHeadings.set(anchor, ++headingCount)
        headings.push(numbersOfHeadings.get(anchor) ?? 0)
        kinds.push(unitKinds.indexOf(kind))
        const length = utf8.encodeInto(piece, this.#bytes).written
        texts.write(kind, piece, this.#bytes, length)
        if (kind !== 'anchor') this.#terms.read(piece, this.#bytes, length)
        this.#terms.endUnit()
        if (kind === 'heading') write('anchor', anchor)
      }
    }
    for (const { kind, text, anchor } of units) write(kind, text, anchor)
    for (const sentence of summary) write('summary', sentence)
    write('title', title)
    for (const tag of tags) write('tags', tag)
    return {
      terms: this.#terms.take(),
      kinds: new Uint8Array(kinds),
      headings: new Uint16Array(headings),
      texts: bytes.written().slice(),
      vocabulary: this.vocabulary,
    }
  }
}

/** The text in pieces of at most the longest unit, cut between words where there are any. */
function pieces(text: string): readonly string[] {
  if (text.length <= longestUnit) return [text]
  const cut: string[] = []
  let rest = text
  while (rest.length > longestUnit) {
    const space = rest.lastIndexOf(' ', longestUnit)
    const unit = rest.charCodeAt(longestUnit - 1)
    const end = space > 0 ? space : unit >= 0xd800 && unit < 0xdc00 ? longestUnit - 1 : longestUnit
    cut.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...cut, rest]
}
