import fc from 'fast-check'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { packInMemory } from '../../src/compile.ts'
import { makeLane } from '../../src/runtime/node/http/lane.ts'
import { digest } from '../../src/base/digest.ts'
import { searchSnapshot } from '../../src/mcp/search-tool.ts'
import { requireAnswer } from '../../src/answer/request.ts'
import { type Answer, unpack } from '../../src/serve.ts'
import { onDemand } from '../../src/snapshot/encode.ts'
import { answering, textOf } from '../answering.ts'
import { pieces } from '../markdown/payloads.ts'
import { elements } from '../markdown/tree.ts'
import { compiled } from '../snapshot/fixture.ts'
import { cases } from '../thorough.ts'

const front = (title: string) =>
  `---\ntitle: ${JSON.stringify(title)}\nseries: research\nsummary: A summary.\ntags: [light]\n---\n`
const posts = Object.fromEntries(
  Array.from({ length: 25 }, (_, at) => [
    `posts/week-${String(at + 1).padStart(2, '0')}.md`,
    `${front(`Post ${at + 1}`)}\n## A *heading*\n\nThe lantern number ${at + 1} glows & <b>hums</b>: see [x](https://x.example).\n`,
  ]),
)
posts['posts/week-26.md'] = `${front('Tricky <i>title</i> *and* `more`')}

# Marks

- 1. one # of **these** sparkles
- \`a < b\` sparkles

\`\`\`html
<script>sparkles()</script>
\`\`\`
`
const snapshot = await compiled(posts, { baseUrl: 'https://example.org/below' })
const handler = answering(snapshot)

function get(target: string, accept = 'text/html') {
  const answer = handler({ method: 'GET', target: `/below${target}`, accept })
  expect(answer.status, target).toBe(200)
  return textOf(answer)
}
const search = (q: string) => `?${new URLSearchParams({ q })}`
const titles = (html: string) =>
  Array.from(html.matchAll(/<h2><a href="[^"]*">(.*?)<\/a>/g), ([, title]) => title)

describe('results', () => {
  test('mark only the start of a title of any length, so that it cannot hold up other requests', async () => {
    const long = answering(await compiled({ 'posts/a.md': `${front('ab '.repeat(5000))}\nText.\n` }))
    const [title = ''] = titles(textOf(long({ method: 'GET', target: '/search?q=ab', accept: 'text/html' })))
    expect(title.replaceAll(/<\/?mark>/g, '')).toBe('ab '.repeat(5000).trim())
    expect(title.match(/<mark>/g)?.length).toBeLessThan(500)
  })

  test('have ten hits per page, and each post once', () => {
    const seen: (string | undefined)[] = []
    let path = `/search${search('lantern')}`
    for (let page = 1; path !== ''; page++) {
      const html = get(path)
      expect(titles(html)).toHaveLength(page < 3 ? 10 : 5)
      expect(html).toContain(`<ol class="hits" start="${seen.length + 1}">`)
      seen.push(...titles(html))
      expect(html.includes('rel="prev"')).toBe(page > 1)
      path = (/rel="next" href="\/below([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
    }
    expect(new Set(seen).size).toBe(25)
    expect(get('/search.md?q=lantern&page=2')).toContain(
      'More results: <https://example.org/below/search.md?q=lantern&page=3>',
    )
  })

  test('treat an invalid page as the first; a page past the last links to the last', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '1e2']) {
      expect(get(`/search?q=lantern&page=${page}`), page).toBe(get('/search?q=lantern'))
    }
    expect(get('/search?q=lantern&page=99999999')).toContain(
      'rel="prev" href="/below/search?q=lantern&amp;page=3"',
    )
  })

  test('without hits link to recent posts, tags and the query without quotation marks', () => {
    const offered = (target: string) => {
      const [, offers = ''] = /<div class="offers">(.*?)<\/div>/s.exec(get(target)) ?? []
      return Array.from(offers.matchAll(/href="([^"]+)"/g), ([, href]) => href)
    }
    const newest = ['26', '25', '24', '23', '22'].map((week) => `/below/posts/week-${week}`)
    for (const target of ['/search?q=qqqqqqqq', '/search?q=%22glows+lantern%22', '/search?q=!'])
      expect(offered(target), target).toEqual([...newest, '/below/tags/light'])
    expect(offered('/search?q=lantern')).toEqual([])
    expect(offered('/search?q=lantern&page=999'), 'a page past the last').toEqual([])
    const twin = get('/search.md?q=%22lantren%22')
    expect(twin).toContain('## Tags\n\n[light](https://example.org/below/tags/light)\n\nAppend `.md`')
    expect(twin).toContain('Search without quotation marks: <https://example.org/below/search.md?q=lantren>')
    expect(get('/search?q=%22lantren%22')).toContain('href="/below/search?q=lantren"')
    for (const target of ['/search?q=%22qqqqqqqq%22', '/search?q=qqqqqqqq', '/search?q=%22lantern%22'])
      expect(get(target), target).not.toContain('without quotation marks')
    expect(get('/search.md?q=lantern')).not.toContain('## Tags')
  })

  test('are the same from an unpacked snapshot', () => {
    const again = answering(unpack(packInMemory(snapshot)))
    const target = '/below/search?q=lantern'
    expect(again({ method: 'GET', target })).toEqual(handler({ method: 'GET', target }))
  })

  test('are compressed as requested, if the runtime supports it', async () => {
    const packed = await packInMemory(snapshot)
    const target = `/below/search${search('lantern')}`
    const ask = (answer: typeof handler, acceptEncoding: string) =>
      answer({ method: 'GET', target, acceptEncoding })
    const encoding = ({ headers }: Answer) => headers[headers.indexOf('Content-Encoding') + 1]
    const onNode = answering(unpack(packed, onDemand))
    const plain = Buffer.from(ask(onNode, 'identity').body ?? [])
    for (const [name, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = ask(onNode, name)
      expect([encoding(answer), answer.transient], name).toEqual([name, true])
      expect(decode(answer.body ?? new Uint8Array()).equals(plain), name).toBe(true)
      expect(answer.body?.length).toBeLessThan(plain.length / 2)
    }
    expect(ask(answering(unpack(packed)), 'br').headers).not.toContain('Content-Encoding')
  })

  test('escape the text of posts in HTML and markdown, and highlight matches', () => {
    const html = get(`/search${search('sparkles title')}`)
    expect(html).toContain('Tricky &lt;i&gt;<mark>title</mark>&lt;/i&gt; *and* `more`')
    expect(html).toContain(
      '<p class="passage">one # of these <mark>sparkles</mark> a &lt; b <mark>sparkles</mark>',
    )
    const code = get(`/search${search('script')}`)
    expect(code).toContain('<p class="passage"><code>&lt;<mark>script</mark>&gt;sparkles()&lt;/')
    const shown = renderHtml(
      parseMarkdown(get(`/search.md${search('sparkles title')}`).split('---\n')[2] ?? ''),
    )
    expect(shown).toContain('Tricky &lt;i&gt;title&lt;/i&gt; *and* `more`')
    expect(elements(shown).map(({ tagName }) => tagName)).not.toContain('script')
    expect(shown).not.toMatch(/<(i|em|strong)>/)
  })
})

describe('a row of a table in the results', () => {
  const table =
    '| City | | People |\n|---|---|---|\n| Oslo | x | 700 thousand |\n| Bergen | | 290 thousand |\n'
  const html = '<table><tr><td>Voss</td><td>16 thousand</td></tr><tr><td>Flåm</td><td>350</td></tr></table>\n'
  const wide = '| Name | Use |\n|---|---|\n| `a \\| b` | either |\n'
  const archive = compiled({
    'posts/a.md': `${front('Towns')}\n${table}\nBetween them are mountains.\n\n${html}`,
    'posts/b.md': `${front('Signs')}\n${wide}`,
    'posts/c.md': `${front('None')}\n| Only | Headers |\n|---|---|\n`,
  })
  const page = async (path: string, words: string) =>
    textOf(answering(await archive)({ method: 'GET', target: path + search(words) }))
  const shown = async (words: string) => {
    const html = (await page('/search', words)).replaceAll(/<\/?mark>/g, '')
    return /<p class="passage">(.*?)<\/p>/.exec(html)?.[1]
  }

  test('has the name of its column before each value, and no empty cells', async () => {
    expect(await shown('oslo')).toBe('City: Oslo · x · People: 700 thousand')
    expect(await shown('bergen people'), 'the row with the most matches').toBe(
      'City: Bergen · People: 290 thousand',
    )
  })

  test('has only its cells if columns have no names, or a cell has the separator', async () => {
    expect(await shown('flåm')).toBe('Flåm · 350')
    expect(await shown('either')).toBe('a · b · either')
  })

  test('is the header if the table has no rows', async () => {
    expect(await shown('headers')).toBe('Only | Headers')
  })

  test('is quoted as before in markdown', async () => {
    expect(await page('/search.md', 'oslo')).toContain('City |  | People\nOslo | x | 700 thousand')
  })
})

describe('passages in markdown', () => {
  const body = `# Errors

The code \`not_acceptable\` of *this* answer to \`*/*\` & <b>more</b> is [stable](https://example.org/a_b).

| Status | Code |
|---|---|
| 406 | \`not_acceptable\` for \`*/*\` |

\`\`\`md
# not_acceptable
\`\`\`\`
1. *more*
\`\`\`

<div>not_acceptable (<code>a</code>) &lt;script&gt;1. _x_&lt;/script&gt;</div>
`
  const passagesOf = async (query: string) => {
    const files = { 'posts/a.md': `${front('On not_acceptable')}\n${body}` }
    const value = await compiled(files, { baseUrl: 'https://example.org' })
    const twin = textOf(answering(value)({ method: 'GET', target: `/search.md${search(query)}` }))
    const { hits = [] } = searchSnapshot(value, query) ?? {}
    return { twin, passages: hits[0]?.passages ?? [] }
  }

  test.each(['not_acceptable', '*/* not_acceptable', 'script more stable'])(
    'are the words of the page, and have the URLs of MCP: %s',
    async (query) => {
      const { twin, passages } = await passagesOf(query)
      expect(passages.length).toBeGreaterThan(0)
      for (const { text, url } of passages) {
        expect(twin).toContain(`\n<${url}>\n\n`)
        expect(twin).toMatch(new RegExp(`\n(\`{3,})\n${text.replace(/[^\w\s]/g, '\\$&')}\n\\1\n`))
      }
      expect(passages.some(({ url }) => url?.includes('#errors:~:text='))).toBe(true)
      expect(twin.replace(/^# .*/m, '')).not.toContain('\\')
      const shown = elements(renderHtml(parseMarkdown(twin.split('---\n')[2] ?? '')))
      expect(shown.map(({ tagName }) => tagName)).not.toContain('em')
    },
  )
})

describe('any query', () => {
  const anyQuery = fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  /** Its elements with their attributes, but paragraphs, which hold the notes. */
  const shape = (html: string) =>
    elements(html)
      .filter(({ tagName }) => tagName !== 'p')
      .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '))
  // A page without hits, because only the rest of the page is compared.
  const empty = shape(get(`/search${search('qqqqqqqq')}`))

  test('adds no elements or attributes to the page', () => {
    let compared = 0
    fc.assert(
      fc.property(anyQuery, (words) => {
        const page = get(`/search${search(`${words} qqqqqqqq`)}`)
        const unquoted = /<a href="\/below\/search\?q=[\w%.*+-]*">Search without quotation marks<\/a>/
        const html = page.replace(unquoted, '')
        if (html.includes('class="hits"')) return
        expect(shape(html)).toEqual(empty)
        compared++
      }),
      { numRuns: cases(80, 2000) },
    )
    expect(compared, 'pages without hits').toBeGreaterThan(cases(50, 1000))
  })

  test('is one plain heading in the twin', () => {
    let compared = 0
    fc.assert(
      fc.property(anyQuery, (words) => {
        const twin = get(`/search.md${search(`${words} q`)}`)
        const [, , body = ''] = twin.split('---\n')
        const heading = body.trimStart().split('\n')[0] ?? ''
        const names = elements(renderHtml(parseMarkdown(heading))).map(({ tagName }) => tagName)
        expect(names, heading).toEqual(['h1'])
        compared++
      }),
      { numRuns: cases(80, 2000) },
    )
    expect(compared).toBeGreaterThan(cases(50, 1000))
  })
})

describe('the fast lane', () => {
  const request = (target: string) => Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)

  test('does not cache results, and counts their bytes as private', () => {
    const requested: string[] = []
    const lane = makeLane((facts) => {
      requested.push(facts.target)
      return handler(facts)
    }, 5000)
    const targets = ['lantern', 'glows', 'lantern', 'lantern'].map((word) => `/below/search?q=${word}`)
    const bodies = targets.map((target) => {
      const { answer, rest } = requireAnswer(lane(request(target)) ?? { needs: 'body' })
      expect(answer.transient).toBe(true)
      return Buffer.from(rest ?? []).toString()
    })
    expect(requested).toEqual(targets)
    expect(bodies).toEqual([bodies[0], bodies[1], bodies[0], bodies[0]])
    expect(bodies[0]).not.toBe(bodies[1])
    for (let round = 0; round < 3; round++) lane(request('/below/search'))
    const sealed = requested.filter((target) => target === '/below/search')
    expect(sealed, 'the sealed page is cached').toHaveLength(1)
  })
})

describe('the digest', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('is the same on every machine', () => {
    const digests = ['2d8643b46768824a', 'fff30da0c13f93a9', 'fae07420a12a257a']
    expect(['', 'a', 'The lantern glows.'].map((text) => digest(bytes(text)))).toEqual(digests)
  })

  test('differs for texts that differ in one character or in length', () => {
    const texts = Array.from({ length: 300 }, (_, at) => [
      ...Array.from('bcdefgh\0', (letter) => bytes(`${'a'.repeat(at)}${letter}${'a'.repeat(300 - at)}`)),
      new Uint8Array(at),
    ]).flat()
    expect(new Set(texts.map(digest)).size).toBe(texts.length)
  })
})
