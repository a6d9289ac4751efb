/** A tag longer than this is no tag: a bound on what one opening mark can cost. */
const longestTag = 2000

/**
 * Where the closing mark is of a tag that was opened before `from`, or -1. Marks between quotes do not count; a quote opens after
 * a space, a bracket or a sign, so that an apostrophe is none.
 */
export function closingMark(source: string, from: number, mark: string): number {
  const limit = Math.min(source.length, from + longestTag)
  const first = mark.charCodeAt(0)
  /** Quotes that nothing closes: what follows holds no end of them either. */
  let unclosed = ''
  for (let at = from; at < limit; at++) {
    const unit = source.charCodeAt(at)
    if (unit === first && source.startsWith(mark, at)) return at
    if ((unit !== 0x22 && unit !== 0x27 && unit !== 0x60) || isWordlike(source.charCodeAt(at - 1))) continue
    const quote = source.charAt(at)
    if (unclosed.includes(quote)) continue
    const end = closingQuote(source, at, limit)
    if (end === at) unclosed += quote
    at = end
  }
  return -1
}

/** Where a quotation ends; where it began when it does not. */
function closingQuote(source: string, start: number, limit: number): number {
  const quote = source.charCodeAt(start)
  for (let at = start + 1; at < limit; at++) {
    const unit = source.charCodeAt(at)
    if (unit === quote) return at
    if (unit === 0x5c) at++
  }
  return start
}

function isWordlike(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}
