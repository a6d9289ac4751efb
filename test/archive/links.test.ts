import { decodeHTML } from 'entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeUrls } from '../../src/archive/urls.ts'
import { escapeHtml } from '../../src/base/escape.ts'
import { fromMemory } from '../../src/compile.ts'
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
  const links = '/posts/week-02 /posts/week-02#method /posts/week-02?x=1#method /posts/week-01#here'
  const paths = `${links} /about /developers /`.split(' ')
  expect(destinations(post)).toEqual([...paths, '/assets/a.svg'].map((path) => `https://example.org${path}`))
  expect([...attributes(post.html, 'href'), ...attributes(post.html, 'src')]).toEqual([
    ...paths.map((path) => path.replace('/posts/week-01', '')),
    shown,
  ])
})

test('all links include the path of the base URL', async () => {
  const written = '[a](week-02.md) [b](/posts/week-02) [c](/) ![d](../assets/a.svg)'
  const post = await one(written, svg, 'https://example.org/review')
  const paths = ['/review/posts/week-02', '/review/posts/week-02', '/review']
  const stable = [...paths, '/review/assets/a.svg'].map((path) => `https://example.org${path}`)
  expect(destinations(post)).toEqual(stable)
  const versioned = [...paths, `/review${shown}`]
  expect([...attributes(post.html, 'href'), ...attributes(post.html, 'src')]).toEqual(versioned)
})

test('absolute links to the archive become paths in HTML, others are unchanged', async () => {
  const review = 'https://example.org/review'
  const others =
    'https://example.org/elsewhere https://example.net/ mailto:a@example.org //example.net/x'.split(' ')
  const written = [`${review}/posts/week-02`, ...others]
  const post = await one(written.map((href) => `[x](${href})`).join(' '), {}, review)
  expect(attributes(post.html, 'href')).toEqual(['/review/posts/week-02', ...others])
  expect(destinations(post)).toEqual(written)
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
  const names = { 'a b': 'a%20b', ä: '%C3%A4', 'a(1': 'a%281', 'b)': 'b%29' }
  const files = Object.keys(names).map((name) => [`assets/${name}.svg`, ''])
  const written = Object.keys(names).map((name) => `[x](<../assets/${name}.svg>)`)
  const urls = Object.values(names).map((name) => `https://example.org/assets/${name}.svg`)
  expect(destinations(await one(written.join(' '), Object.fromEntries(files)))).toEqual(urls)
})

test.each([
  ['in a footnote', 'A claim.^[See [x](week-02.md).]\n\nMore text.'],
  ['after a tab in a list', '- a\n\t[x](week-02.md) rest'],
  ['defined with a bracket and a colon in its label', '[a\\]: b]\n\n[a\\]: b]: week-02.md'],
])('a link becomes absolute in place: %s', async (_, written) => {
  const { markdown } = await one(written)
  expect(markdown).toBe(`${written.replace('week-02.md', 'https://example.org/posts/week-02')}\n`)
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
  const files = { ...svg, 'static/review/b.svg': svg['assets/a.svg'], 'hugo.toml': '' }
  const written =
    '[a](/review/posts/week-02#method) [b](/review) ![c](/review/assets/a.svg) ![d](/review/b.svg)'
  const post = await one(written, files, 'https://example.org/review')
  const below = destinations(post).map((url) => url.replace('https://example.org/review', ''))
  expect(below).toEqual(['/posts/week-02#method', '', '/assets/a.svg', '/review/b.svg'])
})

test('a dead link with the path of the base URL is dead, unless it is a site link', async () => {
  const found = async (settings: string) => {
    const one = post('[a](/review/posts/gone) [b](/review/talks)')
    const source = fromMemory({ 'posts/one.md': one, 'archive.yaml': settings })
    const { diagnostics } = await readArchive(source, { baseUrl: 'https://example.org/review' })
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
  const joined = (base: string) => {
    const { basePath, path, url } = makeUrls(base)
    return [basePath, path('/'), path('/a.txt'), url('/'), url('/a.txt')]
  }
  const bare = 'https://example.org'
  expect(joined(bare)).toEqual(['', '/', '/a.txt', `${bare}/`, `${bare}/a.txt`])
  const below = 'https://example.org:8443/a/b'
  expect(joined(below)).toEqual(['/a/b', '/a/b', '/a/b/a.txt', below, `${below}/a.txt`])
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
