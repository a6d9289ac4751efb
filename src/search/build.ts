import { termOf, tokens } from './analyse.ts'
import { assemble, ByteWriter } from './bytes.ts'
import {
  longestUnit,
  magic,
  rareTerm,
  signatureOf,
  type UnitKind,
  unitKinds,
  unitWidth,
  version,
} from './format.ts'
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

/** What can be quoted from a body: a sentence, a table row, a line of code, a heading, what a picture shows. */
export interface SearchUnit {
  readonly kind: 'prose' | 'table' | 'code' | 'heading' | 'figure'
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

class Collection {
  /** Every term in UTF-8. */
  readonly #terms: Uint8Array[] = []
  readonly #places = new Map<string, number>()
  /** The terms of everything that stood between two spaces: most of it comes again, and is then neither cut nor stemmed. */
  readonly #placesIn = new Map<string, number | readonly number[]>()
  readonly #documents: Numbered[] = []
  readonly #units: number[] = []
  readonly #text = new ByteWriter()

  add({ title, tags, summary, units }: SearchDocument): void {
    const terms: number[] = []
    const kinds: UnitKind[] = []
    const lengths = new Float64Array(fieldCount)
    const headings = new Map<string, number>()
    const texts: string[] = []
    let size = this.#text.length
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading') headings.set(anchor, this.#units.length / 2 + 1)
        this.#units.push(size, unitKinds.indexOf(kind) + 16 * (headings.get(anchor) ?? 0))
        size += byteLength(piece)
        texts.push(piece)
        kinds.push(kind)
        const before = terms.length
        if (kind !== 'anchor') this.#number(piece, terms)
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
    this.#text.bytes(utf8.encode(texts.join('')))
    this.#documents.push({ terms: new Int32Array(terms), kinds, lengths })
  }

  written(): Uint8Array {
    const order = Array.from(this.#terms.keys()).sort((x, y) => compare(this.#terms[x], this.#terms[y]))
    const { frequencies, inDocuments } = this.#tally()
    const ids = idsByFrequency(order, frequencies)
    const { starts, lexicon, postings } = this.#lexicon(order, inDocuments)
    const tokenStream = new ByteWriter()
    const documents: number[] = []
    const units: number[] = []
    const startUnit = () => {
      const at = units.length / 2
      const text = this.#units[at] ?? this.#text.length
      return units.push(text, this.#units[at + 1] ?? 0, tokenStream.length / 2, 0) - 1
    }
    for (const { terms } of this.#documents) {
      documents.push(units.length / unitWidth)
      for (let at = 0; at < terms.length; ) {
        const signature = startUnit()
        for (let id = -1; id !== 0; at++) {
          id = ids[terms[at] ?? -1] ?? 0
          units[signature] = (units[signature] ?? 0) | signatureOf(id)
          writeId(tokenStream, id)
        }
      }
    }
    documents.push(units.length / unitWidth)
    startUnit()
    const counts = [
      this.#documents.length,
      order.length,
      units.length / unitWidth - 1,
      tokenStream.length / 2,
    ]
    const lengths = [lexicon, postings, this.#text].map(({ length }) => length)
    const idsInOrder = order.map((term) => ids[term] ?? 0)
    return assemble(
      [[magic, version, ...counts, ...lengths], starts, idsInOrder, documents, units],
      [tokenStream, lexicon, postings, this.#text],
    )
  }

  /** How often each term stands anywhere, and in how many documents. */
  #tally(): { frequencies: Uint32Array; inDocuments: Uint32Array } {
    const frequencies = new Uint32Array(this.#terms.length)
    const inDocuments = new Uint32Array(this.#terms.length)
    const last = new Int32Array(this.#terms.length).fill(-1)
    for (const [number, { terms }] of this.#documents.entries()) {
      for (let at = 0; at < terms.length; at++) {
        const term = terms[at] ?? -1
        if (term < 0) continue
        frequencies[term] = (frequencies[term] ?? 0) + 1
        if (last[term] === number) continue
        last[term] = number
        inDocuments[term] = (inDocuments[term] ?? 0) + 1
      }
    }
    return { frequencies, inDocuments }
  }

  #lexicon(
    order: readonly number[],
    counts: Uint32Array,
  ): { starts: number[]; lexicon: ByteWriter; postings: ByteWriter } {
    const starts: number[] = []
    const lexicon = new ByteWriter()
    const postings = new ByteWriter()
    const { ends, documents, impacts } = makePostings(this.#documents, counts)
    for (const term of order) {
      starts.push(lexicon.length, postings.length)
      lexicon.bytes(this.#terms[term] ?? new Uint8Array(0))
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

  /** Adds to `terms` the place of each term of a text in the list. */
  #number(text: string, terms: number[]): void {
    for (const run of text.split(' ')) {
      const places = this.#placesIn.get(run) ?? this.#read(run)
      if (typeof places === 'number') terms.push(places)
      else terms.push(...places)
    }
  }

  #read(run: string): number | readonly number[] {
    const found: number[] = []
    tokens(normalise(run).text, true, (token) => void found.push(this.#placeOf(termOf(token))))
    const [only = 0] = found
    const places = found.length === 1 ? only : found
    this.#placesIn.set(run, places)
    return places
  }

  #placeOf(name: string): number {
    const known = this.#places.get(name)
    if (known !== undefined) return known
    this.#places.set(name, this.#terms.length)
    return this.#terms.push(utf8.encode(name)) - 1
  }
}

/** The most frequent term is 1; of equals the first in the lexicon, so that the order of documents does not show. */
function idsByFrequency(order: readonly number[], frequencies: Uint32Array): Uint32Array {
  const ids = new Uint32Array(order.length)
  const frequency = (term: number) => frequencies[term] ?? 0
  for (const [index, term] of order.toSorted((x, y) => frequency(y) - frequency(x)).entries())
    ids[term] = index + 1 < rareTerm ? index + 1 : index + 2
  return ids
}

function byteLength(text: string): number {
  return /[^\0-\x7f]/.test(text) ? utf8.encode(text).length : text.length
}

function writeId(stream: ByteWriter, id: number): void {
  if (id < rareTerm) stream.pair(id)
  else {
    stream.pair(rareTerm)
    stream.pair(id & 0xffff)
    stream.pair(id >>> 16)
  }
}

/** The text in pieces of at most the longest unit, cut between words where there is a place to. */
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

function compare(x: Uint8Array = new Uint8Array(0), y: Uint8Array = new Uint8Array(0)): number {
  const shared = Math.min(x.length, y.length)
  for (let at = 0; at < shared; at++) {
    const difference = (x[at] ?? 0) - (y[at] ?? 0)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}
