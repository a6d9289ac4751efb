import { zlibSync } from 'fflate'
import { joined } from '../base/digest.ts'
import type { Raster } from './picture.ts'

/** As PNG (https://www.w3.org/TR/png-3/), four bits a point; `colours` are `#rrggbb`. The width is even. */
export function png(picture: Raster, colours: readonly string[]): Uint8Array {
  const { width, height } = picture
  const palette = colours.flatMap((colour) => bytesOf(Number.parseInt(colour.slice(1), 16), 3))
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    // Four bits, by a palette.
    chunk('IHDR', Uint8Array.of(...bytesOf(width, 4), ...bytesOf(height, 4), 4, 3, 0, 0, 0)),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', compressed(picture)),
    chunk('IEND', new Uint8Array()),
  ]
  return joined(parts)
}

/**
 * Each row as what changes from the one above, since most rows of a card change little. fflate is the same code on every machine; zlib's
 * bytes differ from one version to the next.
 */
function compressed({ width, height, pixels: points, ends }: Raster): Uint8Array {
  const length = 1 + width / 2
  const rows = new Uint8Array(height * length)
  for (let row = 0; row < height; row++) {
    const to = row * length
    rows[to] = upFilter
    const end = Math.max(ends[row] ?? 0, ends[row - 1] ?? 0)
    for (let column = 0, at = row * width; column < end; column += 2, at += 2)
      rows[to + 1 + column / 2] = pairAt(points, at) - pairAt(points, at - width)
  }
  return zlibSync(rows, { level: 3 })
}

const upFilter = 2

/** Above the first row there is nothing. */
function pairAt(points: Uint8Array, at: number): number {
  return at < 0 ? 0 : ((points[at] ?? 0) << 4) | (points[at + 1] ?? 0)
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joined([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), data])
  return joined([Uint8Array.from(bytesOf(data.length, 4)), body, Uint8Array.from(bytesOf(crc(body), 4))])
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

/** The highest first. */
function bytesOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (number >>> (8 * (count - 1 - at))) & 255)
}
