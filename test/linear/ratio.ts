/**
 * How many times longer an input of 4n takes than one of n: about 4 when the cost is linear, 16 when it is quadratic. The best of
 * several runs counts, so that what else the machine does hardly matters; below a millisecond a clock shows nothing but noise.
 */
export function growth(make: (n: number) => string, run: (input: string) => unknown, n: number): number {
  const small = make(n)
  const large = make(4 * n)
  run(small)
  let [ofSmall, ofLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    ofSmall = Math.min(
      ofSmall,
      elapsed(() => run(small)),
    )
    ofLarge = Math.min(
      ofLarge,
      elapsed(() => run(large)),
    )
  }
  return Math.max(ofLarge, shortest) / Math.max(ofSmall, shortest)
}

/** What a test allows: twice the growth of a linear cost, half that of a quadratic one. */
export const linear = 8

const rounds = 5
const shortest = 1

function elapsed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
