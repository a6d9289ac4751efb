import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { legacy, type Tool } from './rpc.ts'
import type { Site } from './site.ts'

const [list, get, search] = ['list_archive_posts', 'get_archive_post', 'search_archive_posts'] as const

/** The arguments sent, and the correct call they stand for. */
type Row = readonly [tool: string, sent: unknown, meant: object]

const omitted: readonly Row[] = [
  [list, null, {}],
  [list, undefined, {}],
  [list, '', {}],
  [list, '{}', {}],
  [list, [], {}],
  [list, [{}], {}],
  [list, { series: null, tag: '', since: null, limit: null, cursor: null }, {}],
  [list, { series: [], tag: [null], cursor: [] }, {}],
  [list, { tag: 'null' }, {}],
  [list, { cursor: 'undefined' }, {}],
  [search, { query: 'method', series: null, tag: null, cursor: '' }, { query: 'method' }],
  [search, { query: 'method', explain: null, markdown: null }, { query: 'method' }],
  [get, { id: 'week-01', section: '', offset: null, max_chars: null }, { id: 'week-01' }],
]

const numbers: readonly Row[] = [
  [list, { limit: 0 }, {}],
  [list, { limit: '0' }, {}],
  [list, { limit: -1 }, { limit: 1 }],
  [list, { limit: 2.5 }, { limit: 3 }],
  [list, { limit: 2.4 }, { limit: 2 }],
  [list, { limit: 1e6 }, { limit: 100 }],
  [list, { limit: Number.MAX_SAFE_INTEGER }, { limit: 100 }],
  [list, { limit: '2' }, { limit: 2 }],
  [list, { limit: ' 2 ' }, { limit: 2 }],
  [list, { limit: '2.0' }, { limit: 2 }],
  [list, { limit: [2] }, { limit: 2 }],
  [list, { limit: '-3' }, { limit: 1 }],
  [search, { query: 'method', limit: 0 }, { query: 'method' }],
  [search, { query: 'method', limit: 51 }, { query: 'method', limit: 50 }],
  [search, { query: 'method', limit: '1' }, { query: 'method', limit: 1 }],
  [get, { id: 'week-01', offset: -1 }, { id: 'week-01' }],
  [get, { id: 'week-01', offset: '0' }, { id: 'week-01', offset: 0 }],
  [get, { id: 'week-01', offset: 10.4 }, { id: 'week-01', offset: 10 }],
  [get, { id: 'week-01', max_chars: 0, offset: 0 }, { id: 'week-01' }],
  [get, { id: 'week-01', max_chars: 1 }, { id: 'week-01', max_chars: 1000 }],
  [get, { id: 'week-01', max_chars: 1e9 }, { id: 'week-01', max_chars: 200_000 }],
  [get, { id: 'week-01', max_chars: '5000' }, { id: 'week-01', max_chars: 5000 }],
]

const names: readonly Row[] = [
  [list, { type: 'research' }, { series: 'research' }],
  [list, { Series: 'research' }, { series: 'research' }],
  [list, { category: 'research' }, { series: 'research' }],
  [list, { topic: 'http' }, { tag: 'http' }],
  [list, { tags: ['http'] }, { tag: 'http' }],
  [list, { TAG: 'http' }, { tag: 'http' }],
  [list, { max: 2 }, { limit: 2 }],
  [list, { maxResults: 2 }, { limit: 2 }],
  [list, { max_results: 2 }, { limit: 2 }],
  [list, { 'page-size': 2 }, { limit: 2 }],
  [list, { count: 2 }, { limit: 2 }],
  [list, { n: 2 }, { limit: 2 }],
  [list, { after: '2026-02-01' }, { since: '2026-02-01' }],
  [list, { start_date: '2026-02-01' }, { since: '2026-02-01' }],
  [list, { from_date: '2026-02-01' }, { since: '2026-02-01' }],
  [search, { q: 'method' }, { query: 'method' }],
  [search, { Query: 'method' }, { query: 'method' }],
  [search, { text: 'method' }, { query: 'method' }],
  [search, { search_query: 'method' }, { query: 'method' }],
  [search, { searchTerm: 'method' }, { query: 'method' }],
  [search, { question: 'method' }, { query: 'method' }],
  [search, { keywords: ['method', 'repeat'] }, { query: 'method repeat' }],
  [search, { input: 'method' }, { query: 'method' }],
  [search, { query: 'method', top_k: 1 }, { query: 'method', limit: 1 }],
  [search, { query: 'method', num_results: 1 }, { query: 'method', limit: 1 }],
  [search, { query: 'method', verbose: true }, { query: 'method', explain: true }],
  [get, { slug: 'week-01' }, { id: 'week-01' }],
  [get, { postId: 'week-01' }, { id: 'week-01' }],
  [get, { post_id: 'week-01' }, { id: 'week-01' }],
  [get, { 'doc-id': 'week-01' }, { id: 'week-01' }],
  [get, { url: '/posts/week-01' }, { id: 'week-01' }],
  [get, { path: 'posts/week-01.md' }, { id: 'week-01' }],
  [get, { id: 'week-07', anchor: 'objections' }, { id: 'week-07', section: 'objections' }],
  [get, { id: 'week-07', heading: 'Objections' }, { id: 'week-07', section: 'objections' }],
  [get, { id: 'week-01', maxChars: 5000 }, { id: 'week-01', max_chars: 5000 }],
  [get, { id: 'week-01', start: 10 }, { id: 'week-01', offset: 10 }],
  [get, { id: 'week-01', slug: 'week-02' }, { id: 'week-01' }],
  [get, { slug: 'week-02', id: 'week-01' }, { id: 'week-01' }],
]

const values: readonly Row[] = [
  [list, { series: 'Research' }, { series: 'research' }],
  [list, { series: ' research ' }, { series: 'research' }],
  [list, { series: ['research'] }, { series: 'research' }],
  [list, { tag: 'HTTP' }, { tag: 'http' }],
  [list, { tag: ['http'] }, { tag: 'http' }],
  [list, { since: '2026-02-01T00:00:00Z' }, { since: '2026-02-01' }],
  [list, { since: '2026-02' }, { since: '2026-02-01' }],
  [list, { since: 2026 }, { since: '2026' }],
  [list, '{"limit": 2}', { limit: 2 }],
  [search, { query: ['method'] }, { query: 'method' }],
  [search, { query: 'method', explain: 'true' }, { query: 'method', explain: true }],
  [search, { query: 'method', explain: 1 }, { query: 'method', explain: true }],
  [search, { query: 'method', explain: 'no' }, { query: 'method' }],
  [search, { query: 'method', markdown: 'yes' }, { query: 'method', markdown: true }],
  [search, '{"query": "method"}', { query: 'method' }],
  [search, { query: 2026 }, { query: '2026' }],
  [get, { id: ' WEEK-01 ' }, { id: 'week-01' }],
  [get, { id: 'week 1' }, { id: 'week-01' }],
  [get, { id: 'week-01.md' }, { id: 'week-01' }],
  [get, { id: 'week-01.json' }, { id: 'week-01' }],
  [get, { id: 'Week 01' }, { id: 'week-01' }],
  [get, { id: 'week_01' }, { id: 'week-01' }],
  [get, { id: 'week1' }, { id: 'week-01' }],
  [get, { id: 1 }, { id: 'week-01' }],
  [get, { id: '01' }, { id: 'week-01' }],
  [get, { id: ['week-01'] }, { id: 'week-01' }],
  [get, { id: '/posts/week-01/' }, { id: 'week-01' }],
  [get, { id: 'posts/week-01' }, { id: 'week-01' }],
  [get, { id: 'week-07#objections' }, { id: 'week-07', section: 'objections' }],
  [get, { id: 'week-07', section: '#objections' }, { id: 'week-07', section: 'objections' }],
  [get, { id: 'week-07', section: '## Objections' }, { id: 'week-07', section: 'objections' }],
]

/** Unknown or invalid arguments are ignored, and a note names them. */
const ignored: readonly (readonly [tool: string, sent: object, meant: object, note: RegExp])[] = [
  [
    list,
    { year: 2026 },
    {},
    /unknown arguments: `year`\. This tool takes: series, tag, author, since, until, sort/,
  ],
  [list, { sort: 'date', order: 'desc' }, { sort: 'newest' }, /^6 posts in [^,]+, newest first/],
  [list, { page: 'two', format: 'long' }, {}, /`page`, `format`/],
  [list, { sort: 'by colour' }, {}, /`sort` was ignored: write newest or oldest\./],
  [list, { sort: 'relevance' }, {}, /`sort` was ignored: write newest or oldest\./],
  [list, { sort: 'date_asc' }, { sort: 'oldest' }, /oldest first/],
  [list, { query: 'method' }, {}, /`query`/],
  [list, { constructor: 1 }, {}, /`constructor`/],
  [list, { ['x'.repeat(500)]: 1 }, {}, /`x{40}`/],
  [list, { limit: 'many' }, {}, /`limit` was ignored: it is not a number\./],
  [list, { limit: {} }, {}, /`limit` was ignored/],
  [list, { since: 'yesterday' }, {}, /`since` was ignored: write a date as YYYY-MM-DD\./],
  [search, { query: 'method', filters: {} }, { query: 'method' }, /`filters`/],
  [
    search,
    { query: 'method', explain: 'maybe' },
    { query: 'method' },
    /`explain` was ignored: it is not true or false/,
  ],
  [
    search,
    { query: `method ${'x '.repeat(1000)}` },
    { query: `method ${'x '.repeat(508)}` },
    /cut to its first 1024 characters/,
  ],
  [get, { id: 'week-01', format: 'json' }, { id: 'week-01' }, /`format`/],
]

/** Tool calls as models get them wrong: clear intent is accepted, and the rest gets an explanation. */
export function mcpMistakes(site: Site): void {
  const { tool, tools } = legacy(site)
  const rows = [...omitted, ...numbers, ...names, ...values]

  test('the tables have at least a hundred mistakes that models make', () => {
    expect(rows.length + ignored.length).toBeGreaterThanOrEqual(100)
  })

  describe('a tool accepts arguments that are almost right', () => {
    test.each(rows)('%s %j', async (name, sent, meant) => {
      const result = await tool(name, sent)
      expect(result.isError).toBeUndefined()
      expect(result).toEqual(await tool(name, meant))
    })
  })

  test('input schemas reject only wrong types, missing required arguments and non-objects', async () => {
    const declared = new Map(
      (await tools()).map((tool) => [tool.name, { tool, accepts: new Ajv().compile(tool.inputSchema) }]),
    )
    const passed = [...rows, ...ignored].filter(([name, sent]) => {
      const one = declared.get(name)
      if (!one) throw new Error(`${name} is not declared`)
      const passes = one.accepts(sent)
      expect(passes, JSON.stringify(sent)).toBe(isAsDeclared(one.tool, sent))
      return passes
    })
    expect(passed.length).toBeGreaterThan(60)
  })

  describe('a tool ignores arguments it does not know, and names them in a note', () => {
    test.each(ignored)('%s %j', async (name, sent, meant, note) => {
      const { content, structuredContent, isError } = await tool(name, sent)
      expect(isError).toBeUndefined()
      expect(content[0]?.text).toMatch(note)
      const { notes: _, query: __, ...facts } = structuredContent ?? {}
      const { notes: ___, query: ____, ...expected } = (await tool(name, meant)).structuredContent ?? {}
      expect(facts).toEqual(expected)
    })
  })

  describe('a tool explains how to fix a wrong call', () => {
    test.each<readonly [string, unknown, RegExp]>([
      [get, {}, /`id` is required\. This tool takes: id, section, offset, max_chars/],
      [get, null, /`id` is required/],
      [get, { id: {} }, /`id` is required/],
      [get, { id: 'week-10' }, /No post has that id\. Did you mean week-01\?/],
      [get, { id: 'nothing like it' }, /Ids look like week-07/],
      [get, { id: 'https://example.com/posts/week-01' }, /No post has that id/],
      [get, { id: 'week-01', offset: 1e6 }, /The post has \d+ characters/],
      [get, { id: 'week-07', section: 'nothing' }, /no such section\. Its sections: /],
      [get, { id: '__proto__' }, /No post has that id/],
      [get, { id: 'x'.repeat(5000) }, /No post has that id/],
      [list, { series: 'news' }, /no such series\. .* one of: practice, research/],
      [list, { tag: 'htp' }, /Did you mean http\?/],
      [list, { tag: 'nothing' }, /Tags in use: c\+\+, encoding, http, method/],
      [list, { cursor: 'x' }, /^Unknown `cursor`/],
      [list, { cursor: btoa('posts:99') }, /^Unknown `cursor`/],
      [list, { cursor: btoa('hits:1') }, /^Unknown `cursor`/],
      [list, [1, 2], /`arguments` must be an object/],
      [list, 'posts', /`arguments` must be an object/],
      [list, 7, /`arguments` must be an object/],
      [search, {}, /`query` is required/],
      [search, { query: '' }, /`query` is required/],
      [search, { query: '   ' }, /`query` is required/],
      [search, { query: '?!' }, /has no words to search for/],
      [search, { query: 'method', cursor: btoa('hits:999999999') }, /^Unknown `cursor`/],
    ])('%s %j', async (name, sent, advice) => {
      const { isError, content, structuredContent } = await tool(name, sent)
      expect([isError, structuredContent]).toEqual([true, undefined])
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(advice) }])
    })
  })

  test('arguments sent as a JSON string have the nesting limit of a message', async () => {
    const nested = (levels: number) => `{"query": ${'['.repeat(levels)}"method"${']'.repeat(levels)}}`
    expect(await tool(search, nested(60))).toEqual(await tool(search, { query: 'method' }))
    for (const levels of [64, 20_000])
      expect(await tool(search, nested(levels))).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^`arguments` must be an object/) }],
      })
  })
}

function isAsDeclared({ inputSchema }: Tool, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false
  const { properties, required = [] } = inputSchema
  const isOfType = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(properties, name) || typeof value === properties[name]?.type
  return required.every((name) => name in sent) && Object.entries(sent).every(isOfType)
}
