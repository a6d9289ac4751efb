import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { listen, type Running } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'

const original = 'https://elsewhere.example/essays/first?x=1&y=2'
const files = {
  'archive.yaml':
    'oldUrls: ["/{year}/{month}/{day}/{slug}/", "/blog/{name}.html"]\noldFeeds: [/rss.xml, /feed/, /posts/two, /team]\n',
  'posts/2020-01-02-Kept-Case.md':
    '---\ntitle: One\naliases: [/old/one/, "caf\u00e9 au lait", "/sure (100%)", "https://elsewhere.example/not-ours"]\nredirect_from: /older.html\n---\n\nText.\n',
  'posts/two.md': `---\ntitle: Two\ncanonical: ${original}\nauthors: [Ada, Grace, Joan]\n---\n\nSomething to be found.\n`,
  'pages/team.md': '---\ntitle: Team\naliases: /about/team/\n---\n\nAll of us.\n',
}

let running: Running
let base = ''
beforeAll(async () => {
  const { value, diagnostics } = await compile(fromMemory(files), { encodings: ['identity'] })
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  running = await listen({ handler: serve(value), port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${running.port}`
})
afterAll(() => running.close())

const ask = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init })

describe('old addresses', () => {
  for (const path of [
    '/old/one/',
    '/old/one',
    '/old/one/index.html',
    '/caf%C3%A9%20au%20lait',
    '/caf%c3%a9%20au%20lait/',
    '/c%61f%C3%a9%20au%20lait/index.html',
    '/sure%20(100%25)',
    '/sure%20%28100%25%29',
    '/sure%20(100%)',
    '/older.html',
    '/older',
    '/2020/01/02/Kept-Case/',
    '/2020/01/02/Kept-Case',
    '/blog/Kept-Case.html',
    '/posts/kept-case/',
  ]) {
    test(`${path} redirects to the post`, async () => {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, '/posts/kept-case'])
      expect((await fetch(base + path)).status, 'the target exists').toBe(200)
    })
  }

  test.each(['/rss.xml', '/feed', '/feed/'])('%s redirects to the feed', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/feed.xml'])
    expect((await fetch(base + path)).headers.get('content-type')).toMatch(/^application\/xml/)
  })

  test('an old address of the feed does not replace a published post or page', async () => {
    for (const path of ['/posts/two', '/team']) expect((await ask(path)).status, path).toBe(200)
  })

  test('a page can have an old address', async () => {
    const answer = await ask('/about/team/')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/team'])
  })

  test('a redirect keeps the query', async () => {
    expect((await ask('/old/one?a=1&b=2')).headers.get('location')).toBe('/posts/kept-case?a=1&b=2')
  })

  test('an alias on another host is ignored', async () => {
    expect((await ask('/not-ours')).status).toBe(404)
  })
})

describe('a post first published elsewhere', () => {
  test('has the original as its url in JSON', async () => {
    const post = (await (await ask('/api/v1/posts/two.json')).json()) as { url: string; markdownUrl: string }
    expect(post.url).toBe(original)
    expect(post.markdownUrl).toMatch(/\/posts\/two\.md$/)
  })

  test('has the original as canonical in HTML and markdown', async () => {
    const page = await (await ask('/posts/two')).text()
    expect(page).toContain('<link rel="canonical" href="https://elsewhere.example/essays/first?x=1&amp;y=2">')
    const twin = await ask('/posts/two.md')
    expect(twin.headers.get('link')).toContain(`<${original}>; rel="canonical"`)
    expect(await twin.text()).toContain(`canonical_url: "${original}"`)
  })

  test('has the original URL in MCP lists, hits and prompts; a hit also links the page here', async () => {
    const list = await call('tools/call', { name: 'list_archive_posts', arguments: {} })
    expect(list.structuredContent.posts[0]).toMatchObject({ id: 'kept-case', authors: ['The editors'] })
    expect(list.structuredContent.posts[1]).toMatchObject({
      url: original,
      authors: ['Ada', 'Grace', 'Joan'],
    })
    const found = await call('tools/call', { name: 'search_archive_posts', arguments: { query: 'found' } })
    expect(found.structuredContent.hits[0]).toMatchObject({
      url: original,
      authors: ['Ada', 'Grace', 'Joan'],
    })
    expect(found.structuredContent.hits[0].page).toMatch(/\/posts\/two$/)
    expect(found.content[0].text).toContain(original)
    const prompt = await call('prompts/get', { name: 'cite_post', arguments: { id: 'two' } })
    expect(prompt.messages[0].content.text).toContain(
      `Ada, Grace, Joan. “Two”. Untitled archive. ${original}`,
    )
    const { contents } = await call('resources/read', { uri: original })
    expect(contents[0].text).toContain('Something to be found.')
  })

  test('has its authors in JSON, JSON-LD and markdown', async () => {
    const post = (await (await ask('/api/v1/posts/two.json')).json()) as { authors: unknown }
    expect(post.authors).toEqual([{ name: 'Ada' }, { name: 'Grace' }, { name: 'Joan' }])
    const page = await (await ask('/posts/two')).text()
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(data).author).toEqual(
      ['Ada', 'Grace', 'Joan'].map((name) => ({ '@type': 'Person', name })),
    )
    expect(await (await ask('/posts/two.md')).text()).toContain('authors: [Ada, Grace, Joan]')
    const contract = await (await ask('/openapi.json')).text()
    expect(contract, 'the contract has the field if any post has authors').toContain('"authors"')
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a result of any tool
async function call(method: string, params: object): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const answer = (await (await ask('/mcp', { method: 'POST', body, headers })).json()) as { result: unknown }
  return answer.result
}
