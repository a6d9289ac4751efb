import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildIndex, type SearchDocument } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { type Hit, search } from '../../src/search/search.ts'
import { type Asked, scan } from './oracle.ts'
import { cases } from '../thorough.ts'

/** Words that are neither near each other nor the beginning of one another, and some that say nothing. */
const telling = [
  'glacier',
  'turbines',
  'saffron',
  'meadow',
  'quantum',
  'pebble',
  'lantern',
  'orchid',
  'cobalt',
]
const silent = ['the', 'of', 'and', 'is']

const word = fc.constantFrom(...telling, ...silent)
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const unit = fc.record({
  kind: fc.constantFrom('prose' as const, 'table' as const, 'code' as const, 'heading' as const),
  text,
  anchor: fc.constant(''),
})
const document: fc.Arbitrary<SearchDocument> = fc.record({
  title: text,
  tags: fc.array(word, { maxLength: 3 }),
  summary: fc.array(text, { maxLength: 2 }),
  units: fc.array(unit, { maxLength: 8 }),
})
const asked: fc.Arbitrary<Asked> = fc.record({
  words: fc.array(fc.constantFrom(...telling), { maxLength: 5 }),
  phrases: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
})
const corpus = fc.array(document, { minLength: 1, maxLength: 14 })

const written = ({ words, phrases }: Asked) =>
  [...words, ...phrases.map((phrase) => `"${phrase.join(' ')}"`)].join(' ')

/** A guess may match what the scan does not know of; words that occur nowhere are tested elsewhere. */
const occurs = (documents: readonly SearchDocument[], { words, phrases }: Asked) => {
  const all = JSON.stringify(documents)
  return [...words, ...phrases.flat()].every((one) => all.includes(one))
}

test('the index answers as reading every document would, within the error of its eight bits', () => {
  fc.assert(
    fc.property(corpus, asked, (documents, question) => {
      fc.pre(occurs(documents, question))
      const found = search(openIndex(buildIndex(documents)), written(question), { limit: 100 })
      fc.pre(found !== undefined)
      const expected = scan(documents, question)
      expect(found?.hits.map((hit) => hit.document).sort((x, y) => x - y)).toEqual([...expected.keys()])
      expect(found?.total).toBe(expected.size)
      expect(found?.complete).toBe(true)
      for (const { document, score } of found?.hits ?? []) {
        const { score: exact, error } = expected.get(document) ?? { score: 0, error: 0 }
        expect(Math.abs(score - exact)).toBeLessThanOrEqual(error)
      }
    }),
    { numRuns: cases(60, 200) },
  )
})

test('hits come by score, and equals in the order of the documents', () => {
  fc.assert(
    fc.property(corpus, asked, (documents, question) => {
      // Twins have equal scores.
      const hits = search(openIndex(buildIndex([...documents, ...documents])), written(question), {
        limit: 100,
      })?.hits
      for (const [at, hit] of (hits ?? []).entries()) {
        const last = hits?.[at - 1]
        if (
          last?.score === hit.score &&
          documents[last.document % documents.length] === documents[hit.document % documents.length]
        )
          expect(last.document).toBeLessThan(hit.document)
        expect(last?.score ?? Infinity).toBeGreaterThanOrEqual(hit.score)
      }
    }),
    { numRuns: cases(40, 100) },
  )
})

test('a filter leaves the others as they were, and pages are cut from one list', () => {
  fc.assert(
    fc.property(corpus, asked, fc.integer({ min: 2, max: 3 }), (documents, question, every) => {
      const index = openIndex(buildIndex(documents))
      const query = written(question)
      const all = search(index, query, { limit: 100 })
      const filtered = search(index, query, {
        limit: 100,
        filter: { key: `every ${every}`, has: (document) => document % every === 0 },
      })
      // A better place has more room for passages.
      const ranked = (hits: readonly Hit[] = []) => hits.map(({ passages: _, ...hit }) => hit)
      expect(ranked(filtered?.hits)).toEqual(
        ranked(all?.hits.filter(({ document }) => document % every === 0)),
      )
      expect(filtered?.total).toBe(filtered?.hits.length)
      const pages = [0, 1, 2, 3, 4, 5, 6].flatMap(
        (page) => search(index, query, { limit: 2, offset: page * 2 })?.hits ?? [],
      )
      expect(pages).toEqual(all?.hits ?? [])
    }),
    { numRuns: cases(40, 100) },
  )
})
