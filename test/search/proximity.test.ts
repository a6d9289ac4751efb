import { describe, expect, test } from 'vitest'
import { buildIndex } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { search } from '../../src/search/search.ts'

describe('proximity', () => {
  const unit = (text: string) => ({ kind: 'prose' as const, text, anchor: '' })
  const of = (texts: readonly string[]) => ({ title: '', tags: [], summary: [], units: texts.map(unit) })

  test('scores words within three sentences higher than words further apart', () => {
    const near = ['A glacier.', 'It moves.', 'The sea is near.', 'One more.', 'And another.']
    const far = ['A glacier.', 'It moves.', 'One more.', 'And another.', 'The sea is near.']
    const other = of(['Nothing of the kind.'])
    const hits = search(openIndex(buildIndex([of(far), of(near), other])), 'glacier sea')?.hits
    expect(hits?.map(({ document }) => document)).toEqual([1, 0])
    expect(hits?.[1]?.score).toBeLessThan(hits?.[0]?.score ?? 0)
  })

  test('ranks the same on every page of results', () => {
    const words = ['glacier', 'sea', 'wind', 'rain', 'dune', 'moss']
    const documents = Array.from({ length: 300 }, (_, at) => {
      const any = (n: number) => words[(at * 7 + n * (1 + (at % 5))) % (2 + (at % 5))] ?? ''
      return of(
        Array.from({ length: 3 + (at % 11) }, (_, n) => `${any(n)} ${'so '.repeat(at % 4)}${any(n + 1)}.`),
      )
    })
    const index = openIndex(buildIndex(documents))
    const ranked = (offset: number, limit: number) =>
      search(index, words.join(' '), { offset, limit })?.hits.map(({ document, score }) => [document, score])
    const all = ranked(0, 300) ?? []
    expect(all).toHaveLength(300)
    for (let offset = 0; offset < 300; offset += 5)
      expect(ranked(offset, 5), `from ${offset}`).toEqual(all.slice(offset, offset + 5))
  })
})
