import fc from 'fast-check'
import Negotiator from 'negotiator'
import { describe, expect, test } from 'vitest'
import { chooseType } from '../../src/answer/negotiate.ts'
import { cases } from '../thorough.ts'

const page = ['text/html', 'text/markdown']
const html = 'text/html'
const markdown = 'text/markdown'
const notAcceptable = undefined

const choose = (header: string | undefined, offers = page) => offers[chooseType(header, offers)]

describe('Accept headers of real programs', () => {
  test.each([
    ['Claude Code', 'text/markdown, text/html, */*', markdown],
    [
      'OpenCode',
      'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1',
      markdown,
    ],
    [
      'Gemini CLI',
      'text/markdown, text/plain;q=0.9, application/json;q=0.9, text/html;q=0.8, application/pdf;q=0.7, video/*;q=0.7, */*;q=0.5',
      markdown,
    ],
    ['Qwen Code', 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1', markdown],
    ['Codex', 'text/markdown,text/plain,*/*', markdown],
    ['Cursor', 'text/markdown, text/plain;q=0.9, */*;q=0.8', markdown],
    ['curl', '*/*', html],
    ['axios', 'application/json, text/plain, */*', html],
    [
      'browsers',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
      html,
    ],
  ])('%s', (_, header, form) => expect(choose(header)).toBe(form))
})

describe('a page', () => {
  test.each([
    // Absent, empty or invalid.
    [undefined, html],
    ['', html],
    [' , ,', html],
    ['text/html;q=abc', html],
    ['nonsense', html],
    ['*/json', html],
    ['text/markdown;a="open', html],
    // The server's order breaks a tie by wildcard.
    ['*/*', html],
    ['text/*', html],
    ['*/*;q=0.1', html],
    // A named type beats a wildcard of the same weight, in any position.
    ['*/*, text/markdown', markdown],
    ['text/*, text/markdown', markdown],
    ['text/html;q=0.5, */*;q=0.5', html],
    // The client's order breaks a tie between named types.
    ['text/markdown, text/html', markdown],
    ['text/html, text/markdown', html],
    ['text/html;q=0.5, text/markdown;q=0.5', html],
    // Weights.
    ['text/html;q=0.8, text/markdown;q=0.9', markdown],
    ['text/markdown;q=0.1', markdown],
    ['text/markdown;q=0.001, */*;q=0', markdown],
    // Zero excludes, and the most specific range takes precedence.
    ['text/html;q=0', notAcceptable],
    ['*/*;q=0', notAcceptable],
    ['text/*;q=0, */*', notAcceptable],
    ['application/json', notAcceptable],
    ['text/html;q=0, */*', markdown],
    ['text/markdown;q=0, text/*', html],
    ['text/html;q=0.0, text/markdown;q=0.000', notAcceptable],
    ['text/html;q=0.1, text/*;q=0.9', markdown],
    // A repeated range has its highest weight.
    ['text/markdown;q=0, text/markdown;q=0.7, text/html;q=0.5', markdown],
    ['text/markdown;q=0.7, text/html;q=0.5, text/markdown;q=0', markdown],
    // Case, whitespace and parameters are ignored.
    ['TEXT/Markdown;Q=0.5', markdown],
    ['\ttext/markdown ;  q=0.5 ', markdown],
    ['text/markdown;variant=GFM', markdown],
    ['text/markdown;variant=GFM;q=0.4, text/html;level=1;q=0.3', markdown],
    ['text/markdown;a="x,text/html;q=1";q=0.9, text/html;q=0.1', markdown],
    ['text/markdown;a="\\",text/html", text/html;q=0.5', markdown],
    ['text/html;q=0.2;ext=1, text/markdown;q=0.3;q=0.1', markdown],
    ['text/markdown;level', markdown],
    ['text/markdown;', markdown],
    // A malformed element is dropped.
    ['text/html;q=1.5, text/markdown;q=0.1', markdown],
    ['text/html;q=-1, text/markdown;q=0.1', markdown],
    ['text/html;q=.2, text/markdown;q=0.1', markdown],
    ['text/html;q=0.1234, text/markdown;q=0.1', markdown],
    ['text/html;q=1.001, text/markdown;q=0.1', markdown],
    ['text/html;q="1", text/markdown;q=0.1', markdown],
    ['text/html;q, text/markdown;q=0.1', markdown],
    ['text/html;q= 1, text/markdown;q=0.1', markdown],
    ['text html, text/markdown;q=0.1', markdown],
    ['text/html/x, text/markdown;q=0.1', markdown],
    ['*, text/markdown;q=0.1', markdown],
    ['text/markdown;q=0., text/html;q=1.', html],
  ])('Accept: %s', (header, form) => expect(choose(header)).toBe(form))
})

describe('a JSON endpoint', () => {
  test.each([
    [undefined, 0],
    ['application/json', 0],
    ['application/json; charset=utf-8', 0],
    ['application/json;version=1', 0],
    ['application/*', 0],
    ['text/html, */*;q=0.1', 0],
    ['text/html', -1],
    ['application/json;q=0', -1],
    ['application/json;q=0, */*', -1],
    ['application/vnd.api+json', -1],
  ])('Accept: %s', (header, index) => expect(chooseType(header, ['application/json'])).toBe(index))
})

// Two ties differ on purpose: a repeated range, and two different wildcards (where negotiator prefers the client's order).
// So no range is repeated, and all offers have one top-level type.
test('agrees with negotiator', () => {
  const offers = [...page, 'text/plain']
  const type = fc.constantFrom(...offers, 'text/*', 'application/*', '*/*', 'image/png')
  const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', ';Q=0.25', '; q=0.125')
  const element = fc.tuple(type, weight).map((pair) => pair.join(''))
  const distinct = { minLength: 1, maxLength: 6, selector: (one: string) => one.split(';')[0] }
  fc.assert(
    fc.property(
      fc.uniqueArray(element, distinct),
      fc.shuffledSubarray(offers, { minLength: 1 }),
      (list, offered) => {
        const accept = list.join(', ')
        const theirs = new Negotiator({ headers: { accept } }).mediaType(offered)
        expect(choose(accept, offered)).toBe(theirs)
      },
    ),
    { numRuns: cases(400, 5000) },
  )
})

// Quadratic time would exceed the test timeout.
test('takes time linear in the length of the header', () => {
  for (const piece of ['"', '\\"', ',', ';', 'a/b;q=1;', 'text/html;a="', '=;=', '*/*,']) {
    expect(chooseType(piece.repeat(cases(200_000, 1_000_000) / piece.length), page)).toBeTypeOf('number')
  }
})
