import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emptyFolder } from './cli/run.ts'

const script = fileURLToPath(new URL('../scripts/docs-site.mjs', import.meta.url))
const docs = fileURLToPath(new URL('../docs', import.meta.url))

test('the docs are a site made by Citable, without a warning: the README is its home, and every page of docs/ is in it', async () => {
  const out = join(emptyFolder(), 'site')
  const { stderr } = await promisify(execFile)(process.execPath, [script, out, 'https://docs.example'])
  expect(stderr).toBe('')
  const home = readFileSync(join(out, 'index.html'), 'utf8')
  expect(home).toContain('Ask it a question')
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  )
  const ids = pages
    .filter((path) => !path.endsWith('README.md'))
    .map((path) => path.replace(/^.*\//, '').toLowerCase())
  expect(readdirSync(join(out, 'posts'))).toEqual(expect.arrayContaining(ids))
})
