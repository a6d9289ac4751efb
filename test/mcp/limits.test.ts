import { describe, expect, test } from 'vitest'
import { call, connected, servedPosts } from './archive.ts'

const repeat = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')
const row = (at: number) =>
  `| lantern ${at} | [a long name of a column](https://example.org/${at}) | wick |\n`
const bodies = {
  prose: repeat(300, (at) => `The lantern of night ${at} is lit. `),
  sections: repeat(80, (at) => `## Lantern number ${at} of a long row\n\nIts wick is ${at} inches long.\n\n`),
  table: `| ${'Lantern '.repeat(20)} | A name | What it burns |\n|---|---|---|\n${repeat(200, row)}`,
  code: `Light the lantern so:\n\n\`\`\`sh\n${repeat(200, (at) => `lantern --light ${at} --wick\n`)}\`\`\`\n`,
  links: `${repeat(100, (at) => `See [lantern ${at}][l${at}] for the wick. `)}\n\n${repeat(100, (at) => `[l${at}]: https://example.org/a/very/long/address/${at}\n`)}`,
  'one-word': 'lantern'.repeat(3000),
  unspaced: '灯籠の芯は長い'.repeat(500),
  wick: 'A wick.',
}
const client = await connected(await servedPosts(bodies))

interface Found {
  readonly hits: readonly { readonly id: string }[]
  readonly nextCursor?: string
}

const search = async (given: Record<string, unknown>) => {
  const { text, found } = await call<Found>(client, 'search_archive_posts', given)
  return { text, ...found }
}
const get = (given: Record<string, unknown>) => call(client, 'get_archive_post', given)

describe('the text of a search has at most `max_chars` characters', () => {
  const queries = ['lantern wick', 'what burns in a lantern', 'lantren wick', '灯籠', '"wick is 7"']
  test.each([500, 620, 1000, 4000, 4500, 20_000])('%i', async (max_chars) => {
    for (const query of queries)
      for (const more of [{}, { limit: 1 }, { limit: 50 }, { markdown: true, size: 'big' }]) {
        const { text, hits } = await search({ query, max_chars, ...more })
        expect(text.length, JSON.stringify({ query, ...more })).toBeLessThanOrEqual(max_chars)
        expect(hits?.length, query).toBeGreaterThan(0)
      }
  })

  test('and uses them', async () => {
    for (const max_chars of [1500, 4000])
      expect((await search({ query: 'lantern wick', max_chars })).text.length).toBeGreaterThan(
        0.85 * max_chars,
      )
  })

  test('and hits that do not fit are on the next page', async () => {
    const given = { query: 'lantern wick', limit: 50, max_chars: 1000 }
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await search({ ...given, ...(cursor === undefined ? {} : { cursor }) })
      ids.push(...(page.hits ?? []).map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    const { hits = [] } = await search({ query: 'lantern wick', limit: 50, max_chars: 20_000 })
    expect(ids).toEqual(hits.map(({ id }) => id))
  })

  test('but more hits than by default come at once, unless it is given', async () => {
    expect((await search({ query: 'lantern wick', limit: 50 })).hits?.length).toBeGreaterThan(5)
  })
})

describe('the text of posts has at most `max_chars` characters', () => {
  const all = Object.keys(bodies)
  test.each([1000, 1500, 5000, 20_000])('%i', async (max_chars) => {
    const calls = [
      ...all.flatMap((id) => [{ id }, { id, offset: 150 }, { id, unknown: true }]),
      { id: 'sections', section: 'lantern-number-7-of-a-long-row' },
      { id: all },
      { id: ['prose', 'nothing', 'links', 'wick'] },
    ]
    for (const given of calls) {
      const { text } = await get({ ...given, max_chars })
      expect(text.length, JSON.stringify(given)).toBeLessThanOrEqual(max_chars)
      expect(text.length, JSON.stringify(given)).toBeGreaterThan(50)
    }
  })

  test('and the parts of a post are the whole post', async () => {
    for (const id of ['prose', 'sections', 'links', 'one-word']) {
      let end = 0
      let length = Number.POSITIVE_INFINITY
      while (end < length) {
        const { text } = await get({ id, offset: end, max_chars: 1000 })
        const [, from, to, all] = /characters (\d+) to (\d+) of (\d+)/.exec(text) ?? []
        expect(Number(from), id).toBe(end)
        expect(Number(to)).toBeGreaterThan(end)
        ;[end, length] = [Number(to), Number(all)]
      }
      expect(end, id).toBeGreaterThan(bodies[id as 'prose'].length)
    }
  })
})
