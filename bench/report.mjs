import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { pinning, root } from './processes.mjs'

/** @import { Spread } from './rounds.mjs' */

/** @typedef {{ title: string, note: string, head: string[], rows: string[][] }} Section */

export const figure = (/** @type {Spread} */ { median }) => median.toFixed(2)
export const range = (/** @type {Spread} */ { low, high }, digits = 2) =>
  `${low.toFixed(digits)}–${high.toFixed(digits)}`
export const compared = (
  /** @type {ReturnType<typeof import('./rounds.mjs').compare>} */ { rate, cpu, bound },
) => [`${bound ? '≤ ' : ''}${figure(rate)}`, range(rate), figure(cpu)]
export const whole = (/** @type {number} */ value) =>
  Math.round(value).toLocaleString('en').replaceAll(',', '\u202f')
export const atLeast = (/** @type {number} */ value, /** @type {number} */ goal) =>
  value >= goal ? 'yes' : '**no**'
export const atMost = (/** @type {number} */ value, /** @type {number} */ goal) =>
  value <= goal ? 'yes' : '**no**'

/** @param {Section} section */
export function markdown({ title, note, head, rows }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`
  const rule = `|${head.map(() => '---|').join('')}`
  return [`## ${title}`, '', note, '', line(head), rule, ...rows.map(line), ''].join('\n')
}

/** Where and with what it was measured. @param {string} command */
export function machine(command) {
  const [cpu] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return `Measured on ${new Date().toISOString().slice(0, 10)} at ${commit} with \`${command}\`: ${cpuModel() ?? cpu?.model}, ${cpus().length} cores,
${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, Node ${process.version}; ${pinning}.
${peerVersions()}

Contenders take turns, in an order that is reversed each round; a ratio is taken within a round, and the median of rounds is reported
with the lowest and the highest. Absolute figures say more about the machine than about the program.
`
}

/** Where Node does not know it, as on arm64, lscpu may. */
function cpuModel() {
  try {
    return /Model name:\s+(.+)/.exec(execFileSync('lscpu', { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}

/** Of the tools, those that a benchmark names. */
function peerVersions() {
  const { devDependencies } = JSON.parse(readFileSync(`${root}tools/package.json`, 'utf8'))
  const benches = readdirSync(`${root}bench`).filter((name) => name.endsWith('.mjs'))
  const named = benches.map((name) => readFileSync(`${root}bench/${name}`, 'utf8')).join('\n')
  const versions = Object.keys(devDependencies).flatMap((name) => {
    if (!new RegExp(`['/]${name}['/]`).test(named)) return []
    const manifest = `${root}tools/node_modules/${name}/package.json`
    return existsSync(manifest) ? [`${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`] : []
  })
  return versions.length > 0 ? `Peers: ${versions.join(', ')}.` : 'No peers were installed.'
}
