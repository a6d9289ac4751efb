/**
 * Where the piece of markup ends that begins here: a mark, all of a space, the address of a link whose label ends here, the mark of a
 * footnote, the id of a heading, a tag, a character reference. The same place where a word begins: words are never markup.
 */
export function markupEnd(source: Uint8Array, at: number): number {
  const byte = source[at]
  if (byte === undefined) return at
  const afterSpace = spaceEnd(source, at)
  if (afterSpace > at) return afterSpace
  const next = source[at + 1] ?? 0
  if (byte === closeSquare && next === openRound) return closed(source, at, openRound, closeRound)
  if (byte === closeSquare && next === openSquare) return closed(source, at + 1, openSquare, closeSquare)
  if (byte === openSquare && next === caret) return closed(source, at, openSquare, closeSquare)
  if (byte === openCurly && (next === numberSign || next === colon))
    return closed(source, at, openCurly, closeCurly)
  if (byte === less && isTag(source, at + 1)) return closed(source, at, less, greater)
  if (byte === ampersand) return referenceEnd(source, at + 1) || at + 1
  if (source[at - 1] === ampersand) return referenceEnd(source, at) || (isWordlike(byte) ? at : at + 1)
  return isWordlike(byte) ? at : at + 1
}

/** Letters, digits, and all that is not ASCII. */
export function isWordlike(byte: number): boolean {
  return byte >= 0x80 || isLetter(byte)
}

export function isLetter(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)
}

/** Spaces and the ends of lines; those that are not ASCII are of two or three bytes. */
function spaceEnd(source: Uint8Array, from: number): number {
  let at = from
  while (at < from + longest) {
    const byte = source[at] ?? 0
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at++
    else if (byte === 0xc2 && source[at + 1] === 0xa0) at += 2
    else if (byte === 0xe2 && source[at + 1] === 0x80 && isSpace(source[at + 2] ?? 0)) at += 3
    else break
  }
  return at
}

/** The last byte of U+2000 to U+200A, and of U+202F. */
function isSpace(byte: number): boolean {
  return (byte >= 0x80 && byte <= 0x8a) || byte === 0xaf
}

/** After the bracket that closes the first one from here on, if it is near; else one step on. */
function closed(source: Uint8Array, at: number, open: number, close: number): number {
  const end = Math.min(source.length, at + longest)
  let depth = 0
  for (let to = at; to < end; to++) {
    if (source[to] === open) depth++
    else if (source[to] === close && to > at && --depth === 0) return to + 1
  }
  return at + 1
}

/** `b>`, `/b>`, `a href=…` or `!--`; not `https:` or a mail address. */
function isTag(source: Uint8Array, from: number): boolean {
  const first = source[from] ?? 0
  if (first === slash || first === exclamation) return true
  let at = from
  while (at < from + longest && (isLetter(source[at] ?? 0) || source[at] === hyphen)) at++
  const after = source[at]
  return at > from && (after === greater || after === slash || spaceEnd(source, at) > at)
}

/** The end of `amp;` and its like, or 0. */
function referenceEnd(source: Uint8Array, at: number): number {
  let to = source[at] === numberSign ? at + 1 : at
  while (to < at + 32 && isWordlike(source[to] ?? 0)) to++
  return to > at && source[to] === semicolon ? to + 1 : 0
}

/** The longest address of a link, tag and space. */
const longest = 600

const [openSquare, closeSquare, openRound, closeRound, less, greater] = [
  0x5b, 0x5d, 0x28, 0x29, 0x3c, 0x3e,
] as const
const [openCurly, closeCurly, colon] = [0x7b, 0x7d, 0x3a] as const
const [ampersand, numberSign, semicolon, caret, slash, exclamation, hyphen] = [
  0x26, 0x23, 0x3b, 0x5e, 0x2f, 0x21, 0x2d,
] as const
