// `npm run faults` runs all scenarios, which takes more than an hour; `-- --only reloads` runs one, `--short` a little of each. `--seed`,
// `--points`, `--requests` and `--minutes` set the amount. Results go to bench/RELIABILITY.md, except those of short runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { scenarios } from './scenarios.mjs'

/** @import { Outcome } from './scenarios.mjs' */

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    points: { type: 'string' },
    requests: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const number = (/** @type {string | undefined} */ text) => (text === undefined ? undefined : Number(text))
const plan = {
  short: values.short,
  seed: Number(values.seed),
  points: number(values.points),
  requests: number(values.requests),
  minutes: number(values.minutes),
}
// Exit handlers stop child processes and unmount, on signals too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const names = values.only ?? Object.keys(scenarios)
const unknown = names.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(`faults: unknown scenario ${unknown}; available: ${Object.keys(scenarios)}.`)
  process.exit(2)
}

const head = `# Reliability

Fault injection and its results. Each section comes from the run that it names; \`test/faults/\` has the scenarios, and
\`npm run test:all\` runs a little of each.

`
const file = new URL('../../bench/RELIABILITY.md', import.meta.url)
for (const name of names) {
  const scenario = scenarios[name]
  if (!scenario) continue
  const began = performance.now()
  const outcome = await scenario.run(plan)
  const seconds = Math.round((performance.now() - began) / 1000)
  const section = sectionOf(name, scenario.requirement, outcome, seconds)
  process.stdout.write(section)
  for (const failure of outcome.failures) console.error(`${name}: ${failure}`)
  if (outcome.failures.length > 0) process.exitCode = 1
  if (!values.short && outcome.skipped === undefined) save(name, section)
}
process.exit()

/** @param {string} name @param {string} requirement @param {Outcome} outcome @param {number} seconds */
function sectionOf(name, requirement, { counts, failures, skipped }, seconds) {
  const command = [
    'npm run faults --',
    ...process.argv.slice(2).filter((one) => !names.includes(one) && one !== '--only'),
  ]
  const rows = Object.entries(counts).map(([what, count]) => `| ${what} | ${count.toLocaleString('en')} |`)
  const body = skipped
    ? [`Skipped: ${skipped}.`]
    : ['| what | count |', '|---|---|', ...rows, `| **failures** | **${failures.length}** |`]
  const day = new Date().toISOString().slice(0, 10)
  const about = `\`${command.join(' ')} --only ${name}\`, seed ${plan.seed}, ${seconds} s, on ${day}: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, Node ${process.version}.`
  return [`## ${name}`, '', requirement, '', ...body, '', about, '', ''].join('\n')
}

/** Replaces the section of a scenario in the file. @param {string} name @param {string} section */
function save(name, section) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  /** @type {Map<string, string>} */
  const sections = new Map()
  for (const one of text.split(/^(?=## )/m).slice(1))
    sections.set(/^## (\S+)/.exec(one)?.[1] ?? '', one.trimEnd())
  sections.set(name, section.trimEnd())
  const ordered = Object.keys(scenarios).flatMap((one) => sections.get(one) ?? [])
  writeFileSync(file, `${head}${ordered.join('\n\n')}\n`)
}
