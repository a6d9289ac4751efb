import { setImmediate as nextTurn } from 'node:timers/promises'
import { UsageError } from '../settings.ts'

/**
 * While something is half done, SIGINT or SIGTERM is noticed by the work itself, which ends in order. A second one ends the process at
 * once, as both do at any other time.
 */
export class Interruption {
  #signal: 'SIGINT' | 'SIGTERM' | undefined
  readonly #onInt = () => this.#note('SIGINT')
  readonly #onTerm = () => this.#note('SIGTERM')

  constructor() {
    process.once('SIGINT', this.#onInt)
    process.once('SIGTERM', this.#onTerm)
  }

  /** Lets signals be delivered, and throws if one was. */
  async check(): Promise<void> {
    await nextTurn()
    if (this.#signal) throw new UsageError('stopped', exitCodes[this.#signal])
  }

  end(): void {
    process.off('SIGINT', this.#onInt)
    process.off('SIGTERM', this.#onTerm)
  }

  #note(signal: 'SIGINT' | 'SIGTERM'): void {
    this.#signal = signal
    this.end()
  }
}

/** As shells have it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
