import { describe, expect, test } from 'vitest'
import { endpoints, pagePaths, type Site } from './site.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** Accept headers of real programs. */
const programs = {
  'Claude Code': 'text/markdown, text/html, */*',
  OpenCode: 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1',
  'Gemini CLI':
    'text/markdown, text/plain;q=0.9, application/json;q=0.9, text/html;q=0.8, application/pdf;q=0.7, video/*;q=0.7, */*;q=0.5',
  'Qwen Code': 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1',
  Codex: 'text/markdown,text/plain,*/*',
  Cursor: 'text/markdown, text/plain;q=0.9, */*;q=0.8',
}
const others = { curl: '*/*', axios: 'application/json, text/plain, */*', 'a browser': browser }

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['200 text/html; charset=utf-8', 'html'],
  ['200 text/markdown; charset=utf-8', 'markdown'],
  ['406 application/json', 406],
])

type Answer = 'html' | 'markdown' | 406
type Rows = readonly (readonly [accept: string, answer: Answer])[]

/** Content negotiation by Accept. */
export function negotiation(site: Site): void {
  async function answerTo(accept: string | string[], userAgent?: string): Promise<Answer | string> {
    const headers = { Accept: accept, ...(userAgent !== undefined && { 'User-Agent': userAgent }) }
    const { kind } = await site.ask('/posts/week-01', { headers })
    return answers.get(kind) ?? kind
  }

  async function expectAll(rows: Rows): Promise<void> {
    const answers = await Promise.all(rows.map(async ([accept]) => [accept, await answerTo(accept)]))
    expect(answers).toEqual(rows)
  }

  describe('Accept on a page', () => {
    test.each(Object.entries(programs))('[markdown-2] %s gets markdown', async (_, accept) => {
      expect(await answerTo(accept)).toBe('markdown')
    })

    test.each(Object.entries(others))('[markdown-4] %s gets HTML', async (_, accept) => {
      expect(await answerTo(accept)).toBe('html')
    })

    test('[markdown-4] every page and post is HTML for */* and without Accept', async () => {
      for (const path of await pagePaths(site)) {
        for (const headers of [{}, { Accept: '*/*' }]) {
          expect((await site.ask(path, { headers })).kind, path).toBe('200 text/html; charset=utf-8')
        }
      }
    })

    test('[markdown-5] [condition.page] every page and post is 406 if Accept excludes HTML and markdown', async () => {
      for (const path of await pagePaths(site)) {
        for (const Accept of ['application/json', 'image/*', '*/*;q=0']) {
          expect((await site.ask(path, { headers: { Accept } })).status, `${path} ${Accept}`).toBe(406)
        }
      }
    })

    test('[decided-3.q] the highest q-value wins', () =>
      expectAll([
        ['text/html;q=0.4, text/markdown;q=0.5', 'markdown'],
        ['text/markdown;q=0.4, text/html;q=0.5', 'html'],
        ['text/markdown;q=0.001, application/json', 'markdown'],
        ['text/html;q=0.9, text/markdown;q=0.901', 'markdown'],
        ['text/markdown;q=0.9, */*;q=0.8', 'markdown'],
      ]))

    test('[decided-3.q0] q=0 excludes a type', () =>
      expectAll([
        ['text/html;q=0', 406],
        ['text/html;q=0, */*', 'markdown'],
        ['text/markdown;q=0, text/*', 'html'],
        ['text/html;q=0.000, text/markdown;q=0.0', 406],
        ['*/*;q=0', 406],
        ['text/*;q=0, */*', 406],
      ]))

    test('[decided-3.specific] the most specific range takes precedence', () =>
      expectAll([
        ['text/html;q=0.5, */*', 'markdown'],
        ['text/*;q=0.5, text/html;q=0.1', 'markdown'],
        ['text/*, text/markdown;q=0.9', 'html'],
        ['*/*, text/*;q=0, text/markdown;q=0.1', 'markdown'],
      ]))

    test('[decided-3.case] case does not matter', () =>
      expectAll([
        ['TEXT/Markdown;Q=0.5', 'markdown'],
        ['Text/HTML;q=0, Text/*', 'markdown'],
      ]))

    test('[decided-3.parameters] parameters other than q are ignored', () =>
      expectAll([
        ['text/markdown;variant=GFM', 'markdown'],
        ['text/markdown; charset=utf-8; q=0.5, text/html;level=1;q=0.4', 'markdown'],
        ['text/html;level=1', 'html'],
        ['text/markdown;title="a, b; q=0"', 'markdown'],
      ]))

    test('[decided-3.absent] an empty or invalid header counts as absent, and an invalid element is dropped', () =>
      expectAll([
        ['', 'html'],
        [' , ,', 'html'],
        ['markdown', 'html'],
        ['*/markdown', 'html'],
        ['text/markdown;q=abc', 'html'],
        ['text/markdown;q=1.5', 'html'],
        ['text/markdown;q=-1', 'html'],
        ['text/html;q=2, text/markdown', 'markdown'],
        ['nonsense, text/markdown;q=0.2', 'markdown'],
      ]))

    test('[decided-3.tie-named] the order of the header breaks a tie between named types', () =>
      expectAll([
        ['text/markdown, text/html', 'markdown'],
        ['text/html, text/markdown', 'html'],
        ['text/markdown, text/html, */*', 'markdown'],
        ['*/*, text/markdown', 'markdown'],
      ]))

    test('[decided-3.tie-wildcard] HTML wins a tie by wildcard', () =>
      expectAll([
        ['*/*', 'html'],
        ['text/*', 'html'],
        ['text/*;q=0.1', 'html'],
        ['application/json, */*;q=0.1', 'html'],
      ]))

    test('[decided-3.repeated] repeated headers are joined in order', async () => {
      expect(await answerTo(['text/html;q=0.1', 'text/markdown'])).toBe('markdown')
      expect(await answerTo(['text/html', 'text/markdown'])).toBe('html')
      expect(await answerTo(['application/json', '*/*;q=0'])).toBe(406)
    })

    test('[decided-3.user-agent] User-Agent is ignored', async () => {
      for (const agent of ['ClaudeBot/1.0', 'GPTBot/1.2', 'Mozilla/5.0 (X11) Firefox/140.0', 'curl/8.0']) {
        expect(await answerTo('*/*', agent), agent).toBe('html')
        expect(await answerTo('text/markdown', agent), agent).toBe('markdown')
      }
    })
  })

  describe('Accept on a JSON endpoint', () => {
    const json = ['application/*', 'application/json', 'application/json; charset=utf-8']
    const others = ['*/*', 'application/json, text/plain, */*', browser, 'text/markdown, text/html, */*']

    test.each([...json, ...others, 'APPLICATION/JSON;q=0.1', ''])(
      '[endpoints.get] %s gets JSON',
      async (accept) => {
        for (const path of endpoints) {
          const reply = await site.ask(path, { headers: { Accept: accept } })
          expect(reply.kind, path).toBe('200 application/json')
        }
      },
    )

    const excluded = ['text/html', 'text/markdown, text/html', 'application/json;q=0, */*', 'application/xml']

    test.each([...excluded, '*/*;q=0'])('[endpoints-3] [condition.json] %s gets 406', async (accept) => {
      for (const path of endpoints) {
        expect((await site.ask(path, { headers: { Accept: accept } })).status, path).toBe(406)
      }
    })
  })
}
