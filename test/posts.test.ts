import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { base, fences, type Shell, withShell } from '../scripts/commands.mjs'
import { compile, folder } from '../src/compile.ts'
import { listen } from '../src/runtime/node/listen.ts'
import { serve } from '../src/serve.ts'
import type { Post, PostList } from './contract/resources.ts'

/** What the posts in archive/ say of themselves and of this archive, beyond the figures that `npm run figures` writes. */
const archive = fileURLToPath(new URL('../archive/', import.meta.url))
const { value: snapshot } = await compile(folder(archive), { baseUrl: base })
if (!snapshot) throw new Error('the archive in archive/ is not published')
const server = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
afterAll(() => server.close())
const address = `http://127.0.0.1:${server.port}`
const { posts } = (await (await fetch(`${address}/api/v1/posts.json`)).json()) as PostList
const textOf = (id: string) => readFileSync(`${archive}posts/${id}.md`, 'utf8')

describe('dates', () => {
  const months = 'January February March April May June July August September October November December'
  const written = new RegExp(`(?:(\\d{1,2}) )?(${months.replaceAll(' ', '|')}) (20\\d\\d)`, 'g')

  /** Days as YYYY-MM-DD, and months as YYYY-MM. */
  function datesIn(text: string): string[] {
    const inWords = [...text.matchAll(written)].map(([, day, month = '', year]) => {
      const number = `${months.split(' ').indexOf(month) + 1}`.padStart(2, '0')
      return day === undefined ? `${year}-${number}` : `${year}-${number}-${day.padStart(2, '0')}`
    })
    return [...inWords, ...(text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? [])]
  }

  test('no post speaks of a day after the one on which it was published or last revised', () => {
    let compared = 0
    for (const { id, datePublished, dateModified } of posts) {
      const own = dateModified ?? datePublished ?? ''
      for (const date of datesIn(textOf(id))) {
        expect(date <= own.slice(0, date.length), `${id}, of ${own}, speaks of ${date}`).toBe(true)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  test('the first volume was published together, on the day that the home page and the about page name', async () => {
    const volume = posts.filter(({ id }) => id <= 'week-12')
    expect(volume).toHaveLength(12)
    expect(new Set(volume.map(({ datePublished }) => datePublished))).toEqual(new Set(['2026-11-15']))
    for (const path of ['/index.md', '/about.md']) {
      const text = await (await fetch(address + path)).text()
      expect(text).toMatch(/published together on 15 November 2026/)
    }
  })

  test('no post speaks of a week that came before or after it', () => {
    for (const { id } of posts) expect(textOf(id), id).not.toMatch(/\b(last|next|this) week\b|\bweekly\b/i)
  })
})

test('the research posts and the practice posts take turns', () => {
  const inOrder = posts.toReversed()
  expect(inOrder.map(({ id }) => id)).toEqual(
    inOrder.map((_, at) => `week-${String(at + 1).padStart(2, '0')}`),
  )
  const turns = inOrder.map((_, at) => (at % 2 === 0 ? 'research' : 'practice'))
  expect(inOrder.map(({ type }: Post) => type)).toEqual(turns)
})

describe('a volume to read from the first post to the last', () => {
  const ids = posts.map(({ id }) => id).toReversed()
  const proseOf = (id: string) => textOf(id).replace(/^---[\s\S]*?\n---\n/, '')
  const headingsOf = (id: string) => proseOf(id).match(/^## .+$/gm) ?? []

  test('no two posts have a heading in common, and none opens with one', () => {
    const headings = ids.flatMap(headingsOf)
    expect(headings.length).toBeGreaterThan(50)
    expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
    for (const id of ids) expect(proseOf(id).trim(), id).not.toMatch(/^#/)
  })

  test('the last paragraph of a post leads to the next one, and that of the last to whoever can be told', () => {
    for (const [at, id] of ids.entries()) {
      const next = ids[at + 1]
      const last = proseOf(id).trim().split('\n\n').at(-1)
      expect(last, id).toContain(next === undefined ? '](../pages/contact.md)' : `](${next}.md`)
    }
  })
})

test('every tag is used more than once', () => {
  const tags = posts.flatMap(({ tags }) => tags)
  for (const tag of new Set(tags)) expect(tags.filter((one) => one === tag).length, tag).toBeGreaterThan(1)
})

test('commands and programs name the archive by its own address, wherever it is published', () => {
  const files = ['posts', 'pages'].flatMap((dir) =>
    readdirSync(archive + dir).map((name) => `${archive}${dir}/${name}`),
  )
  const blocks = files.flatMap((file) => fences(readFileSync(file, 'utf8')))
  const code = blocks.filter(({ language }) => language === 'sh' || language === 'js')
  expect(code.filter(({ text }) => text.includes('{{ site.url }}')).length).toBeGreaterThan(20)
  for (const { text } of code) expect(text).not.toMatch(/(localhost|127\.0\.0\.1):3000/)
})

describe('what a post says in words that its commands print', () => {
  const inShellOf = <T>(id: string, use: (shell: Shell) => Promise<T>) =>
    withShell(textOf(id), server.port, use)

  test('week-01: markdown for six of the nine headers, then HTML for three', async () => {
    const types = await inShellOf('week-01', ({ run, block }) => run(block('while IFS=')))
    expect(types.split('\n').map((line) => line.split(';')[0])).toEqual([
      ...Array(6).fill('text/markdown'),
      ...Array(3).fill('text/html'),
      '',
    ])
  })

  test('week-02: 304 and then 200; markdown, HTML, markdown', async () => {
    await inShellOf('week-02', async ({ run, block }) => {
      expect(await run(block('If-None-Match'))).toBe('304\n200\n')
      const forms = await run(block('text/markdown text/html text/markdown'))
      expect(forms.match(/text\/\w+/g)).toEqual(['text/markdown', 'text/html', 'text/markdown'])
    })
  })

  test('week-04: 405 with Allow, 406 with the forms, and a client that acts on a 404', async () => {
    await inShellOf('week-04', async ({ run, block }) => {
      expect(await run(block('-X POST'))).toMatch(/^Allow: GET, HEAD, OPTIONS$.*"method_not_allowed"/ms)
      expect(await run(block('image/png'))).toMatch(/"not_acceptable".*text\/html.*text\/markdown/s)
      expect(await run('node read.mjs week-1')).toMatch(/known: \[.*'week-01'/s)
      expect(await run('node read.mjs week-01')).toMatch(/title: .* url: '/s)
    })
  })

  test('week-08: the tag is the hash of the kept file, and a citation is confirmed', async () => {
    await inShellOf('week-08', async ({ run, block }) => {
      await run(block('--etag-save'))
      const [tag, hash] = (await run(block('createHash'))).split('\n')
      expect(hash).toHaveLength(22)
      expect(tag).toBe(`"${hash}"`)
      expect(await run(block('--verify'))).toBe('Same tag: the same bytes.\n')
    })
  })

  test('week-10: the compressed HTML of a post is about as large as its plain markdown', async () => {
    const lines = await inShellOf('week-10', ({ run, block }) => run(block('while read')))
    const bytes = (form: string) => Number(new RegExp(`^${form} (\\d+)$`, 'm').exec(lines)?.[1])
    const ratio = bytes('text/html gzip') / bytes('text/markdown identity')
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.15)
  })

  test('week-12: one tag for three encodings, but for its end; one line of checksums for each', async () => {
    await inShellOf('week-12', async ({ run, block }) => {
      const tags = (await run(block(`grep -i '^etag'\ndone`))).match(/"[^"]+"/g)
      expect(tags?.map((tag) => tag.slice(1, 23))).toEqual(Array(3).fill(tags?.[0]?.slice(1, -1)))
      expect(tags?.map((tag) => tag.slice(23))).toEqual(['"', '-gzip"', '-br"'])
      expect(await run(block('cksum'))).toMatch(/^identity \d+ \d+\ngzip \d+ \d+\nbr \d+ \d+\n$/)
    })
  })
})
