import { concatBytes } from '../base/digest.ts'
import { deflateZeroRuns } from './deflate.ts'

/** A closed outline as x, y, x, y …, in pixels; y grows downwards. */
export type Polygon = readonly number[]

/** An antialiased shape in its bounding box: the coverage of each pixel, from 0 to `levels`. */
export interface Shape {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly shades: Uint8Array
}

/**
 * Rasterizes polygons. Overlapping polygons of the same direction merge; one of the opposite direction is a hole. Uses only sums and
 * products, so that every machine rounds alike.
 */
export function fillPolygons(polygons: readonly Polygon[], levels: number): Shape {
  const { left, top, width, height } = boundsOf(polygons)
  // An edge affects all pixels to its right, so the running sum of a row is the coverage.
  const steps = new Float64Array((width + 1) * height)
  for (const corners of polygons) {
    for (let at = 0; at < corners.length; at += 2) {
      const next = (at + 2) % corners.length
      const [x = 0, y = 0] = corners.slice(at, at + 2)
      const [toX = 0, toY = 0] = corners.slice(next, next + 2)
      addEdge(steps, width + 1, x - left, y - top, toX - left, toY - top)
    }
  }
  const shades = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    let covered = 0
    for (let column = 0; column < width; column++) {
      covered += steps[row * (width + 1) + column] ?? 0
      shades[row * width + column] = Math.round(Math.min(1, Math.abs(covered)) * levels)
    }
  }
  return { left, top, width, height, shades }
}

/** Adds the signed area of an edge to each pixel it crosses. */
function addEdge(steps: Float64Array, stride: number, x: number, y: number, toX: number, toY: number): void {
  if (y === toY) return
  const direction = y < toY ? 1 : -1
  const [upperX, upperY, lowerX, lowerY] = y < toY ? [x, y, toX, toY] : [toX, toY, x, y]
  const slope = (lowerX - upperX) / (lowerY - upperY)
  for (let row = Math.floor(upperY); row < lowerY; row++) {
    const [from, to] = [Math.max(upperY, row), Math.min(lowerY, row + 1)]
    const [one, other] = [upperX + (from - upperY) * slope, upperX + (to - upperY) * slope]
    const [start, end] = one < other ? [one, other] : [other, one]
    for (let column = Math.floor(start); column === Math.floor(start) || column < end; column++) {
      const [first, last] = [Math.max(start, column), Math.min(end, column + 1)]
      const share = end > start ? (last - first) / (end - start) : 1
      const down = direction * (to - from) * share
      const right = column + 1 - (first + last) / 2
      const at = row * stride + column
      steps[at] = (steps[at] ?? 0) + down * right
      steps[at + 1] = (steps[at + 1] ?? 0) + down * (1 - right)
    }
  }
}

function boundsOf(polygons: readonly Polygon[]): Omit<Shape, 'shades'> {
  const all = polygons.flat()
  if (all.length === 0) return { left: 0, top: 0, width: 0, height: 0 }
  const xs = all.filter((_, at) => at % 2 === 0)
  const ys = all.filter((_, at) => at % 2 === 1)
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return {
    left,
    top,
    width: Math.floor(Math.max(...xs)) + 1 - left,
    height: Math.floor(Math.max(...ys)) + 1 - top,
  }
}

/** A raster of at most 16 colours, one byte per pixel; colour 0 is the background. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** For each row, the column after the last drawn pixel. */
  readonly ends: Uint16Array
}

export function blankRaster(width: number, height: number): Raster {
  return { width, height, pixels: new Uint8Array(width * height), ends: new Uint16Array(height) }
}

export function clear({ pixels, ends }: Raster): void {
  pixels.fill(0)
  ends.fill(0)
}

/** Draws a shape. `colours` maps its shades to colours; shade 0 is transparent. Where shapes overlap, the higher colour wins. */
export function draw(raster: Raster, shape: Shape, x: number, y: number, colours: Uint8Array): void {
  const { width, height, shades } = shape
  const { pixels, ends } = raster
  const left = x + shape.left
  for (let row = 0; row < height; row++) {
    const targetRow = y + shape.top + row
    const to = targetRow * raster.width + left
    for (let column = 0, at = row * width; column < width; column++, at++) {
      const shade = shades[at] as number
      if (shade === 0) continue
      const colour = colours[shade] as number
      if (colour > (pixels[to + column] as number)) pixels[to + column] = colour
    }
    ends[targetRow] = Math.max(ends[targetRow] ?? 0, left + width)
  }
}

/** Fills the first `count` rows. */
export function fillRows({ width, pixels, ends }: Raster, count: number, colour: number): void {
  pixels.fill(colour, 0, count * width)
  ends.fill(width, 0, count)
}

/** Encodes a 4-bit PNG (https://www.w3.org/TR/png-3/). `colours` are `#rrggbb`. The width must be a multiple of four. */
export function png(raster: Raster, colours: readonly string[]): Uint8Array {
  const { width, height } = raster
  const palette = colours.flatMap((colour) => bytesOf(Number.parseInt(colour.slice(1), 16), 3))
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    // Bit depth 4, with a palette.
    chunk('IHDR', Uint8Array.of(...bytesOf(width, 4), ...bytesOf(height, 4), 4, 3, 0, 0, 0)),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', imageData(raster)),
    chunk('IEND', new Uint8Array()),
  ]
  return concatBytes(parts)
}

/** Encodes each row as its difference from the one above, since most rows of a card change little. */
function imageData({ width, height, pixels, ends }: Raster): Uint8Array {
  const filtered = new Uint8Array(height * (1 + width / 2))
  const fours = new Int32Array(pixels.buffer)
  const pairAt = (at: number) => ((pixels[at] as number) << 4) | (pixels[at + 1] as number)
  for (let row = 0; row < height; row++) {
    const to = row * (1 + width / 2)
    filtered[to] = upFilter
    const end = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0)
    for (let column = 0; column < end; column += 4) {
      const at = row * width + column
      if (row > 0 && fours[at >> 2] === fours[(at - width) >> 2]) continue
      const byte = to + 1 + column / 2
      filtered[byte] = pairAt(at) - (row === 0 ? 0 : pairAt(at - width))
      filtered[byte + 1] = pairAt(at + 2) - (row === 0 ? 0 : pairAt(at + 2 - width))
    }
  }
  return deflateZeroRuns(filtered)
}

const upFilter = 2

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = concatBytes([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), data])
  return concatBytes([Uint8Array.from(bytesOf(data.length, 4)), body, Uint8Array.from(bytesOf(crc(body), 4))])
}

function crc(data: Uint8Array): number {
  let sum = -1
  for (let at = 0; at < data.length; at++) sum = (sum >>> 8) ^ (crcOfByte[(sum ^ (data[at] ?? 0)) & 255] ?? 0)
  return ~sum >>> 0
}

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** Big-endian. */
function bytesOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (number >>> (8 * (count - 1 - at))) & 255)
}
