/**
 * Does the work when asked, and never twice at once. Asked during a run, it runs once more after it, however often it was asked: what
 * was read before the last request is never what stays.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let asked = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (asked) {
      asked = false
      await work()
    }
  }

  return () => {
    asked = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
