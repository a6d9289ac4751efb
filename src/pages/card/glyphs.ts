import table from '@fontsource/source-serif-4?outlines'
import { once } from '../../base/caches.ts'
import { fillPolygons, type Polygon, type Shape } from '../raster.ts'

/** A glyph of the font in the table that `scripts/outlines.mjs` writes. */
export interface Glyph {
  readonly code: number
  /** In font units. */
  readonly advance: number
  readonly contours: readonly Contour[]
}

export const unitsPerEm = 1_000

/** The number of coverage levels of a pixel, besides none. */
export const shadeCount = 4

interface Contour {
  readonly x: number
  readonly y: number
  readonly encoded: string
}

export function glyphOf(code: number): Glyph | undefined {
  const existing = glyphs.get(code)
  if (existing) return existing
  const encoded = font().glyphs.get(code)
  if (encoded === undefined) return undefined
  const [, advance = 0, ...parts] = decode(encoded)
  const contours: Contour[] = []
  for (let at = 0; at < parts.length; at += 3) {
    const [nth = 0, x = 0, y = 0] = parts.slice(at, at + 3)
    contours.push({ x: signed(x), y: signed(y), encoded: font().contours[nth] ?? '' })
  }
  const glyph = { code, advance, contours }
  glyphs.set(code, glyph)
  return glyph
}

/** Returns a glyph rasterized at a size in pixels, with its origin at 0, 0. Cached. */
export function shapeOf(glyph: Glyph, size: number): Shape {
  const ofSize = shapes.get(size) ?? new Map<Glyph, Shape>()
  shapes.set(size, ofSize)
  const existing = ofSize.get(glyph)
  if (existing) return existing
  const scale = size / unitsPerEm
  const shape = fillPolygons(
    glyph.contours.map((contour) => polygonOf(contour, scale)),
    shadeCount,
  )
  ofSize.set(glyph, shape)
  return shape
}

/** Returns the kerning between two glyphs in font units; below 0 is closer. */
export function kerning(left: Glyph, right: Glyph): number {
  const encoded = font().kerning.get(left.code)
  if (encoded === undefined) return 0
  const pairs = kerningTables.get(encoded) ?? decodeKerning(encoded)
  kerningTables.set(encoded, pairs)
  return pairs.get(right.code) ?? 0
}

const glyphs = new Map<number, Glyph>()
const shapes = new Map<number, Map<Glyph, Shape>>()
/** By encoded table, which several left glyphs share; then by the code of the right glyph. */
const kerningTables = new Map<string, ReadonlyMap<number, number>>()

const font = once(() => {
  const [contours = [], glyphs = [], pairs = []] = table.split('\n').map((line) => line.split(' '))
  return {
    contours,
    /** Encoded, by code point. */
    glyphs: new Map(glyphs.map((encoded) => [decode(encoded.slice(0, 4))[0] ?? 0, encoded])),
    /** Encoded, by the left code point. Decoding all of them would take longer than drawing a card. */
    kerning: new Map(
      pairs.flatMap((encoded, nth) =>
        nth % 2 === 0 ? decode(encoded).map((left) => [left, pairs[nth + 1] ?? ''] as const) : [],
      ),
    ),
  }
})

/** Decodes the kerning by right code point. Codes are delta-encoded. */
function decodeKerning(encoded: string): ReadonlyMap<number, number> {
  const numbers = decode(encoded)
  const pairs = new Map<number, number>()
  let right = 0
  for (let at = 0; at < numbers.length; at += 2) {
    right += numbers[at] ?? 0
    pairs.set(right, signed(numbers[at + 1] ?? 0))
  }
  return pairs
}

/** Flattens a TrueType contour. Between two off-curve points, the curve passes through their midpoint. */
function polygonOf({ x: startX, y: startY, encoded }: Contour, scale: number): Polygon {
  const points = decode(encoded)
  const corners: number[] = []
  let [x, y] = [startX, startY]
  let [fromX, fromY] = [x, y]
  let control: { readonly x: number; readonly y: number } | undefined
  const curveTo = (toX: number, toY: number) => {
    // Enough lines to stay within 1/20 pixel of the curve.
    const { x: controlX, y: controlY } = control ?? { x: toX, y: toY }
    const curvature = (Math.abs(fromX - 2 * controlX + toX) + Math.abs(fromY - 2 * controlY + toY)) * scale
    const lines = control ? Math.ceil(Math.sqrt(curvature * 2.5)) + 1 : 1
    for (let line = 1; line <= lines; line++) {
      const part = line / lines
      const [a, b, c] = [(1 - part) * (1 - part), 2 * part * (1 - part), part * part]
      corners.push(
        (a * fromX + b * controlX + c * toX) * scale,
        -(a * fromY + b * controlY + c * toY) * scale,
      )
    }
    ;[fromX, fromY] = [toX, toY]
  }
  for (let at = 0; at < points.length; at += 2) {
    const [first = 0, second = 0] = [points[at], points[at + 1]]
    x += signed(first >> 1)
    y += signed(second)
    const isOffCurve = (first & 1) === 1
    if (!isOffCurve) curveTo(x, y)
    else if (control) curveTo((control.x + x) / 2, (control.y + y) / 2)
    control = isOffCurve ? { x, y } : undefined
  }
  curveTo(startX, startY)
  return corners
}

/** Decodes numbers of five bits per character, low bits first; the sixth bit means that more follow. */
function decode(encoded: string): number[] {
  const numbers: number[] = []
  let [number, weight] = [0, 1]
  for (let at = 0; at < encoded.length; at++) {
    const digit = digitOf[encoded.charCodeAt(at)] ?? 0
    number += (digit & 31) * weight
    weight *= 32
    if (digit > 31) continue
    numbers.push(number)
    ;[number, weight] = [0, 1]
  }
  return numbers
}

function signed(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digitOf = new Uint8Array(128)
for (let at = 0; at < digits.length; at++) digitOf[digits.charCodeAt(at)] = at
