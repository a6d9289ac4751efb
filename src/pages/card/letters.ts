import table from '@fontsource/source-serif-4?outlines'
import { fillPolygons, type Polygon, type Shape } from '../raster.ts'

/** The letters of one font, as pictures of any size. `scripts/outlines.mjs` writes the table; it is read when the first is drawn. */

export interface Letter {
  readonly code: number
  /** In the font's units, of which there are a thousand to its size. */
  readonly advance: number
  readonly contours: readonly Contour[]
}

export const unitsPerSize = 1_000

/** How many shades there are between a point that a letter leaves alone and one that it covers. */
export const shadeCount = 4

interface Contour {
  readonly x: number
  readonly y: number
  readonly written: string
}

export function letterOf(code: number): Letter | undefined {
  font ??= readFont()
  const known = letters.get(code)
  if (known) return known
  const written = font.glyphs.get(code)
  if (written === undefined) return undefined
  const [, advance = 0, ...parts] = numbersOf(written)
  const contours: Contour[] = []
  for (let at = 0; at < parts.length; at += 3) {
    const [nth = 0, x = 0, y = 0] = parts.slice(at, at + 3)
    contours.push({ x: signed(x), y: signed(y), written: font.contours[nth] ?? '' })
  }
  const letter = { code, advance, contours }
  letters.set(code, letter)
  return letter
}

/** A letter at a size in pixels; its origin is at 0, 0 of the shape. Each is drawn once. */
export function shapeOf(letter: Letter, size: number): Shape {
  const ofSize = shapes.get(size) ?? new Map<Letter, Shape>()
  shapes.set(size, ofSize)
  const known = ofSize.get(letter)
  if (known) return known
  const scale = size / unitsPerSize
  const shape = fillPolygons(
    letter.contours.map((contour) => polygonOf(contour, scale)),
    shadeCount,
  )
  ofSize.set(letter, shape)
  return shape
}

/** How much further from each other than their widths say two letters are, in the font's units; less than 0 is closer. */
export function shiftBetween(left: Letter, right: Letter): number {
  font ??= readFont()
  const written = font.shifts.get(left.code)
  if (written === undefined) return 0
  const known = shifts.get(written) ?? shiftsOf(written)
  shifts.set(written, known)
  return known.get(right.code) ?? 0
}

const letters = new Map<number, Letter>()
const shapes = new Map<number, Map<Letter, Shape>>()
/** As they are written, which is the same for several letters on the left; by the letter on the right. */
const shifts = new Map<string, ReadonlyMap<number, number>>()

interface Font {
  readonly contours: readonly string[]
  /** By code point, as written. */
  readonly glyphs: ReadonlyMap<number, string>
  /** By the letter on the left, as written. All of them would take longer to read than a card to draw. */
  readonly shifts: ReadonlyMap<number, string>
}

let font: Font | undefined

function readFont(): Font {
  const [contours = [], glyphs = [], pairs = []] = table.split('\n').map((line) => line.split(' '))
  return {
    contours,
    glyphs: new Map(glyphs.map((one) => [firstOf(one), one])),
    shifts: new Map(
      pairs.flatMap((written, nth) =>
        nth % 2 === 0 ? numbersOf(written).map((left) => [left, pairs[nth + 1] ?? ''] as const) : [],
      ),
    ),
  }
}

/** How far each letter on the right is moved; its code is told as the difference from the one before. */
function shiftsOf(written: string): ReadonlyMap<number, number> {
  const numbers = numbersOf(written)
  const shifts = new Map<number, number>()
  let right = 0
  for (let at = 0; at < numbers.length; at += 2) {
    right += numbers[at] ?? 0
    shifts.set(right, signed(numbers[at + 1] ?? 0))
  }
  return shifts
}

/** Points on the curve and off it; between two of the latter the curve passes the middle. */
function polygonOf({ x: startX, y: startY, written }: Contour, scale: number): Polygon {
  const points = numbersOf(written)
  const corners: number[] = []
  let [x, y] = [startX, startY]
  /** Where the curve is, and the point off it that it bends to. */
  let [fromX, fromY] = [x, y]
  let bend: { readonly x: number; readonly y: number } | undefined
  const curveTo = (toX: number, toY: number) => {
    // As many lines as keep within a twentieth of a point of the curve.
    const { x: bendX, y: bendY } = bend ?? { x: toX, y: toY }
    const away = (Math.abs(fromX - 2 * bendX + toX) + Math.abs(fromY - 2 * bendY + toY)) * scale
    const lines = bend ? Math.ceil(Math.sqrt(away * 2.5)) + 1 : 1
    for (let line = 1; line <= lines; line++) {
      const part = line / lines
      const [a, b, c] = [(1 - part) * (1 - part), 2 * part * (1 - part), part * part]
      corners.push((a * fromX + b * bendX + c * toX) * scale, -(a * fromY + b * bendY + c * toY) * scale)
    }
    ;[fromX, fromY] = [toX, toY]
  }
  for (let at = 0; at < points.length; at += 2) {
    const [first = 0, second = 0] = [points[at], points[at + 1]]
    x += signed(first >> 1)
    y += signed(second)
    const isOff = (first & 1) === 1
    if (!isOff) curveTo(x, y)
    else if (bend) curveTo((bend.x + x) / 2, (bend.y + y) / 2)
    bend = isOff ? { x, y } : undefined
  }
  curveTo(startX, startY)
  return corners
}

/** Five bits a character, the lowest first; the sixth says that more follow. */
function numbersOf(written: string): number[] {
  const numbers: number[] = []
  let [number, weight] = [0, 1]
  for (let at = 0; at < written.length; at++) {
    const digit = digitOf[written.charCodeAt(at)] ?? 0
    number += (digit & 31) * weight
    weight *= 32
    if (digit > 31) continue
    numbers.push(number)
    ;[number, weight] = [0, 1]
  }
  return numbers
}

function firstOf(written: string): number {
  return numbersOf(written.slice(0, 4))[0] ?? 0
}

function signed(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digitOf = new Uint8Array(128)
for (let at = 0; at < digits.length; at++) digitOf[digits.charCodeAt(at)] = at
