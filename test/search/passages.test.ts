import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchDocument, SearchUnit } from '../../src/search/read.ts'
import { search } from '../../src/search/search.ts'
import { excerpt, type TextRange } from '../../src/search/excerpt.ts'
import { indexed } from './documents.ts'

const post = (
  units: readonly (string | SearchUnit)[],
  more: Partial<SearchDocument> = {},
): SearchDocument => ({
  ...{ title: 'A title', tags: ['a-tag'], summary: ['The summary begins.', 'The summary ends.'] },
  units: units.map((unit) => (typeof unit === 'string' ? { kind: 'prose', text: unit, anchor: '' } : unit)),
  ...more,
})
const filler = Array.from({ length: 9 }, (_, at) => post([`Nothing to see, number ${at}.`]))
/** Passages do not continue across an image. */
const gap: SearchUnit = { kind: 'figure', text: 'A picture.', anchor: '' }
const first = (query: string, ...units: readonly (string | SearchUnit)[]) =>
  hit(query, post(units.flatMap((unit) => [unit, gap])))
const hit = (query: string, document: SearchDocument) => {
  const found = search(indexed([document, ...filler]), query)?.hits[0]
  return found && { ...found.passages[0], matchedIn: found.matchedIn }
}

const under = (anchor: string, kind: SearchUnit['kind'], ...texts: readonly string[]): SearchUnit[] =>
  texts.map((text) => ({ kind, text, anchor }))
const section = (anchor: string, ...texts: readonly string[]) => [
  ...under(anchor, 'heading', `About ${anchor}`),
  ...under(anchor, 'prose', ...texts),
]

describe('the first passage', () => {
  const long = 'A glacier, after a long and winding way that few have ever walked to its end, meets the sea.'
  const thrice = 'Glacier, glacier, glacier.'
  const ice = ['Ice of the sea and the sea of ice.', 'A sea ice report.', 'Ice, ice, ice; sea.']
  test.each([
    ['has the most terms, regardless of length', 'glacier sea', ['A glacier.', long, 'The sea.'], long],
    ['is the earlier one of a tie', 'glacier', ['A glacier here.', 'A glacier there.'], 'A glacier here.'],
    ['ranks higher with repeated terms', 'glacier', ['A glacier.', 'Glacier, glacier.'], 'Glacier, glacier.'],
    ['but higher with another', 'glacier sea', [thrice, 'Glacier, sea.'], 'Glacier, sea.'],
    ['contains the quoted phrase', '"sea ice"', ice, ice[1]],
  ])('%s', (_, query, sentences, text) => expect(first(query, ...sentences)?.text).toBe(text))

  test('is prose rather than a table, a heading or code', () => {
    const kinds = ['code', 'heading', 'table', 'prose'] as const
    const units = kinds.map((kind) => ({ kind, text: 'A glacier.', anchor: kind === 'prose' ? '' : 'x' }))
    for (const [at, kind] of kinds.entries())
      expect(first('glacier', ...units.slice(0, at + 1))?.kind).toBe(kind)
  })

  test('ranks higher with terms in its heading, but less than with terms of its own', () => {
    const units = [...section('lakes', 'A glacier here.'), ...section('the sea', 'A glacier there.')]
    expect(first('glacier sea', ...units)?.text).toBe('A glacier there.')
    const more = section('rivers', 'A glacier, a sea.')
    expect(first('glacier sea', ...units, ...more)?.text).toBe('A glacier, a sea.')
  })

  test('has a heading and an anchor', () => {
    const units = ['Before.', ...section('ice', 'A glacier.')]
    expect(first('glacier', ...units)).toMatchObject({ heading: 'About ice', anchor: 'ice' })
    expect(first('before', ...units)).toMatchObject({ heading: '', anchor: '' })
    expect(first('ice', ...section('ice'))).toMatchObject({
      text: 'About ice',
      kind: 'heading',
      anchor: 'ice',
    })
  })
})

describe('passages', () => {
  const search3 = (query: string, ...units: readonly (string | SearchUnit)[]) =>
    search(indexed([post(units), ...filler]), query)?.hits[0]?.passages.map(({ text }) => text)
  const long = (text: string) => `${text} ${'and so it goes on '.repeat(20)}`.trim()

  test('include neighboring sentences, within the section', () => {
    const units = [
      ...section('one', 'Before it.', 'A glacier.', 'After it.'),
      ...section('two', 'Elsewhere.'),
    ]
    expect(search3('glacier', ...units)).toEqual(['Before it. A glacier. After it.'])
  })

  test('are sorted by score, and do not overlap', () => {
    const units = ['a', 'b', 'c', 'd'].flatMap((name) =>
      section(
        name,
        ...Array.from({ length: 4 }, (_, at) => long(`The glacier ${name} ${at}.`).slice(0, 250)),
      ),
    )
    const found = search3('glacier c', ...units) ?? []
    expect(found[0]).toContain('glacier c')
    const sentences = found.flatMap((text) => text.match(/glacier \w \d/g) ?? [])
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('fill the budget, with at most eight for a post', () => {
    const of = (length: number) =>
      Array.from({ length: 20 }, (_, at) => section(`s${at}`, `Glacier ${'x'.repeat(length)}`)).flat()
    const index = indexed([post(of(280)), ...filler])
    const lengths = (room: number) =>
      search(index, 'glacier', { room })?.hits[0]?.passages.map(({ text }) => text.length)
    expect(lengths(1200)).toEqual([288, 288, 288, 288])
    expect(lengths(9000)).toHaveLength(8)
  })

  test('share one budget across posts by score, with at least one for each', () => {
    const dull = Array.from({ length: 30 }, (_, at) => `Sentence number ${at} follows.`)
    const little = post(['A glacier.', ...dull], { title: 'Glacier moraine' })
    const much = post([...dull, 'The moraine of a glacier and the crevasse of a glacier.'])
    const index = indexed([little, much, ...filler])
    const { hits = [] } = search(index, 'glacier moraine crevasse', { room: 700 }) ?? {}
    const length = (at: number) => hits[at]?.passages.reduce((sum, { text }) => sum + text.length, 0)
    expect(hits.map(({ document }) => document)).toContain(1)
    const [first, second] = hits[0]?.document === 1 ? [0, 1] : [1, 0]
    expect(length(first)).toBeGreaterThan(length(second) ?? 0)
    expect(length(second)).toBeGreaterThan(0)
  })

  test('include what follows a colon', () => {
    const body = [
      long('The glacier is made of three things:'.replace(':', '')),
      'It consists of glacier parts:',
      'ice and snow.',
    ]
    const found = search3('parts', ...section('a', ...body))
    expect(found?.[0]).toContain('It consists of glacier parts: ice and snow.')
  })

  test('follow only one colon, and none in code', () => {
    const chain = Array.from({ length: 200 }, (_, at) => `Part ${at} of the glacier:`)
    for (const kind of ['prose', 'code'] as const) {
      const found = search3('glacier', ...section('a'), ...under('a', kind, ...chain)) ?? []
      for (const text of found) expect(text.length, kind).toBeLessThan(1100)
      expect(found.length, kind).toBeGreaterThan(0)
    }
  })

  test('start code with the first line of its block', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `step ${at} of a long program with words enough`)
    const code = under('a', 'code', 'function melt() {', ...lines, 'return glacier', '}')
    const [text = ''] = search3('glacier', ...section('a'), ...code) ?? []
    expect(text).toMatch(/^function melt\(\) \{\n…\n/)
    expect(text).toContain('\nreturn glacier\n}')
  })

  test('put each table row on its own line', () => {
    const rows = under('a', 'table', 'Name: Aletsch; Kind: glacier', 'Name: Baltic; Kind: sea')
    expect(search3('aletsch', ...section('a'), ...rows)).toEqual([
      'Name: Aletsch; Kind: glacier\nName: Baltic; Kind: sea',
    ])
  })

  test('show the text below a matching heading', () => {
    expect(search3('about', ...section('ice', 'It is cold.'))).toEqual(['It is cold.'])
  })
})

describe('a match', () => {
  const document = post(['Nothing.'], { title: 'Glaciers', tags: ['moraine'] })
  const noSummary = { ...document, summary: [] }
  test.each([
    ['in the body shows its sentence', 'nothing', document, { matchedIn: 'body', text: 'Nothing.' }],
    ['in the summary too', 'ends', document, { matchedIn: 'summary', text: 'The summary ends.' }],
    [
      'in the title shows the summary',
      'glacier',
      document,
      { matchedIn: 'title', text: 'The summary begins.' },
    ],
    ['in the tags shows prose', 'moraine', document, { matchedIn: 'tags', kind: 'prose' }],
    ['without a summary shows the body', 'glacier', noSummary, { matchedIn: 'title', text: 'Nothing.' }],
    ['in an empty document shows its title', 'glacier', { ...noSummary, units: [] }, { text: 'Glaciers' }],
  ])('%s', (_, query, document, expected) => expect(hit(query, document)).toMatchObject(expected))
})

describe('a long text', () => {
  test('is cut to at most 300 characters around a match (random texts)', () => {
    let cut = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ice', 'sea-ice', 'é', '🎉', '日本', 'x'.repeat(400), 'word', '—'), {
          minLength: 1,
          maxLength: 400,
        }),
        (words) => {
          const text = first('ice é 🎉 日本', words.join(' '))?.text ?? 'ice'
          expect(text.length).toBeLessThanOrEqual(300)
          expect(/\p{Surrogate}/u.test(text)).toBe(false)
          expect(text).toMatch(/(^|[ …-])(ice|é|🎉|日本)([ …]|$)|^The summary/)
          if (text.includes('…')) cut++
        },
      ),
      { numRuns: 100 },
    )
    expect(cut).toBeGreaterThan(10)
  })

  test('is cut between words, to the part with the most matches', () => {
    const text = `ice ${'far away '.repeat(60)}ice and sea and snow ${'and so on '.repeat(60)}`.trim()
    const at = (word: string) => [text.indexOf(word), text.indexOf(word) + word.length] as const
    const later: TextRange = [text.lastIndexOf('ice'), text.lastIndexOf('ice') + 3]
    expect(excerpt(text, [[0, 3], later, at('sea')])).toMatch(/^…(far|away) .*ice and sea and snow .*…$/)
    expect(excerpt(text, [[0, 3]])).toMatch(/^ice far away .*…$/)
  })
})
