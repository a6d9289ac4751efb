// `npm run fuzz` fuzzes the fast lane, then node:http, and then compares the two; `-- --part lane`, `past` or `differential` runs one
// of these. `--count` is the number of messages per part, and `--runtime` another program to run the server, such as Bun.
import { parseArgs } from 'node:util'
import { differential } from './differential.mjs'
import { fuzz } from './fuzz.mjs'

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: ['lane', 'past', 'differential'] },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '200000' },
    from: { type: 'string', default: '0' },
    sockets: { type: 'string', default: '48' },
    runtime: { type: 'string', default: process.execPath },
  },
})
const [seed = 0, count = 0, from = 0, sockets = 0] = [
  values.seed,
  values.count,
  values.from,
  values.sockets,
].map(Number)
const progress = (/** @type {number} */ sent) => process.stderr.isTTY && process.stderr.write(`\r${sent} `)
const megabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** @param {boolean} lane */
async function findViolations(lane) {
  const { sent, statuses, violations, before, after } = await fuzz({
    seed,
    count,
    lane,
    from,
    sockets,
    runtime: values.runtime,
    progress,
  })
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  console.log(
    `${sent} requests; memory ${megabytes(before)}, then ${megabytes(after)}\n${answers.join(', ')}`,
  )
  return violations
}

async function findDifferences() {
  const { differences, ...compared } = await differential({ seed, messages: count, from, sockets, progress })
  console.log(
    `${compared.messages} messages in ${compared.streams} streams, ${compared.bytewise} of them byte by byte; ${compared.answers} responses`,
  )
  return differences
}

const parts = {
  lane: { what: 'fast lane', run: () => findViolations(true) },
  past: { what: 'node:http only', run: () => findViolations(false) },
  differential: {
    what: 'fast lane and node:http compared, in one packet and in several',
    run: findDifferences,
  },
}

for (const [name, { what, run }] of Object.entries(parts)) {
  if (!values.part.includes(name)) continue
  console.log(`\n${what}: ${count} messages, seed ${seed}`)
  const began = performance.now()
  const found = await run()
  console.log(`${found.length} found in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const one of found) console.log(`\n${one}`)
  if (found.length === 0) continue
  console.log(`\nReproduce one: node test/fuzz/run.mjs --part ${name} --seed ${seed} --from NUMBER --count 1`)
  process.exitCode = 1
}
