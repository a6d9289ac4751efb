import fc from 'fast-check'
import { BytesMissing } from '../../src/base/bytes-missing.ts'
import { describe, expect, test } from 'vitest'
import { joinParts } from '../../src/search/build.ts'
import { float64At, int32At, itemAt, numberAt, uint32At, uint8At } from '../../src/search/checked.ts'
import { type Index, openIndex } from '../../src/search/load.ts'
import { DocumentReader, type SearchDocument } from '../../src/search/read.ts'
import { search } from '../../src/search/search.ts'
import { cases } from '../thorough.ts'
import { buildIndex } from './documents.ts'

const document = (text: string, title = 'A title'): SearchDocument => ({
  title,
  tags: ['tag'],
  summary: ['A summary.'],
  units: [
    { kind: 'heading', text: 'On ice', anchor: 'on-ice' },
    { kind: 'prose', text, anchor: 'on-ice' },
  ],
})
const documents = Array.from({ length: 20 }, (_, at) =>
  document(`Glacier number ${at} meets the sea at café ${at * 7}.`),
)
const bytes = buildIndex(documents)
const queries = ['glacier', 'glaciar sea', '"the sea"', 'caf', '7', 'title tag', 'nowhere', '日']

describe('the bytes of an index', () => {
  test('are the same for the same documents', () => expect(buildIndex(documents)).toEqual(bytes))

  test('do not depend on what was indexed before', () => {
    buildIndex([document('Something else entirely.')])
    expect(buildIndex(structuredClone(documents))).toEqual(bytes)
  })

  test('do not depend on which reader reads a document, or when', () => {
    const words = fc.array(fc.constantFrom(...'ice Ice. café node.js 日本 the melts, 1.2'.split(' ')), {
      maxLength: 8,
    })
    let readBySeveral = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(words, fc.nat(2), fc.nat())), (all) => {
        const documents = all.map(([text]) => document(text.join(' '), `On ${text[0]}`))
        const readers = [new DocumentReader(), new DocumentReader(), new DocumentReader()]
        const parts = new Map(
          [...all.entries()]
            .sort(([, [, , x]], [, [, , y]]) => x - y)
            .map(([at, [, reader]]) => [at, itemAt(readers, reader).read(itemAt(documents, at))]),
        )
        if (new Set(all.map(([, reader]) => reader)).size > 1) readBySeveral++
        const inOrder = documents.flatMap((_, at) => parts.get(at) ?? [])
        expect(joinParts(inOrder)).toEqual(buildIndex(documents))
      }),
    )
    expect(readBySeveral).toBeGreaterThan(20)
  })

  test('can be at any offset of a larger buffer', () => {
    const expected = queries.map((query) => search(openIndex(bytes), query))
    // `slice` of a Buffer does not copy, unlike that of a Uint8Array.
    for (const offset of [1, 2, 3, 4])
      for (const block of [new Uint8Array(bytes.length + offset), Buffer.alloc(bytes.length + offset)]) {
        block.set(bytes, offset)
        const index = openIndex(block.subarray(offset))
        expect(queries.map((query) => search(index, query))).toEqual(expected)
      }
  })

  test('are not changed by a search', () => {
    const index = openIndex(bytes.slice())
    const expected = queries.map((query) => search(index, query))
    expect(new Uint8Array(index.postings.buffer)).toEqual(bytes)
    expect(queries.toReversed().map((query) => search(index, query))).toEqual(expected.toReversed())
  })

  test('give the same results once missing texts are loaded', () => {
    let isLoaded = false
    const index = openIndex(bytes, () => {
      if (!isLoaded) throw new BytesMissing([{ name: 'twin', get: async () => new Uint8Array(0) }])
      return new Uint8Array(0)
    })
    const ask = () => search(index, queries[0] ?? '')
    expect(ask).toThrow(BytesMissing)
    isLoaded = true
    expect(ask()).toEqual(search(openIndex(bytes), queries[0] ?? ''))
  })

  test('allow one search inside another', () => {
    const index = openIndex(bytes)
    for (const query of queries) {
      let within = 0
      const filter = () => {
        for (const other of queries) search(index, other)
        within++
        return true
      }
      expect(search(index, query, { filter }), query).toEqual(search(index, query, { filter: () => true }))
      if (search(index, query)?.total) expect(within, query).toBeGreaterThan(0)
    }
  })

  test('are less than seven times the text', () => {
    const text = documents.map(({ units }) => units[1]?.text ?? '').join('')
    expect(bytes.length).toBeLessThan(text.length * 7)
  })
})

describe('an index', () => {
  test('without documents finds nothing', () => {
    expect(search(openIndex(buildIndex([])), 'glacier')).toMatchObject({ total: 0, hits: [] })
  })

  test('with more than 65,536 terms finds the rarest', () => {
    const word = (at: number) => `w${at.toString(36)}q`
    const many = Array.from({ length: 70 }, (_, number) =>
      document(Array.from({ length: 1000 }, (_, at) => word(number * 1000 + at)).join(' ')),
    )
    const index = openIndex(buildIndex(many))
    expect(index.entries).toBeGreaterThan(70_000)
    for (const at of [0, 34_567, 65_530, 65_535, 65_540, 69_999]) {
      const { hits } = search(index, word(at)) ?? { hits: [] }
      expect(hits.map((hit) => hit.document)).toEqual([Math.floor(at / 1000)])
      // The excerpt of a long unit contains the match, so its position was decoded correctly.
      expect(hits[0]?.passages[0]?.text).toMatch(new RegExp(`\\b${word(at)}\\b`))
    }
  })

  test('with a line of one megabyte returns an excerpt of it', () => {
    const index = openIndex(buildIndex([document(`${'x'.repeat(1_000_000)} glacier ${'y'.repeat(50_000)}`)]))
    expect(search(index, 'glacier')?.hits[0]?.passages[0]?.text.length).toBeLessThanOrEqual(300)
  })
})

describe('an invalid index', () => {
  test.each([0, 1, 35, 36, 200, bytes.length - 1])('is refused if truncated to %i bytes', (length) => {
    expect(() => openIndex(bytes.subarray(0, length))).toThrow(/the search index .*; build it again/)
  })

  test('is refused with trailing bytes, another magic number or another version', () => {
    expect(() => openIndex(Uint8Array.of(...bytes, 0))).toThrow('has the wrong length')
    expect(() => openIndex(new Uint8Array(64))).toThrow('has the wrong magic number')
    expect(() => openIndex(bytes.map((byte, at) => (at === 4 ? 9 : byte)))).toThrow(
      'has version 9, expected 7',
    )
  })

  test('with corrupted bytes is refused, throws a RangeError or returns results, but never hangs', () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })
    const outcomes = { refused: 0, threw: 0, answered: 0 }
    fc.assert(
      fc.property(damage, (changes) => {
        const broken = bytes.slice()
        for (const [at, byte] of changes) broken[at] = byte
        let index: Index
        try {
          index = openIndex(broken)
        } catch (error) {
          expect(String(error)).toContain('the search index')
          outcomes.refused++
          return
        }
        for (const query of queries) {
          try {
            search(index, query)
            outcomes.answered++
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
            outcomes.threw++
          }
        }
      }),
      { numRuns: cases(60, 200) },
    )
    expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(5)
  })
})

test.each<readonly [string, (index: number) => unknown]>([
  ['objects', (index) => itemAt([{}, {}], index)],
  ['numbers', (index) => numberAt([1, 2], index)],
  ['bytes', (index) => uint8At(new Uint8Array(2), index)],
  ['unsigned integers', (index) => uint32At(new Uint32Array(2), index)],
  ['signed integers', (index) => int32At(new Int32Array(2), index)],
  ['floats', (index) => float64At(new Float64Array(2), index)],
])('an index out of bounds throws for an array of %s', (_, read) => {
  for (const index of [-1, 2, 0.5, Number.NaN]) expect(() => read(index), `${index}`).toThrow(RangeError)
  for (const index of [0, 1]) expect(() => read(index), `${index}`).not.toThrow()
})
