import type { Shape } from './raster.ts'

/** A raster of at most sixteen colours, a byte a pixel; the first is what nothing is drawn on. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** In each row, the column after the last that is drawn on. */
  readonly ends: Uint16Array
}

export function blankPicture(width: number, height: number): Raster {
  return { width, height, pixels: new Uint8Array(width * height), ends: new Uint16Array(height) }
}

/** As if new: what comes next is drawn on the same memory. */
export function wipe({ pixels: points, ends }: Raster): void {
  points.fill(0)
  ends.fill(0)
}

/** `colours` has one for each shade but the first, which is none. Shapes may touch: the later of two colours stays. */
export function draw(picture: Raster, shape: Shape, x: number, y: number, colours: Uint8Array): void {
  const { width, height, shades } = shape
  const { pixels: points, ends } = picture
  const left = x + shape.left
  for (let row = 0; row < height; row++) {
    const onto = y + shape.top + row
    const to = onto * picture.width + left
    for (let column = 0; column < width; column++) {
      const shade = shades[row * width + column] ?? 0
      if (shade === 0) continue
      const colour = colours[shade] ?? 0
      if (colour > (points[to + column] ?? 0)) points[to + column] = colour
    }
    ends[onto] = Math.max(ends[onto] ?? 0, left + width)
  }
}

/** All of the rows from the first on. */
export function fillRows({ width, pixels: points, ends }: Raster, count: number, colour: number): void {
  points.fill(colour, 0, count * width)
  ends.fill(width, 0, count)
}
