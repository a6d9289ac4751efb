/**
 * File names and lines of content are shown, never obeyed: what a terminal would act on (C0, DEL, C1), what would break the
 * line, and what would show it in another order (https://trojansource.codes) is written as an escape.
 */
export function visible(text: string): string {
  return text.replace(unprintable, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
  })
}

/** The same within JSON, where an escape is read back as the character it stands for. */
export function visibleJson(json: string): string {
  return json.replace(unprintable, (one) => (one === '\n' ? one : `\\u${hex(one.charCodeAt(0), 4)}`))
}

/** One line of our own. */
export function say(stream: { write(text: string): unknown }, line: string): void {
  stream.write(`${visible(line)}\n`)
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
