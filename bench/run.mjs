// `npm run bench` measures everything; `npm run bench -- limit http mcp peers runtimes start build` some of it; `--quick` shows that it runs and
// measures nothing worth keeping; `--write` keeps the result in bench/RESULTS.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPart } from './build.mjs'
import { httpPart } from './http.mjs'
import { limitPart } from './limit.mjs'
import { mcpPart } from './mcp.mjs'
import { peersPart } from './peers.mjs'
import { pinning, root } from './processes.mjs'
import { machine, markdown } from './report.mjs'
import { runtimesPart } from './runtimes.mjs'
import { startPart } from './start.mjs'

/**
 * @typedef {{ dir: string, quick: boolean, say: (what: string) => void }} Plan A folder for scratch, and how thorough to be.
 */

const parts = {
  limit: limitPart,
  http: httpPart,
  mcp: mcpPart,
  peers: peersPart,
  runtimes: runtimesPart,
  start: startPart,
  build: buildPart,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`bench: no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const note = (/** @type {string} */ text) => process.stderr.write(`${text}\n`)
note(pinning)
if (!existsSync(`${root}tools/node_modules`)) {
  note('Peers are skipped: they are not installed. `npm ci --prefix tools` installs them.')
}

// In memory where there is such a place: a disk that is busy with the files of the run before decides nothing then.
const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'citable-bench-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
const sections = []
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const section = await part({ dir, quick: values.quick, say: (what) => note(`${name}: ${what}`) })
  if (section.rows.length > 0) sections.push(markdown(section))
  process.stdout.write(sections.at(-1) ?? '')
}

const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
  ' ',
)
const report = ['# Results', '', machine(command), ...sections].join('\n')
if (values.write) {
  const file = `${root}bench/RESULTS.md`
  // Search is measured by a command of its own, and noted by hand.
  const search = /\n## Search\n[\s\S]*$/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  writeFileSync(file, report + search)
}
