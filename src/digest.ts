/**
 * Sixty-four bits of some bytes, for an entity tag: the same on every machine, without a runtime's own libraries. Two sums with
 * different multipliers, each bit of which depends on all bytes in the end. It tells one answer from another; it keeps no secret.
 */
export function digest(bytes: Uint8Array): string {
  let one = bytes.length
  let other = ~bytes.length
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul((other << 7) | (other >>> 25), 0x85ebca6b) ^ byte
  }
  return hex(mixed(one ^ mixed(other))) + hex(mixed(other ^ one))
}

/** Each bit of the sum changes about half of the bits of the result. */
function mixed(sum: number): number {
  let mix = Math.imul(sum ^ (sum >>> 16), 0x7feb352d)
  mix = Math.imul(mix ^ (mix >>> 15), 0x846ca68b)
  return mix ^ (mix >>> 16)
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
