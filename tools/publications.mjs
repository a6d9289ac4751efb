// `npm run publications -- DIR`: publishes checkouts of public repositories as they are, each by the few lines of settings in
// bench/publications, and compares with GitHub's own renderer. DIR holds the checkouts by their repositories' names; `--write`
// puts the table in bench/PUBLICATIONS.md. Needs cmark-gfm.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publications } from './publications-list.mjs'
import { page } from './publications-page.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const args = process.argv.slice(2)
const [dir, ...only] = args.filter((one) => !one.startsWith('--'))
if (dir === undefined) {
  console.error('usage: npm run publications -- DIR [NAME…] [--write]')
  process.exit(2)
}
const chosen = publications.filter(({ name }) => only.length === 0 || only.includes(name))
const absent = chosen.filter(({ name }) => !existsSync(join(dir, name)))
if (absent.length > 0) {
  console.error(
    `${dir} has no ${absent.map(({ repository }) => repository).join(', ')}: clone what is missing.`,
  )
  process.exit(2)
}
const results = chosen.map((publication) => ({ ...publication, ...measure(publication.name) }))
for (const one of results) {
  for (const key of ['errors', 'missing', 'lostImages', 'markup', 'wrongAuthors', 'deadAddresses'])
    for (const line of (one[key] ?? []).slice(0, 40)) console.error(`${one.name} ${key}: ${line}`)
}
const text = page(results)
console.log(text)
if (args.includes('--write')) writeFileSync(`${root}bench/PUBLICATIONS.md`, text)

/** @param {string} name */
function measure(name) {
  const script = `${root}tools/publications-measure.mjs`
  const settings = `${root}bench/publications/${name}.yaml`
  const { stdout, status } = spawnSync(process.execPath, [script, name, join(dir ?? '', name), settings], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${name} could not be measured`)
  return JSON.parse(stdout)
}
