import { setImmediate as nextTurn } from 'node:timers/promises'
import { UsageError } from '../../base/usage-error.ts'

/**
 * While something is half done, a signal to end is noticed by the work itself, which ends in order. A second one ends the process at
 * once, as each does at any other time.
 */
export class Interruption {
  #signal: Signal | undefined
  readonly #note = (signal: Signal) => {
    this.#signal = signal
    this.end()
  }

  constructor() {
    for (const signal of signals) process.once(signal, this.#note)
  }

  /** Lets signals be delivered, and throws if one was. */
  async check(): Promise<void> {
    await nextTurn()
    if (this.#signal) throw new UsageError('stopped', exitCodes[this.#signal])
  }

  end(): void {
    for (const signal of signals) process.off(signal, this.#note)
  }
}

/** As shells have it. The last is a terminal that was closed. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof exitCodes
const signals = Object.keys(exitCodes) as Signal[]
