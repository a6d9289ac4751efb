import { addTo, float64At, int32At, itemAt, uint8At, uint32At } from './bytes.ts'
import { unitKinds } from './format.ts'
import type { IndexPart } from './read.ts'
import { bm25, kindWeights } from './tuning.ts'

type Numbered = Pick<IndexPart, 'terms' | 'kinds'>

/** For each term where its postings end; documents ascending within a term, each with an impact from 1 to 255. */
export interface Postings {
  readonly ends: Uint32Array
  readonly documents: Uint32Array
  readonly impacts: Uint8Array
}

const byKind = unitKinds.map((kind) => kindWeights[kind])
const fieldCount = Math.max(...byKind.map(({ field }) => field)) + 1
const { k1, b } = bm25

/** BM25F without its idf for every term and document that has it. `counts` has how many documents each term is in. */
export function makePostings(documents: readonly Numbered[], counts: Uint32Array): Postings {
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

/** How many terms each field has. */
function lengthsOf({ terms, kinds }: Numbered): Float64Array {
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
