import { describe, expect, test } from 'vitest'
import { legacy } from './rpc.ts'
import type { Site } from './site.ts'

/** Models make mistakes: what is certain is understood, the rest is explained to them. */
export function mcpMistakes(site: Site): void {
  const { tool } = legacy(site)

  describe('a tool that was called wrongly says what to do', () => {
    test.each<readonly [string, unknown, RegExp]>([
      ['get_archive_post', {}, /`id` is required\. This tool takes: id, offset, max_chars/],
      ['get_archive_post', { id: 'week-10' }, /No post has that id\. Did you mean week-01\?/],
      ['get_archive_post', { id: 'nothing like it' }, /Ids look like week-07/],
      ['get_archive_post', { id: 7 }, /`id` must be a string/],
      ['get_archive_post', { id: 'week-01', offset: 1e6 }, /The post has \d+ characters/],
      ['get_archive_post', { id: 'week-01', offset: -1 }, /`offset` must be a whole number of at least 0/],
      ['get_archive_post', { id: 'week-01', max_chars: 1 }, /`max_chars` must be .* at least 1000/],
      ['get_archive_post', { id: '__proto__' }, /No post has that id/],
      ['list_archive_posts', { series: 'news' }, /`series` must be one of: research, practice/],
      ['list_archive_posts', { tag: 'htp' }, /Did you mean http\?/],
      ['list_archive_posts', { tag: 'nothing' }, /Tags in use: c\+\+, encoding, http, method/],
      ['list_archive_posts', { limit: 0 }, /`limit` must be a whole number of at least 1, at most 100/],
      ['list_archive_posts', { limit: 1.5 }, /`limit` must be a whole number/],
      ['list_archive_posts', { limit: 'many' }, /`limit` must be a whole number/],
      ['list_archive_posts', { cursor: 'x' }, /^Unknown `cursor`/],
      ['list_archive_posts', { cursor: btoa('posts:99') }, /^Unknown `cursor`/],
      ['list_archive_posts', { cursor: btoa('hits:1') }, /^Unknown `cursor`/],
      ['list_archive_posts', { year: 2026 }, /^Unknown argument\. This tool takes: series, tag/],
      ['list_archive_posts', { constructor: 1 }, /^Unknown argument/],
      ['list_archive_posts', [], /`arguments` must be an object/],
      ['search_archive_posts', {}, /`query` is required/],
      ['search_archive_posts', { query: '' }, /`query` is required/],
      ['search_archive_posts', { query: '?!' }, /has no words to search for/],
      ['search_archive_posts', { query: 'x'.repeat(1025) }, /longer than 1024 characters/],
      ['search_archive_posts', { query: 'method', cursor: btoa('hits:999999999') }, /^Unknown `cursor`/],
    ])('%s %j', async (name, given, advice) => {
      const { isError, content, structuredContent } = await tool(name, given)
      expect([isError, structuredContent]).toEqual([true, undefined])
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(advice) }])
    })
  })

  describe('a tool that was called nearly right knows what was meant', () => {
    test.each<readonly [string, object, object]>([
      ['list_archive_posts', { type: 'research' }, { series: 'research' }],
      ['list_archive_posts', { series: 'Research' }, { series: 'research' }],
      ['list_archive_posts', { topic: 'HTTP' }, { tag: 'http' }],
      ['list_archive_posts', { tags: ['http'] }, { tag: 'http' }],
      ['list_archive_posts', { max: '2' }, { limit: 2 }],
      ['list_archive_posts', { limit: 5000 }, { limit: 100 }],
      ['list_archive_posts', { series: null, tag: '', cursor: null }, {}],
      ['get_archive_post', { slug: 'week-01' }, { id: 'week-01' }],
      ['get_archive_post', { postId: 'week-01' }, { id: 'week-01' }],
      ['get_archive_post', { post_id: ' WEEK-01 ' }, { id: 'week-01' }],
      ['get_archive_post', { id: 'week-01', slug: 'week-02' }, { id: 'week-01' }],
      ['get_archive_post', { slug: 'week-02', id: 'week-01' }, { id: 'week-01' }],
      ['get_archive_post', { id: 'week-01', maxChars: 5000 }, { id: 'week-01' }],
      ['search_archive_posts', { q: 'method' }, { query: 'method' }],
      ['search_archive_posts', { text: 'method', max_results: 1 }, { query: 'method', limit: 1 }],
    ])('%s %j', async (name, given, meant) => {
      const result = await tool(name, given)
      expect(result).toEqual(await tool(name, meant))
      expect(result.isError).toBeUndefined()
    })
  })
}
