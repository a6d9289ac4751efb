import { countUpTo } from './nearest.ts'
import { type Checked, contentLimits, contentRules, type Diagnostic, type RuleName } from './diagnostics.ts'
import { decodeLiteralUtf8, decodeStrictUtf8, decodeUtf8, encodeUtf8 } from './utf8.ts'

/** A decoded text file: no byte order mark, LF line endings. */
export class TextFile {
  readonly path: string
  readonly text: string
  #lineStarts: readonly number[] | undefined

  constructor(path: string, text = '') {
    this.path = path
    this.text = text
  }

  /** Returns the 1-based line and column of an offset, and the line's text. */
  position(offset: number): Pick<Diagnostic, 'line' | 'column' | 'excerpt'> {
    this.#lineStarts ??= lineStarts(this.text)
    const line = countUpTo(offset, this.#lineStarts)
    const start = this.#lineStarts[line - 1] ?? 0
    const nextStart = this.#lineStarts[line] ?? this.text.length + 1
    const excerpt =
      nextStart - start <= contentLimits.excerptLength ? this.text.slice(start, nextStart - 1) : ''
    return { line, column: offset - start + 1, excerpt }
  }
}

/** Creates a diagnostic at an offset in a file. */
export function problem(
  file: TextFile,
  offset: number,
  rule: RuleName,
  message: string,
  hint: string,
): Diagnostic {
  const { line, column, excerpt } = file.position(offset)
  return { path: file.path, line, column, severity: contentRules[rule].level, rule, message, hint, excerpt }
}

export function decodeText(path: string, bytes: Uint8Array): Checked<TextFile> {
  if (bytes.length > contentLimits.fileBytes) {
    const message = `${path} has ${bytes.length} bytes, more than ${contentLimits.fileBytes}.`
    return refused(new TextFile(path), 0, 'file-too-large', message, 'Split it, or move the data to assets/.')
  }
  try {
    return { value: new TextFile(path, withLineFeeds(decodeStrictUtf8(bytes))), diagnostics: [] }
  } catch {
    const bad = firstBadByte(bytes)
    // Decode leniently for the excerpt, so that the author recognizes the line.
    const file = new TextFile(path, withLineFeeds(decodeUtf8(bytes)))
    const offset = withLineFeeds(decodeUtf8(bytes.subarray(0, bad))).length
    const hex = `0x${(bytes[bad] ?? 0).toString(16).padStart(2, '0')}`
    return refused(file, offset, 'not-utf8', `Byte ${hex} is not valid UTF-8.`, 'Save the file as UTF-8.')
  }
}

/** A failed result with one diagnostic. */
export const refused = (...problemParts: Parameters<typeof problem>): Checked<never> => ({
  value: undefined,
  diagnostics: [problem(...problemParts)],
})

const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** Finds the start of the first invalid sequence: where the lenient decoder puts U+FFFD, which is EF BF BD in UTF-8. */
function firstBadByte(bytes: Uint8Array): number {
  const mended = encodeUtf8(decodeLiteralUtf8(bytes))
  const different = mended.findIndex((byte, at) => byte !== bytes[at])
  return different - [0xef, 0xbf, 0xbd].indexOf(mended[different] ?? 0)
}
