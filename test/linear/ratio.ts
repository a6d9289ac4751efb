/**
 * How much longer one input of a size takes than 16 inputs of a sixteenth of it: about 1 for linear cost, 16 for quadratic. Measures
 * CPU time, the same amount of it on both sides if the cost is linear, and takes the best of several runs, so that other load on the
 * machine hardly matters.
 */
export function growth(
  make: (size: number) => string,
  run: (input: string) => unknown,
  size: number,
  /** The caller's limit; a growth well below it is not measured again. */
  limit = linear,
): number {
  const small = make(Math.ceil(size / parts))
  const large = make(size)
  const runParts = () => {
    for (let part = 0; part < parts; part++) run(small)
  }
  let ofParts = Number.POSITIVE_INFINITY
  let ofLarge = Number.POSITIVE_INFINITY
  const began = process.cpuUsage()
  // A result that would fail is measured three times as long, because noise can last on a busy machine.
  const patience = () => (ofLarge < limit * ofParts ? longest : 3 * longest)
  for (let round = 1; round <= maxRounds && (round === 1 || since(began) < patience()); round++) {
    ofParts = Math.min(ofParts, cost(runParts))
    ofLarge = Math.min(
      ofLarge,
      cost(() => run(large)),
    )
    // Noise only adds to a time, so a small result is final.
    if (round >= minRounds && ofLarge < enough * limit * ofParts) break
  }
  return Math.max(ofLarge, shortest) / Math.max(ofParts, shortest)
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
