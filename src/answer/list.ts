/** One element of a weighted list, such as `gzip;q=0.5` or `text/html;level=1`. */
export interface Weighted {
  /** What stands before the first parameter, in lower case. */
  readonly name: string
  readonly weight: number
}

/**
 * Reads Accept and Accept-Encoding (RFC 9110 §12.4.2): elements in order, parameters other than the first `q`
 * ignored, an element with a malformed weight left out. Linear in the header, whatever it holds.
 */
export function weightedList(header: string): Weighted[] {
  const list: Weighted[] = []
  for (const element of split(header, ',')) {
    const [name = '', ...parameters] = split(element, ';')
    const weight = weightAmong(parameters)
    if (weight !== undefined) list.push({ name: name.trim().toLowerCase(), weight })
  }
  return list
}

/** Cuts at a separator outside quoted strings; a piece whose quote never closes is left out. */
function split(text: string, separator: string): string[] {
  const pieces: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (quoted && character === '\\') i++
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === separator) {
      pieces.push(text.slice(start, i))
      start = i + 1
    }
  }
  if (!quoted) pieces.push(text.slice(start))
  return pieces
}

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

function weightAmong(parameters: readonly string[]): number | undefined {
  for (const parameter of parameters) {
    const [name = '', ...rest] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const value = rest.join('=').trimEnd()
    return qvalue.test(value) ? Number(value) : undefined
  }
  return 1
}
