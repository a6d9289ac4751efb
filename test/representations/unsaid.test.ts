import { describe, expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { answering } from '../answering.ts'

const plainFacts = { method: 'GET', accept: undefined, acceptEncoding: 'identity' }

/** Every text of an archive by path, and its endpoint for MCP. */
async function textsOf(files: Readonly<Record<string, string>>) {
  const { value } = await compile(fromMemory(files), {
    baseUrl: 'https://example.org',
    encodings: ['identity'],
  })
  if (!value) throw new Error('not compiled')
  const handler = answering(value)
  const texts = new Map<string, string>()
  for (const path of value.resources.keys()) {
    const { headers, body } = handler({ ...plainFacts, target: path } as Parameters<typeof handler>[0])
    const text = new TextDecoder().decode(body ?? new Uint8Array())
    texts.set(path, `${headers.join('\n')}\n\n${text}`)
  }
  texts.set(
    '/mcp',
    JSON.stringify(value.mcp, (key, one: unknown) => (key === 'search' ? undefined : one)),
  )
  const found = (path: string) => texts.get(path) ?? ''
  return { texts, found }
}

const post = (title: string, front = '') => `---\ntitle: ${title}\n${front}---\n\nText of it.\n`
const plain = { 'posts/hello.md': post('Hello'), 'posts/week-01.md': post('One') }

describe('a plain folder', () => {
  test('the API has one neutral series, which no page, list or header mentions', async () => {
    const { texts, found } = await textsOf(plain)
    expect(found('/api/v1/posts/hello.json')).toContain('"type":"none","seriesLabel":"none"')
    // The developer portal shows responses of the API; `_files` are scripts and styles.
    const api = /^\/(?:api\/|openapi\.json|developers|_files\/)/
    for (const [path, text] of texts) {
      if (api.test(path)) continue
      // The argument of the MCP tools is part of the contract.
      const shown = text.replace(
        /content-security-policy\n.*|<style>[\s\S]*?<\/style>|"authentication":"none"|"series":\{[^}]*\}/gi,
        '',
      )
      expect(shown, path).not.toMatch(/\bnone\b|article:section|articleSection|\/series/)
      if (/\.(?:md|txt)$|^\/\w*$|^\/posts/.test(path)) expect(shown, path).not.toMatch(/\bseries\b/i)
    }
    expect(found('/mcp')).toContain('Only this series.')
  })

  test('nothing is said of the publication but its size', async () => {
    const { texts, found } = await textsOf(plain)
    for (const [path, text] of texts)
      expect(text, path).not.toMatch(/programs and agents can read and cite|once a week|undefined/)
    expect(found('/')).toContain('<meta name="description" content="Untitled archive: 2 posts.">')
    expect(found('/llms.txt')).toContain('\n> Untitled archive: 2 posts.\n')
    expect(found('/openapi.json')).toContain('"description":"Read-only, without')
    expect(JSON.parse(found('/mcp'))).toMatchObject({
      serverInfo: { description: 'Untitled archive: 2 posts.' },
    })
  })

  test.each(['en', 'de', 'fr', 'es', 'ja', 'ar'])(
    'the contact page promises no address (%s)',
    async (language) => {
      const { found } = await textsOf({ ...plain, 'archive.yaml': `language: ${language}\n` })
      const known = await textsOf({
        ...plain,
        'archive.yaml': `language: ${language}\nauthor: { name: Ada, email: ada@example.org }\n`,
      })
      const [page, reachable] = [found('/contact.md'), known.found('/contact.md')].map(
        (text) => text.split('\n---\n').at(-1) ?? '',
      )
      expect(page).not.toContain('The editors')
      expect(page?.trim().split('\n\n')).toHaveLength(2)
      expect(reachable?.trim().split('\n\n')).toHaveLength(4)
      const summaryOf = (text: string) => /^description: (.*)$/m.exec(text)?.[1] ?? ''
      expect(summaryOf(found('/contact.md')).length).toBeLessThan(
        summaryOf(known.found('/contact.md')).length,
      )
    },
  )
})

test('posts without a series beside others: only the named series is shown', async () => {
  const { texts, found } = await textsOf({ ...plain, 'posts/c.md': post('C', 'series: Tides\n') })
  expect([...texts.keys()].filter((path) => /^\/series\/\w+$/.test(path))).toEqual(['/series/tides'])
  expect(found('/agent-instructions.md')).toContain('in the series `tides` (Tides).')
  expect(found('/mcp')).toContain('Only this series: tides (Tides).')
  expect(found('/developers.md')).toContain('Posts\nmay belong to a series: `tides`.')
  expect(found('/posts/hello.md')).not.toContain('series:')
  expect(found('/posts/c.md')).toContain('series: tides')
  expect(found('/openapi.json')).toContain('"enum":["none","tides"]')
})

test('undated posts without a series are in a list if the home page cannot show all', async () => {
  const posts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`posts/p${at}.md`, post(`Number ${at}`)]))
  const [few, many] = [await textsOf(posts(19)), await textsOf(posts(20))]
  expect(few.texts.has('/years')).toBe(false)
  expect(few.found('/').match(/Number \d+<\/a>/g)).toHaveLength(19)
  expect(many.found('/')).toContain('href="/years"')
  expect(many.found('/years/undated').match(/Number \d+<\/a>/g)).toHaveLength(20)
  expect(many.texts.has('/feed.xml'), 'a feed needs dates').toBe(false)
})

test('ids that all count weeks are a pattern; the setting makes another id an error', async () => {
  const pattern = '^week-\\\\d{2}$'
  const weekly = { 'posts/week-01.md': post('One'), 'posts/week-02.md': post('Two') }
  expect((await textsOf(weekly)).found('/openapi.json')).toContain(pattern)
  expect((await textsOf(plain)).found('/openapi.json')).not.toContain(pattern)
  const { diagnostics } = await compile(
    fromMemory({ ...plain, 'archive.yaml': 'idPattern: ^week-\\d{2}$\n' }),
  )
  expect(diagnostics.map(({ rule, path }) => [rule, path])).toEqual([['bad-id', 'posts/hello.md']])
})
