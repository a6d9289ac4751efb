import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { afterFile } from '../after-file.ts'
import {
  compile,
  type CompileOptions,
  type FieldSchema,
  fromMemory,
  packInMemory,
} from '../../src/compile.ts'
import { answering } from '../answering.ts'

/** The options of compile(). */

const post = (fields: string, body = 'Text.') =>
  `---\ntitle: A title\nseries: research\nsummary: One sentence.\npublished: 2026-01-05\n${fields}---\n\n${body}\n`

async function answers(files: Readonly<Record<string, string>>, options: CompileOptions = {}) {
  const { value, diagnostics } = await compile(fromMemory(files), {
    baseUrl: 'https://example.org',
    ...options,
  })
  const handler = value && answering(value)
  const text = (target: string) =>
    new TextDecoder().decode(handler?.({ method: 'GET', target, accept: 'text/html, */*' }).body ?? undefined)
  return { snapshot: value, diagnostics, text, json: (target: string) => JSON.parse(text(target)) }
}

describe('fields', () => {
  const schema = z.object({
    rating: z.number().min(1).max(5),
    seen: z.boolean().optional(),
    code: z.string(),
  })
  const written = 'rating: 4\nseen: true\ncode: "007"\nother: no field\n'

  test('are in the JSON and the OpenAPI contract as the schema declares them', async () => {
    const { json } = await answers({ 'posts/week-01.md': post(written) }, { fields: schema })
    const fields = { rating: 4, seen: true, code: '007' }
    expect(json('/api/v1/posts/week-01.json').fields).toEqual(fields)
    expect(json('/api/v1/posts.json').posts[0].fields).toEqual(fields)
    const { Post } = json('/openapi.json').components.schemas
    expect(Post.properties.fields).toMatchObject({
      type: 'object',
      properties: { rating: { type: 'number', minimum: 1, maximum: 5 }, seen: { type: 'boolean' } },
      required: ['rating', 'code'],
    })
    expect(Post.required, 'fields are optional').not.toContain('fields')
  })

  test('that do not match the schema are errors with a position', async () => {
    const { snapshot, diagnostics } = await answers(
      { 'posts/week-01.md': post(written.replace('4', '9')) },
      { fields: schema },
    )
    expect(snapshot).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { rule: 'own-field', severity: 'error', path: 'posts/week-01.md', line: 6, column: 9 },
    ])
    expect(diagnostics[0]?.message).toMatch(/^`rating`: .*5/)
  })

  test('have the types of TOML', async () => {
    const own: FieldSchema = {
      '~standard': { version: 1, vendor: 'a test', validate: (value) => ({ value: value as object }) },
    }
    const toml = 'n = [1, 2.5]\nm = { a = 1, b = true }\nday = 2026-01-05\n[[items]]\ncode = "007"\n'
    const { json } = await answers({ 'posts/week-01.md': `+++\n${toml}+++\n\nText.\n` }, { fields: own })
    expect(json('/api/v1/posts/week-01.json').fields).toEqual({
      ...{ n: [1, 2.5], m: { a: 1, b: true }, day: '2026-01-05', items: [{ code: '007' }] },
    })
  })

  test('accept any Standard Schema, including asynchronous ones', async () => {
    const own: FieldSchema = {
      '~standard': {
        version: 1,
        vendor: 'a test',
        validate: async (value) => ({ value: { keys: Object.keys(value as object).length } }),
      },
    }
    const { json } = await answers({ 'posts/week-01.md': post(written) }, { fields: own })
    expect(json('/api/v1/posts/week-01.json').fields).toEqual({ keys: 8 })
    const { Post } = json('/openapi.json').components.schemas
    expect(Post.properties.fields).toMatchObject({ type: 'object' })
  })

  test('are omitted without a schema', async () => {
    const { json } = await answers({ 'posts/week-01.md': post(written) })
    expect(json('/api/v1/posts/week-01.json')).not.toHaveProperty('fields')
    expect(json('/openapi.json').components.schemas.Post.properties).not.toHaveProperty('fields')
  })
})

test('markdown: plugins change the HTML of posts, but not their markdown', async () => {
  const marked = (md: MarkdownIt) => {
    md.inline.ruler.before('text', 'mark', (state, silent) => {
      const [all, inner = ''] = /^!!([^!]+)!!/.exec(state.src.slice(state.pos)) ?? []
      if (all === undefined) return false
      if (!silent) state.push('mark', '', 0).content = inner
      state.pos += all.length
      return true
    })
    md.renderer.rules['mark'] = (tokens, at) =>
      `<mark>${md.utils.escapeHtml(tokens[at]?.content ?? '')}</mark>`
  }
  const files = { 'posts/week-01.md': post('', 'A !!bright!! idea, [linked](week-01.md).') }
  const { text } = await answers(files, { markdown: (parser) => parser.use(marked) })
  expect(text('/posts/week-01')).toContain('A <mark>bright</mark> idea')
  expect(text('/posts/week-01.md')).toContain(
    'A !!bright!! idea, [linked](https://example.org/posts/week-01)',
  )
  const { text: plain } = await answers(files)
  expect(plain('/posts/week-01'), 'the plugin does not affect other compilations').toContain(
    'A !!bright!! idea',
  )
})

test('page: adds HTML to the head and the end of a page', async () => {
  const { text } = await answers(
    { 'posts/week-01.md': post('') },
    {
      page: ({ path, kind, title }) => ({
        head: `<meta name="at" content="${path}">`,
        ...(kind === 'article' && { foot: `<p>End of ${title}</p>` }),
      }),
    },
  )
  expect(text('/posts/week-01')).toMatch(
    /<meta name="at" content="\/posts\/week-01"><\/head>[\s\S]*<div class="foot"><p>End of A title<\/p><\/div>\s*<\/main>/,
  )
  expect(text('/developers')).toContain('<meta name="at" content="/developers"></head>')
  expect(text('/developers')).not.toContain('End of')
})

test('scripts: are in the head of every page, and in its policy by hash or origin', async () => {
  const scripts = [
    { text: 'start("</p>")\r\n' },
    { src: 'https://stats.example/count.js', attributes: { defer: true, 'data-site': '"a"' } },
    { src: '/own.js' },
  ] as const
  const { text, snapshot } = await answers({ 'posts/week-01.md': post('') }, { scripts })
  const hash = createHash('sha256').update('start("</p>")\n').digest('base64')
  for (const path of ['/', '/posts/week-01', '/search', '/contact', '/developers']) {
    const [head = ''] = text(path).split('</head>')
    expect(head, path).toContain(
      `<script>start("</p>")\n</script>
<script defer data-site="&quot;a&quot;" src="https://stats.example/count.js"></script>
<script src="/own.js"></script>`,
    )
    const [page] = snapshot?.resources.get(path)?.representations ?? []
    expect(page?.variants[0]?.full.headers.join('\n'), path).toContain(
      `script-src 'self' 'sha256-${hash}' https://stats.example; connect-src 'self' https://stats.example;`,
    )
  }
  expect(text('/privacy')).toContain('the publisher has added from stats.example;')
  await expect(answers({}, { scripts: [{ text: '</script>' }] })).rejects.toThrow(
    '`scripts.0.text` has a tag',
  )
  await expect(answers({}, { theme: { pst: () => '' } as never })).rejects.toThrow('Did you mean `post`?')
})

test('cacheFolder: a compilation from the cache has the same bytes', async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'citable-cache-'))
  afterFile(() => rmSync(cacheFolder, { recursive: true, force: true }))
  const files = { 'posts/week-01.md': post('rating: 3\n'), 'posts/week-02.md': post('rating: 4\n') }
  const fields = z.object({ rating: z.number() })
  const packed = async (options: CompileOptions) => {
    const { snapshot } = await answers(files, { fields, ...options })
    return snapshot && Buffer.from(packInMemory(snapshot))
  }
  const first = await packed({ cacheFolder })
  expect(readdirSync(cacheFolder)).not.toEqual([])
  const second = await packed({ cacheFolder })
  const without = await packed({})
  expect([first?.length, second && first?.equals(second), without && first?.equals(without)]).toEqual([
    without?.length,
    true,
    true,
  ])
})

test('what looks like a post and is not published is reported', async () => {
  const { diagnostics } = await answers({
    'posts/week-01.md': post(''),
    'posts/week-02.md': post('draft: true\n'),
    'posts/week-03.rst': 'Title',
    'essays/2020-01-02-one.md': post(''),
    'README.md': 'Read me.',
  })
  expect(diagnostics.map(({ path, rule }) => [path, rule])).toEqual([
    ['README.md', 'other-files'],
    ['essays/2020-01-02-one.md', 'unmatched-post'],
    ['posts/week-02.md', 'draft'],
    ['posts/week-03.rst', 'other-format'],
  ])
})

test('options that exclude each other are rejected', async () => {
  const page = () => undefined
  await expect(answers({}, { generators: [], cacheFolder: 'x' })).rejects.toThrow(
    'generators cannot be combined',
  )
  await expect(answers({}, { page, cacheFolder: 'x' })).rejects.toThrow(
    'page cannot be combined with cacheFolder',
  )
  await expect(answers({}, { fields: {} as FieldSchema })).rejects.toThrow('Standard Schema')
})
