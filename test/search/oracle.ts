import { normalise, termsOfText, termsOf as formsOf } from '../../src/search/analyse.ts'
import { searchLanguage } from '../../src/search/languages.ts'
import type { SearchDocument } from '../../src/search/read.ts'

/**
 * The expected results, by brute force: BM25F in floating point, plus a fifth of it for adjacent words, times up to two for
 * proximity, which is the share of the matched terms within three consecutive units. Nothing is precomputed.
 */

const weights = { body: 1, code: 0.5, headings: 1.5, summary: 1.5, title: 3, tags: 2 }
type Field = keyof typeof weights
const fieldNames = Object.keys(weights) as Field[]
const k1 = 1.2
const b = 0.75

export interface Query {
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

/** The score of each matching document, and the largest error that 8-bit impacts may add. */
export function scan(
  documents: readonly SearchDocument[],
  { words, phrases }: Query,
): Map<number, { score: number; error: number }> {
  const read = documents.map(fieldsOf)
  const terms = [...new Set([...phrases.flat(), ...words].map(termOf))]
  const pairs = new Set(
    [words, ...phrases].flatMap((list) => list.slice(1).map((word, at) => pairOf(list[at], word))),
  )
  const found = new Map<number, { score: number; error: number }>()
  const averages = Object.fromEntries(fieldNames.map((field) => [field, averageOf(read, field)]))
  const everything = read.map((fields) => Object.values(fields).flat(2))
  const idfOf = (term: string) => idf(everything.filter((terms) => terms.includes(term)).length, read.length)
  const idfs = new Map(
    [...terms, ...[...pairs].flatMap((pair) => pair.split(' '))].map((term) => [term, idfOf(term)]),
  )
  for (const [number, document] of documents.entries()) {
    const fields = fieldsOf(document)
    const sentences = Object.values(fields).flat()
    let score = 0
    let error = 0.001 // scores are rounded
    let matched = false
    for (const term of terms) {
      const idf = idfs.get(term) ?? Number.NaN
      let weight = 0
      for (const field of fieldNames) {
        const tokens = fields[field].flat()
        const times = tokens.filter((one) => one === term).length
        const length = tokens.length / (averages[field] ?? Number.NaN)
        if (times > 0) weight += (weights[field] * times) / (1 - b + b * length)
      }
      score += (idf * weight) / (k1 + weight)
      if (weight > 0) error += idf / 255
      matched ||= weight > 0
    }
    for (const pair of pairs) {
      const [one = '', other = ''] = pair.split(' ')
      const times = sentences.reduce((sum, sentence) => sum + occurrences(sentence, [one, other]), 0)
      const worth = (idfs.get(one) ?? Number.NaN) + (idfs.get(other) ?? Number.NaN)
      score += (0.2 * worth * times) / (times + k1)
    }
    const boost = 1 + proximity(unitsOf(document), idfs, terms)
    score *= boost
    error *= boost
    const wanted = phrases.map((phrase) => phrase.map(termOf))
    const quoted = wanted.some((phrase) => sentences.some((sentence) => occurrences(sentence, phrase) > 0))
    if (matched && (phrases.length === 0 || quoted)) found.set(number, { score, error })
  }
  return found
}

/** The weight of the terms in the best three units, relative to those in all units; short documents lose less. */
function proximity(
  units: readonly string[][],
  idfs: ReadonlyMap<string, number>,
  terms: readonly string[],
): number {
  const worth = (list: readonly string[][]) =>
    terms.reduce((sum, term) => sum + (list.flat().includes(term) ? (idfs.get(term) ?? Number.NaN) : 0), 0)
  const share = Math.max(...units.map((_, at) => worth(units.slice(at, at + 3)))) / (worth(units) || 1)
  return 1 - (1 - share) * Math.min(1, units.flat().length / 600)
}

/** In the order of the index: an anchor follows its heading. */
function unitsOf({ title, tags, summary, units }: SearchDocument): string[][] {
  const body = units.flatMap(({ kind, text }) => (kind === 'heading' ? [termsOf(text), []] : [termsOf(text)]))
  return [...body, ...[...summary, title, ...tags].map(termsOf)]
}

function pairOf(one = '', other: string): string {
  return `${termOf(one)} ${termOf(other)}`
}

function idf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** The average length over the documents that have the field. */
function averageOf(documents: readonly Record<Field, string[][]>[], field: Field): number {
  const lengths = documents.map((one) => one[field].flat().length).filter((length) => length > 0)
  return lengths.reduce((sum, one) => sum + one, 0) / lengths.length
}

function fieldsOf({ title, tags, summary, units }: SearchDocument): Record<Field, string[][]> {
  const of = (...kinds: string[]) =>
    units.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => termsOf(text))
  return {
    body: of('prose', 'table'),
    code: of('code'),
    headings: of('heading'),
    summary: summary.map(termsOf),
    title: [termsOf(title)],
    tags: tags.map(termsOf),
  }
}

const english = searchLanguage('en')

function termOf(token: string): string {
  return formsOf(token, english)[0] ?? ''
}

function termsOf(text: string): string[] {
  return termsOfText(normalise(text).text, english).map(({ term }) => term)
}

function occurrences(sentence: readonly string[], phrase: readonly string[]): number {
  return sentence.filter((_, at) => phrase.every((term, offset) => sentence[at + offset] === term)).length
}
