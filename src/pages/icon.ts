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
  const isMark = (x: number, y: number) =>
    discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) <= radius) ||
    outlines.some((outline) => isWithin(outline, x, y))
  return png(side, shades, (column, row) => {
    // Four samples a point, and so five shades; the two lightest are one.
    const hits = [0.25, 0.75].flatMap((right) =>
      [0.25, 0.75].map((down) => isMark(((column + right) * unit) / side, ((row + down) * unit) / side)),
    )
    return Math.min(3, hits.filter(Boolean).length)
  })
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

/** Whether a ray from the point crosses the outline an odd number of times. */
function isWithin(outline: readonly Point[], x: number, y: number): boolean {
  let crossed = false
  outline.forEach(([x1, y1], at) => {
    const [x2, y2] = outline[(at + 1) % outline.length] ?? [0, 0]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) crossed = !crossed
  })
  return crossed
}
