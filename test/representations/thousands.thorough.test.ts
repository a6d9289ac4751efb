import { describe, expect, test } from 'vitest'
import { compile, fromMemory, packInMemory, type Snapshot } from '../../src/compile.ts'
import { sitemapFiles } from '../../src/representations/discovery.ts'
import { answering } from '../answering.ts'
import { build } from '../archive/build.ts'

/** Thousands of posts with long titles, and long or unusual values in every other field of a list. */
const base = 'https://example.org/blog'
const count = 3_000
const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [`posts/${idOf(at)}.md`, post(at)]))

function idOf(at: number): string {
  return `${String(at).padStart(4, '0')}-${at % 7 === 0 ? `${'a-name-as-long-as-a-sentence-'.repeat(5)}x` : 'name'}`
}

function post(at: number): string {
  const title = `${at}: ${['A title "that" goes on & on ', '長い題名がここに続きます', '*stars* [and] _marks_ '][at % 3]?.repeat(12)}`
  // One post in 20 is undated, a month of 2001 has more than one page, and the rest covers 30 years.
  const day = `${String(1 + (at % 28)).padStart(2, '0')}`
  const date =
    at % 3 === 0 ? `2001-05-${day}` : `${1990 + (at % 30)}-${String(1 + (at % 12)).padStart(2, '0')}-${day}`
  const tags = ['Everything', `tag number ${at % 450}`, ...(at % 10 === 0 ? ['c++', '日本'] : [])]
  return `---
title: ${JSON.stringify(title)}
series: ${at % 2 === 0 ? 'practice' : 'research'}
authors: ${JSON.stringify(Array.from({ length: 1 + (at % 5) }, (_, nth) => `Writer ${(at + nth) % 300} ${'Longname'.repeat(nth)}`))}
summary: ${JSON.stringify(`Summary ${at}. ${'Words that say little. '.repeat(at % 2 === 0 ? 12 : 0)}`)}
tags: ${JSON.stringify(tags)}
${at % 20 === 0 ? '' : `published: ${date}\n`}---

Text.
`
}

const snapshot = await compiled(files)
const crawl = crawled(snapshot)
const pages = [...crawl.keys()]
const twinOf = (path: string) => (path === '/blog' ? '/blog/index.md' : `${path}.md`)

async function compiled(source: Readonly<Record<string, string>>): Promise<Snapshot> {
  const { value, diagnostics } = await compile(fromMemory(source), { baseUrl: base, encodings: ['identity'] })
  if (!value) throw new Error(JSON.stringify(diagnostics.slice(0, 3)))
  return value
}

function asker(
  of: Snapshot,
): (path: string) => { status: number; bytes: number; text: string; location: string } {
  const handler = answering(of)
  return (path) => {
    const { status, headers, body } = handler({ method: 'GET', target: path })
    const location = headers[headers.indexOf('Location') + 1] ?? ''
    return { status, location, bytes: body?.length ?? 0, text: Buffer.from(body ?? []).toString() }
  }
}

/** Every page that links lead to from the home page, with the number of clicks. */
function crawled(of: Snapshot): Map<string, number> {
  const ask = asker(of)
  const clicks = new Map([['/blog', 0]])
  for (const [path, depth] of clicks) {
    const { status, text } = ask(path)
    expect(status, `${path} is linked`).toBe(200)
    if (!text.startsWith('<!doctype html>')) continue
    for (const [, href = ''] of text.matchAll(/ href="([^"#]+)/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), base)
      if (url.href.startsWith(base) && !clicks.has(url.pathname)) clicks.set(url.pathname, depth + 1)
    }
  }
  return new Map([...clicks].filter(([path]) => ask(path).text.startsWith('<!doctype html>')))
}

const masthead = /<header class="masthead">.*?<\/header>/s
const linksIn = (part: RegExp, page: string) =>
  Array.from(
    (part.exec(page)?.[0] ?? '').matchAll(/ href="([^"#][^"]*)"/g),
    ([, href = '']) => new URL(href, base).pathname,
  )

const ask = asker(snapshot)
const locations = (path: string) =>
  Array.from(ask(path).text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname)

describe(`an archive of ${count} posts`, () => {
  test('links to every post from the home page, without dead links', () => {
    const posts = Object.keys(files).map((path) => `/blog/${path.slice(0, -'.md'.length)}`)
    expect(posts).toHaveLength(count)
    expect(posts.filter((path) => !crawl.has(path))).toEqual([])
    expect(Math.max(...crawl.values()), 'clicks to the farthest page').toBeLessThanOrEqual(4)
    const lists = pages.filter((path) => /^\/blog\/(years|series|tags|authors)/.test(path))
    expect(lists.length).toBeGreaterThan(500)
    // The parts of a very large month are one click further.
    const far = lists.filter((path) => (crawl.get(path) ?? 0) > 3)
    expect(far.filter((path) => !/^\/blog\/years\/2001\/05\/part\/\d+$/.test(path))).toEqual([])
  })

  test('has no page over 60 KB, and no twin over 50,000 characters', () => {
    let largest = 0
    for (const path of pages) {
      const { bytes } = ask(path)
      largest = Math.max(largest, bytes)
      expect(bytes, path).toBeLessThanOrEqual(60_000)
      expect(ask(twinOf(path)).text.length, twinOf(path)).toBeLessThan(50_000)
    }
    // Pages are not split too early.
    expect(largest).toBeGreaterThan(30_000)
  })

  test('has a twin with the same links for every page, and each page once in the sitemap', () => {
    expect(locations('/blog/sitemap.xml').toSorted()).toEqual(pages.toSorted())
    let compared = 0
    for (const path of pages.filter((one) => /^\/blog(\/(years|series|tags|authors)|$)/.test(one))) {
      const page = ask(path).text
      // Without links from headings to themselves, which a twin does not have.
      const inHtml = linksIn(/<main id="site:main">.*<\/main>/s, page)
      const twin = ask(twinOf(path))
      expect(twin.status, path).toBe(200)
      const inTwin = Array.from(twin.text.matchAll(/\]\((\S+)\)/g), ([, url = '']) => new URL(url).pathname)
      // A page has these in its masthead, a twin around its text.
      const ofSite = new Set(linksIn(masthead, page))
      const own = (links: readonly string[]) => links.filter((link) => !ofSite.has(link))
      expect(own(inTwin), path).toEqual(own(inHtml))
      compared += inHtml.length
    }
    expect(compared).toBeGreaterThan(3 * count)
  })

  test('suggests the newest 2,000 posts', () => {
    const rows: [path: string][] = JSON.parse(ask('/blog/search/titles.json').text)
    const { posts }: { posts: { url: string }[] } = JSON.parse(ask('/blog/api/v1/posts.json').text)
    expect(rows.map(([path]) => path)).toEqual(posts.slice(0, 2000).map(({ url }) => new URL(url).pathname))
  })

  test('has a canonical link on every page, and redirects from a trailing slash', () => {
    for (const path of pages.filter((one) => one !== '/blog')) {
      expect(ask(path).text, path).toContain(
        `<link rel="canonical" href="${base}${path.slice('/blog'.length)}">`,
      )
      const { status, location } = ask(`${path}/`)
      expect([status, location], path).toEqual([308, path])
    }
  })

  test('has breadcrumbs and a link to the home page on every list', () => {
    for (const path of pages.filter((one) => /^\/blog\/(years|series|tags|authors)/.test(one))) {
      const [, nav = ''] =
        /<nav class="crumbs" aria-label="Breadcrumb">(.*?)<\/nav>/.exec(ask(path).text) ?? []
      const back = Array.from(nav.matchAll(/href="([^"]+)"/g), ([, href = '']) => href)
      expect(linksIn(masthead, ask(path).text), path).toContain('/blog')
      for (const one of back) expect(path.startsWith(`${one}/`), `${one} in ${path}`).toBe(true)
      expect(back.length, path).toBeGreaterThanOrEqual(Math.min(path.split('/').length - 3, 1))
    }
  })

  test('lists every page and post in llms.txt, newest first, with the years in its first 50,000 characters', () => {
    const { text } = ask('/blog/llms.txt')
    expect(text).toMatch(/^# .+\n\n> .+\n\n(?:[^#]+\n)*## Years\n\n- \[/)
    const listed = Array.from(
      text.matchAll(/^- \[.*\]\((\S+?\.md)\): \S/gm),
      ([, url = '']) => new URL(url).pathname,
    )
    expect(listed.toSorted()).toEqual(pages.map(twinOf).toSorted())
    const years = listed.filter((path) => /^\/blog\/years\/(?:\d{4}|undated)\.md$/.test(path))
    expect(years.length).toBeGreaterThan(20)
    expect(listed.slice(0, years.length)).toEqual(years)
    expect(text.indexOf('## Posts')).toBeLessThan(50_000)
    const dates = Array.from(
      text.matchAll(/^- \[.*\]\(\S+\.md\): (\d{4}-\d{2}-\d{2}): /gm),
      ([, date]) => date,
    )
    expect(dates.length).toBeGreaterThan(2_000)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  test('shows the newest posts on the home page, with a link to all', () => {
    const { text } = ask('/blog/index.md')
    const shown = Array.from(text.matchAll(/^- \[.*\]\((\S+\/posts\/\S+)\)/gm), ([, url = '']) => url)
    const { posts } = JSON.parse(ask('/blog/api/v1/posts.json').text) as { posts: { url: string }[] }
    expect(posts).toHaveLength(count)
    expect(shown).toHaveLength(7)
    expect(shown).toEqual(posts.slice(0, shown.length).map(({ url }) => url))
    expect(text).toContain(`[All ${count} posts](${base}/years)`)
  })

  test('has the same bytes if files are read in another order', async () => {
    const some = Object.entries(files).slice(0, 600)
    const [one, other] = await Promise.all(
      [some, some.toReversed()].map(async (entries) =>
        packInMemory(await compiled(Object.fromEntries(entries))),
      ),
    )
    expect(one?.length).toBeGreaterThan(1_000_000)
    expect(Buffer.compare(one ?? Buffer.of(), other ?? Buffer.of())).toBe(0)
  })

  test('changes only the newest part of a list for a new post', async () => {
    const some = Object.fromEntries(Object.entries(files).slice(0, 250))
    const newer = post(1).replace(/published: \S+/, 'published: 2030-01-01')
    const askBefore = asker(await compiled(some))
    const askAfter = asker(await compiled({ ...some, 'posts/newest.md': newer }))
    const changed = [1, 2, 3]
      .map((part) => `/blog/tags/everything/part/${part}`)
      .filter((path) => askAfter(path).text !== askBefore(path).text)
    expect(changed).toEqual(['/blog/tags/everything/part/3'])
    expect(askAfter('/blog/tags/everything/part/3').text).toContain('/blog/posts/newest"')
    expect(askAfter('/blog/tags/everything/part/4').status).toBe(404)
  })

  test('splits a large sitemap into files with an index', async () => {
    const archive = await build(Object.fromEntries(Object.entries(files).slice(0, 30)), base)
    const pages = [archive.home, ...archive.textPages, ...archive.listPages, ...archive.posts]
    const [single, ...none] = sitemapFiles(archive, pages)
    expect(none).toEqual([])
    const entries = single?.text.match(/<url>.*<\/url>/g) ?? []
    expect(entries.length).toBeGreaterThan(60)
    for (const most of [
      { entries: 7, characters: 1_000_000 },
      { entries: 50_000, characters: 1_000 },
    ]) {
      const [index, ...parts] = sitemapFiles(archive, pages, most)
      expect(index?.path).toBe('/sitemap.xml')
      expect(index?.text).toMatch(/^<\?xml .*\?>\n<sitemapindex xmlns="[^"]+">\n/)
      const named = Array.from(index?.text.matchAll(/<sitemap><loc>([^<]+)<\/loc>/g) ?? [], ([, url]) => url)
      expect(named).toEqual(parts.map(({ path }) => base + path))
      expect(parts.flatMap(({ text }) => text.match(/<url>.*<\/url>/g) ?? [])).toEqual(entries)
      for (const { text } of parts) {
        expect(text.match(/<url>/g)?.length).toBeLessThanOrEqual(most.entries)
        expect(text.length).toBeLessThanOrEqual(most.characters + 200)
      }
    }
  })
})
