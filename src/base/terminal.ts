import { hex } from './digest.ts'

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * Escapes control characters, line breaks and bidirectional controls (https://trojansource.codes), so that file names and
 * content cannot control the terminal.
 */
export function visible(text: string): string {
  return text.replace(unprintable, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
  })
}

/** Like `visible`, for JSON: the escapes parse back to the same characters. */
export const visibleJson = (json: string): string =>
  json.replace(unprintable, (one) => (one === '\n' ? one : `\\u${hex(one.charCodeAt(0), 4)}`))

/** Writes one line, made safe for a terminal. */
export function say(stream: { write(text: string): unknown }, line: string): void {
  stream.write(`${visible(line)}\n`)
}
