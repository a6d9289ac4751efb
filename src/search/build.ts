import {
  addTo,
  assemble,
  ByteWriter,
  float64At,
  int32At,
  itemAt,
  uint16At,
  uint32At,
  uint8At,
  compareBytes,
} from './bytes.ts'
import { magic, rareTerm, signatureOf, unitKinds, version } from './format.ts'
import { DocumentReader, type IndexPart, type SearchDocument } from './read.ts'
import { bm25, kindWeights } from './tuning.ts'

export type { SearchDocument, SearchUnit } from './read.ts'

/** Every document in one block of bytes; `format.ts` describes it. The same documents give the same bytes. */
export function buildIndex(documents: Iterable<SearchDocument>): Uint8Array {
  const reader = new DocumentReader()
  return joinParts(Array.from(documents, (document) => reader.read(document)))
}

/**
 * The same of documents that were read before, by one reader or by several: which of them read what does not show. Whoever joins nearly
 * the same parts again gives the vocabulary again.
 */
export function joinParts(parts: readonly IndexPart[], vocabulary = new Vocabulary()): Uint8Array {
  const documents = parts.map((part) => vocabulary.renumbered(part))
  const { terms } = vocabulary
  const { frequencies, inDocuments } = tally(documents, terms.length)
  // A vocabulary may have terms of documents that are not among these any more.
  const order = vocabulary.inOrder().filter((term) => uint32At(frequencies, term) > 0)
  const ids = idsByFrequency(order, frequencies)
  const { starts, lexicon, postings } = writeLexicon(documents, terms, order, inDocuments)
  const tokenStream = new ByteWriter()
  const firsts: number[] = []
  const units = new ByteWriter()
  const texts = new ByteWriter()
  let unit = 0
  for (const { terms, kinds, headings, texts: ownTexts } of documents) {
    firsts.push(unit, texts.length, tokenStream.length / 2)
    texts.bytes(ownTexts)
    let at = 0
    for (let own = 0; own < kinds.length; own++) {
      const start = tokenStream.length / 2
      let signature = 0
      for (let term = int32At(terms, at++); term >= 0; term = int32At(terms, at++)) {
        const id = uint32At(ids, term)
        signature |= signatureOf(id)
        writeId(tokenStream, id)
      }
      writeUnit(units, start, signature, uint16At(headings, own), uint8At(kinds, own))
    }
    unit += kinds.length
  }
  firsts.push(unit, texts.length, tokenStream.length / 2)
  writeUnit(units, tokenStream.length / 2, 0, 0, 0)
  const counts = [documents.length, order.length, unit, tokenStream.length / 2]
  const languages = new ByteWriter()
  const codes = new Set(documents.map(({ language }) => language))
  languages.bytes(utf8.encode([...codes].sort().join(' ')))
  const lengths = [lexicon, postings, texts, languages].map(({ length }) => length)
  const idsInOrder = order.map((term) => uint32At(ids, term))
  return assemble(
    [[magic, version, ...counts, ...lengths], starts, idsInOrder, firsts],
    [units, tokenStream, lexicon, postings, texts, languages],
  )
}

type Numbered = Omit<IndexPart, 'vocabulary'>

/** The terms of many documents as one list of numbers. */
export class Vocabulary {
  /** By their numbers, in UTF-8. */
  readonly terms: Uint8Array[] = []
  readonly #numbers = new Map<string, number>()
  readonly #numbersOf = new WeakMap<readonly string[], number[]>()
  readonly #renumbered = new WeakMap<IndexPart, Numbered>()
  #inOrder: number[] = []

  renumbered(part: IndexPart): Numbered {
    const known = this.#renumbered.get(part)
    if (known) return known
    const { terms, vocabulary, ...rest } = part
    const numbers = this.#numbersFor(vocabulary)
    const made = { ...rest, terms: terms.map((term) => (term < 0 ? term : (numbers[term] as number))) }
    this.#renumbered.set(part, made)
    return made
  }

  /** By code unit. What was in order stays so: a sort of a few terms more is soon done. */
  inOrder(): readonly number[] {
    for (let term = this.#inOrder.length; term < this.terms.length; term++) this.#inOrder.push(term)
    this.#inOrder.sort((x, y) => compareBytes(itemAt(this.terms, x), itemAt(this.terms, y)))
    return this.#inOrder
  }

  /** A reader that goes on adds terms to its own. */
  #numbersFor(vocabulary: readonly string[]): readonly number[] {
    const numbers = this.#numbersOf.get(vocabulary) ?? []
    this.#numbersOf.set(vocabulary, numbers)
    for (let at = numbers.length; at < vocabulary.length; at++)
      numbers.push(this.#numberOf(vocabulary[at] as string))
    return numbers
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.terms.length)
    return this.terms.push(utf8.encode(term)) - 1
  }
}

const utf8 = new TextEncoder()

function tally(documents: readonly Numbered[], count: number) {
  const frequencies = new Uint32Array(count)
  const inDocuments = new Uint32Array(count)
  const last = new Int32Array(count).fill(-1)
  for (const [number, { terms }] of documents.entries()) {
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

function writeLexicon(
  parts: readonly Numbered[],
  terms: readonly Uint8Array[],
  order: readonly number[],
  counts: Uint32Array,
) {
  const starts: number[] = []
  const lexicon = new ByteWriter()
  const postings = new ByteWriter()
  const { ends, documents, impacts } = makePostings(parts, counts)
  for (const term of order) {
    starts.push(lexicon.length, postings.length)
    lexicon.bytes(itemAt(terms, term))
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

/** The most frequent term is 1; of equals the first in the lexicon, so that the order of documents does not show. */
function idsByFrequency(order: readonly number[], frequencies: Uint32Array): Uint32Array {
  const ids = new Uint32Array(frequencies.length)
  const frequent = order.toSorted((x, y) => uint32At(frequencies, y) - uint32At(frequencies, x))
  for (const [index, term] of frequent.entries()) ids[term] = index + 1 < rareTerm ? index + 1 : index + 2
  return ids
}

function writeUnit(units: ByteWriter, token: number, signature: number, heading: number, kind: number): void {
  units.pair(token & 0xffff)
  units.pair(token >>> 16)
  units.pair(signature & 0xffff)
  units.pair(signature >>> 16)
  units.pair(heading)
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

const byKind = unitKinds.map((kind) => kindWeights[kind])
const fieldCount = Math.max(...byKind.map(({ field }) => field)) + 1
const { k1, b } = bm25

/**
 * BM25F without its idf for every term and document that has it: for each term where its postings end; documents ascending within a term,
 * each with an impact from 1 to 255. `counts` has how many documents each term is in.
 */
export function makePostings(documents: readonly Pick<IndexPart, 'terms' | 'kinds'>[], counts: Uint32Array) {
  const ends = new Uint32Array(counts.length)
  let total = 0
  for (const [term, count] of counts.entries()) {
    ends[term] = total
    total += count
  }
  const postings = { ends, documents: new Uint32Array(total), impacts: new Uint8Array(total) }
  const allLengths = documents.map(lengthsOf)
  const averages = averageLengths(allLengths)
  const weights = new Float64Array(counts.length)
  for (const [number, { terms, kinds }] of documents.entries()) {
    const lengths = itemAt(allLengths, number)
    const gains = Float64Array.from(kinds, (kind) => {
      const { field, weight } = itemAt(byKind, kind)
      return weight / (1 - b + (b * float64At(lengths, field)) / float64At(averages, field))
    })
    let unit = 0
    // By index: iterators over typed arrays are slow until they are optimised, which an archive of some hundred posts never sees.
    for (let at = 0; at < terms.length; at++) {
      const term = int32At(terms, at)
      if (term < 0) unit++
      else addTo(weights, term, float64At(gains, unit))
    }
    for (let position = 0; position < terms.length; position++) {
      const term = int32At(terms, position)
      const weight = term < 0 ? 0 : float64At(weights, term)
      if (weight === 0) continue
      const at = uint32At(ends, term)
      postings.documents[at] = number
      postings.impacts[at] = Math.max(1, Math.round((255 * weight) / (k1 + weight)))
      ends[term] = at + 1
      weights[term] = 0
    }
  }
  return postings
}

function lengthsOf({ terms, kinds }: Pick<IndexPart, 'terms' | 'kinds'>): Float64Array {
  const lengths = new Float64Array(fieldCount)
  let unit = 0
  let start = 0
  for (let at = 0; at < terms.length; at++) {
    if (int32At(terms, at) >= 0) continue
    addTo(lengths, itemAt(byKind, uint8At(kinds, unit++)).field, at - start)
    start = at + 1
  }
  return lengths
}

/** Of the documents that have the field: a missing summary makes no other one long. */
function averageLengths(documents: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(fieldCount)
  const counts = new Float64Array(fieldCount)
  for (const lengths of documents) {
    for (const [field, length] of lengths.entries()) {
      addTo(sums, field, length)
      addTo(counts, field, length > 0 ? 1 : 0)
    }
  }
  return sums.map((sum, field) => sum / (float64At(counts, field) || 1) || 1)
}
