import { mixed } from './colours.ts'
import { png } from './png.ts'

/** The site's small picture where the publisher has none: quotation marks, on the accent. */

const paper = '#ffffff'
/** Of a side; the marks are drawn in it. */
const unit = 32

/** Two marks, each a disc and a tail that bends away from it. */
const discs = [
  { x: 10, y: 19.5 },
  { x: 22, y: 19.5 },
] as const
const radius = 4.4

type Point = readonly [x: number, y: number]
type Curve = readonly [from: Point, control: Point, other: Point, to: Point]

/** Its two sides, from the disc to the tip and back. */
function tail({ x, y }: { readonly x: number; readonly y: number }): readonly [Curve, Curve] {
  const [left, tip] = [x - radius, [x + 3, y - 11] as const]
  return [
    [[left, y], [left, y - 6], [x - 1.5, y - 10], tip],
    [
      [x + 3, y - 8.6],
      [x + 0.8, y - 7.4],
      [x - 0.6, y - 5.8],
      [x - 0.8, y - 3.6],
    ],
  ]
}

export function iconSvg(accent: string): string {
  const shapes = discs.map((disc) => {
    const [out, back] = tail(disc)
    const curve = ([, control, other, to]: Curve) => `C${control} ${other} ${to}`
    return `<circle cx="${disc.x}" cy="${disc.y}" r="${radius}"/><path d="M${out[0]}${curve(out)}L${back[0]}${curve(back)}Z"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${unit} ${unit}"><rect width="${unit}" height="${unit}" rx="7" fill="${accent}"/><g fill="${paper}">${shapes.join('')}</g></svg>\n`
}

/** The same as a picture of points, for systems that take no other; they round its corners themselves. */
export function iconPng(accent: string): Uint8Array {
  const shades = [0, 1, 2, 3].map((part) => mixed(accent, paper, part / 3))
  const outlines = discs.map((disc) => tail(disc).flatMap(points))
  const scale = unit / side
  // Two rows and two columns of samples a point, and so five shades; the two lightest are one.
  const rows = Array.from({ length: 2 * side }, (_, half) => spansAt((half / 2 + 0.25) * scale, outlines))
  const isMark = (spans: readonly Span[], x: number) => spans.some(([from, to]) => x >= from && x <= to)
  return png(side, shades, (column, row) => {
    let hits = 0
    for (const spans of [rows[2 * row] ?? [], rows[2 * row + 1] ?? []]) {
      if (spans.length === 0) continue
      for (const right of [0.25, 0.75]) if (isMark(spans, (column + right) * scale)) hits++
    }
    return Math.min(3, hits)
  })
}

type Span = readonly [from: number, to: number]

/** Where a horizontal line is within the marks: in a disc, and between each two crossings of an outline. */
function spansAt(y: number, outlines: readonly (readonly Point[])[]): Span[] {
  const ofDiscs = discs.flatMap((disc): Span[] => {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (y - disc.y) ** 2))
    return half > 0 ? [[disc.x - half, disc.x + half]] : []
  })
  const ofTails = outlines.flatMap((outline) => {
    const crossings = crossingsAt(y, outline)
    return crossings.flatMap((from, at): Span[] => (at % 2 === 0 ? [[from, crossings[at + 1] ?? from]] : []))
  })
  return [...ofDiscs, ...ofTails]
}

const side = 180

function points([from, control, other, to]: Curve): Point[] {
  return Array.from({ length: 17 }, (_, step) => {
    const part = step / 16
    const rest = 1 - part
    const at = (axis: 0 | 1) =>
      rest ** 3 * from[axis] +
      3 * rest ** 2 * part * control[axis] +
      3 * rest * part ** 2 * other[axis] +
      part ** 3 * to[axis]
    return [at(0), at(1)]
  })
}

function crossingsAt(y: number, outline: readonly Point[]): number[] {
  const found = outline.flatMap(([x1, y1], at): number[] => {
    const [x2, y2] = outline[(at + 1) % outline.length] ?? [0, 0]
    return y1 > y !== y2 > y ? [((x2 - x1) * (y - y1)) / (y2 - y1) + x1] : []
  })
  return found.sort((a, b) => a - b)
}
