import { contentLimits } from './diagnostics.ts'

/**
 * How deep a parser would recurse into a text, at most. Every parser that recurses is entered through this count: V8 aborts the
 * process if a regular expression compiles near the end of the stack, which no `catch` prevents.
 */
export class Nesting {
  readonly #levels: number
  /** Steps since the last separator, in each open bracket. */
  readonly #open = [0]
  #steps = 0

  constructor(levels: number = contentLimits.nesting) {
    this.#levels = levels
  }

  get isTooDeep(): boolean {
    return this.#open.length > this.#levels + 1 || this.#steps > maxSteps
  }

  /** A bracket, or whatever else closes again. */
  open(): void {
    this.#open.push(0)
  }

  close(): void {
    this.#steps -= this.#open.pop() ?? 0
    if (this.#open.length === 0) this.#open.push(0)
  }

  /** A token that what follows may nest in, such as `!` or `\bar`. */
  step(): void {
    this.#steps++
    this.#open.push((this.#open.pop() ?? 0) + 1)
  }

  /** A token that what follows may nest in even after a separator. */
  stepForGood(): void {
    this.#steps++
  }

  /** A comma, for example: nothing after it nests in what is before. */
  separate(): void {
    this.#steps -= this.#open.pop() ?? 0
    this.#open.push(0)
  }
}

/** acorn and temml take up to 1.5 KB of the stack's 984 KB for a step. */
const maxSteps = 400
