/**
 * How many times longer an input of 4n takes than one of n: about 4 when the cost is linear, 16 when it is quadratic. Time of the
 * processor is measured, not of the clock, and the best of several runs counts: what else the machine does hardly matters.
 */
export function growth(
  make: (n: number) => string,
  run: (input: string) => unknown,
  n: number,
  /** What the caller allows; a growth well below that is not measured again. */
  most = linear,
): number {
  const small = make(n)
  const large = make(4 * n)
  run(small)
  let ofSmall = Number.POSITIVE_INFINITY
  let ofLarge = Number.POSITIVE_INFINITY
  const began = process.cpuUsage()
  // What would fail is measured three times as long: on a busy machine, noise can last.
  const patience = () => (ofLarge < most * ofSmall ? longest : 3 * longest)
  for (let round = 1; round <= mostRounds && (round === 1 || since(began) < patience()); round++) {
    ofSmall = Math.min(ofSmall, cost(run, small))
    ofLarge = Math.min(ofLarge, cost(run, large))
    // Noise can only add to a time; once this is small enough, more rounds would tell nothing new.
    if (round >= fewestRounds && ofLarge < enough * most * ofSmall) break
  }
  return Math.max(ofLarge, shortest) / Math.max(ofSmall, shortest)
}

/** What a test allows: twice the growth of a linear cost, half that of a quadratic one. */
export const linear = 8

const fewestRounds = 3
const mostRounds = 15
/** Milliseconds after which no further round begins, and below which there is nothing to compare. */
const longest = 5_000
/** Of what is allowed, the part below which more rounds would tell nothing new. */
const enough = 0.75
const shortest = 1

/** Processor time in milliseconds. */
export async function cpuTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  return since(before)
}

function cost(run: (input: string) => unknown, input: string): number {
  const before = process.cpuUsage()
  run(input)
  return since(before)
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
