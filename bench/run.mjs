// `npm run bench` measures everything; `npm run bench -- serving building starting search` some of it; `--quick` shows that it runs and
// measures nothing worth keeping; `--posts 100,1000` builds other sizes; `--write` keeps the result of all parts in bench/RESULTS.md.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildingPart } from './builds.mjs'
import { pinning, root } from './processes.mjs'
import { machine, markdown } from './report.mjs'
import { searchPart } from './search-part.mjs'
import { servingPart } from './serving.mjs'
import { startingPart } from './start.mjs'

/**
 * @typedef {{ dir: string, quick: boolean, posts?: readonly number[] | undefined, say: (what: string) => void }} Plan A folder for scratch, and how thorough to be.
 */

const parts = { serving: servingPart, building: buildingPart, starting: startingPart, search: searchPart }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    posts: { type: 'string' },
  },
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
  const posts = values.posts?.split(',').map(Number)
  const say = (/** @type {string} */ what) => note(`${name}: ${what}`)
  sections.push(markdown(await part({ dir, quick: values.quick, posts, say })))
  process.stdout.write(sections.at(-1) ?? '')
}

const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
  ' ',
)
const report = ['# Results', '', machine(command), ...sections].join('\n')
if (values.write) {
  if (positionals.length > 0 || values.quick || values.posts)
    throw new Error('--write takes the result of all parts')
  writeFileSync(`${root}bench/RESULTS.md`, report)
}
