import type { BodyKind } from '../unit-kinds.ts'
import { termOf, tokens } from './analyse.ts'
import { assemble, ByteWriter } from './bytes.ts'
import { addTo, int32At, itemAt, numberAt, uint8At, uint32At } from './checked.ts'
import {
  longestUnit,
  magic,
  mostHeadings,
  rareTerm,
  signatureOf,
  type UnitKind,
  unitKinds,
  version,
} from './format.ts'
import { fieldCount, fields, makePostings, type Numbered } from './impacts.ts'
import { normalise } from './normalise.ts'
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

/** Every document in one block of bytes; `format.ts` describes it. The same documents give the same bytes. */
export function buildIndex(documents: Iterable<SearchDocument>): Uint8Array {
  const collection = new Collection()
  for (const document of documents) collection.add(document)
  return collection.written()
}

const utf8 = new TextEncoder()
const nothing = new Uint8Array(0)

class Collection {
  /** Every term in UTF-8, by the number under which documents have it. */
  readonly #terms: Uint8Array[] = []
  readonly #numbers = new Map<string, number>()
  /** The terms of everything that stood between two spaces: most of it comes again, and is then neither cut nor stemmed. */
  readonly #numbersIn = new Map<string, number | readonly number[]>()
  readonly #documents: Numbered[] = []
  /** For each unit the number of its heading, and its kind. */
  readonly #headings: number[] = []
  readonly #kinds: number[] = []
  readonly #texts = new ByteWriter()
  /** Where the texts of each document start. */
  readonly #textsStarts: number[] = []

  add({ title, tags, summary, units, source = nothing }: SearchDocument): void {
    const terms: number[] = []
    const kinds: UnitKind[] = []
    const lengths = new Float64Array(fieldCount)
    const headings = new Map<string, number>()
    const texts = new TextWriter(this.#texts, source)
    let headingCount = 0
    this.#textsStarts.push(this.#texts.length)
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading' && headingCount < mostHeadings) headings.set(anchor, ++headingCount)
        this.#headings.push(headings.get(anchor) ?? 0)
        this.#kinds.push(unitKinds.indexOf(kind))
        texts.write(kind, piece)
        kinds.push(kind)
        const before = terms.length
        if (kind !== 'anchor') this.#number(piece, terms)
        addTo(lengths, fields[kind].field, terms.length - before)
        terms.push(-1)
        if (kind === 'heading') write('anchor', anchor)
      }
    }
    for (const { kind, text, anchor } of units) write(kind, text, anchor)
    for (const sentence of summary) write('summary', sentence)
    write('title', title)
    for (const tag of tags) write('tags', tag)
    this.#documents.push({ terms: new Int32Array(terms), kinds, lengths })
  }

  written(): Uint8Array {
    const order = Array.from(this.#terms.keys()).sort((x, y) =>
      compare(itemAt(this.#terms, x), itemAt(this.#terms, y)),
    )
    const { frequencies, inDocuments } = this.#tally()
    const ids = idsByFrequency(order, frequencies)
    const { starts, lexicon, postings } = this.#lexicon(order, inDocuments)
    const tokenStream = new ByteWriter()
    const documents: number[] = []
    const units = new ByteWriter()
    let unit = 0
    for (const [number, { terms }] of this.#documents.entries()) {
      documents.push(unit, numberAt(this.#textsStarts, number))
      for (let at = 0; at < terms.length; unit++) {
        const start = tokenStream.length / 2
        let signature = 0
        for (let term = int32At(terms, at++); term >= 0; term = int32At(terms, at++)) {
          const id = uint32At(ids, term)
          signature |= signatureOf(id)
          writeId(tokenStream, id)
        }
        writeUnit(units, start, signature, numberAt(this.#headings, unit), numberAt(this.#kinds, unit))
      }
    }
    documents.push(unit, this.#texts.length)
    writeUnit(units, tokenStream.length / 2, 0, 0, 0)
    const counts = [this.#documents.length, order.length, unit, tokenStream.length / 2]
    const lengths = [lexicon, postings, this.#texts].map(({ length }) => length)
    const idsInOrder = order.map((term) => uint32At(ids, term))
    return assemble(
      [[magic, version, ...counts, ...lengths], starts, idsInOrder, documents],
      [units, tokenStream, lexicon, postings, this.#texts],
    )
  }

  /** How often each term stands anywhere, and in how many documents. */
  #tally(): { frequencies: Uint32Array; inDocuments: Uint32Array } {
    const frequencies = new Uint32Array(this.#terms.length)
    const inDocuments = new Uint32Array(this.#terms.length)
    const last = new Int32Array(this.#terms.length).fill(-1)
    for (const [number, { terms }] of this.#documents.entries()) {
      for (let at = 0; at < terms.length; at++) {
        const term = int32At(terms, at)
        if (term < 0) continue
        frequencies[term] = uint32At(frequencies, term) + 1
        if (int32At(last, term) === number) continue
        last[term] = number
        inDocuments[term] = uint32At(inDocuments, term) + 1
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
      lexicon.bytes(itemAt(this.#terms, term))
      const end = uint32At(ends, term)
      const count = uint32At(counts, term)
      postings.varint(count)
      let last = -1
      for (let at = end - count; at < end; at++) {
        const document = uint32At(documents, at)
        postings.varint(document - last)
        postings.byte(uint8At(impacts, at))
        last = document
      }
    }
    starts.push(lexicon.length, postings.length)
    return { starts, lexicon, postings }
  }

  /** Adds to `terms` the number of each term of a text. */
  #number(text: string, terms: number[]): void {
    for (const run of text.split(' ')) {
      const numbers = this.#numbersIn.get(run) ?? this.#read(run)
      if (typeof numbers === 'number') terms.push(numbers)
      else terms.push(...numbers)
    }
  }

  #read(run: string): number | readonly number[] {
    const found: number[] = []
    tokens(normalise(run).text, true, (token) => void found.push(this.#numberOf(termOf(token))))
    const [only = 0] = found
    const numbers = found.length === 1 ? only : found
    this.#numbersIn.set(run, numbers)
    return numbers
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#terms.length)
    return this.#terms.push(utf8.encode(name)) - 1
  }
}

/** The most frequent term is 1; of equals the first in the lexicon, so that the order of documents does not show. */
function idsByFrequency(order: readonly number[], frequencies: Uint32Array): Uint32Array {
  const ids = new Uint32Array(order.length)
  const frequent = order.toSorted((x, y) => uint32At(frequencies, y) - uint32At(frequencies, x))
  for (const [index, term] of frequent.entries()) ids[term] = index + 1 < rareTerm ? index + 1 : index + 2
  return ids
}

function writeUnit(units: ByteWriter, token: number, signature: number, heading: number, kind: number): void {
  for (const half of [token & 0xffff, token >>> 16, signature & 0xffff, signature >>> 16, heading])
    units.pair(half)
  units.byte(kind)
}

function writeId(stream: ByteWriter, id: number): void {
  if (id < rareTerm) stream.pair(id)
  else {
    stream.pair(rareTerm)
    stream.pair(id & 0xffff)
    stream.pair(id >>> 16)
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

function compare(x: Uint8Array, y: Uint8Array): number {
  const shared = Math.min(x.length, y.length)
  for (let at = 0; at < shared; at++) {
    const difference = uint8At(x, at) - uint8At(y, at)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}
