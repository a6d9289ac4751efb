import { decodeHTML } from 'entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeUrls } from '../../src/archive/urls.ts'
import { escapeHtml } from '../../src/base/escape.ts'
import { memory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { cases } from '../thorough.ts'
import { attributes, destinations, each, one, post, versionOf } from './build.ts'

const svg = { 'assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
/** Markdown links to the stable path of an image, pages to its version. */
const shown = versionOf('/assets/a.svg', svg['assets/a.svg'])

test('links to posts, pages, assets and headings are absolute in markdown and paths in HTML', async () => {
  const written = `[a](week-02.md) [b](week-02.md#method) [c](/posts/week-02?x=1#method) [d](#here) [e](../pages/about.md)
[f](/developers) [g](/) ![h](../assets/a.svg "title")

## Here

Text.`
  const about = '---\ntitle: About\nsummary: One sentence.\n---\n\nText.\n'
  const post = await one(written, { ...svg, 'pages/about.md': about })
  const paths = [
    '/posts/week-02',
    '/posts/week-02#method',
    '/posts/week-02?x=1#method',
    '/posts/week-01#here',
    '/about',
    '/developers',
    '/',
  ]
  expect(destinations(post)).toEqual([...paths, '/assets/a.svg'].map((path) => `https://example.org${path}`))
  expect([...attributes(post.html, 'href'), ...attributes(post.html, 'src')]).toEqual([
    ...paths.map((path) => path.replace('/posts/week-01', '')),
    shown,
  ])
})

test('all links include the path of the base URL', async () => {
  const post = await one(
    '[a](week-02.md) [b](/posts/week-02) [c](/) ![d](../assets/a.svg)',
    svg,
    'https://example.org/review',
  )
  const paths = ['/review/posts/week-02', '/review/posts/week-02', '/review']
  expect(destinations(post)).toEqual(
    [...paths, '/review/assets/a.svg'].map((path) => `https://example.org${path}`),
  )
  expect([...attributes(post.html, 'href'), ...attributes(post.html, 'src')]).toEqual([
    ...paths,
    `/review${shown}`,
  ])
})

test('absolute links to the archive become paths in HTML, others are unchanged', async () => {
  const outside = [
    'https://example.org/elsewhere',
    'https://example.net/',
    'mailto:a@example.org',
    '//example.net/x',
  ]
  const written = ['https://example.org/review/posts/week-02', ...outside]
    .map((href) => `[x](${href})`)
    .join(' ')
  const post = await one(written, {}, 'https://example.org/review')
  expect(attributes(post.html, 'href')).toEqual(['/review/posts/week-02', ...outside])
  expect(destinations(post)).toEqual(['https://example.org/review/posts/week-02', ...outside])
})

test('markdown changes only in link destinations', async () => {
  const written = `> - quoted [x](week-02.md)
>   and   [y]( <week-02.md> "t" )

| a \\| b | [l](week-02.md) |
|---|---|
| [l](week-02.md) | \`[l](week-02.md)\` |

A claim.[^1] \\[not](week-02.md) [ref]

[^1]: Note [z](week-02.md)

[ref]: week-02.md 'T'`
  const { markdown } = await one(written)
  const settled = written
    .replaceAll(/(?<=\[[xyzl]\]\( ?)<?week-02\.md>?/g, 'https://example.org/posts/week-02')
    .replace('`[l](https://example.org/posts/week-02)`', '`[l](week-02.md)`')
    .replace('[ref]: week-02.md', '[ref]: https://example.org/posts/week-02')
  expect(markdown).toBe(`${settled}\n`)
})

test('resolved links work with any file name', async () => {
  const post = await one('[x](<../assets/a b.svg>) [y](../assets/ä.svg)', {
    'assets/a b.svg': '',
    'assets/ä.svg': '',
  })
  expect(destinations(post)).toEqual([
    'https://example.org/assets/a%20b.svg',
    'https://example.org/assets/%C3%A4.svg',
  ])
})

test('resolved links work with parentheses in a file name', async () => {
  const post = await one('[x](<../assets/a(1.svg>) [y](<../assets/b).svg>)', {
    'assets/a(1.svg': '',
    'assets/b).svg': '',
  })
  expect(destinations(post)).toHaveLength(2)
})

test('a link in a footnote becomes absolute in place', async () => {
  const { markdown } = await one('A claim.^[See [x](week-02.md).]\n\nMore text.')
  expect(markdown).toBe('A claim.^[See [x](https://example.org/posts/week-02).]\n\nMore text.\n')
})

test('a link after a tab in a list becomes absolute in place', async () => {
  const { markdown } = await one('- a\n\t[x](week-02.md) rest')
  expect(markdown).toBe('- a\n\t[x](https://example.org/posts/week-02) rest\n')
})

test('a definition with a bracket and a colon in its label becomes absolute in place', async () => {
  const { markdown } = await one('[a\\]: b]\n\n[a\\]: b]: week-02.md')
  expect(markdown).toBe('[a\\]: b]\n\n[a\\]: b]: https://example.org/posts/week-02\n')
})

test('a link after a character that the parser replaces becomes absolute in place', async () => {
  for (const character of ['\0', '\ufdd0', '\ufdd1']) {
    const { markdown } = await one(`- ${character} see [x](week-02.md) now`)
    expect(markdown).toBe('- \ufffd see [x](https://example.org/posts/week-02) now\n')
  }
})

test('links that lead nowhere are absolute in markdown too, as a browser resolves them', async () => {
  const written = ['gone.md', '../gone.png', '/talks?a#b', '<gone (1.md>', '//example.net/x', '']
  const post = await one(`${written.map((href) => `[x](${href})`).join(' ')} <img src="gone.png" alt="">`)
  expect(destinations(post)).toEqual([
    'https://example.org/posts/gone.md',
    'https://example.org/gone.png',
    'https://example.org/talks?a#b',
    'https://example.org/posts/gone%20%281.md',
    '//example.net/x',
    '',
    'https://example.org/posts/gone.png',
  ])
})

test('links from the root of the host may include the path of the base URL', async () => {
  const files = {
    ...svg,
    'static/review/b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'hugo.toml': '',
  }
  const written =
    '[a](/review/posts/week-02#method) [b](/review) ![c](/review/assets/a.svg) ![d](/review/b.svg)'
  const post = await one(written, files, 'https://example.org/review')
  expect(destinations(post).map((url) => url.replace('https://example.org/review', ''))).toEqual([
    '/posts/week-02#method',
    '',
    '/assets/a.svg',
    '/review/b.svg',
  ])
})

test('a dead link with the path of the base URL is dead, unless it is a site link', async () => {
  const found = async (settings: string) => {
    const files = {
      'posts/one.md': post('[a](/review/posts/gone) [b](/review/talks)'),
      'archive.yaml': settings,
    }
    const { diagnostics } = await readArchive(memory(files), { baseUrl: 'https://example.org/review' })
    return diagnostics.flatMap(({ rule, hint }) => (rule.endsWith('-link') ? [{ rule, hint }] : []))
  }
  expect(await found('')).toEqual([
    { rule: 'dead-link', hint: expect.any(String) },
    { rule: 'outside-link', hint: expect.stringContaining('siteLinks: [/talks]') },
  ])
  expect(await found('siteLinks: [/talks]\n')).toMatchObject([{ rule: 'dead-link' }])
  expect(await found('siteLinks: [/review/]\n')).toEqual([])
})

test('joins base URL and path with exactly one slash', () => {
  const bare = makeUrls('https://example.org')
  expect([bare.basePath, bare.path('/'), bare.path('/posts/week-01')]).toEqual(['', '/', '/posts/week-01'])
  expect([bare.url('/'), bare.url('/posts/week-01')]).toEqual([
    'https://example.org/',
    'https://example.org/posts/week-01',
  ])

  const below = makeUrls('https://example.org:8443/a/b')
  expect([below.basePath, below.path('/'), below.path('/llms.txt')]).toEqual([
    '/a/b',
    '/a/b',
    '/a/b/llms.txt',
  ])
  expect([below.url('/'), below.url('/llms.txt')]).toEqual([
    'https://example.org:8443/a/b',
    'https://example.org:8443/a/b/llms.txt',
  ])
})

/** Ways to write a link to an address. */
const places: Readonly<Record<string, (address: string) => string>> = {
  markdown: (address) => `[x](<${address.replace(/[\\<>&]/g, '\\$&')}>) after`,
  'an image': (address) => `a ![x](<${address.replace(/[\\<>&]/g, '\\$&')}> "t") after`,
  'a definition': (address) => `[x] after\n\n[x]: <${address.replace(/[\\<>&]/g, '\\$&')}> "t"`,
  'a cell': (address) => `| a | b |\n|-|-|\n| [x](<${address.replace(/[\\<>&|]/g, '\\$&')}>) | after |`,
  'double quotes': (address) => `a <a href="${escapeHtml(address)}">x</a> after`,
  'single quotes': (address) => `<div><a href='${escapeHtml(address)}'>x</a> after</div>`,
  'no quotes': (address) => `a <a href=${encodeCharacters(address)}>x</a> after`,
  srcset: (address) => `a <img srcset="${encodeCharacters(address)} 2x" alt="x"> after`,
}
const encodeCharacters = (address: string) => address.replace(/[^\w/?#]/g, (one) => `&#${one.charCodeAt(0)};`)

test.each(Object.entries(places))('the markdown of a link has the target of the page: %s', (place, write) => {
  const character = fc.constantFrom(...'"\'()<>\\`=&;|[]{}*_~!ab ')
  const text = fc.array(character, { maxLength: 6 }).map((all) => all.join('').trim())
  const same = (url: string | undefined) => decodeURIComponent(new URL(url ?? '', 'https://example.org').href)
  const link = fc.tuple(fc.constantFrom('week-02.md', '/elsewhere/a'), text, text)
  const count = cases(30, 100)
  return fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: count, maxLength: count }), async (links) => {
      // A space ends a candidate of srcset.
      const addresses = links.map(([path, query, fragment]) =>
        `${path}?q=${query}b#f${fragment}`.replaceAll(' ', place === 'srcset' ? '_' : ' '),
      )
      for (const [nth, post] of (await each(addresses.map(write))).entries()) {
        const address = addresses[nth] ?? ''
        const [target] = [...attributes(post.html, 'href'), ...attributes(post.html, 'src')]
        const expected = address.replace(/^week-02\.md/, '/posts/week-02')
        const read = parseMarkdown(post.markdown)
        expect(read.references.slice(-1).map(({ href }) => same(href))).toEqual([same(expected)])
        if (target !== undefined) expect(same(decodeHTML(target))).toBe(same(expected))
        expect(read.texts.join(' ').trim()).toBe(parseMarkdown(write('/a')).texts.join(' ').trim())
      }
    }),
    { numRuns: cases(2, 10) },
  )
})
