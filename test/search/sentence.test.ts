import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndex, type SearchDocument, type SearchUnit } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { search } from '../../src/search/search.ts'
import { excerpt } from '../../src/search/sentence.ts'

const post = (
  units: readonly (string | SearchUnit)[],
  more: Partial<SearchDocument> = {},
): SearchDocument => ({
  ...{ title: 'A title', tags: ['a-tag'], summary: ['The summary begins.', 'The summary ends.'] },
  units: units.map((unit) => (typeof unit === 'string' ? { kind: 'prose', text: unit, anchor: '' } : unit)),
  ...more,
})
const filler = Array.from({ length: 9 }, (_, at) => post([`Nothing to see, number ${at}.`]))
const first = (query: string, ...units: readonly (string | SearchUnit)[]) => hit(query, post(units))
const hit = (query: string, document: SearchDocument) =>
  search(openIndex(buildIndex([document, ...filler])), query)?.hits[0]?.sentence
const marked = (query: string, text: string) => {
  const { text: shown = '', highlights = [] } = first(query, text) ?? {}
  return highlights.map(([start, end]) => shown.slice(start, end))
}

describe('the sentence', () => {
  test('is the one with the most terms, whatever its length', () => {
    const long =
      'A glacier, after a long and winding way that few have ever walked to its end, meets the sea.'
    expect(first('glacier sea', 'A glacier.', long, 'The sea.')?.text).toBe(long)
  })

  test('is the earlier of equals', () => {
    expect(first('glacier', 'A glacier here.', 'A glacier there.')?.text).toBe('A glacier here.')
  })

  test('gains by repeats, but less than by another term', () => {
    expect(first('glacier', 'A glacier here.', 'Glacier upon glacier.')?.text).toBe('Glacier upon glacier.')
    expect(first('glacier sea', 'Glacier, glacier, glacier.', 'A glacier, a sea.')?.text).toBe(
      'A glacier, a sea.',
    )
  })

  test('is prose rather than a table, a heading or code', () => {
    const unit = (kind: SearchUnit['kind']): SearchUnit => ({
      kind,
      text: `glacier as ${kind}`,
      anchor: kind === 'prose' ? '' : 'x',
    })
    const kinds = ['code', 'heading', 'table', 'prose'] as const
    for (const [at] of kinds.entries()) {
      expect(first('glacier', ...kinds.slice(0, at + 1).map(unit))?.kind).toBe(kinds[at])
    }
  })

  test('has the phrase, when there is one', () => {
    const units = ['Ice of the sea and the sea of ice.', 'A sea ice report.', 'Ice, ice, ice; sea.']
    expect(first('"sea ice"', ...units)?.text).toBe('A sea ice report.')
  })

  test('knows its heading and its anchor', () => {
    const heading: SearchUnit = { kind: 'heading', text: 'On ice', anchor: 'on-ice' }
    const below: SearchUnit = { kind: 'prose', text: 'A glacier.', anchor: 'on-ice' }
    expect(first('glacier', 'Before.', heading, below)).toMatchObject({ heading: 'On ice', anchor: 'on-ice' })
    expect(first('before', 'Before.', heading, below)).toMatchObject({ heading: '', anchor: '' })
    expect(first('ice', heading, below)).toMatchObject({ text: 'On ice', kind: 'heading', anchor: 'on-ice' })
  })
})

describe('where the match was', () => {
  const document = post(['Nothing.'], { title: 'Glaciers', tags: ['moraine'] })
  test('in the body', () =>
    expect(hit('nothing', document)).toMatchObject({ matchedIn: 'body', text: 'Nothing.' }))
  test('in the summary: the sentence of it that matches', () =>
    expect(hit('ends', document)).toMatchObject({
      matchedIn: 'summary',
      text: 'The summary ends.',
      highlights: [[12, 16]],
    }))
  test('in the title: the summary’s first', () =>
    expect(hit('glacier', document)).toMatchObject({
      matchedIn: 'title',
      text: 'The summary begins.',
      highlights: [],
    }))
  test('in the tags', () =>
    expect(hit('moraine', document)).toMatchObject({ matchedIn: 'tags', kind: 'prose' }))
  test('without a summary the body’s first sentence stands in', () =>
    expect(hit('glacier', { ...document, summary: [] })).toMatchObject({
      matchedIn: 'title',
      text: 'Nothing.',
    }))
  test('an empty document has nothing to show', () =>
    expect(hit('glacier', { ...document, summary: [], units: [] })?.text).toBe('Glaciers'))
})

describe('highlights', () => {
  test.each([
    ['glacier', 'Glaciers’ ice: a GLACIER.', ['Glaciers', 'GLACIER']],
    ['cafe', 'Un cafe\u0301, deux cafés — CAFÉ.', ['cafe\u0301', 'cafés', 'CAFÉ']],
    ['finance', 'The ﬁnance of ﬁsh.', ['ﬁnance']],
    ['node js', 'On Node.js now.', ['Node.js']],
    ['日本', 'これは日本語です', ['日本']],
    ['日本語', 'これは日本語です', ['日本語']],
    ['🎉', 'Done 🎉 now', ['🎉']],
    ['c++', 'In C++, not C.', ['C++']],
  ])('of %s in %s', (query, text, expected) => expect(marked(query, text)).toEqual(expected))

  test('stay inside the text, which is at most 300 characters, whatever is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ice', 'sea-ice', 'é', '🎉', '日本', 'x'.repeat(400), 'word', '—'), {
          minLength: 1,
          maxLength: 400,
        }),
        (words) => {
          const shown = first('ice é 🎉 日本', words.join(' '))
          const { text = '', highlights = [] } = shown ?? {}
          expect(text.length).toBeLessThanOrEqual(300)
          expect(/\p{Surrogate}/u.test(text)).toBe(false)
          let last = 0
          for (const [start, end] of highlights) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(text.slice(start, end)).toMatch(/^(ice|é|🎉|日本)$/)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a long text is cut to the part with the most matches, between words', () => {
    const text = `${'far away '.repeat(60)}ice and sea and snow ${'and so on '.repeat(60)}`.trim()
    const at = text.indexOf('ice')
    const cut = excerpt(text, [
      [at, at + 3],
      [at + 8, at + 11],
    ])
    expect(cut.text).toMatch(/^…(far|away) .*ice and sea and snow .*…$/)
    expect(cut.highlights.map(([start, end]) => cut.text.slice(start, end))).toEqual(['ice', 'sea'])
  })
})
