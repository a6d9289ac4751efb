import { type Letter, letterOf, shiftBetween, unitsPerSize } from './letters.ts'

/** Text that can be drawn: letters that the font has, and single spaces. */
export type Drawable = readonly Word[]

export interface Word {
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

export interface Line {
  readonly words: readonly Word[]
  readonly width: number
}

export interface Block {
  readonly size: number
  /** From one line to the next. */
  readonly leading: number
  readonly lines: readonly Line[]
}

/** At the largest of the sizes that it fits at, cut at the smallest if it must be; its lines are about equally long. */
export function setInLines(text: Drawable, room: number, choices: readonly Choice[]): Block {
  for (const [nth, { size, leading, lines: most }] of choices.entries()) {
    const width = (room * unitsPerSize) / size
    const isLast = nth === choices.length - 1
    const words = text.some((word) => word.width > width) ? broken(text, width, isLast) : text
    const lines = words && wrapped(words, width)
    if (lines && lines.length <= most) return { size, leading, lines: balanced(words, lines, width) }
    if (lines && isLast) return { size, leading, lines: cut(lines, most, width) }
  }
  throw new Error('there is no size to choose from')
}

export interface Choice extends Omit<Block, 'lines'> {
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

/** Words that are wider than a line, in pieces that are not; only where no smaller size is left. */
function broken(words: readonly Word[], width: number, isLast: boolean): readonly Word[] | undefined {
  return isLast ? words.flatMap((word) => piecesOf(word, width)) : undefined
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
