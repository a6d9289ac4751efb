import { mixed, paperColours } from '../colours.ts'
import { marksAt } from '../icon.ts'
import { blankPicture, draw, fillRows, type Raster, wipe } from '../picture.ts'
import { png } from '../png.ts'
import type { Shape } from '../raster.ts'
import { shadeCount, shapeOf, unitsPerSize } from './letters.ts'
import { type Choice, type Drawable, drawable, type Line, setInLines, spaceWidth } from './lines.ts'

/** What a link to a page looks like where it is shared. */
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
  const card = blankPicture(cardSize.width, cardSize.height)
  const shades = Array.from({ length: shadeCount }, (_, part) => (part + 1) / shadeCount)
  const { paper, ink } = paperColours
  const onPaper = [paper, ...[ink, accent].flatMap((full) => shades.map((part) => mixed(paper, full, part)))]
  const onAccent = [accent, ...shades.map((part) => mixed(accent, paper, part))]
  const mark = marksAt(3, shadeCount)
  return (text) => {
    wipe(card)
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
