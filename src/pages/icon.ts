import { mixed } from './colours.ts'
import { blankRaster, draw, fillPolygons, png, type Polygon, type Shape } from './raster.ts'

/** The default site icon: quotation marks on the accent colour. */

const paper = '#ffffff'
/** Size of the SVG's coordinate system. */
const unit = 32

/** Each mark is a disc with a curved tail. */
const discs = [
  { x: 10, y: 19.5 },
  { x: 22, y: 19.5 },
] as const
const radius = 4.4

type Point = readonly [x: number, y: number]
type Curve = readonly [from: Point, control: Point, other: Point, to: Point]
type Disc = (typeof discs)[number]

/** Two curves, from the disc to the tip and back. */
function tail({ x, y }: Disc): readonly [Curve, Curve] {
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

/** The icon as PNG, for systems without SVG support. They round its corners. */
export function iconPng(accent: string): Uint8Array {
  const shades = Array.from({ length: 16 }, (_, part) => mixed(accent, paper, part / 15))
  const picture = blankRaster(side, side)
  draw(picture, marksAt(side / unit, 15), 0, 0, Uint8Array.from(shades.keys()))
  return png(picture, shades)
}

const side = 180

/** The marks without background; `scale` is pixels per unit. */
export function marksAt(scale: number, levels: number): Shape {
  const outlines = discs.flatMap((disc) => [arcs(disc), tail(disc)])
  return fillPolygons(
    outlines.map((curves) => polygonOf(curves, scale)),
    levels,
  )
}

/** A disc as four curves, with the tail's winding. */
function arcs({ x, y }: Disc): readonly Curve[] {
  const far = radius * 0.5523
  const arc = (fromX: number, fromY: number, toX: number, toY: number): Curve => [
    [x + fromX * radius, y + fromY * radius],
    [x + fromX * radius + toX * far, y + fromY * radius + toY * far],
    [x + toX * radius + fromX * far, y + toY * radius + fromY * far],
    [x + toX * radius, y + toY * radius],
  ]
  return [arc(-1, 0, 0, -1), arc(0, -1, 1, 0), arc(1, 0, 0, 1), arc(0, 1, -1, 0)]
}

function polygonOf(curves: readonly Curve[], scale: number): Polygon {
  return curves.flatMap(points).flatMap(([x, y]) => [x * scale, y * scale])
}

function points([from, control, other, to]: Curve): Point[] {
  return Array.from({ length: 17 }, (_, step) => {
    const part = step / 16
    const rest = 1 - part
    const at = (axis: 0 | 1) =>
      rest * rest * rest * from[axis] +
      3 * rest * rest * part * control[axis] +
      3 * rest * part * part * other[axis] +
      part * part * part * to[axis]
    return [at(0), at(1)]
  })
}
