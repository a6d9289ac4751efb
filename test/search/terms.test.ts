import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalise, termsOfText } from '../../src/search/analyse.ts'
import { searchLanguage } from '../../src/search/languages.ts'
import { TermReader } from '../../src/search/read.ts'
import { cases } from '../thorough.ts'

function read(reader: TermReader, text: string): string[] {
  reader.read(text)
  reader.endUnit()
  return Array.from(reader.take().slice(0, -1), (number) => reader.vocabulary.terms[number] ?? '')
}

/** The terms of a text by the analysis of queries, which keeps no state. */
function analysed(text: string): string[] {
  return termsOfText(normalise(text).text, searchLanguage('en')).map(({ term }) => term)
}

const words =
  "ice Ice ICE melted c++ C# .net Node.js 1.2.3 v1.18 8.x 10GB --no-verify read_file readFile 1,000 don't U.S. é É ß Σ ΟΔΟΣ слово 日本 日本語。 한국 ไทย 🎉 🇩🇪 👍🏽 ’s ™ ﬁ"
const marks =
  '. .. ... , \' " - _ + # = < ` ~ ^ \u0301 \u0338 \u200b \u00ad \u00b4 \0 \u0001 \u000b \u007f \ufffd'
const spaces = [' ', '  ', '\t', '\n', '\r']
const piece = fc.constantFrom(...words.split(' '), ...marks.split(' '), ...spaces, 'x'.repeat(70))

test('texts and queries have the same terms, whatever was read before', () => {
  const reader = new TermReader()
  let terms = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const expected = analysed(text)
      terms += expected.length
      expect(read(reader, text), JSON.stringify(text)).toEqual(expected)
    }),
    { numRuns: cases(500, 5_000) },
  )
  expect(terms).toBeGreaterThan(cases(1000, 10_000))
})
