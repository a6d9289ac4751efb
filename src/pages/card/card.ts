import { mixed, paperColours } from '../colours.ts'
import { marksAt } from '../icon.ts'
import { blankRaster, draw, fillRows, png, type Raster, type Shape, clear } from '../raster.ts'
import { type Glyph, glyphOf, shadeCount, shapeOf, kerning, unitsPerEm } from './glyphs.ts'

export interface CardText {
  readonly headline: string
  /** The publication's name. */
  readonly name: string
  /** Small text: after the name, or below a headline that is the name. */
  readonly note: string | null
}

export const cardSize = { width: 1200, height: 630 } as const

/**
 * Returns a function that draws the cards of one publication. Text that the font cannot show is left out; without any text, the card
 * shows only the quotation marks.
 */
export function cardMaker(accent: string): (text: CardText) => Uint8Array {
  const card = blankRaster(cardSize.width, cardSize.height)
  const shades = Array.from({ length: shadeCount }, (_, part) => (part + 1) / shadeCount)
  const { paper, ink } = paperColours
  const onPaper = [paper, ...[ink, accent].flatMap((full) => shades.map((part) => mixed(paper, full, part)))]
  const onAccent = [accent, ...shades.map((part) => mixed(accent, paper, part))]
  const mark = marksAt(3, shadeCount)
  return (text) => {
    clear(card)
    const hasText = drawText(card, text, mark)
    if (!hasText) drawCentered(card, marksAt(14, shadeCount))
    return png(card, hasText ? onPaper : onAccent)
  }
}

/** The palette: paper, then the shades of ink and of the accent, lightest first. */
const colours = { ink: shadeCount, accent: 2 * shadeCount } as const
type Tint = Uint8Array
const tint = (colourOf: (shade: number) => number): Tint =>
  Uint8Array.from({ length: shadeCount + 1 }, (_, shade) => (shade === 0 ? 0 : colourOf(shade)))
const inked = tint((shade) => shade)
/** Matches the muted text of pages. */
const muted = tint((shade) => Math.ceil((shade * 3) / 4))
const accented = tint((shade) => colours.ink + shade)

const margin = 96
const textWidth = cardSize.width - 2 * margin
const bandHeight = 16
const top = { mark: 56, headline: 212, footer: 524 } as const

const headlines: readonly Choice[] = [
  { size: 84, leading: 98, lines: 2 },
  { size: 70, leading: 82, lines: 3 },
  { size: 58, leading: 67, lines: 4 },
]
const notes = { size: 36, leading: 50 } as const
const gap = 24
const footers: readonly Choice[] = [{ size: 31, leading: 36, lines: 1 }]

/** Returns false if the font can show neither headline nor name. */
function drawText(card: Raster, { headline, name, note }: CardText, mark: Shape): boolean {
  const title = drawable(headline)
  const publication = drawable(name)
  const main = title ?? publication
  if (!main) return false
  fillRows(card, bandHeight, colours.accent)
  draw(card, mark, margin - mark.left, top.mark, accented)
  const end = drawBlock(card, main, headlines, top.headline, inked)
  if (!title) return true
  const more = note === null ? undefined : drawable(note)
  if (headline !== name) drawBlock(card, footer(publication, more), footers, top.footer, muted)
  else drawBlock(card, more, notesFrom(end + gap), end + gap, muted)
  return true
}

function footer(name: Drawable | undefined, note: Drawable | undefined): Drawable | undefined {
  return name && note ? [...name, ...(drawable('·') ?? []), ...note] : (name ?? note)
}

/** Returns as many lines as fit above the margin. */
function notesFrom(row: number): readonly Choice[] {
  const { size, leading } = notes
  return [{ size, leading, lines: Math.min(3, Math.floor((cardSize.height - margin / 2 - row) / leading)) }]
}

/** Returns the row below the block. */
function drawBlock(
  card: Raster,
  text: Drawable | undefined,
  choices: readonly Choice[],
  from: number,
  colours: Tint,
): number {
  if (!text) return from
  const { size, leading, lines } = fitLines(text, textWidth, choices)
  const first = from + Math.round(size * 0.72)
  for (const [nth, line] of lines.entries()) drawLine(card, line, size, first + nth * leading, colours)
  return from + lines.length * leading
}

function drawLine(card: Raster, { words }: Line, size: number, baseline: number, colours: Tint): void {
  const scale = size / unitsPerEm
  let start = 0
  for (const { glyphs, offsets, width } of words) {
    for (let nth = 0; nth < glyphs.length; nth++) {
      const glyph = glyphs[nth]
      if (!glyph) continue
      const x = margin + Math.round((start + (offsets[nth] ?? 0)) * scale)
      draw(card, shapeOf(glyph, size), x, baseline, colours)
    }
    start += width + spaceWidth()
  }
}

function drawCentered(card: Raster, shape: Shape): void {
  const x = Math.round((cardSize.width - shape.width) / 2) - shape.left
  draw(card, shape, x, Math.round((cardSize.height - shape.height) / 2) - shape.top, inked)
}

/** Text that the font can show, as words. */
type Drawable = readonly Word[]

interface Word {
  readonly glyphs: readonly Glyph[]
  /** The start of each glyph, in font units. */
  readonly offsets: readonly number[]
  readonly width: number
}

/** Returns undefined if the font lacks a character, as for all right-to-left scripts. Skips emoji and invisible characters. */
function drawable(text: string): Drawable | undefined {
  const words: Word[] = []
  // For the font's characters, NFC is the same in all versions of Unicode.
  const clean = text.slice(0, maxCharacters).normalize('NFC').replace(skipped, '').replaceAll('\u2011', '-')
  for (const word of clean.split(/\s+/)) {
    if (word === '') continue
    const glyphs = Array.from(word, (character) => glyphOf(character.codePointAt(0) ?? 0))
    if (!glyphs.every((glyph) => glyph !== undefined)) return undefined
    words.push(wordOf(glyphs))
  }
  return words.length > 0 ? words : undefined
}

/** More than fits on any card. */
const maxCharacters = 400

/** Emoji, their modifiers and zero-width characters. Fixed ranges, because Unicode classes vary between runtimes. */
const skipped =
  /\u20e3|[\ufe00-\ufe0f]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufeff\u{1f000}-\u{1faff}\u{e0000}-\u{e007f}]/gu

interface Line {
  readonly words: readonly Word[]
  readonly width: number
}

/** Wraps text into balanced lines at the largest size that fits. Truncates it at the smallest size. */
function fitLines(text: Drawable, pixels: number, choices: readonly Choice[]) {
  for (const [nth, { size, leading, lines: maxLines }] of choices.entries()) {
    const width = (pixels * unitsPerEm) / size
    const isLast = nth === choices.length - 1
    // Only the smallest size breaks words that are wider than a line.
    const isWide = text.some((word) => word.width > width)
    if (isWide && !isLast) continue
    const words = isWide ? text.flatMap((word) => piecesOf(word, width)) : text
    const lines = wrap(words, width)
    if (lines.length <= maxLines) return { size, leading, lines: balance(words, lines, width) }
    if (isLast) return { size, leading, lines: truncate(lines, maxLines, width) }
  }
  throw new Error('no sizes to choose from')
}

interface Choice {
  readonly size: number
  /** The distance between lines. */
  readonly leading: number
  /** The maximum number of lines. */
  readonly lines: number
}

function wordOf(glyphs: readonly Glyph[]): Word {
  let width = 0
  const offsets = glyphs.map((glyph, nth) => {
    const before = glyphs[nth - 1]
    const offset = before ? width + kerning(before, glyph) : 0
    width = offset + glyph.advance
    return offset
  })
  return { glyphs, offsets, width }
}

function wrap(words: readonly Word[], width: number): Line[] {
  const space = spaceWidth()
  const lines: { words: Word[]; width: number }[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && line.width + space + word.width <= width) {
      line.words.push(word)
      line.width += space + word.width
    } else lines.push({ words: [word], width: word.width })
  }
  return lines
}

/** Finds the narrowest width that needs no more lines. */
function balance(words: readonly Word[], lines: readonly Line[], width: number): readonly Line[] {
  let best = lines
  let [low, high] = [Math.max(...words.map((word) => word.width)), width]
  while (high - low > unitsPerEm / 10) {
    const middle = (low + high) / 2
    const narrower = wrap(words, middle)
    if (narrower.length === lines.length) [best, high] = [narrower, middle]
    else low = middle
  }
  return best
}

function piecesOf({ glyphs, offsets, width: whole }: Word, width: number): Word[] {
  const pieces: Word[] = []
  let from = 0
  for (let nth = 1; nth <= glyphs.length; nth++) {
    const end = offsets[nth + 1] ?? whole
    if (nth < glyphs.length && end - (offsets[from] ?? 0) <= width) continue
    pieces.push(wordOf(glyphs.slice(from, nth)))
    from = nth
  }
  return pieces
}

/** Ends the last line with an ellipsis. */
function truncate(lines: readonly Line[], maxLines: number, width: number): Line[] {
  const shown = lines.slice(0, maxLines)
  const last = shown.pop()
  const ellipsis = glyphOf(0x2026)
  if (!last || !ellipsis) return shown
  let words = last.words
  while (words.length > 1 && wrap(withEllipsis(words, ellipsis), width).length > 1) words = words.slice(0, -1)
  let [lastWord] = withEllipsis(words.slice(-1), ellipsis)
  while (lastWord && lastWord.width > width) lastWord = wordOf([...lastWord.glyphs.slice(0, -2), ellipsis])
  const lastLine = lastWord ? [...words.slice(0, -1), lastWord] : words
  return [...shown, ...wrap(lastLine, width)]
}

function withEllipsis(words: readonly Word[], ellipsis: Glyph): Word[] {
  const last = words.at(-1)
  return last ? [...words.slice(0, -1), wordOf([...last.glyphs, ellipsis])] : []
}

function spaceWidth(): number {
  return glyphOf(0x20)?.advance ?? 0
}
