/**
 * How much longer an input of 4n takes than one of n: about 4 for linear cost, 16 for quadratic. Measures CPU time and takes the
 * best of several runs, so that other load on the machine hardly matters.
 */
export function growth(
  make: (n: number) => string,
  run: (input: string) => unknown,
  n: number,
  /** The caller's limit; a growth well below it is not measured again. */
  limit = linear,
): number {
  const small = make(n)
  const large = make(4 * n)
  run(small)
  let ofSmall = Number.POSITIVE_INFINITY
  let ofLarge = Number.POSITIVE_INFINITY
  const began = process.cpuUsage()
  // A result that would fail is measured three times as long, because noise can last on a busy machine.
  const patience = () => (ofLarge < limit * ofSmall ? longest : 3 * longest)
  for (let round = 1; round <= maxRounds && (round === 1 || since(began) < patience()); round++) {
    ofSmall = Math.min(ofSmall, cost(run, small))
    ofLarge = Math.min(ofLarge, cost(run, large))
    // Noise only adds to a time, so a small result is final.
    if (round >= minRounds && ofLarge < enough * limit * ofSmall) break
  }
  return Math.max(ofLarge, shortest) / Math.max(ofSmall, shortest)
}

/** The limit of a test: twice the growth of linear cost, half that of quadratic. */
export const linear = 8

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

function cost(run: (input: string) => unknown, input: string): number {
  const before = process.cpuUsage()
  run(input)
  return since(before)
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
