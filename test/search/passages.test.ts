import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndex, type SearchDocument, type SearchUnit } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { search } from '../../src/search/search.ts'
import { excerpt, type TextRange } from '../../src/search/excerpt.ts'

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
  const found = search(openIndex(buildIndex([document, ...filler])), query)?.hits[0]
  return found && { ...found.passages[0], matchedIn: found.matchedIn }
}

describe('the first passage', () => {
  test('has the most terms, regardless of length', () => {
    const long =
      'A glacier, after a long and winding way that few have ever walked to its end, meets the sea.'
    expect(first('glacier sea', 'A glacier.', long, 'The sea.')?.text).toBe(long)
  })

  test('is the earlier one of a tie', () => {
    expect(first('glacier', 'A glacier here.', 'A glacier there.')?.text).toBe('A glacier here.')
  })

  test('ranks higher with repeated terms, but less than with another term', () => {
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

  test('ranks higher with terms in its heading, but less than with terms of its own', () => {
    const under = (heading: string, text: string): SearchUnit[] => [
      { kind: 'heading', text: heading, anchor: heading },
      { kind: 'prose', text, anchor: heading },
    ]
    const elsewhere = under('On lakes', 'A glacier here.')
    const below = under('On the sea', 'A glacier there.')
    expect(first('glacier sea', ...elsewhere, ...below)?.text).toBe('A glacier there.')
    const own = under('On rivers', 'A glacier, a sea.')
    expect(first('glacier sea', ...elsewhere, ...below, ...own)?.text).toBe('A glacier, a sea.')
  })

  test('contains the quoted phrase', () => {
    const units = ['Ice of the sea and the sea of ice.', 'A sea ice report.', 'Ice, ice, ice; sea.']
    expect(first('"sea ice"', ...units)?.text).toBe('A sea ice report.')
  })

  test('has a heading and an anchor', () => {
    const heading: SearchUnit = { kind: 'heading', text: 'On ice', anchor: 'on-ice' }
    const below: SearchUnit = { kind: 'prose', text: 'A glacier.', anchor: 'on-ice' }
    expect(first('glacier', 'Before.', heading, below)).toMatchObject({ heading: 'On ice', anchor: 'on-ice' })
    expect(first('before', 'Before.', heading, below)).toMatchObject({ heading: '', anchor: '' })
    expect(first('on', heading)).toMatchObject({ text: 'On ice', kind: 'heading', anchor: 'on-ice' })
  })
})

describe('passages', () => {
  const search3 = (query: string, ...units: readonly (string | SearchUnit)[]) =>
    search(openIndex(buildIndex([post(units), ...filler])), query)?.hits[0]?.passages.map(({ text }) => text)
  const under = (anchor: string, kind: SearchUnit['kind'], ...texts: readonly string[]): SearchUnit[] =>
    texts.map((text) => ({ kind, text, anchor }))
  const section = (anchor: string, ...texts: readonly string[]) => [
    ...under(anchor, 'heading', `About ${anchor}`),
    ...under(anchor, 'prose', ...texts),
  ]
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
    const index = openIndex(buildIndex([post(of(280)), ...filler]))
    const lengths = (room: number) =>
      search(index, 'glacier', { room })?.hits[0]?.passages.map(({ text }) => text.length)
    expect(lengths(1200)).toEqual([288, 288, 288, 288])
    expect(lengths(9000)).toHaveLength(8)
  })

  test('share one budget across posts by score, with at least one for each', () => {
    const dull = Array.from({ length: 30 }, (_, at) => `Sentence number ${at} follows.`)
    const little = post(['A glacier.', ...dull], { title: 'Glacier moraine' })
    const much = post([...dull, 'The moraine of a glacier and the crevasse of a glacier.'])
    const index = openIndex(buildIndex([little, much, ...filler]))
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
  test('in the body shows the matching sentence', () =>
    expect(hit('nothing', document)).toMatchObject({ matchedIn: 'body', text: 'Nothing.' }))
  test('in the summary shows the matching sentence', () =>
    expect(hit('ends', document)).toMatchObject({ matchedIn: 'summary', text: 'The summary ends.' }))
  test('in the title shows the first sentence of the summary', () =>
    expect(hit('glacier', document)).toMatchObject({ matchedIn: 'title', text: 'The summary begins.' }))
  test('in the tags shows prose', () =>
    expect(hit('moraine', document)).toMatchObject({ matchedIn: 'tags', kind: 'prose' }))
  test('in the title shows the first sentence of the body if there is no summary', () =>
    expect(hit('glacier', { ...document, summary: [] })).toMatchObject({
      matchedIn: 'title',
      text: 'Nothing.',
    }))
  test('in an empty document shows its title', () =>
    expect(hit('glacier', { ...document, summary: [], units: [] })?.text).toBe('Glaciers'))
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
