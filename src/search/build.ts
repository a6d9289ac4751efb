import { ByteWriter, compareBytes } from './bytes.ts'
import { addTo, float64At, int32At, itemAt, numberAt, uint16At, uint32At, uint8At } from './checked.ts'
import { indexMagic, rareTerm, signatureOf, unitKinds, unitWidth, indexVersion } from './format.ts'
import { type IndexPart, TermNumbers } from './read.ts'
import { bm25, kindWeights } from './tuning.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/**
 * Builds the index that `format.ts` describes, deterministically, from analyzed parts of any number of readers. Pass the same
 * vocabulary again to make a rebuild faster.
 */
export function joinParts(
  parts: readonly IndexPart[],
  vocabulary = new Vocabulary(),
  language = 'en',
): Uint8Array {
  const documents = parts.map((part) => ({ ...part, numbers: vocabulary.numbersFor(part.vocabulary) }))
  const { terms } = vocabulary
  const { frequencies, inDocuments } = countTerms(documents, terms.length)
  // A reused vocabulary may contain terms of removed documents.
  const order = vocabulary.inOrder().filter((term) => uint32At(frequencies, term) > 0)
  const ids = idsByFrequency(order, frequencies)
  const { starts, lexicon, postings } = writeLexicon(documents, terms, order, inDocuments)
  // Sized ahead: writers that grow take half as much memory again.
  const sizeOf = (of: (part: IndexPart) => number) => documents.reduce((sum, part) => sum + of(part), 0)
  const tokenStream = new ByteWriter(2 * frequencies.reduce((sum, count) => sum + count, 0))
  const firsts: number[] = []
  const units = new ByteWriter(unitWidth * (sizeOf(({ kinds }) => kinds.length) + 1))
  const texts = new ByteWriter(sizeOf(({ texts }) => texts.length))
  let unit = 0
  for (const { terms, numbers, kinds, headings, texts: documentTexts } of documents) {
    firsts.push(unit, texts.length, tokenStream.length / 2)
    texts.bytes(documentTexts)
    let at = 0
    for (let nth = 0; nth < kinds.length; nth++) {
      const start = tokenStream.length / 2
      let signature = 0
      for (let term = int32At(terms, at++); term >= 0; term = int32At(terms, at++)) {
        const id = uint32At(ids, numberAt(numbers, term))
        signature |= signatureOf(id)
        if (id < rareTerm) tokenStream.uint16(id)
        else {
          tokenStream.uint16(rareTerm)
          tokenStream.uint32(id)
        }
      }
      writeUnit(units, start, signature, uint16At(headings, nth), uint8At(kinds, nth))
    }
    unit += kinds.length
  }
  firsts.push(unit, texts.length, tokenStream.length / 2)
  writeUnit(units, tokenStream.length / 2, 0, 0, 0)
  const counts = [documents.length, order.length, unit, tokenStream.length / 2]
  const languages = new ByteWriter()
  languages.bytes(encodeUtf8(languagesOf(documents, language).join(' ')))
  const lengths = [lexicon, postings, texts, languages].map(({ length }) => length)
  const head = [indexMagic, indexVersion, ...counts, ...lengths]
  const idsInOrder = order.map((term) => uint32At(ids, term))
  const numbers = head.concat(starts, idsInOrder, firsts)
  const sections = [units, tokenStream, lexicon, postings, texts, languages]
  const index = new ByteWriter(sections.reduce((sum, { length }) => sum + length, 4 * numbers.length))
  for (const number of numbers) index.uint32(number)
  for (const section of sections) index.bytes(section.written())
  return index.written()
}

/** Returns the codes of all languages, most documents first, and the archive's before others of as many. */
function languagesOf(parts: readonly IndexPart[], own: string): string[] {
  const counts = new Map<string, number>()
  for (const { language } of parts) counts.set(language, (counts.get(language) ?? 0) + 1)
  const order = (code: string) => (code === own.split('-')[0] ? '' : code)
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (order(a) < order(b) ? -1 : 1))
    .map(([code]) => code)
}

/** A part, and the number of each term of its vocabulary. */
interface NumberedPart extends IndexPart {
  readonly numbers: readonly number[]
}

/** Assigns one number to each term of all documents. */
export class Vocabulary {
  /** In UTF-8, by number. */
  readonly terms: Uint8Array[] = []
  readonly #numbers = new TermNumbers()
  readonly #numbersOf = new WeakMap<readonly string[], number[]>()
  #inOrder: number[] = []

  /** Returns the terms sorted by byte. Sorting a nearly sorted list is fast. */
  inOrder(): readonly number[] {
    for (let term = this.#inOrder.length; term < this.terms.length; term++) this.#inOrder.push(term)
    this.#inOrder.sort((x, y) => compareBytes(itemAt(this.terms, x), itemAt(this.terms, y)))
    return this.#inOrder
  }

  /** Extends the numbers if the reader has added terms. */
  numbersFor(vocabulary: readonly string[]): readonly number[] {
    const numbers = this.#numbersOf.get(vocabulary) ?? []
    this.#numbersOf.set(vocabulary, numbers)
    for (const term of vocabulary.slice(numbers.length)) {
      const number = this.#numbers.of(term)
      if (number === this.terms.length) this.terms.push(encodeUtf8(term))
      numbers.push(number)
    }
    return numbers
  }
}

function countTerms(documents: readonly NumberedPart[], count: number) {
  const frequencies = new Uint32Array(count)
  const inDocuments = new Uint32Array(count)
  const last = new Int32Array(count).fill(-1)
  for (const [number, { terms, numbers }] of documents.entries()) {
    for (let at = 0; at < terms.length; at++) {
      const ownTerm = int32At(terms, at)
      if (ownTerm < 0) continue
      const term = numberAt(numbers, ownTerm)
      frequencies[term] = uint32At(frequencies, term) + 1
      if (int32At(last, term) === number) continue
      last[term] = number
      inDocuments[term] = uint32At(inDocuments, term) + 1
    }
  }
  return { frequencies, inDocuments }
}

function writeLexicon(
  parts: readonly NumberedPart[],
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

/** The most frequent term has id 1. Ties go by lexicon order, so that ids do not depend on the order of documents. */
function idsByFrequency(order: readonly number[], frequencies: Uint32Array): Uint32Array {
  const ids = new Uint32Array(frequencies.length)
  const frequent = order.toSorted((x, y) => uint32At(frequencies, y) - uint32At(frequencies, x))
  for (const [index, term] of frequent.entries()) ids[term] = index + 1 < rareTerm ? index + 1 : index + 2
  return ids
}

function writeUnit(units: ByteWriter, token: number, signature: number, heading: number, kind: number): void {
  units.uint32(token)
  units.uint32(signature)
  units.uint16(heading)
  units.byte(kind)
}

const byKind = unitKinds.map((kind) => kindWeights[kind])
const fieldCount = Math.max(...byKind.map(({ field }) => field)) + 1
const { k1, b } = bm25

/**
 * Computes BM25F without idf for each term and document, as an impact from 1 to 255. `counts` has the document frequency of each term,
 * `ends` the end of its postings, which are sorted by document.
 */
function makePostings(documents: readonly NumberedPart[], counts: Uint32Array) {
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
  for (const [number, { terms, numbers, kinds }] of documents.entries()) {
    const lengths = itemAt(allLengths, number)
    const gains = Float64Array.from(kinds, (kind) => {
      const { field, weight } = itemAt(byKind, kind)
      return weight / (1 - b + (b * float64At(lengths, field)) / float64At(averages, field))
    })
    let unit = 0
    // By index: iterators over typed arrays are slow until V8 optimizes them, too late for an archive of a few hundred posts.
    for (let at = 0; at < terms.length; at++) {
      const term = int32At(terms, at)
      if (term < 0) unit++
      else addTo(weights, numberAt(numbers, term), float64At(gains, unit))
    }
    for (let position = 0; position < terms.length; position++) {
      const ownTerm = int32At(terms, position)
      if (ownTerm < 0) continue
      const term = numberAt(numbers, ownTerm)
      const weight = float64At(weights, term)
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

/** Averages over the documents that have the field, so that missing summaries do not make others look long. */
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
