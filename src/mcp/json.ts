const utf8 = new TextEncoder()

/**
 * The JSON of an object up to its closing brace. Results are kept so, as bytes: what a protocol era adds to them goes after it, and
 * nothing is copied but bytes.
 */
export function extensibleJson(value: object): Uint8Array {
  return utf8.encode(JSON.stringify(value).slice(0, -1))
}

export function encoded(text: string): Uint8Array {
  return utf8.encode(text)
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
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
