import { mixed, paperColours } from '../colours.ts'
import { marksAt } from '../icon.ts'
import { blankRaster, draw, fillRows, png, type Raster, type Shape, clear } from '../raster.ts'
import { type Letter, letterOf, shadeCount, shapeOf, shiftBetween, unitsPerSize } from './letters.ts'

export interface CardText {
  readonly headline: string
  /** Of the publication. */
  readonly name: string
  /** In small letters: after the name, or below a headline that is the name. */
  readonly note: string | null
}

export const cardSize = { width: 1200, height: 630 } as const

/** Makes the cards of one publication. What the font lacks letters for is left out: the headline, or all but the quotation marks. */
export function cardMaker(accent: string): (text: CardText) => Uint8Array {
  const card = blankRaster(cardSize.width, cardSize.height)
  const shades = Array.from({ length: shadeCount }, (_, part) => (part + 1) / shadeCount)
  const { paper, ink } = paperColours
  const onPaper = [paper, ...[ink, accent].flatMap((full) => shades.map((part) => mixed(paper, full, part)))]
  const onAccent = [accent, ...shades.map((part) => mixed(accent, paper, part))]
  const mark = marksAt(3, shadeCount)
  return (text) => {
    clear(card)
    const isWritten = write(card, text, mark)
    if (!isWritten) drawMiddle(card, marksAt(14, shadeCount))
    return png(card, isWritten ? onPaper : onAccent)
  }
}

/** The palette: paper, then ink from its lightest shade on, then the accent likewise. */
const colours = { ink: shadeCount, accent: 2 * shadeCount } as const
type Tint = Uint8Array
const tint = (colourOf: (shade: number) => number): Tint =>
  Uint8Array.from({ length: shadeCount + 1 }, (_, shade) => (shade === 0 ? 0 : colourOf(shade)))
const inked = tint((shade) => shade)
/** What is quiet on pages has about this colour. */
const quiet = tint((shade) => Math.ceil((shade * 3) / 4))
const accented = tint((shade) => colours.ink + shade)

const margin = 96
const room = cardSize.width - 2 * margin
const band = 16
const top = { mark: 56, headline: 212, footer: 524 } as const

const headlines: readonly Choice[] = [
  { size: 84, leading: 98, lines: 2 },
  { size: 70, leading: 82, lines: 3 },
  { size: 58, leading: 67, lines: 4 },
]
const notes = { size: 36, leading: 50 } as const
const gap = 24
const footers: readonly Choice[] = [{ size: 31, leading: 36, lines: 1 }]

/** False if neither headline nor name can be written. */
function write(card: Raster, { headline, name, note }: CardText, mark: Shape): boolean {
  const title = drawable(headline)
  const publication = drawable(name)
  const main = title ?? publication
  if (!main) return false
  fillRows(card, band, colours.accent)
  draw(card, mark, margin - mark.left, top.mark, accented)
  const end = drawBlock(card, main, headlines, top.headline, inked)
  if (!title) return true
  const more = note === null ? undefined : drawable(note)
  if (headline !== name) drawBlock(card, footer(publication, more), footers, top.footer, quiet)
  else drawBlock(card, more, notesFrom(end + gap), end + gap, quiet)
  return true
}

function footer(name: Drawable | undefined, note: Drawable | undefined): Drawable | undefined {
  return name && note ? [...name, ...(drawable('·') ?? []), ...note] : (name ?? note)
}

/** As many lines as end above the margin. */
function notesFrom(row: number): readonly Choice[] {
  const { size, leading } = notes
  return [{ size, leading, lines: Math.min(3, Math.floor((cardSize.height - margin / 2 - row) / leading)) }]
}

/** Gives the row after it. */
function drawBlock(
  card: Raster,
  text: Drawable | undefined,
  choices: readonly Choice[],
  from: number,
  colours: Tint,
): number {
  if (!text) return from
  const { size, leading, lines } = setInLines(text, room, choices)
  const first = from + Math.round(size * 0.72)
  for (const [nth, line] of lines.entries()) drawLine(card, line, size, first + nth * leading, colours)
  return from + lines.length * leading
}

function drawLine(card: Raster, { words }: Line, size: number, baseline: number, colours: Tint): void {
  const scale = size / unitsPerSize
  let start = 0
  for (const { letters, offsets, width } of words) {
    for (let nth = 0; nth < letters.length; nth++) {
      const letter = letters[nth]
      if (!letter) continue
      const x = margin + Math.round((start + (offsets[nth] ?? 0)) * scale)
      draw(card, shapeOf(letter, size), x, baseline, colours)
    }
    start += width + spaceWidth()
  }
}

function drawMiddle(card: Raster, shape: Shape): void {
  const x = Math.round((cardSize.width - shape.width) / 2) - shape.left
  draw(card, shape, x, Math.round((cardSize.height - shape.height) / 2) - shape.top, inked)
}

/** Text that can be drawn: letters that the font has, and single spaces. */
export type Drawable = readonly Word[]

interface Word {
  readonly letters: readonly Letter[]
  /** Where each letter begins, and how wide all of them are, in the font's units. */
  readonly offsets: readonly number[]
  readonly width: number
}

/** Undefined if the font lacks a letter, and so for all that is written from right to left. Emoji and what is invisible are left out. */
export function drawable(text: string): Drawable | undefined {
  const words: Word[] = []
  // NFC is the same in all versions of Unicode for what the font has.
  const written = text.slice(0, mostRead).normalize('NFC').replace(passedOver, '').replaceAll('\u2011', '-')
  for (const word of written.split(/\s+/)) {
    if (word === '') continue
    const letters = Array.from(word, (letter) => letterOf(letter.codePointAt(0) ?? 0))
    if (!letters.every((letter) => letter !== undefined)) return undefined
    words.push(wordOf(letters))
  }
  return words.length > 0 ? words : undefined
}

/** More than fits on any card, however thin its letters. */
const mostRead = 400

/** Fixed ranges, not a class of the machine's Unicode: pictographs, what joins or tints them, and characters without a width. */
const passedOver =
  /\u20e3|[\ufe00-\ufe0f]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufeff\u{1f000}-\u{1faff}\u{e0000}-\u{e007f}]/gu

interface Line {
  readonly words: readonly Word[]
  readonly width: number
}

/** At the largest of the sizes that it fits at, cut at the smallest if it must be; its lines are about equally long. */
export function setInLines(text: Drawable, room: number, choices: readonly Choice[]) {
  for (const [nth, { size, leading, lines: most }] of choices.entries()) {
    const width = (room * unitsPerSize) / size
    const isLast = nth === choices.length - 1
    // Words that are wider than a line go in pieces that are not, where no smaller size is left.
    const isWide = text.some((word) => word.width > width)
    if (isWide && !isLast) continue
    const words = isWide ? text.flatMap((word) => piecesOf(word, width)) : text
    const lines = wrapped(words, width)
    if (lines.length <= most) return { size, leading, lines: balanced(words, lines, width) }
    if (isLast) return { size, leading, lines: cut(lines, most, width) }
  }
  throw new Error('there is no size to choose from')
}

interface Choice {
  readonly size: number
  /** From one line to the next. */
  readonly leading: number
  /** The most that there may be. */
  readonly lines: number
}

function wordOf(letters: readonly Letter[]): Word {
  let width = 0
  const offsets = letters.map((letter, nth) => {
    const before = letters[nth - 1]
    const offset = before ? width + shiftBetween(before, letter) : 0
    width = offset + letter.advance
    return offset
  })
  return { letters, offsets, width }
}

function wrapped(words: readonly Word[], width: number): Line[] {
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

/** The narrowest that needs no more lines. */
function balanced(words: readonly Word[], lines: readonly Line[], width: number): readonly Line[] {
  let best = lines
  let [low, high] = [Math.max(...words.map((word) => word.width)), width]
  while (high - low > unitsPerSize / 10) {
    const middle = (low + high) / 2
    const tried = wrapped(words, middle)
    if (tried.length === lines.length) [best, high] = [tried, middle]
    else low = middle
  }
  return best
}

function piecesOf({ letters, offsets, width: whole }: Word, width: number): Word[] {
  const pieces: Word[] = []
  let from = 0
  for (let nth = 1; nth <= letters.length; nth++) {
    const end = offsets[nth + 1] ?? whole
    if (nth < letters.length && end - (offsets[from] ?? 0) <= width) continue
    pieces.push(wordOf(letters.slice(from, nth)))
    from = nth
  }
  return pieces
}

/** An ellipsis after the last word that leaves room for one. */
function cut(lines: readonly Line[], most: number, width: number): Line[] {
  const kept = lines.slice(0, most)
  const last = kept.pop()
  const dots = letterOf(0x2026)
  if (!last || !dots) return kept
  let words = last.words
  while (words.length > 1 && wrapped(withDots(words, dots), width).length > 1) words = words.slice(0, -1)
  let [closed] = withDots(words.slice(-1), dots)
  while (closed && closed.width > width) closed = wordOf([...closed.letters.slice(0, -2), dots])
  const shown = closed ? [...words.slice(0, -1), closed] : words
  return [...kept, ...wrapped(shown, width)]
}

function withDots(words: readonly Word[], dots: Letter): Word[] {
  const last = words.at(-1)
  return last ? [...words.slice(0, -1), wordOf([...last.letters, dots])] : []
}

export function spaceWidth(): number {
  return letterOf(0x20)?.advance ?? 0
}
