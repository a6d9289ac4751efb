// `npm run fuzz` tries both ways in, one after the other, and then holds them against each other; `-- --part lane`, `past` or
// `differential` does one of the three. `--count` is how many messages each part sends, and `--runtime` another program to run the
// server, such as Bun.
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
async function broken(lane) {
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

async function different() {
  const { differences, ...compared } = await differential({ seed, messages: count, from, sockets, progress })
  console.log(
    `${compared.messages} messages in ${compared.streams} streams, ${compared.bytewise} of them cut after every byte; ${compared.answers} answers`,
  )
  return differences
}

const parts = {
  lane: { what: 'the fast lane', run: () => broken(true) },
  past: { what: 'past it, by node:http alone', run: () => broken(false) },
  differential: { what: 'both ways, whole and in pieces, held against each other', run: different },
}

for (const [name, { what, run }] of Object.entries(parts)) {
  if (!values.part.includes(name)) continue
  console.log(`\n${what}: ${count} messages, seed ${seed}`)
  const began = performance.now()
  const found = await run()
  console.log(`${found.length} found in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const one of found) console.log(`\n${one}`)
  if (found.length === 0) continue
  console.log(`\nAgain, alone: node test/fuzz/run.mjs --part ${name} --seed ${seed} --from NUMBER --count 1`)
  process.exitCode = 1
}
