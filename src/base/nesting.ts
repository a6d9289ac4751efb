import { contentLimits } from './diagnostics.ts'

/** acorn and temml take up to 1.5 KB of the stack's 984 KB for a step. */
const maxSteps = 400

/**
 * How deep a parser would recurse into a text, at most. Every parser that recurses is entered through this count: V8 aborts the
 * process if a regular expression compiles near the end of the stack, which no `catch` prevents.
 */
export class Nesting {
  readonly #levels: number
  /** In each open bracket: steps since the last separator, and those that last. */
  readonly #open = [{ steps: 0, lasting: 0 }]
  #steps = 0

  constructor(levels: number = contentLimits.nesting) {
    this.#levels = levels
  }

  get isTooDeep(): boolean {
    return this.#open.length > this.#levels + 1 || this.#steps > maxSteps
  }

  /** A bracket, or whatever else closes again. */
  open(): void {
    this.#open.push({ steps: 0, lasting: 0 })
  }

  close(): void {
    this.separate(true)
    if (this.#open.length > 1) this.#open.pop()
  }

  /** A token that what follows may nest in, such as `!` or `\bar`. If it lasts, even after a separator. */
  step(lasts = false): void {
    const bracket = this.#open.at(-1)
    this.#steps++
    if (bracket) bracket[lasts ? 'lasting' : 'steps']++
  }

  /** A comma, for example: nothing after it nests in what is before, unless that lasts. */
  separate(all = false): void {
    const bracket = this.#open.at(-1)
    if (!bracket) return
    this.#steps -= bracket.steps + (all ? bracket.lasting : 0)
    bracket.steps = 0
    if (all) bracket.lasting = 0
  }
}
