import { unboundedMemo } from '../base/caches.ts'
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
  const documents = parts.map((part) => ({ numbers: vocabulary.numbersFor(part.vocabulary), ...part }))
  const counts = documents.map((document) => vocabulary.countsFor(document))
  const { terms } = vocabulary
  const { frequencies, inDocuments } = countTerms(counts, terms.length)
  // A reused vocabulary may contain terms of removed documents.
  const order = vocabulary.inOrder().filter((term) => uint32At(frequencies, term) > 0)
  const ids = idsByFrequency(order, frequencies)
  const { starts, lexicon, postings } = writeLexicon(counts, terms, order, inDocuments)
  // Sized ahead: writers that grow take half as much memory again.
  const sizeOf = (of: (part: IndexPart) => number) => documents.reduce((sum, part) => sum + of(part), 0)
  const tokenStream = new ByteWriter(2 * frequencies.reduce((sum, count) => sum + count, 0))
  const firsts: number[] = []
  const idsFor = unboundedMemo((numbers: readonly number[]) =>
    Uint32Array.from(numbers, (term) => uint32At(ids, term)),
  )
  const units = new ByteWriter(unitWidth * (sizeOf(({ kinds }) => kinds.length) + 1))
  const texts = new ByteWriter(sizeOf(({ texts }) => texts.length))
  let unit = 0
  for (const { terms, numbers, kinds, headings, texts: documentTexts } of documents) {
    firsts.push(unit, texts.length, tokenStream.length / 2)
    texts.bytes(documentTexts)
    const ownIds = idsFor(numbers)
    let at = 0
    for (let nth = 0; nth < kinds.length; nth++) {
      const start = tokenStream.length / 2
      let signature = 0
      for (let term = int32At(terms, at++); term >= 0; term = int32At(terms, at++)) {
        const id = uint32At(ownIds, term)
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
  const sizes = [documents.length, order.length, unit, tokenStream.length / 2]
  const languages = new ByteWriter()
  languages.bytes(encodeUtf8(languagesOf(documents, language).join(' ')))
  const lengths = [lexicon, postings, texts, languages].map(({ length }) => length)
  const head = [indexMagic, indexVersion, ...sizes, ...lengths]
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

/** Pairs of a term and how often the document has it in units of a kind, with the kind in the lowest bits. A term may be in several. */
type TermCounts = Uint32Array

const kindBits = 4
const kindMask = (1 << kindBits) - 1

/** Assigns one number to each term of all documents, and counts them. */
export class Vocabulary {
  /** In UTF-8, by number. */
  readonly terms: Uint8Array[] = []
  readonly #numbers = new TermNumbers()
  readonly #numbersOf = new WeakMap<readonly string[], number[]>()
  /** By the terms of a document. Three fewer passes over all of its words, in each build. */
  readonly #countsOf = new WeakMap<Int32Array, TermCounts>()
  /** Where a term was counted last. */
  readonly #latest: number[] = []
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

  countsFor(document: NumberedPart): TermCounts {
    const known = this.#countsOf.get(document.terms) ?? this.#count(document)
    this.#countsOf.set(document.terms, known)
    return known
  }

  #count({ terms, kinds, numbers }: NumberedPart): TermCounts {
    const pairs: number[] = []
    let unit = 0
    for (let at = 0; at < terms.length; at++) {
      const ownTerm = int32At(terms, at)
      if (ownTerm < 0) {
        unit++
        continue
      }
      const [term, kind] = [numberAt(numbers, ownTerm), uint8At(kinds, unit)]
      const last = this.#latest[term] ?? 0
      const count = pairs[last] === term ? numberAt(pairs, last + 1) : -1
      if ((count & kindMask) === kind) pairs[last + 1] = count + (1 << kindBits)
      else this.#latest[term] = pairs.push(term, (1 << kindBits) + kind) - 2
    }
    return new Uint32Array(pairs)
  }
}

function countTerms(documents: readonly TermCounts[], count: number) {
  const frequencies = new Uint32Array(count)
  const inDocuments = new Uint32Array(count)
  const last = new Int32Array(count).fill(-1)
  for (const [number, pairs] of documents.entries()) {
    for (let at = 0; at < pairs.length; at += 2) {
      const term = uint32At(pairs, at)
      frequencies[term] = uint32At(frequencies, term) + (uint32At(pairs, at + 1) >>> kindBits)
      if (int32At(last, term) === number) continue
      last[term] = number
      inDocuments[term] = uint32At(inDocuments, term) + 1
    }
  }
  return { frequencies, inDocuments }
}

function writeLexicon(
  parts: readonly TermCounts[],
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
 * Computes BM25F without idf for each term and document, as an impact from 1 to 255. `inDocuments` has the document frequency of each
 * term, `ends` the end of its postings, which are sorted by document.
 */
function makePostings(documents: readonly TermCounts[], inDocuments: Uint32Array) {
  const ends = new Uint32Array(inDocuments.length)
  let total = 0
  for (const [term, count] of inDocuments.entries()) {
    ends[term] = total
    total += count
  }
  const postings = { ends, documents: new Uint32Array(total), impacts: new Uint8Array(total) }
  const allLengths = documents.map(lengthsOf)
  const averages = averageLengths(allLengths)
  const weights = new Float64Array(inDocuments.length)
  for (const [number, pairs] of documents.entries()) {
    const lengths = itemAt(allLengths, number)
    const gains = Float64Array.from(byKind, ({ field, weight }) => {
      return weight / (1 - b + (b * float64At(lengths, field)) / float64At(averages, field))
    })
    // By index: iterators over typed arrays are slow until V8 optimizes them, too late for an archive of a few hundred posts.
    for (let at = 0; at < pairs.length; at += 2) {
      const count = uint32At(pairs, at + 1)
      addTo(weights, uint32At(pairs, at), (count >>> kindBits) * float64At(gains, count & kindMask))
    }
    for (let position = 0; position < pairs.length; position += 2) {
      const term = uint32At(pairs, position)
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

/** By field, in terms. */
function lengthsOf(pairs: TermCounts): Float64Array {
  const lengths = new Float64Array(fieldCount)
  for (let at = 1; at < pairs.length; at += 2) {
    const count = uint32At(pairs, at)
    addTo(lengths, itemAt(byKind, count & kindMask).field, count >>> kindBits)
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
