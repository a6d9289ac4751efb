/** Returns a 64-bit non-cryptographic hash for entity tags, the same on every runtime. Two sums take turns at four bytes each. */
export function digest(bytes: Uint8Array): string {
  const [one, other] = sums(bytes)
  return hex(one) + hex(other)
}

/** Returns 32 bits of the hash, to detect damaged files. */
export const checksum = (bytes: Uint8Array): number => sums(bytes)[0]

function sums(bytes: Uint8Array): readonly [number, number] {
  let one = bytes.length
  let other = ~bytes.length
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const wordsEnd = bytes.length & ~7
  for (let at = 0; at < wordsEnd; at += 8) {
    one = Math.imul(((one << 13) | (one >>> 19)) ^ other ^ view.getInt32(at, true), 0x9e3779b1)
    other = Math.imul(((other << 7) | (other >>> 25)) ^ one ^ view.getInt32(at + 4, true), 0x85ebca6b)
  }
  for (const byte of bytes.subarray(wordsEnd)) {
    one = Math.imul(((one << 13) | (one >>> 19)) ^ other ^ byte, 0x9e3779b1)
    other = Math.imul(((other << 7) | (other >>> 25)) ^ one, 0x85ebca6b)
  }
  return [avalanche(one ^ avalanche(other)), avalanche(other ^ one)]
}

/** Avalanches: each bit of the sum changes about half of the bits of the result. */
function avalanche(sum: number): number {
  let mix = Math.imul(sum ^ (sum >>> 16), 0x7feb352d)
  mix = Math.imul(mix ^ (mix >>> 15), 0x846ca68b)
  return mix ^ (mix >>> 16)
}

export const hex = (number: number, digits = 8): string => (number >>> 0).toString(16).padStart(digits, '0')

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const emptyBytes = new Uint8Array(0)

/** Returns the 32-bit FNV-1a hash of a text's code units. */
export function fnvHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
