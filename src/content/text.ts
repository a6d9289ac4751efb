import type { Diagnostic, RuleName } from '../diagnostics.ts'

/** A text file as its author sees it: no byte order mark, lines that end in "\n". */
export interface TextFile {
  readonly path: string
  readonly text: string
}

const largest = 4 * 1024 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function decodeText(path: string, bytes: Uint8Array): TextFile | Diagnostic {
  if (bytes.length > largest) {
    const file = { path, text: '' }
    return problem(
      file,
      0,
      'file-too-large',
      `${path} has ${bytes.length} bytes.`,
      'Split it, or move data into assets/.',
    )
  }
  try {
    const text = utf8.decode(bytes)
    return { path, text: lines(text) }
  } catch {
    const bad = firstBadByte(bytes)
    // Shown as a lenient decoder shows it, so that the author recognises the line.
    const text = lines(new TextDecoder('utf-8').decode(bytes))
    const named = `0x${(bytes[bad] ?? 0).toString(16).padStart(2, '0')}`
    const offset = lines(new TextDecoder('utf-8').decode(bytes.subarray(0, bad))).length
    const message = `Byte ${named} is not valid UTF-8.`
    return problem({ path, text }, offset, 'not-utf8', message, 'Save the file as UTF-8.')
  }
}

function lines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

export function isDiagnostic(value: TextFile | Diagnostic): value is Diagnostic {
  return 'rule' in value
}

/** A diagnostic at an offset of a file. The one place where offsets become lines and columns. */
export function problem(
  file: TextFile,
  offset: number,
  rule: RuleName,
  message: string,
  hint: string,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  const { text, path } = file
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const stop = text.indexOf('\n', offset)
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  const excerpt = text.slice(start, stop === -1 ? undefined : stop)
  return { path, line, column: offset - start + 1, severity, rule, message, hint, excerpt }
}

/**
 * Where the first sequence begins that no further byte could make valid. Halving finds the longest prefix that a streaming
 * decoder takes; what it has not decoded of that by then is the beginning of the broken sequence.
 */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodesSoFar(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, good), {
    stream: true,
  })
  return new TextEncoder().encode(whole).length
}

function decodesSoFar(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
