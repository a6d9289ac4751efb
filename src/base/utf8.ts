const encoder = new TextEncoder()
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const literalDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Drops a byte-order mark and replaces what is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Throws if the bytes are not UTF-8. */
export function decodeStrictUtf8(bytes: Uint8Array): string {
  return strictDecoder.decode(bytes)
}

/** Keeps a byte-order mark, so that offsets stay. */
export function decodeLiteralUtf8(bytes: Uint8Array): string {
  return literalDecoder.decode(bytes)
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encoder.encode(content) : content
}
