import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitsAsText } from '../../src/mcp/reply.ts'
import { cases } from '../thorough.ts'
import { call, connected, servedPosts } from './archive.ts'

/** Serves posts on a real socket, and calls get_archive_post. */
async function reader(bodies: Readonly<Record<string, string>>, settings?: string) {
  const url = await servedPosts(bodies, settings)
  const client = await connected(url)
  return {
    get: (given: Record<string, unknown>) => call(client, 'get_archive_post', given),
    file: async (path: string) => (await fetch(url.replace('/mcp', path))).text(),
  }
}

type Reader = Awaited<ReturnType<typeof reader>>

/** The list of sections in the first part of a long post. */
async function contents({ get }: Reader, id: string, max_chars = 1000) {
  const { text } = await get({ id, max_chars })
  const [first = ''] = text.split('\n\n')
  const [, list = ''] = /^\[This post is long\. Its sections, .*?: (.*)\.\]$/.exec(first) ?? []
  const [, known = list, more = '0'] = /^(.*), and (\d+) more$/.exec(list) ?? []
  const named = known.split(', ').map((one) => {
    const [, anchor = '', size = ''] = /^(.*) \((\d+)\)$/.exec(one) ?? []
    return { anchor, size: Number(size) }
  })
  return { named, more: Number(more) }
}

/** A section without the line above it and the note below it, and its range in the post according to the note. */
async function section({ get }: Reader, id: string, anchor: string) {
  const { isError, text } = await get({ id, section: anchor, max_chars: 200_000 })
  expect(isError, `${anchor}: ${text}`).toBe(false)
  const form = /^From “.*\n\n([\s\S]*)\n\[This is [^\n]* characters (\d+) to (\d+) of [^\n]*\]\n$/
  const [, part = '', start, end] = form.exec(text) ?? []
  return { text: part, start: Number(start), end: Number(end) }
}

/** The headings of a post's HTML page. */
function headingsIn(html: string): { level: number; anchor: string }[] {
  const body = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
  return [...body.matchAll(/<h([1-6]) id="([^"]*)"/g)].map(([, level, anchor = '']) => ({
    level: Number(level),
    anchor,
  }))
}

const filler = Array.from({ length: 30 }, (_, at) => `Sentence ${at} says little, and says it slowly.`)
const words = fc.constantFrom(
  ...['Ice', 'Sea ice', 'On `code`', 'A **bold** claim', '日本 🎉', 'Ice', 'See [it](/x)', 'C & D'],
)
const piece = fc.oneof(
  fc.tuple(fc.integer({ min: 2, max: 5 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.tuple(fc.constantFrom('===', '---'), words).map(([line, text]) => `${text}\n${line}`),
  words.map((text) => `> ## ${text}\n>\n> Quoted.`),
  fc.constantFrom(...filler.slice(0, 6), '日本の氷は🎉とける。', 'Ice. Sea ice. On code.'),
  fc.constant('```md\n## Ice\n# Sea ice\n```'),
  fc.constant('| Ice | Sea ice |\n|---|---|\n| 1 | On code |\n| Ice | 日本 🎉 |'),
  fc.constant('- Ice\n- Sea ice'),
)

describe('a long post', () => {
  test('lists its sections with their sizes, and returns each', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(piece, { minLength: 8, maxLength: 30 }), { minLength: 4, maxLength: 4 }),
        async (posts) => {
          const bodies = posts.map((parts, at) => [
            `week-0${at + 1}`,
            ['First.', '## Ice', ...parts, filler.join(' ')].join('\n\n'),
          ])
          const archive = await reader(Object.fromEntries(bodies))
          for (const [id = ''] of bodies) {
            const twin = await archive.file(`/posts/${id}.md`)
            const headings = headingsIn(await archive.file(`/posts/${id}`))
            const { named, more } = await contents(archive, id)
            expect(more).toBe(0)
            expect(named.map(({ anchor }) => anchor)).toEqual(headings.map(({ anchor }) => anchor))
            const parts = await Promise.all(named.map(({ anchor }) => section(archive, id, anchor)))
            for (const [at, { text, start, end }] of parts.entries()) {
              const { anchor, level } = headings[at] ?? {}
              expect(text.length, `size of ${anchor}`).toBe(named[at]?.size)
              expect(text, `${anchor} is a slice of the twin`).toBe(twin.slice(start, end))
              expect(twin[start - 1], `${anchor} starts at a line start`).toBe('\n')
              const isNext = (_: unknown, other: number) =>
                other > at && (headings[other]?.level ?? 0) <= (level ?? 0)
              const next = parts.find(isNext)?.start ?? twin.length
              expect(end, `${anchor} ends at the next heading of its level or above`).toBe(next)
              compared++
            }
            expect(parts.map(({ start }) => start)).toEqual(
              parts.map(({ start }) => start).sort((a, b) => a - b),
            )
          }
        },
      ),
      { numRuns: cases(2, 20) },
    )
    expect(compared).toBeGreaterThan(cases(30, 300))
  })

  test('lists at most 60 sections in at most half of the text, and counts the rest, which can be read too', async () => {
    const sections = Array.from({ length: 75 }, (_, at) => `## Part ${at}\n\nThe whole text of part ${at}.`)
    const archive = await reader({ 'week-01': sections.join('\n\n') })
    const { named, more } = await contents(archive, 'week-01', 2500)
    expect([named.length, more]).toEqual([60, 15])
    const few = await contents(archive, 'week-01')
    expect(few.named.length).toBeGreaterThan(10)
    expect(few.named.length).toBeLessThan(40)
    expect((await section(archive, 'week-01', 'part-74')).text).toBe(
      '## Part 74\n\nThe whole text of part 74.\n',
    )
  })

  test('adds the link definitions that a section uses', async () => {
    const body =
      '## One\n\nSee [the ice][ice].\n\n## Two\n\nSee [ice] and `x[1]`.\n\n[ice]: https://example.org/ice\n'
    const { get } = await reader({ 'week-01': body })
    const [one, two] = [
      await get({ id: 'week-01', section: 'one' }),
      await get({ id: 'week-01', section: 'two' }),
    ]
    expect(one.text).toMatch(/\[ice\]\.\n\n+\[ice\]: https:\/\/example\.org\/ice\n\n\[This is part/)
    expect(two.text.split('[ice]: ')).toHaveLength(2)
  })

  test('leaves link definitions out of its sections', async () => {
    const lists = (from: number) =>
      Array.from({ length: 200 }, (_, at) => `[item ${from + at}]: https://example.org/a/long/address/${at}`)
    const prose = 'A sentence.\n[not a definition]: as it goes on.'
    const body = [
      `## One\n\n${prose}\n\n${lists(0).join('\n')}`,
      `## Two\n\nSee [item 7].\n\n### Three\n\nLast.\n\n${lists(200).join('\n\n')}`,
      `## Four\n${lists(400).join('\n')}\n`,
    ].join('\n\n')
    const archive = await reader({ 'week-01': body })
    const { named } = await contents(archive, 'week-01')
    expect(named.map(({ anchor }) => anchor)).toEqual(['one', 'two', 'three', 'four'])
    const texts = await Promise.all(named.map(({ anchor }) => section(archive, 'week-01', anchor)))
    expect(texts.map(({ text }) => text)).toEqual([
      `## One\n\n${prose}\n\n`,
      '## Two\n\nSee [item 7].\n\n### Three\n\nLast.\n\n\n[item 7]: https://example.org/a/long/address/7\n',
      '### Three\n\nLast.\n\n',
      '## Four\n',
    ])
    expect(named.map(({ size }) => size)).toEqual(texts.map(({ start, end }) => end - start))
    const { text } = await archive.get({ id: 'week-01', section: 'one' })
    const next = Number(/"offset": (\d+)/.exec(text)?.[1])
    expect(next, 'the next offset is the start of the next section').toBe(texts[1]?.start)
    expect((await archive.get({ id: 'week-01', section: 'four' })).text).toContain('the last part')
  })

  test.each([
    [14_000, false],
    [16_000, true],
  ])(
    'is returned whole; over 15,000 characters, its list of sections comes first (%i characters)',
    async (size, isLong) => {
      const body = `## Ice\n\nCold.\n\n## Snow\n\n${'A line of it.\n'.repeat(size / 14)}`
      const { get, file } = await reader({ 'week-01': body })
      const twin = await file('/posts/week-01.md')
      const { text } = await get({ id: 'week-01' })
      expect(text.endsWith(twin)).toBe(true)
      const first = text.slice(0, -twin.length)
      if (isLong)
        expect(first).toMatch(/^\[This post is long\. Its sections, .*: ice \(15\), snow \(\d{5}\)\.\]\n\n$/)
      else expect(first).toBe('')
    },
  )

  test('is split into parts of 20,000 characters, or of `max_chars`', async () => {
    const { get, file } = await reader({ 'week-01': 'A line of it.\n'.repeat(3000) })
    const twin = await file('/posts/week-01.md')
    const { text: part } = await get({ id: 'week-01' })
    expect(Number(/"offset": (\d+)/.exec(part)?.[1])).toBeGreaterThan(19_800)
    expect(part.length).toBeLessThanOrEqual(20_000)
    expect((await get({ id: 'week-01', max_chars: 60_000 })).text).toBe(twin)
    expect((await get({ id: 'week-01', max_chars: 0 })).text).toBe(part)
  })

  test('ignores `section` over plain HTTP; the agent instructions explain how to cut a section out', async () => {
    const { file } = await reader({ 'week-01': '## One\n\nText.\n\n## Two\n\nMore.' })
    expect(await file('/posts/week-01.md?section=one')).toBe(await file('/posts/week-01.md'))
    const instructions = await file('/agent-instructions.md')
    expect(instructions).toContain('take the lines from its heading to the next heading')
  })

  test('is split into parts without headings too', async () => {
    const { get } = await reader({ 'week-01': filler.join(' ') })
    const { text } = await get({ id: 'week-01', max_chars: 1000 })
    expect(text).toMatch(/^---\n[\s\S]*For the next part, call get_archive_post/)
    const advice = 'The post week-01 has no such section. It has no headings: leave `section` out.'
    expect(await get({ id: 'week-01', section: 'x' })).toMatchObject({ isError: true, text: advice })
  })
})

test('an unknown section is an error that lists the sections, each of which can be read', async () => {
  const body = '## Ice\n\nCold.\n\n### Sea ice\n\nSalt.\n\n## Ice\n\nAgain.'
  const archive = await reader({ 'week-01': body })
  const { isError, text } = await archive.get({ id: 'week-01', section: 'snow' })
  expect(isError).toBe(true)
  const [, list = ''] = /^The post week-01 has no such section\. Its sections: (.*)\.$/.exec(text) ?? []
  expect(list.split(', ')).toEqual(['ice', 'sea-ice', 'ice-1'])
  const texts = await Promise.all(list.split(', ').map((anchor) => section(archive, 'week-01', anchor)))
  expect(texts.map(({ text }) => text)).toEqual([
    '## Ice\n\nCold.\n\n### Sea ice\n\nSalt.\n\n',
    '### Sea ice\n\nSalt.\n\n',
    '## Ice\n\nAgain.\n',
  ])
})

test('a bare number selects a post if every id is the same word and a number', async () => {
  const weekly = await reader({ 'week-04': 'Four.', 'week-05': 'Five.' })
  expect((await weekly.get({ id: 4 })).text).toContain('Four.')
  const mixed = await reader({ 'windows-11': 'Eleven.', tides: 'Sea.' })
  expect((await mixed.get({ id: 11 })).isError).toBe(true)
})

test('"latest" is the newest post; most words of a title are an error that suggests the post', async () => {
  const { get } = await reader({ 'week-04': 'Four.', 'week-05': 'Five.' })
  for (const id of ['latest', 'the newest post', 'Most recent'])
    expect((await get({ id })).text, id).toContain('Five.')
  expect((await get({ ids: ['week-04'] })).text).toContain('Four.')
  const { isError, text } = await get({ id: 'post about week 04' })
  expect(isError).toBe(true)
  expect(text).not.toContain('Did you mean')
  expect((await get({ id: '04 post, week' })).text).toContain('Did you mean week-04 (“Post week-04”)?')
})

test('a post is found by its old URLs, and by any unique part of its id', async () => {
  const { get } = await reader(
    { 'understanding-sea-ice': 'Ice.', 'understanding-snow': 'Snow.', 'on-snow': 'Both.' },
    'oldUrls: ["/{year}/{slug}/", "/blog/{slug}.html"]\n',
  )
  const textOf = async (id: string) => (await get({ id })).text
  const old = '/blog/understanding-sea-ice.html'
  for (const id of [old, old.slice(1), `https://example.org${old}`, `http://www.example.org${old}?from=feed`])
    expect(await textOf(id), id).toContain('\nIce.')
  for (const id of ['understanding-sea', 'Understanding sea', 'sea-ice', 'sea ice'])
    expect(await textOf(id), id).toContain('\nIce.')
  expect(await textOf('on-sno')).toContain('\nBoth.')
  for (const id of ['understanding', 'snow', 'ice', `https://example.com${old}`, '/blog/', ''])
    expect((await get({ id })).isError, id).toBe(true)
  expect(await textOf(`${old}#nothing`)).toMatch(/^The post understanding-sea-ice has no such section/)
})

test('one call reads several posts, labeled, within one `max_chars`', async () => {
  const long = 'A line of it.\n'.repeat(3000)
  const { get } = await reader({ 'week-01': `One. ${long}`, 'week-02': 'Two.', 'week-03': `Three. ${long}` })
  const ids = ['week-01', 'week-02', 'week-99', 'Post week-03']
  const { text } = await get({ id: ids.join(', ') })
  for (const given of [{ id: ids }, { ids }]) expect((await get(given)).text).toBe(text)
  expect(text.match(/^\[Post \d of 4\]$/gm)).toEqual([1, 2, 3, 4].map((nth) => `[Post ${nth} of 4]`))
  for (const part of ['\nOne. ', '\nTwo.', 'No post has that id.', '\nThree. ']) expect(text).toContain(part)
  expect(text.length).toBeGreaterThan(19_000)
  expect(text.length).toBeLessThanOrEqual(20_000)
  const eleven = Array.from({ length: 11 }, (_, at) => `week-${at}`)
  expect((await get({ id: eleven })).text).toContain('[At most 10 posts per call;')
})

test('a search hit suggests reading the section of its best passage that has one', () => {
  const passages = ['', 'ice', 'snow'].map((anchor) => ({ text: 'Text.', heading: anchor, anchor }))
  const hit = { id: 'a', title: 'A', authors: ['Ada'], published: null, url: 'https://example.org/a' }
  const textWith = (of: typeof passages) =>
    hitsAsText({ publication: 'P', total: 1, notes: [] }, [{ ...hit, passages: of }])
  expect(textWith(passages)).toContain('To read on: get_archive_post {"id":"a","section":"ice"}')
  expect(textWith(passages.slice(0, 1))).toContain('To read on: get_archive_post {"id":"a"}')
})
