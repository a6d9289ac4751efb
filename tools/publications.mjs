// `npm run publications -- DIR`: publishes checkouts of public repositories by what `citable init` writes for them and nothing else, and
// compares with what their own generators and data say, and with GitHub's renderer. DIR holds them as OWNER/NAME; `--write` puts the
// tables in bench/PUBLICATIONS.md, and `--facts` leaves the bodies out. Needs cmark-gfm.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publications } from './publications-list.mjs'
import { page } from './publications-page.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const args = process.argv.slice(2)
const flags = args.filter((one) => one === '--facts')
const [dir, ...only] = args.filter((one) => !one.startsWith('--'))
if (dir === undefined) {
  console.error('usage: npm run publications -- DIR [OWNER/NAME…] [--facts] [--write]')
  process.exit(2)
}
const chosen = publications.filter(({ repository }) => only.length === 0 || only.includes(repository))
const absent = chosen.filter(({ repository }) => !existsSync(join(dir, repository)))
if (absent.length > 0) {
  const missing = absent.map(({ repository, commit }) => `${repository} at ${commit}`)
  console.error(`${dir} has no ${missing.join(', ')}: clone what is missing.`)
  process.exit(2)
}
const results = chosen.map((publication) => ({ ...publication, ...measure(publication.repository) }))
for (const { repository, ...one } of results) {
  for (const key of ['errors', 'missing', 'wrong', 'markup', 'others'])
    for (const line of (one[key] ?? []).slice(0, 40)) console.error(`${repository} ${key}: ${line}`)
}
const text = page(results)
console.log(text)
if (args.includes('--write')) writeFileSync(`${root}bench/PUBLICATIONS.md`, text)

/** @param {string} repository */
function measure(repository) {
  const script = `${root}tools/publications-measure.mjs`
  const { stdout, status } = spawnSync(
    process.execPath,
    [script, repository, join(dir ?? '', repository), ...flags],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`${repository} could not be measured`)
  return JSON.parse(stdout)
}
