import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '200000' },
    from: { type: 'string', default: '0' },
    sockets: { type: 'string', default: '48' },
  },
})
const [seed = 0, count = 0, from = 0, sockets = 0] = [
  values.seed,
  values.count,
  values.from,
  values.sockets,
].map(Number)

console.log(`seed ${seed}: ${count} requests on ${sockets} sockets`)
const began = performance.now()
const outcome = await fuzz({
  seed,
  count,
  from,
  sockets,
  progress: (sent) => process.stderr.isTTY && process.stderr.write(`\r${sent}`),
})
const seconds = (performance.now() - began) / 1000
const megabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const answers = [...outcome.statuses].sort(([a], [b]) => a - b)
console.log(
  `${outcome.sent} requests in ${seconds.toFixed(0)} s; memory ${megabytes(outcome.before)}, then ${megabytes(outcome.after)}`,
)
console.log(answers.map(([status, times]) => `${status}: ${times}`).join(', '))
for (const violation of outcome.violations) console.log(`\n${violation}`)
if (outcome.violations.length > 0) {
  console.log(`\nAgain, alone: node test/fuzz/run.mjs --seed ${seed} --from NUMBER --count 1`)
  process.exitCode = 1
} else console.log('Nothing was broken.')
