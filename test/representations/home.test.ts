import { describe, expect, test } from 'vitest'
import type { Publication } from '../../src/representations/publication.ts'
import { homeHtml, listHtml } from '../../src/representations/html.ts'
import { listMarkdown } from '../../src/representations/lists.ts'
import { pageTwin } from '../../src/representations/markdown.ts'
import { bodiesOf, buildWithSlots as archiveOf, found } from '../archive/build.ts'

const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)

/** Posts p0, p1 and so on, the last is the newest. */
const posts = (count: number, front: (at: number) => string = () => '') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `posts/p${at}.md`,
      `---\ntitle: Title ${at}\npublished: ${day(at)}\n${front(at)}---\n\nWords of ${at}.\n`,
    ]),
  )

const mainOf = (page: string) => /<main id="site:main">.*<\/main>/s.exec(page)?.[0] ?? ''
const linksIn = (page: string) =>
  Array.from(mainOf(page).matchAll(/ href="([^"]+)"/g), ([, href = '']) => href)
const linksInTwin = (twin: string) =>
  Array.from(twin.matchAll(/\]\((\S+?)\)/g), ([, url = '']) => url.replace('https://example.org/', '/'))
const shownHome = (archive: Publication) => mainOf(homeHtml(archive.home, archive))
const headings = (page: string) =>
  Array.from(page.matchAll(/<h2 class="label">(?:<a [^>]*>)?([^<]+)/g), ([, text = '']) => text)
const postsIn = (page: string) => Array.from(page.matchAll(/ href="\/posts\/([^"]+)"/g), ([, id = '']) => id)

describe('the home page', () => {
  test('shows the description below the title, if there is one', async () => {
    const plain = await archiveOf(posts(1))
    const subscribe = '<p class="facts"><a href="/feed.xml">Subscribe</a></p>'
    expect(shownHome(plain)).toContain(`<header>\n<h1>Untitled archive</h1>\n${subscribe}\n</header>`)
    expect(pageTwin(plain.home, plain)).toMatch(
      /\n# Untitled archive\n\n\[Subscribe\]\(.*\)\n\n- \[Title 0\]/,
    )
    const described = await archiveOf({ ...posts(1), 'archive.yaml': 'description: Of words.\n' })
    expect(shownHome(described)).toContain('<p class="summary">Of words.</p>')
  })

  test('starts with the newest featured post, or else the newest post', async () => {
    expect(postsIn(shownHome(await archiveOf(posts(4))))).toEqual(['p3', 'p2', 'p1', 'p0'])
    const featured = await archiveOf(posts(4, (at) => (at === 0 || at === 1 ? 'featured: true\n' : '')))
    expect(postsIn(shownHome(featured))).toEqual(['p1', 'p3', 'p2', 'p0'])
  })

  test('does not show an unlisted post, even if it is featured', async () => {
    const archive = await archiveOf(posts(2, (at) => (at === 0 ? 'featured: true\nunlisted: true\n' : '')))
    expect(postsIn(shownHome(archive))).toEqual(['p1'])
  })

  test('shows the images of posts, and authors if there are several', async () => {
    const pictures = { 'posts/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' }
    const front = (at: number) =>
      `authors: [${at === 2 ? 'Bo Example, Ada Example' : 'Ada Example'}]\n${at > 0 ? 'image: a.svg\n' : ''}`
    const page = shownHome(await archiveOf({ ...pictures, ...posts(3, front) }))
    expect(page.match(/<img [^>]*>/g)).toEqual([
      expect.stringMatching(/^<img src="\/_files\/\w+\/posts\/a\.svg" alt="" width="4" height="3">$/),
      expect.stringMatching(/ alt="" loading="lazy" width="4" height="3">$/),
    ])
    expect(page).toContain(
      '<a href="/authors/bo-example" rel="author"><bdi>Bo Example</bdi></a> and <a href="/authors/ada-example"',
    )
    const alone = shownHome(await archiveOf(posts(3, () => 'author: Ada Example\n')))
    expect(alone).not.toContain('Ada')
  })

  test('has a section for each series if there are several, with each post once', async () => {
    const front = (at: number) => (at % 5 === 0 ? '' : `series: ${at % 2 === 0 ? 'Even' : 'Odd'}\n`)
    const page = shownHome(await archiveOf(posts(40, front)))
    expect(headings(page).slice(0, 3)).toEqual(['Recent', 'Odd', 'Even'])
    expect(postsIn(page)).toEqual(
      [39, 38, 37, 36, 35, 34, 33, 31, 29, 27, 23, 32, 28, 26, 24].map((at) => `p${at}`),
    )
    expect(page, 'posts without a series have no section').not.toContain('Posts 8')
    expect(page).toContain('<a href="/years">All 40 posts</a>')
    const one = shownHome(await archiveOf(posts(40, () => 'series: Only\n')))
    expect(headings(one).slice(0, 2)).toEqual(['Recent', 'Earlier'])
  })

  test('has a twin with the same links in the same order', async () => {
    const front = (at: number) =>
      `series: S${at % 9}\nauthors: [${['Ada', 'Bo', 'Cy', 'Di'].slice(at % 4).join(', ')}]\ntags: [t${at % 7}]\n`
    const archive = await archiveOf({ ...posts(60, front), 'archive.yaml': 'description: D.\n' })
    const links = linksIn(homeHtml(archive.home, archive))
    expect(links.length).toBeGreaterThan(50)
    expect(linksInTwin(archive.home.markdown)).toEqual(links)
  })
})

describe('the home page with text of the publisher', () => {
  const index = 'What this is.\n\n## Where to start\n\n[A post](../posts/p1.md) ![A dot](dot.svg)\n'
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
  const settings = 'title: Field notes\ndescription: Notes.\n'
  const withText = (front = '', more: Record<string, string> = {}) =>
    archiveOf({
      ...posts(
        30,
        (at) => `series: S${at % 2}\ntags: [t${at % 3}]\nauthors: [${at % 2 ? 'Ada A' : 'Bo B'}]\n`,
      ),
      'archive.yaml': settings,
      'pages/index.md': `---\ntitle: Welcome\n${front}---\n\n${index}`,
      'pages/dot.svg': dot,
      'pages/about.md': '# About\n\n[Home](index.md#where-to-start)\n',
      ...more,
    })

  test('shows it above the lists, under the publication’s title, and in the twin', async () => {
    const archive = await withText()
    const html = homeHtml(archive.home, archive)
    expect(html).toContain('<title>Field notes</title>')
    expect(shownHome(archive)).toMatch(
      /<h1>Field notes<\/h1>.*<\/header>\n<div class="prose">\n<p>What this is\..* src="\/_files\/\w+\/pages\/dot\.svg".*<article class="lead"/s,
    )
    expect(html).not.toContain('Welcome')
    const twin = pageTwin(archive.home, archive)
    expect(twin).toMatch(/\n# Field notes\n\nNotes\.\n\n\[Subscribe\].*\n\nWhat this is\.\n\n## Where/)
    expect(twin).toContain('\n\n- [Title 29](https://example.org/posts/p29)')
    expect(linksInTwin(archive.home.markdown)).toEqual(
      linksIn(html)
        .filter((href) => !href.startsWith('#'))
        .toSpliced(2, 0, '/pages/dot.svg'),
    )
    const about = found(archive.pages.find(({ path }) => path === '/about'))
    expect(about.markdown, 'links to the file lead to the page').toContain('org/#where-to-start)')
  })

  test('publishes it nowhere else', async () => {
    const paths = [...bodiesOf(await withText()).keys()]
    expect(paths.filter((path) => /index|welcome|pages\/[^.]*$/.test(path))).toEqual([
      '/index.md',
      '/api/v1/index.json',
    ])
  })

  test('describes itself by its front matter, else by archive.yaml, else by its text', async () => {
    const described = async (...given: Parameters<typeof withText>) => {
      const archive = await withText(...given)
      const bodies = bodiesOf(archive)
      const { summary } = archive.home
      expect(bodies.get('/')).toContain(`<meta name="description" content="${summary}">`)
      expect(bodies.get('/llms.txt')).toContain(`(https://example.org/index.md): ${summary}\n`)
      return summary
    }
    expect(await described('description: A field guide.\n')).toBe('A field guide.')
    expect(await described()).toBe('Notes.')
    expect(await described('', { 'archive.yaml': '' })).toBe('What this is. A post A dot')
  })

  test('is part of the last change', async () => {
    const { changedAt } = await withText('modified: 2025-05-05\n')
    expect(changedAt).toBe('2025-05-05T00:00:00Z')
  })

  test('stands alone with `list: none`', async () => {
    const archive = await withText('list: none\n')
    expect(linksIn(homeHtml(archive.home, archive))).toEqual(['/feed.xml', '#where-to-start', '/posts/p1'])
    expect(archive.home.markdown).toMatch(/dot\.svg\)\n$/)
  })

  test('has the lists that `look.home` names', async () => {
    const shown = async (home: string) => {
      const archive = await withText('', { 'archive.yaml': `look: { home: [${home}] }\n` })
      const { lead, recent, earlier, series, browse, all } = archive.home.view
      const lists = {
        lead: lead ? 1 : 0,
        recent: recent.length,
        earlier: earlier.length,
        series: series.length,
      }
      const names = browse.map(({ heading }) => heading.path.slice(1))
      return { ...lists, browse: names.join(' '), all: all?.label ?? '' }
    }
    const none = { lead: 0, recent: 0, earlier: 0, series: 0, browse: '', all: '' }
    const all = 'All 30 posts'
    expect(await shown('')).toEqual(none)
    expect(await shown('lead')).toEqual({ ...none, lead: 1, all })
    expect(await shown('recent')).toEqual({ ...none, recent: 6, all })
    expect(await shown('earlier')).toEqual({ ...none, earlier: 12, all })
    const titles = await withText('', { 'archive.yaml': 'look: { home: [earlier] }\n' })
    expect(headings(shownHome(titles)), 'nothing is shown before them').toEqual(['Recent'])
    expect(titles.home.markdown).toContain('\n## Recent\n\n- ')
    expect(await shown('series')).toEqual({ ...none, series: 2, all })
    expect(await shown('authors, tags')).toEqual({ ...none, browse: 'tags authors' })
    const usual = await shown('lead, recent, earlier, series, years, tags, authors')
    expect(usual).toEqual({ lead: 1, recent: 6, earlier: 0, series: 2, browse: 'tags authors', all })
  })

  test('is not a draft, nor an index of the generator’s site unless `pages` names it', async () => {
    const bodyWith = async (files: Record<string, string>) =>
      (await archiveOf({ ...posts(1), ...files })).home.view.body?.text ?? ''
    expect(await bodyWith({ 'pages/index.md': '---\ndraft: true\n---\n\nText.\n' })).toBe('')
    expect(await bodyWith({ 'pages/index.md': '---\nlayout: home\n---\n\nText.\n' })).toBe('')
    const jekyll = { '_config.yml': '', '_posts/2024-01-01-one.md': 'One.\n', '_pages/index.md': 'Text.\n' }
    expect(await bodyWith(jekyll)).toBe('')
    expect(await bodyWith({ ...jekyll, 'archive.yaml': 'pages: _pages/index.md\n' })).toBe('<p>Text.</p>')
    const hugo = { 'hugo.toml': '', 'content/posts/one.md': 'One.\n', 'content/_index.md': 'Text.\n' }
    expect(await bodyWith(hugo)).toBe('')
    expect(await bodyWith({ ...hugo, 'archive.yaml': 'pages: content/_index.md\n' })).toBe('<p>Text.</p>')
  })
})

describe('lists', () => {
  const shown = (archive: Publication, path: string) => {
    const page = found(archive.listPages.find((one) => one.path === path))
    const html = listHtml(page, archive)
    const others = archive.lists.map((list) => list.path).filter((one) => one !== path)
    const twin = linksInTwin(listMarkdown(page, archive))
    expect(twin, `${path}: the twin has the links of the page and the masthead`).toEqual([
      '/',
      ...linksIn(html),
      ...others,
    ])
    return mainOf(html)
  }

  test('show all posts by month if there are at most 300, and otherwise link to years', async () => {
    const few = shown(await archiveOf(posts(300)), '/years')
    expect(postsIn(few)).toHaveLength(300)
    expect(headings(few).slice(0, 2)).toEqual(['October 2024', 'September 2024'])
    expect(few).toContain('<li><time datetime="2024-10-26">26</time><div><a href="/posts/p299">')
    expect(few, 'a link to the year even if there is only one').toContain('<a href="/years/2024">')
    expect(Buffer.byteLength(few)).toBeLessThan(50_000)
    expect(headings(shown(await archiveOf(posts(2)), '/years')), 'a month and not only a day').toEqual([
      'January 2024',
      'Posts by year',
    ])
    const many = shown(await archiveOf(posts(301)), '/years')
    expect(postsIn(many)).toEqual([])
    expect(many).toContain('<a href="/years/2024">')
  })

  test('link to years if titles and URLs are too long for one page', async () => {
    const archive = await archiveOf(posts(250, (at) => `slug: ${'long-'.repeat(30)}${at}\n`))
    expect(postsIn(shown(archive, '/years'))).toEqual([])
  })

  test('show a series oldest first with numbers; posts without a series are in no such list', async () => {
    const front = (at: number) => (at < 3 ? `series: Tour\npart: ${3 - at}\n` : '')
    const archive = await archiveOf(posts(5, front))
    const tour = shown(archive, '/series/tour')
    expect(postsIn(tour)).toEqual(['p2', 'p1', 'p0'])
    expect(Array.from(tour.matchAll(/class="number">(\d+)/g), ([, number]) => number)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(postsIn(shown(archive, '/years'))).toEqual(['p4', 'p3', 'p2', 'p1', 'p0'])
    const paths = Array.from(archive.listPages, ({ path }) => path)
    expect(paths.filter((path) => path.startsWith('/series'))).toEqual(['/series', '/series/tour'])
  })
})
