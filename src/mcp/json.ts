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
