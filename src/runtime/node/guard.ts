/** Wraps every event, timer and message handler: an exception is logged and costs its own connection, never the process. */
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
