/**
 * RFC 9110's weighted lists as regular expressions, in what PCRE and RE2 both know: no look-ahead, no back-reference. What they cannot say,
 * and `answer/list.ts` does: that of one range given twice with two weights the greater counts.
 */

const quoted = String.raw`"(?:[^"\\]|\\.)*"`
/** Any element of a list. */
const element = `(?:[^",]|${quoted})*`
const space = String.raw`[ \t]*`
/** Parameters before the weight: their names are not q. */
const parameters = `(?:${space};${space}(?:(?:[^qQ \\t";,=]|[qQ][^ \\t";,=])(?:[^",;]|${quoted})*)?)*`
const weight = String.raw`0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?`
const end = `${space}(?:,|$)`

/** From the beginning of a header to a range in it. */
const before = `^(?:${element},)*?${space}`

/** A header that has the range without a weight, and one that has it with one, which is captured. */
export function rangePatterns(range: string, capture: (pattern: string) => string) {
  return {
    plain: `${before}${range}${parameters}${end}`,
    weighted: `${before}${range}${parameters}${space};${space}[qQ]${space}=${capture(weight)}${space}(?:;${element})?${end}`,
  }
}

/** A header that names the one type before the other. */
export function orderPattern(first: string, second: string): string {
  return `${before}${first}${space}(?:;${element})?,(?:${element},)*?${space}${second}${space}(?:[;,]|$)`
}

// Of a token's characters, \x60 is the backquote, which a Caddyfile has for its own.
const token = String.raw`[!#$%&'+.^_\x60|~0-9A-Za-z-]`
/** Any media range: `*` alone before the slash is followed by `*` alone. */
export const anyRange = String.raw`(?:\*/\*|(?:${token}|\*${token})[*${token.slice(1)}*/[*${token.slice(1)}+)`

export const ranges = {
  html: 'text/html',
  markdown: 'text/markdown',
  text: String.raw`text/\*`,
  json: 'application/json',
  application: String.raw`application/\*`,
  any: String.raw`\*/\*`,
} as const

export const encodingRanges = {
  br: 'br',
  gzip: '(?:x-)?gzip',
  identity: 'identity',
  any: String.raw`\*`,
} as const

/** A text as a pattern of itself. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
