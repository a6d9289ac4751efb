import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchDocument } from '../../src/search/read.ts'
import { type Hit, search } from '../../src/search/search.ts'
import { indexed } from './documents.ts'
import { type Query, scan } from './oracle.ts'
import { cases } from '../thorough.ts'

/** None of these words is a typo or a prefix of another. */
const contentWords = 'glacier turbines saffron meadow quantum pebble lantern orchid cobalt'.split(' ')
const stopWords = ['the', 'of', 'and', 'is']

const word = fc.constantFrom(...contentWords, ...stopWords)
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
const anyQuery: fc.Arbitrary<Query> = fc.record({
  words: fc.array(fc.constantFrom(...contentWords), { maxLength: 5 }),
  phrases: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
})
const corpus = fc.array(document, { minLength: 1, maxLength: 14 })

const queryText = ({ words, phrases }: Query) =>
  [...words, ...phrases.map((phrase) => `"${phrase.join(' ')}"`)].join(' ')

/** The scan does not correct unknown words, so every word must occur. */
const occurs = (documents: readonly SearchDocument[], { words, phrases }: Query) => {
  const all = JSON.stringify(documents)
  return [...words, ...phrases.flat()].every((one) => all.includes(one))
}

test('the index ranks like a full scan, within the error of 8-bit impacts', () => {
  fc.assert(
    fc.property(corpus, anyQuery, (documents, parts) => {
      fc.pre(occurs(documents, parts))
      const found = search(indexed(documents), queryText(parts), { limit: 100 })
      fc.pre(found !== undefined)
      const expected = scan(documents, parts)
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

test('hits are sorted by score, then by document', () => {
  fc.assert(
    fc.property(corpus, anyQuery, (documents, parts) => {
      // Equal documents have equal scores.
      const hits = search(indexed([...documents, ...documents]), queryText(parts), {
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

test('filters and pages do not change the ranking', () => {
  fc.assert(
    fc.property(corpus, anyQuery, fc.integer({ min: 2, max: 3 }), (documents, parts, every) => {
      const index = indexed(documents)
      const query = queryText(parts)
      const all = search(index, query, { limit: 100 })
      const filtered = search(index, query, { limit: 100, filter: (document) => document % every === 0 })
      // Passages depend on the rank, because better hits have a larger budget.
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
