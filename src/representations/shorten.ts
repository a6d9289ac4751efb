/**
 * A text for a line of a list, cut where it would take more bytes than it may; the whole is on the page that the line leads to. What HTML
 * or markdown has to escape counts as its longer form.
 */
export function shorten(text: string, mostBytes: number): string {
  if (text.length * longestForm <= mostBytes) return text
  let bytes = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    bytes += costOf(code)
    // Room for the ellipsis.
    if (bytes <= mostBytes - 3) end = at + 1
    else if (bytes > mostBytes) return `${text.slice(0, end).trimEnd()}…`
  }
  return text
}

function costOf(code: number): number {
  return code < 0x80 ? (ofAscii[code] ?? 1) : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Bytes: of `&quot;`. */
const longestForm = 6

const ofAscii = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  return '&<>"\''.includes(character) ? longestForm : '\\`*_[]~#'.includes(character) ? 2 : 1
})
