/** An expression longer than this is none: a bound on what one opening bracket can cost. */
const longestExpression = 200_000

/** The brackets of a source, with their counterparts. What was found on the way to one end is remembered for what is within. */
export class Brackets {
  readonly #source: string
  /** The offset after the closing counterpart of an opening bracket, or -1. */
  readonly #ends = new Map<number, number>()

  /** Where no comment ends any more. */
  readonly #lastComment: number

  constructor(source: string) {
    this.#source = source
    this.#lastComment = source.lastIndexOf('*/')
  }

  /** The offset after the bracket that closes the one at `start`, or -1. */
  end(start: number): number {
    const known = this.#ends.get(start)
    if (known !== undefined) return known
    this.#read(start)
    return this.#ends.get(start) ?? -1
  }

  /**
   * The offset after what begins at `start`: a bracketed expression, a quotation, a comment of JavaScript, or one character. -1 when
   * it does not end.
   */
  after(start: number): number {
    const character = this.#source[start] ?? ''
    if (closing[character] !== undefined) return this.end(start)
    return this.#afterToken(start, Math.min(this.#source.length, start + longestExpression))
  }

  #read(start: number): void {
    const source = this.#source
    const limit = Math.min(source.length, start + longestExpression)
    const open: { readonly at: number; readonly closer: string }[] = []
    /** Quotes that nothing closes, before the end of the line for most. */
    let unclosed = ''
    for (let at = start; at < limit; ) {
      const character = source[at] ?? ''
      const closer = closing[character]
      if (closer !== undefined) open.push({ at: at++, closer })
      else if (character === open.at(-1)?.closer) {
        this.#ends.set(open.pop()?.at ?? start, ++at)
        if (open.length === 0) return
      } else if (unclosed.includes(character)) at++
      else {
        const after = this.#afterToken(at, limit)
        if (after === -1) break
        if (after === at + 1 && quotes.includes(character)) unclosed += character
        else if (character === '\n') unclosed = unclosed.includes('`') ? '`' : ''
        at = after
      }
    }
    for (const { at } of open) this.#ends.set(at, -1)
  }

  #afterToken(start: number, limit: number): number {
    const source = this.#source
    const character = source[start] ?? ''
    if (quotes.includes(character)) return afterQuote(source, start, limit)
    if (character !== '/' || source[start + 1] !== '*') return start + 1
    if (start >= this.#lastComment) return -1
    const end = source.slice(start, limit).indexOf('*/', 2)
    return end === -1 ? -1 : start + end + 2
  }
}

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }
const quotes = '"\'`'

/** A quotation ends on its line, but for a template's; what does not end is an apostrophe. */
function afterQuote(source: string, start: number, limit: number): number {
  const quote = source[start]
  for (let at = start + 1; at < limit; at++) {
    if (source[at] === quote) return at + 1
    if (source[at] === '\\') at++
    else if (source[at] === '\n' && quote !== '`') break
  }
  return start + 1
}
