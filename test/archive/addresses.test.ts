import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { parser } from '../../src/markdown/parser.ts'
import { cases } from '../thorough.ts'

const pieces = [
  ...'http: https: HTTP: mailto: ftp: data: // / \\ ? # @ :80 :'.split(' '),
  ...'example.org EXAMPLE.org a.b bücher.example xn--bcher-kva.example [::1] .. user:pw'.split(' '),
  ...'%20 %2 %zz %C3%A9 é " < ` { | ^ \t \u0001 😀 \ud800'.split(' '),
  ' ',
]
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
)

test('encodes URLs as markdown-it does', () => {
  const theirs = new MarkdownIt()
  let [ascii, others] = [0, 0]
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const url = pieces.join('')
      if (/^[!-~]*$/.test(url)) ascii++
      else others++
      expect(parser.normalizeLink(url), JSON.stringify(url)).toBe(theirs.normalizeLink(url))
    }),
    { numRuns: cases(1_500, 10_000) },
  )
  expect(ascii, 'addresses in ASCII that were compared').toBeGreaterThan(cases(250, 1_600))
  expect(others, 'addresses in other letters that were compared').toBeGreaterThan(cases(250, 1_600))
})
