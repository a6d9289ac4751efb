import fc from 'fast-check'
import Negotiator from 'negotiator'
import { describe, expect, it, test } from 'vitest'
import { chooseType } from '../../src/answer/negotiate.ts'
import { cases } from '../thorough.ts'

const page = ['text/html', 'text/markdown']
const html = 'text/html'
const markdown = 'text/markdown'
const nothing = undefined

const choose = (header: string | undefined, offers = page) => offers[chooseType(header, offers)]

describe('what real programs send gets the form they want', () => {
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
    // Absent, and what counts as absent.
    [undefined, html],
    ['', html],
    [' , ,', html],
    ['text/html;q=abc', html],
    ['nonsense', html],
    ['*/json', html],
    ['text/markdown;a="open', html],
    // Wildcards go by the server's order.
    ['*/*', html],
    ['text/*', html],
    ['*/*;q=0.1', html],
    // A named type beats a wildcard of the same weight, wherever it stands.
    ['*/*, text/markdown', markdown],
    ['text/*, text/markdown', markdown],
    ['text/html;q=0.5, */*;q=0.5', html],
    // Named types of the same weight go by the client's order.
    ['text/markdown, text/html', markdown],
    ['text/html, text/markdown', html],
    ['text/html;q=0.5, text/markdown;q=0.5', html],
    // Weights.
    ['text/html;q=0.8, text/markdown;q=0.9', markdown],
    ['text/markdown;q=0.1', markdown],
    ['text/markdown;q=0.001, */*;q=0', markdown],
    // Zero excludes, and the most specific range decides.
    ['text/html;q=0', nothing],
    ['*/*;q=0', nothing],
    ['text/*;q=0, */*', nothing],
    ['application/json', nothing],
    ['text/html;q=0, */*', markdown],
    ['text/markdown;q=0, text/*', html],
    ['text/html;q=0.0, text/markdown;q=0.000', nothing],
    ['text/html;q=0.1, text/*;q=0.9', markdown],
    // A range given twice has its greatest weight.
    ['text/markdown;q=0, text/markdown;q=0.7, text/html;q=0.5', markdown],
    ['text/markdown;q=0.7, text/html;q=0.5, text/markdown;q=0', markdown],
    // Case, white space and parameters do not matter.
    ['TEXT/Markdown;Q=0.5', markdown],
    ['\ttext/markdown ;  q=0.5 ', markdown],
    ['text/markdown;variant=GFM', markdown],
    ['text/markdown;variant=GFM;q=0.4, text/html;level=1;q=0.3', markdown],
    ['text/markdown;a="x,text/html;q=1";q=0.9, text/html;q=0.1', markdown],
    ['text/markdown;a="\\",text/html", text/html;q=0.5', markdown],
    ['text/html;q=0.2;ext=1, text/markdown;q=0.3;q=0.1', markdown],
    ['text/markdown;level', markdown],
    ['text/markdown;', markdown],
    // A malformed element is left out, the rest counts.
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

// Two ties are decided otherwise on purpose: a range given twice, and two different wildcards (where a client's order
// would beat the server's). So no range is repeated and all offers are of one top-level type.
it('agrees with negotiator', () => {
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

it('takes time in proportion to the header: hundreds of thousands of hostile characters would not end otherwise', () => {
  for (const piece of ['"', '\\"', ',', ';', 'a/b;q=1;', 'text/html;a="', '=;=', '*/*,']) {
    expect(chooseType(piece.repeat(cases(200_000, 1_000_000) / piece.length), page)).toBeTypeOf('number')
  }
})
