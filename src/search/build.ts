import { termOf, tokens } from './analyse.ts'
import { ByteWriter, longestUnit, magic, rareTerm, type UnitKind, unitKinds, version } from './format.ts'
import { fieldCount, fields, makePostings, type Numbered } from './impacts.ts'
import { normalise } from './normalise.ts'

/** A post as the engine reads it. It has no id: a document is its place in the list, newest first. */
export interface SearchDocument {
  readonly title: string
  readonly tags: readonly string[]
  /** By sentence. */
  readonly summary: readonly string[]
  /** The body, in order. */
  readonly units: readonly SearchUnit[]
}

/** What can be quoted from a body: a sentence, a table row, a line of code, a heading. */
export interface SearchUnit {
  readonly kind: 'prose' | 'table' | 'code' | 'heading'
  readonly text: string
  /** The fragment of the heading it stands under; a heading's own; '' above the first. */
  readonly anchor: string
}

/** Every document in one block of bytes; `format.ts` describes it. The same documents give the same bytes. */
export function buildIndex(documents: Iterable<SearchDocument>): Uint8Array {
  const collection = new Collection()
  for (const document of documents) collection.add(document)
  return collection.written()
}

const utf8 = new TextEncoder()

interface Term {
  readonly bytes: Uint8Array
  /** How often it stands anywhere, and in how many documents. */
  frequency: number
  documents: number
  /** The last document it was seen in. */
  last: number
}

class Collection {
  readonly #terms: Term[] = []
  readonly #places = new Map<string, number>()
  /** Saves stemming a word each time it comes. */
  readonly #placesOfTokens = new Map<string, number>()
  readonly #documents: Numbered[] = []
  readonly #units: number[] = []
  readonly #text = new ByteWriter()

  add({ title, tags, summary, units }: SearchDocument): void {
    const terms: number[] = []
    const kinds: UnitKind[] = []
    const lengths = new Float64Array(fieldCount)
    const headings = new Map<string, number>()
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading') headings.set(anchor, this.#units.length / 2 + 1)
        this.#units.push(this.#text.length, unitKinds.indexOf(kind) + 8 * (headings.get(anchor) ?? 0))
        this.#text.bytes(utf8.encode(piece))
        kinds.push(kind)
        const before = terms.length
        if (kind !== 'anchor') tokens(normalise(piece).text, true, (token) => terms.push(this.#count(token)))
        const { field } = fields[kind]
        lengths[field] = (lengths[field] ?? 0) + terms.length - before
        terms.push(-1)
        if (kind === 'heading') write('anchor', anchor)
      }
    }
    for (const { kind, text, anchor } of units) write(kind, text, anchor)
    for (const sentence of summary) write('summary', sentence)
    write('title', title)
    for (const tag of tags) write('tags', tag)
    this.#documents.push({ terms: Int32Array.from(terms), kinds, lengths })
  }

  written(): Uint8Array {
    const order = Array.from(this.#terms.keys()).sort((x, y) =>
      compare(this.#terms[x]?.bytes, this.#terms[y]?.bytes),
    )
    const ids = this.#ids(order)
    const { starts, lexicon, postings } = this.#lexicon(order)
    const tokenStream = new ByteWriter()
    const documents: number[] = []
    let unit = 0
    for (const { terms, kinds } of this.#documents) {
      documents.push(unit, tokenStream.length / 2)
      unit += kinds.length
      for (const term of terms) writeId(tokenStream, term < 0 ? 0 : (ids[term] ?? 0))
    }
    documents.push(unit, tokenStream.length / 2)
    const counts = [this.#documents.length, order.length, unit, tokenStream.length / 2]
    const lengths = [lexicon, postings, this.#text].map(({ length }) => length)
    const idsInOrder = order.map((term) => ids[term] ?? 0)
    return assemble(
      [
        [magic, version, ...counts, ...lengths],
        starts,
        idsInOrder,
        documents,
        [...this.#units, this.#text.length, 0],
      ],
      [tokenStream, lexicon, postings, this.#text],
    )
  }

  /** The most frequent term is 1; of equals the first in the lexicon, so that the order of documents does not show. */
  #ids(order: readonly number[]): Uint32Array {
    const ids = new Uint32Array(order.length)
    const frequency = (term: number) => this.#terms[term]?.frequency ?? 0
    for (const [index, term] of order.toSorted((x, y) => frequency(y) - frequency(x)).entries())
      ids[term] = index + 1 < rareTerm ? index + 1 : index + 2
    return ids
  }

  #lexicon(order: readonly number[]): { starts: number[]; lexicon: ByteWriter; postings: ByteWriter } {
    const starts: number[] = []
    const lexicon = new ByteWriter()
    const postings = new ByteWriter()
    const counts = this.#terms.map(({ documents }) => documents)
    const { ends, documents, impacts } = makePostings(this.#documents, counts)
    for (const term of order) {
      starts.push(lexicon.length, postings.length)
      lexicon.bytes(this.#terms[term]?.bytes ?? new Uint8Array(0))
      const end = ends[term] ?? 0
      const count = counts[term] ?? 0
      postings.varint(count)
      let last = -1
      for (let at = end - count; at < end; at++) {
        const document = documents[at] ?? 0
        postings.varint(document - last)
        postings.byte(impacts[at] ?? 0)
        last = document
      }
    }
    starts.push(lexicon.length, postings.length)
    return { starts, lexicon, postings }
  }

  /** The place of a token's term in the list, counted as seen once more. */
  #count(token: string): number {
    let place = this.#placesOfTokens.get(token)
    if (place === undefined) {
      const name = termOf(token)
      place = this.#places.get(name) ?? this.#terms.length
      if (place === this.#terms.length) {
        this.#terms.push({ bytes: utf8.encode(name), frequency: 0, documents: 0, last: -1 })
        this.#places.set(name, place)
      }
      this.#placesOfTokens.set(token, place)
    }
    const term = this.#terms[place]
    if (term) {
      term.frequency++
      if (term.last !== this.#documents.length) term.documents++
      term.last = this.#documents.length
    }
    return place
  }
}

function writeId(units: ByteWriter, id: number): void {
  const halves = id < rareTerm ? [id] : [rareTerm, id & 0xffff, id >>> 16]
  for (const half of halves) {
    units.byte(half & 0xff)
    units.byte(half >>> 8)
  }
}

function assemble(numbers: readonly (readonly number[])[], sections: readonly ByteWriter[]): Uint8Array {
  const count = numbers.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(sections.reduce((sum, { length }) => sum + length, count * 4))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const list of numbers) {
    for (const number of list) {
      view.setUint32(at, number, true)
      at += 4
    }
  }
  for (const section of sections) {
    bytes.set(section.written(), at)
    at += section.length
  }
  return bytes
}

/** The text in pieces of at most the longest unit, cut between words where there is a place to. */
function* pieces(text: string): Generator<string> {
  let rest = text
  while (rest.length > longestUnit) {
    const space = rest.lastIndexOf(' ', longestUnit)
    const unit = rest.charCodeAt(longestUnit - 1)
    const cut = space > 0 ? space : unit >= 0xd800 && unit < 0xdc00 ? longestUnit - 1 : longestUnit
    yield rest.slice(0, cut)
    rest = rest.slice(cut).trimStart()
  }
  yield rest
}

function compare(x: Uint8Array = new Uint8Array(0), y: Uint8Array = new Uint8Array(0)): number {
  const shared = Math.min(x.length, y.length)
  for (let at = 0; at < shared; at++) {
    const difference = (x[at] ?? 0) - (y[at] ?? 0)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}
