import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardMaker, type CardText, cardSize } from '../../src/pages/card/card.ts'
import { cases } from '../thorough.ts'
import { type Decoded, decoded } from './decode.ts'

const make = cardMaker('#1d5a96')
const card = (headline: string, name = 'The Journal', note: string | null = '1 March 2026') =>
  make({ headline, name, note })

const [paper, ink, quiet, accent] = ['#fffefb', '#201f1c', '#585754', '#1d5a96']

/** The bounding box of all pixels of some colors, below the band at the top. */
function bounds({ width, height, palette, at }: Decoded, colours: readonly string[]) {
  const entries = new Set(colours.map((colour) => palette.indexOf(colour)))
  const found = { left: width, right: -1, top: height, bottom: -1 }
  for (let row = 16; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!entries.has(at(column, row))) continue
      found.left = Math.min(found.left, column)
      found.right = Math.max(found.right, column)
      found.top = Math.min(found.top, row)
      found.bottom = Math.max(found.bottom, row)
    }
  }
  return found
}

const allColorsButPaper = (picture: Decoded) => picture.palette.filter((colour) => colour !== paper)

describe('a card', () => {
  test('is a 1200×630 PNG with an accent band, quotation marks, the title and the name', () => {
    const picture = decoded(card('Why quotes rot'))
    expect(picture).toMatchObject({ width: 1200, height: 630 })
    const colourAt = (column: number, row: number) => picture.palette[picture.at(column, row)]
    expect([colourAt(0, 0), colourAt(1199, 15), colourAt(1199, 16), colourAt(0, 629)]).toEqual([
      accent,
      accent,
      paper,
      paper,
    ])
    const [marks, title, name] = [accent, ink, quiet].map((colour) => bounds(picture, [colour ?? '']))
    expect(marks).toMatchObject({ left: 97 })
    expect(title?.top).toBeGreaterThan(marks?.bottom ?? 0)
    expect(name?.top).toBeLessThan(name?.bottom ?? 0)
    expect(bounds(picture, [ink ?? '']).bottom).toBeLessThan(400)
    expect(name?.bottom).toBeGreaterThan(540)
  })

  test('has the same bytes on every machine and version of Node', () => {
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    expect(digest(card('Größe, Мир & Ωmega: “quotes” rot'))).toBe('bd769b75104d05b9')
    expect(digest(card('日本語', '出版'))).toBe('53725b64c4f378be')
  })

  test('shrinks a long title, and truncates it after four lines', () => {
    const linesOf = (title: string) => {
      const picture = decoded(card(title))
      const rows = Array.from({ length: 520 - 200 }, (_, row) =>
        Array.from({ length: 1008 }, (_, column) => picture.at(96 + column, 200 + row)).some(
          (entry) => entry > 0,
        ),
      )
      return rows.filter((isDrawn, row) => isDrawn && !rows[row - 1]).length
    }
    // Capitals without accents or descenders, so that lines do not touch.
    expect([1, 6, 9, 14, 60].map((words) => linesOf(Array(words).fill('HEN').join(' ')))).toEqual([
      1, 2, 2, 3, 4,
    ])
    expect(linesOf('HE'.repeat(30))).toBeGreaterThan(1)
    const long = Array(60).fill('HEN').join(' ')
    expect(card(`${long} HEN`)).toEqual(card(long))
    expect(card(Array(5).fill('HEN').join(' '))).not.toEqual(card(Array(6).fill('HEN').join(' ')))
  })

  test('omits emoji, and composes decomposed letters', () => {
    expect(card('Quotes 🎉 rot 👩🏽‍🚀1️⃣')).toEqual(card('Quotes rot 1'))
    expect(card('Gro\u0308ße')).toEqual(card('Größe'))
  })

  test('shows the name if the font lacks the letters of the title, or else only the quotation marks', () => {
    const [named, other] = [card('日本語の題'), card('عنوان')]
    expect(named).toEqual(other)
    expect(bounds(decoded(named), [ink ?? '']).bottom).toBeGreaterThan(0)
    const marks = decoded(card('日本語の題', '出版', '2026年3月1日'))
    expect(marks.palette[marks.at(0, 0)]).toBe(accent)
    const { left, right } = bounds(marks, [paper ?? ''])
    expect(Math.abs(left + right - 1199)).toBeLessThanOrEqual(1)
  })

  test('for the site has the description below the name', () => {
    const site = decoded(card('The Journal', 'The Journal', 'Notes on what lasts.'))
    const description = bounds(site, [quiet ?? ''])
    expect(description.bottom).toBeLessThan(400)
    expect(description.top).toBeGreaterThan(200)
  })

  test('is a valid PNG with margins for any title (random texts)', () => {
    const letters = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'jfJÄgÅỆЁЩΩ“W.…- '), maxLength: 300 }),
      fc.lorem({ maxCount: 40 }),
    )
    const texts = fc
      .record({ headline: letters, name: fc.option(letters, { freq: 2 }), note: fc.option(letters) })
      .map(({ headline, name, note }): CardText => ({ headline, name: name ?? headline, note }))
    let [written, longest] = [0, 0]
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = make(text)
        const picture = decoded(bytes)
        expect(picture).toMatchObject(cardSize)
        longest = Math.max(longest, bytes.length)
        if (picture.palette.length < 9) return
        written++
        const { left, right, top, bottom } = bounds(picture, allColorsButPaper(picture))
        expect(left).toBeGreaterThanOrEqual(80)
        expect(right).toBeLessThan(cardSize.width - 80)
        expect(top).toBeGreaterThanOrEqual(70)
        expect(bottom).toBeLessThan(cardSize.height - 60)
      }),
      { numRuns: cases(20, 500) },
    )
    expect(written).toBeGreaterThan(cases(10, 200))
    expect(longest).toBeLessThan(40_000)
    const long = 'abc def ghi '.repeat(50)
    expect(card(long.repeat(1_000))).toEqual(card(long))
  })
})
