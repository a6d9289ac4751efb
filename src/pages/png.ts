/**
 * A square picture of at most four colours, each `#rrggbb`, as PNG (https://www.w3.org/TR/png-3/). Its bytes are the same wherever
 * it is made: they are stored, not compressed, and with two bits a point they are few.
 */
export function png(
  side: number,
  colours: readonly string[],
  colourAt: (column: number, row: number) => number,
): Uint8Array {
  const width = 1 + Math.ceil(side / 4)
  const points = new Uint8Array(width * side)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * width + 1 + (column >> 2)
      points[at] = (points[at] ?? 0) | (colourAt(column, row) << (6 - 2 * (column & 3)))
    }
  }
  const palette = colours.flatMap((colour) => bytesOf(Number.parseInt(colour.slice(1), 16), 3))
  const parts = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    // Two bits a point, by a palette.
    chunk('IHDR', [...bytesOf(side, 4), ...bytesOf(side, 4), 2, 3, 0, 0, 0]),
    chunk('PLTE', palette),
    chunk('IDAT', stored(points)),
    chunk('IEND', []),
  ]
  return Uint8Array.from(parts.flat())
}

function chunk(name: string, data: readonly number[]): number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data]
  return [...bytesOf(data.length, 4), ...body, ...bytesOf(crc(body), 4)]
}

/** RFC 1950 and 1951, in one block that is not compressed. */
function stored(data: Uint8Array): number[] {
  if (data.length > 0xffff) throw new Error('the picture does not fit into one block')
  const [low, high] = [data.length & 255, data.length >> 8]
  return [0x78, 0x01, 1, low, high, ~low & 255, ~high & 255, ...data, ...bytesOf(adler(data), 4)]
}

function adler(data: Uint8Array): number {
  let [one, other] = [1, 0]
  for (const byte of data) {
    one = (one + byte) % 65_521
    other = (other + one) % 65_521
  }
  return other * 65_536 + one
}

function crc(data: readonly number[]): number {
  let sum = -1
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}

/** The highest first. */
function bytesOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (number >>> (8 * (count - 1 - at))) & 255)
}
