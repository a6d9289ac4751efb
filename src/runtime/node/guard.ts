import { DamagedSnapshot } from '../../base/errors.ts'

/** Wraps every event, timer and message handler: an exception is logged and costs its own connection, never the process. */
export function guarded<Args extends unknown[]>(
  run: (...args: Args) => unknown,
  fail: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    const report = (error: unknown) => {
      logError(error)
      fail(...args)
    }
    try {
      const result = run(...args)
      if (result instanceof Promise) result.catch(report)
    } catch (error) {
      report(error)
    }
  }
}

let damage = { at: Number.NEGATIVE_INFINITY, count: 0 }

/** While a packed file is overwritten, every request may fail: one line a minute, without a stack. */
export function logError(error: unknown): void {
  if (!(error instanceof DamagedSnapshot)) {
    console.error(error)
    return
  }
  const now = performance.now()
  damage.count++
  if (now - damage.at < 60_000) return
  const more = damage.count > 1 ? ` (${damage.count} requests since the last such line)` : ''
  console.error(error.message + more)
  damage = { at: now, count: 0 }
}
