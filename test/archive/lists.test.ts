import { describe, expect, test } from 'vitest'
import {
  listsWithFeeds,
  type List,
  type ListEntry,
  listsOf,
  pageLimits,
  tagPath,
  walkLists,
} from '../../src/archive/lists.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { represent } from '../../src/representations/represent.ts'
import { build, post } from './build.ts'

const series = new Map([['research', 'Research']])

function listed(id: number, facts: Partial<ListEntry> = {}): ListEntry {
  return {
    id: `p${id}`,
    series: 'research',
    seriesLabel: 'Research',
    tags: [],
    authors: [{ name: 'The editors' }],
    datePublished: null,
    ...facts,
  }
}

const many = (count: number, facts: (at: number) => Partial<ListEntry>) =>
  Array.from({ length: count }, (_, at) => listed(at, facts(at)))

const everyList = (posts: readonly ListEntry[], of: ReadonlyMap<string, string> = series) =>
  Array.from(walkLists(listsOf(posts, of)), ({ list }) => list)

describe('lists fit on a page, and contain every post', () => {
  const archives: Record<string, readonly ListEntry[]> = {
    'very many without a date': many(25_000, () => ({})),
    'very many in a month': many(12_000, () => ({ datePublished: '2024-05-01' })),
    'one in each year': many(5_000, (at) => ({
      datePublished: `${String(9_999 - at).padStart(4, '0')}-01-01`,
    })),
    'more tags than two levels can hold': many(41_000, (at) => ({ tags: [`t${at}`] })),
    'one tag on all posts, named "part"': many(300, () => ({ tags: ['part', 'Part/1', '1'] })),
    'as many as fit': many(pageLimits.posts, () => ({ tags: ['one'] })),
  }
  test.each(Object.entries(archives))('%s', (_, posts) => {
    const lists = everyList(posts)
    const paths = lists.map(({ path }) => path)
    expect(new Set(paths).size, 'each path is of one list').toBe(paths.length)
    const tooLong = lists.filter(
      ({ below, posts: held }) =>
        below.length > pageLimits.lists || (below.length === 0 && held.length > pageLimits.posts),
    )
    expect(tooLong.map(({ path }) => path)).toEqual([])
    const shown = lists.filter(({ kind, below }) => kind === 'series' && below.length === 0)
    expect(shown.flatMap((list) => list.posts.map(({ id }) => id))).toEqual(posts.map(({ id }) => id))
    const tagPages = new Set(lists.filter(({ kind }) => kind === 'tag').map(({ path }) => path))
    expect(posts.flatMap(({ tags }) => tags).filter((tag) => !tagPages.has(tagPath(tag)))).toEqual([])
  })

  test('splits a long year by month, but not a short one', () => {
    const posts = many(202, (at) => ({
      datePublished: at < 101 ? `2024-0${9 - (at % 3)}-01` : `${2023 - (at % 2)}-01-01`,
    }))
    const years = everyList(
      posts.toSorted((a, b) => ((a.datePublished ?? '') < (b.datePublished ?? '') ? 1 : -1)),
    )
    expect(
      years.filter(({ path }) => path.startsWith('/years/')).map(({ path, posts }) => [path, posts.length]),
    ).toEqual([
      ['/years/2024', 101],
      ['/years/2024/09', 34],
      ['/years/2024/08', 34],
      ['/years/2024/07', 33],
      ['/years/2023', 50],
      ['/years/2022', 51],
    ])
  })

  test('takes time linear in posts and tags', () => {
    const steps = (count: number) =>
      everyList(
        many(count, (at) => ({ tags: [`t${at % 500}`, 'all'], datePublished: `${1990 + (at % 30)}-01-01` })),
      ).reduce((sum, { posts, below }: List) => sum + posts.length + below.length + 1, 0)
    expect(steps(80_000) / steps(20_000)).toBeLessThan(4.5)
  })
})

describe('the address of a tag', () => {
  test('is a readable slug, and unique if the slug is not', () => {
    const paths = 'http|Web performance|Node.js|café|a/b|c|Straße|c++|c#|.net|net|日本|日本語|?'
      .split('|')
      .map(tagPath)
    const readable = 'http web-performance node-js cafe a-b c strasse'.split(' ')
    expect(paths.slice(0, 7)).toEqual(readable.map((slug) => `/tags/${slug}`))
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) expect(path).toMatch(/^\/tags\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
  })

  test('is short and unique for long tags', () => {
    const [one, two] = ['word '.repeat(60), `${'word '.repeat(60)}other`].map(tagPath)
    expect(one?.length).toBeLessThan(80)
    expect(one).not.toBe(two)
  })

  test('is shared by tags that differ only in case, accents or hyphens, under the most common spelling', () => {
    const posts = [['HTTP', 'http'], ['Http'], ['HTTP']].map((tags, nth) => listed(nth + 1, { tags }))
    const tags = everyList(posts).filter(({ kind }) => kind === 'tag')
    expect(tags.map(({ path, name, posts }) => [path, name, posts.map(({ id }) => id)])).toEqual([
      ['/tags/http', 'HTTP', ['p1', 'p2', 'p3']],
    ])
  })

  test('does not depend on the other tags', () => {
    const alone = everyList([listed(1, { tags: ['c++'] })]).find(({ kind }) => kind === 'tag')
    const among = everyList([listed(1, { tags: ['c', 'C#', 'c++'] })]).filter(({ kind }) => kind === 'tag')
    expect(among).toHaveLength(3)
    expect(among.map(({ path }) => path)).toContain(alone?.path)
  })
})

describe('lists by author', () => {
  const by = (...names: string[]) => ({ authors: names.map((name) => ({ name })) })
  const authorsOf = (posts: readonly ListEntry[]) =>
    everyList(posts)
      .filter(({ kind }) => kind === 'author')
      .map(({ path, name, posts: held }) => [path, name, held.map(({ id }) => id)])

  test('exist for at least two authors, one for all spellings of a name', () => {
    expect(authorsOf([listed(1, by('Ada')), listed(2, by('Ada'))])).toEqual([])
    const bylines = [['José García', 'Acme, Inc.'], ['Jose Garcia', 'José García'], ['José García'], ['日本']]
    expect(authorsOf(bylines.map((names, nth) => listed(nth + 1, by(...names))))).toEqual([
      [expect.stringMatching(/^\/authors\/[\da-f]{8}$/), '日本', ['p4']],
      [expect.stringMatching(/^\/authors\/acme-inc-[\da-f]{8}$/), 'Acme, Inc.', ['p1']],
      ['/authors/jose-garcia', 'José García', ['p1', 'p2', 'p3']],
    ])
  })

  test('have a feed for authors of at least one post in a hundred', () => {
    const posts = many(202, (at) => ({
      datePublished: '2024-05-01',
      ...by(at === 0 ? 'Once' : at < 4 ? 'Thrice' : 'Often'),
    }))
    const followedAuthors = listsWithFeeds(listsOf(posts, series)).filter(({ kind }) => kind === 'author')
    expect(followedAuthors.map(({ name }) => name)).toEqual(['Often', 'Thrice'])
  })
})

describe('path collisions', () => {
  const diagnosed = async (files: Readonly<Record<string, string>>) => {
    const { value, diagnostics } = await readArchive(fromMemory(files), { baseUrl: 'https://example.org' })
    return { value, told: diagnostics.map(({ path, rule, message }) => `${path} ${rule}: ${message}`) }
  }

  test.each(['tags', 'series', 'years', 'authors'])('a page named %s is reported', async (name) => {
    const { value, told } = await diagnosed({ 'posts/a.md': post(), [`pages/${name}.md`]: post() })
    expect(value?.pages, 'and not published').toEqual([])
    const message = `/${name} is reserved, so this page is not published.`
    expect(told).toEqual([`pages/${name}.md reserved-page: ${message}`])
  })

  test('the list is published once', async () => {
    const files = { 'posts/a.md': post('Text.', 'tags: [http]\n'), 'pages/tags.md': post() }
    const archive = await build(files)
    const paths = [...represent(archive)].map(({ path }) => path)
    expect(paths.filter((path) => path === '/tags')).toHaveLength(1)
    expect(archive.pages).toEqual([])
  })

  test('a post cannot have the path of a list as an old address', async () => {
    const { value, told } = await diagnosed({
      'posts/a.md': post('Text.', 'tags: [http]\naliases: [/tags/http/]\n'),
    })
    expect([...(value?.redirects.keys() ?? [])].filter((path) => path.startsWith('/tags'))).toEqual([])
    expect(told).toEqual(['posts/a.md shared-address: /tags/http already belongs to a list of posts.'])
  })

  test.each(['tags/http.html', 'tags/http/index.html', 'llms-full/1.txt', 'sitemaps/1.xml'])(
    'a file cannot be at the reserved path /%s',
    async (path) => {
      const files = { 'posts/a.md': post(`![It](../${path})`, 'tags: [http]\n'), [path]: 'Text.' }
      const { value, told } = await diagnosed(files)
      expect(value).toBeUndefined()
      expect(told).toContain(`${path} duplicate-path: The archive itself is also published at /${path}.`)
    },
  )

  test('an archive without tags or dates has only lists of series', async () => {
    const archive = await build({ 'posts/a.md': post() })
    expect(listsOf(archive.posts, archive.series).map(({ path }) => path)).toEqual(['/series'])
  })

  test('posts can link to a tag, a series or a year', async () => {
    const links = '[a](/tags/http/) [b](/series/research) [c](/years/2026) [d](/tags/none)'
    const { told } = await diagnosed({ 'posts/a.md': post(links, 'tags: [http]\npublished: 2026-01-01\n') })
    expect(told).toEqual(['posts/a.md dead-link: /tags/none is not a published page or file.'])
  })
})
