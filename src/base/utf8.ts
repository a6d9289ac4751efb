const encoder = new TextEncoder()
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const literalDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Drops a byte-order mark and replaces what is not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Throws if the bytes are not UTF-8. */
export const decodeStrictUtf8 = (bytes: Uint8Array): string => strictDecoder.decode(bytes)

/** Keeps a byte-order mark, so that offsets stay. */
export const decodeLiteralUtf8 = (bytes: Uint8Array): string => literalDecoder.decode(bytes)

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : content
