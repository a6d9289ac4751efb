/**
 * The one way in for events, turns, timers and messages. What throws there is logged and costs the connection or the peer it
 * concerns, never the process: a request that finds a mistake of ours must not end everybody else's.
 */
export function guarded<Args extends unknown[]>(
  run: (...args: Args) => unknown,
  fail: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    const report = (error: unknown) => {
      console.error(error)
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
