import { describe, expect, test } from 'vitest'
import { search } from '../../src/search/search.ts'
import { indexed, prose } from './documents.ts'

describe('proximity', () => {
  test('scores words within three sentences higher than words further apart', () => {
    const near = ['A glacier.', 'It moves.', 'The sea is near.', 'One more.', 'And another.']
    const far = ['A glacier.', 'It moves.', 'One more.', 'And another.', 'The sea is near.']
    const hits = search(indexed([prose(far), prose(near), 'Nothing of the kind.']), 'glacier sea')?.hits
    expect(hits?.map(({ document }) => document)).toEqual([1, 0])
    expect(hits?.[1]?.score).toBeLessThan(hits?.[0]?.score ?? 0)
  })

  test('ranks the same on every page of results', () => {
    const words = ['glacier', 'sea', 'wind', 'rain', 'dune', 'moss']
    const documents = Array.from({ length: 300 }, (_, at) => {
      const any = (n: number) => words[(at * 7 + n * (1 + (at % 5))) % (2 + (at % 5))] ?? ''
      return prose(
        Array.from({ length: 3 + (at % 11) }, (_, n) => `${any(n)} ${'so '.repeat(at % 4)}${any(n + 1)}.`),
      )
    })
    const index = indexed(documents)
    const ranked = (offset: number, limit: number) =>
      search(index, words.join(' '), { offset, limit })?.hits.map(({ document, score }) => [document, score])
    const all = ranked(0, 300) ?? []
    expect(all).toHaveLength(300)
    for (let offset = 0; offset < 300; offset += 5)
      expect(ranked(offset, 5), `from ${offset}`).toEqual(all.slice(offset, offset + 5))
  })
})
