import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Limit } from '../contract/limits.ts'
import { ofCaddy, ofFiles, ofNginx } from './limits.ts'

const page = new URL('../../docs/DEPLOY.md', import.meta.url)

/** As docs/DEPLOY.md has them: each reason, and below it the rows of the suite, without the ids of requirements. */
function listed(limits: readonly Limit[]): string {
  return limits
    .flatMap(({ reason, rows = [], subjects = [] }) => [
      `- ${reason}`,
      ...subjects.map((name) => `  - all of \`${name}\``),
      ...rows.map((row) => `  - ${row.replaceAll(/\[[\w.-]+\] /g, '').replaceAll('*', '…')}`),
    ])
    .join('\n')
}

test.each([
  ['files', ofFiles],
  ['nginx', ofNginx.filter((limit) => !ofFiles.includes(limit))],
  ['caddy', ofCaddy.filter((limit) => !ofFiles.includes(limit))],
] as const)('docs/DEPLOY.md lists what %s cannot keep, row by row; UPDATE=1 writes it', (name, limits) => {
  const text = readFileSync(page, 'utf8')
  const list = new RegExp(`(<!-- limits: ${name} -->\n)(?:- [^\n]*\n(?:  - [^\n]*\n)+)*`)
  const right = text.replace(list, (_, mark: string) => `${mark}${listed(limits)}\n`)
  if (process.env['UPDATE']) writeFileSync(page, right)
  else expect(text).toBe(right)
})
