import { expect, test } from 'vitest'

/** One test a shape: the work takes time linear in the size of what is made. */
export function testLinear(
  shapes: Readonly<Record<string, (size: number) => string>>,
  run: (input: string) => unknown,
  size: number,
): void {
  test.each(Object.entries(shapes))('%s', (_, make) => {
    expect(growth(make, run, size)).toBeLessThan(linear)
  })
}

/** How much longer one input of a size takes than 16 inputs of a sixteenth of it: about 1 for linear cost, 16 for quadratic. */
export function growth(
  make: (size: number) => string,
  run: (input: string) => unknown,
  size: number,
  limit = linear,
): number {
  const small = make(Math.ceil(size / parts))
  const large = make(size)
  const runParts = () => {
    for (let part = 0; part < parts; part++) run(small)
  }
  return ratio(() => run(large), runParts, limit)
}

/**
 * How many times as long one function takes as another. Measures CPU time, in turns, and takes the best of several runs, so that
 * other load on the machine hardly matters.
 */
export function ratio(
  run: () => unknown,
  other: () => unknown,
  /** The caller's limit; a result well below it is not measured again. */
  limit: number,
): number {
  let ofRun = Number.POSITIVE_INFINITY
  let ofOther = Number.POSITIVE_INFINITY
  const began = process.cpuUsage()
  // A result that would fail is measured three times as long, because noise can last on a busy machine.
  const patience = () => (ofRun < limit * ofOther ? longest : 3 * longest)
  for (let round = 1; round <= maxRounds && (round === 1 || since(began) < patience()); round++) {
    ofOther = Math.min(ofOther, cost(other))
    ofRun = Math.min(ofRun, cost(run))
    // Noise only adds to a time, so a small result is final.
    if (round >= minRounds && ofRun < enough * limit * ofOther) break
  }
  return Math.max(ofRun, shortest) / Math.max(ofOther, shortest)
}

/** The limit of a test: four times the growth of linear cost, a quarter of quadratic. */
export const linear = 4

const parts = 16
const minRounds = 3
const maxRounds = 15
/** No round starts after this many milliseconds. */
const longest = 5_000
/** Share of the limit below which a result is final. */
const enough = 0.75
/** Times below this many milliseconds are not compared. */
const shortest = 1

/** CPU time in milliseconds. */
export async function cpuTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  return since(before)
}

function cost(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  return since(before)
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
