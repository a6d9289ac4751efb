import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termOf, tokens } from '../../src/search/analyse.ts'
import { normalise } from '../../src/search/normalise.ts'
import { firstRuns, mixed, slotOf, TermReader } from '../../src/search/terms.ts'
import { cases } from '../thorough.ts'

const utf8 = new TextEncoder()

function read(reader: TermReader, text: string): string[] {
  const length = utf8.encode(text).length
  const bytes = new Uint8Array(length + 1)
  utf8.encodeInto(text, bytes)
  reader.read(text, bytes, length)
  return Array.from(reader.take(), (number) => reader.vocabulary[number] ?? '')
}

/** What the terms of a text are, by the analysis that queries have: all of it at once, and nothing remembered. */
function analysed(text: string): string[] {
  const found: string[] = []
  tokens(normalise(text).text, true, (token) => void found.push(termOf(token)))
  return found
}

const words =
  "ice Ice ICE melted c++ C# .net Node.js 1.2.3 don't U.S. é É ß Σ ΟΔΟΣ слово 日本 日本語。 한국 ไทย 🎉 🇩🇪 👍🏽 ’s ™ ﬁ"
const marks =
  '. .. ... , \' " - _ + # = < ` ~ ^ \u0301 \u0338 \u200b \u00ad \u00b4 \0 \u0001 \u000b \u007f \ufffd'
const spaces = [' ', '  ', '\t', '\n', '\r']
const piece = fc.constantFrom(...words.split(' '), ...marks.split(' '), ...spaces, 'x'.repeat(70))

test('the terms of a text are those of its analysis, whatever was read before it', () => {
  const reader = new TermReader()
  let terms = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const expected = analysed(text)
      terms += expected.length
      expect(read(reader, text), JSON.stringify(text)).toEqual(expected)
    }),
    { numRuns: cases(2000, 50_000) },
  )
  expect(terms).toBeGreaterThan(3000)
})

const hashOf = (word: string) => utf8.encode(word).reduce((hash, letter) => mixed(hash, letter), 0)

test('two words of one hash are told apart', () => {
  const [one, other] = ['wnairmh', 'qahcake'] as const
  expect(hashOf(one)).toBe(hashOf(other))
  const reader = new TermReader()
  for (let time = 0; time < 2; time++)
    expect(read(reader, `${one} ${other}`)).toEqual([one, other].map(termOf))
})

test('words that all want the same slot are told apart, however many they are', () => {
  const alike: string[] = []
  for (let number = 36 ** 4; alike.length < 40; number++) {
    const word = number.toString(36)
    if (slotOf(hashOf(word), 0, firstRuns * 2) === 0) alike.push(word)
  }
  const reader = new TermReader()
  for (let time = 0; time < 3; time++) {
    for (const word of alike) expect(read(reader, word)).toEqual([termOf(word)])
  }
})

test('words are told apart when there are many times more than at first', () => {
  const reader = new TermReader()
  const many = Array.from({ length: firstRuns * 5 }, (_, number) => `${number}x`)
  for (let time = 0; time < 2; time++) expect(read(reader, many.join(' '))).toEqual(many)
  expect(reader.vocabulary).toEqual(many)
})
