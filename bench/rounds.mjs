import { cores, cpuTime, root, start } from './processes.mjs'

/** @import { Server } from './processes.mjs' */
/** @import { Job, Load } from './load.mjs' */

/**
 * Every contender once a round, in an order that is reversed from one round to the next, so that a slow
 * minute or a place in the order falls on all alike.
 * @template Contender, Measured
 * @param {number} count @param {readonly Contender[]} contenders @param {(contender: Contender) => Promise<Measured>} measure
 * @returns {Promise<Measured[][]>} For each contender its rounds.
 */
export async function rounds(count, contenders, measure) {
  /** @type {Measured[][]} */
  const results = contenders.map(() => [])
  for (let round = 0; round < count; round++) {
    const order = [...contenders.keys()]
    if (round % 2 === 1) order.reverse()
    for (const at of order) results[at]?.push(await measure(/** @type {Contender} */ (contenders[at])))
  }
  return results
}

/** @typedef {{ median: number, low: number, high: number }} Spread */

/**
 * Each ratio within its round; then the median of rounds.
 * @param {readonly number[]} ours @param {readonly number[]} theirs
 */
export function ratio(ours, theirs) {
  return spread(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** @param {readonly number[]} values @returns {Spread} */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (/** @type {number} */ index) => sorted[index] ?? Number.NaN
  const half = (sorted.length - 1) / 2
  return { median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2, low: at(0), high: at(sorted.length - 1) }
}

/**
 * @typedef {{ rate: number, cpu: number, busy: number }} Speed Requests a second, and a second of processor time.
 */

/**
 * By rate and by processor time. `bound` tells that the load generator had no time left while they were
 * measured: they may be faster than it could see, and the ratio less.
 * @param {readonly Speed[]} ours @param {readonly Speed[]} theirs
 */
export function compare(ours, theirs) {
  const of = (/** @type {'rate' | 'cpu'} */ key) =>
    ratio(
      ours.map((one) => one[key]),
      theirs.map((one) => one[key]),
    )
  return { rate: of('rate'), cpu: of('cpu'), bound: spread(theirs.map(({ busy }) => busy)).median > 0.95 }
}

/** The load generator, started once so that it is warm for all. */
export function loadGenerator() {
  const child = start([process.execPath, `${root}bench/load.mjs`], {
    core: cores.load,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) =>
    child.once('exit', () => reject(new Error('the load generator ended'))),
  )
  ended.catch(() => {})
  return {
    /** @param {Server} server @param {Omit<Job, 'port'>} job @returns {Promise<Speed>} */
    async measure({ pid, port }, job) {
      const answer = new Promise((resolve, reject) => {
        child.once('message', (/** @type {{ result?: Load, error?: string }} */ { result, error }) =>
          result ? resolve(result) : reject(new Error(error)),
        )
      })
      const before = cpuTime(pid)
      child.send({ ...job, port })
      const { count, seconds, busy } = await Promise.race([answer, ended])
      return { rate: count / seconds, cpu: (count / (cpuTime(pid) - before)) * 1e9, busy }
    },
    stop: () => child.kill(),
  }
}
