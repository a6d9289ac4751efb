// Two public scanners of agent readiness, and what each reports of a site.
import { root, start } from '../bench/processes.mjs'

/** @typedef {{ group: string, check: string, result: string, detail: string }} Row */
/** @typedef {{ score: number, rows: readonly Row[] }} Report */
/**
 * @typedef {object} Scanner
 * @property {string} name of its package
 * @property {(url: string) => string[]} command
 * @property {(output: string) => Report} read
 */

/** @type {{ afdocs: Scanner, agentReadability: Scanner }} */
export const scanners = {
  afdocs: {
    name: 'afdocs',
    command: (url) => [
      ...['bin/afdocs.mjs', 'check', url, '--format', 'json', '--score'],
      ...['--sampling', 'deterministic', '--max-links', '200'],
      ...['--request-delay', '0', '--max-concurrency', '10'],
    ],
    read: readAfdocs,
  },
  agentReadability: {
    name: '@vercel/agent-readability',
    command: (url) => ['dist/cli/index.cjs', 'audit', url, '--json'],
    read: readAgentReadability,
  },
}

/**
 * The second scanner draws its pages with Math.random; a seed makes a run repeatable, and SEED=2 makes another one.
 * @param {Scanner} scanner
 * @param {string} url
 */
export async function run({ name, command, read }, url) {
  const [script = '', ...args] = command(url)
  const seed = `--random-seed=${Number(process.env['SEED'] ?? 1)}`
  const child = start([process.execPath, seed, `${root}tools/node_modules/${name}/${script}`, ...args])
  const output = { stdout: '', stderr: '' }
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream]?.setEncoding('utf8').on('data', (text) => {
      output[stream] += text
    })
  }
  // A failed check makes a scanner end with 1, so the status says nothing.
  await new Promise((resolve) => child.once('close', resolve))
  try {
    return read(output.stdout)
  } catch (error) {
    throw new Error(`${name} gave no report: ${output.stderr || output.stdout}`, { cause: error })
  }
}

/** @param {string} output @returns {Report} */
function readAfdocs(output) {
  /** @type {{ results: { id: string, category: string, status: string, message: string }[], scoring: { overall: number } }} */
  const { results, scoring } = JSON.parse(output)
  const rows = results.map((one) => ({
    group: one.category,
    check: one.id,
    result: one.status,
    detail: one.message,
  }))
  return { score: scoring.overall, rows }
}

/**
 * @typedef {{ name: string, passed: boolean, skipped: boolean, detail?: string }} Check
 * @param {string} output
 * @returns {Report}
 */
function readAgentReadability(output) {
  /** @type {{ score: number, categories: Record<string, { checks: Check[] }> }} */
  const { score, categories } = JSON.parse(output)
  const rows = Object.entries(categories).flatMap(([group, { checks }]) =>
    checks.map(({ name, passed, skipped, detail = '' }) => ({
      group,
      check: name,
      result: skipped ? 'skip' : passed ? 'pass' : 'fail',
      detail,
    })),
  )
  return { score, rows }
}
