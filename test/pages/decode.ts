import { crc32, inflateSync } from 'node:zlib'

/** A minimal PNG decoder: checks every checksum and undoes the filters. */
export interface Decoded {
  readonly width: number
  readonly height: number
  /** As `#rrggbb`. */
  readonly palette: readonly string[]
  /** The palette index of a pixel. */
  at(column: number, row: number): number
}

export function decoded(png: Uint8Array): Decoded {
  const bytes = Buffer.from(png)
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('not a PNG')
  const chunks = new Map<string, Buffer>()
  for (let start = 8; start < bytes.length; ) {
    const length = bytes.readUInt32BE(start)
    const body = bytes.subarray(start + 4, start + 8 + length)
    const name = body.toString('latin1', 0, 4)
    if (bytes.readUInt32BE(start + 8 + length) !== crc32(body)) throw new Error(`wrong checksum in ${name}`)
    chunks.set(name, body.subarray(4))
    start += 12 + length
  }
  if ([...chunks.keys()].join() !== 'IHDR,PLTE,IDAT,IEND')
    throw new Error(`unexpected chunks: ${[...chunks.keys()]}`)
  const [header, colours, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) ?? Buffer.of())
  if (!header || !colours || !data) throw new Error('a chunk is missing')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (header.subarray(8).join() !== '4,3,0,0,0')
    throw new Error(`unexpected header: ${header.subarray(8).join()}`)
  const rows = unfiltered(inflateSync(data), width / 2, height)
  return {
    width,
    height,
    palette: Array.from({ length: colours.length / 3 }, (_, nth) => {
      return `#${colours.subarray(3 * nth, 3 * nth + 3).toString('hex')}`
    }),
    at: (column, row) => ((rows[row * (width / 2) + (column >> 1)] ?? 0) >> (column % 2 === 0 ? 4 : 0)) & 15,
  }
}

function unfiltered(data: Uint8Array, inRow: number, height: number): Uint8Array {
  if (data.length !== (inRow + 1) * height) throw new Error(`${data.length} bytes for ${height} rows`)
  const rows = new Uint8Array(inRow * height)
  for (let row = 0; row < height; row++) {
    const filter = data[row * (inRow + 1)] ?? -1
    if (filter !== 0 && filter !== 2) throw new Error(`row ${row} has filter ${filter}`)
    for (let at = 0; at < inRow; at++) {
      const above = filter === 2 && row > 0 ? (rows[(row - 1) * inRow + at] ?? 0) : 0
      rows[row * inRow + at] = (data[row * (inRow + 1) + 1 + at] ?? 0) + above
    }
  }
  return rows
}
