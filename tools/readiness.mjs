// `npm run readiness`: what two public scanners of agent readiness say about the built server and its archive. Prints a table for
// each and judges nothing: some of their checks are refused on purpose. Needs `npm ci --prefix tools`.
import { readFileSync } from 'node:fs'
import { citable, root } from '../bench/processes.mjs'
import { run, scanners } from './scanners.mjs'

const server = await citable(`${root}archive`)
try {
  for (const scanner of Object.values(scanners))
    print(scanner, await run(scanner, `http://localhost:${server.port}`))
} finally {
  await server.stop()
}

/** @param {import('./scanners.mjs').Scanner} scanner @param {import('./scanners.mjs').Report} report */
function print({ name }, { score, rows }) {
  const { version } = JSON.parse(readFileSync(`${root}tools/node_modules/${name}/package.json`, 'utf8'))
  const tally = ['pass', 'warn', 'fail', 'skip', 'error']
    .map((result) => ({ result, count: rows.filter((row) => row.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${result}`)
  console.log(`## ${name} ${version}\n\nScore ${score} of 100; ${rows.length} checks: ${tally.join(', ')}.\n`)
  console.log('| check | group | result | detail |\n|---|---|---|---|')
  for (const { check, group, result, detail } of rows) {
    console.log(`| ${[check, group, result, detail.replaceAll('|', '\\|')].join(' | ')} |`)
  }
  console.log()
}
