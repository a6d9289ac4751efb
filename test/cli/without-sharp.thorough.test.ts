import { spawn } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder, ended, folderWith } from './run.ts'

/** As installed by npm: the build and its one dependency, without optional packages. */
const installed = emptyFolder()

beforeAll(() => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  for (const path of ['dist', 'package.json', 'node_modules/commander']) {
    mkdirSync(join(installed, path, '..'), { recursive: true })
    cpSync(join(root, path), join(installed, path), { recursive: true })
  }
})

const check = (dir: string) =>
  ended(spawn(process.execPath, [join(installed, 'dist/cli/main.js'), 'check', dir]))
const content = { 'posts/one.md': '# One\n\n![A picture](/a.png)\n', 'a.png': 'a picture' }

test('sharp is needed only with the setting', async () => {
  expect(await check(folderWith(content))).toMatchObject({ code: 0, stderr: '' })
})

test('the setting without sharp is an error that says how to install it', async () => {
  const { code, stdout, stderr } = await check(
    folderWith({ ...content, 'archive.yaml': 'title: A\nimages:\n  widths: [640]\n' }),
  )
  expect(code).toBe(1)
  expect(stdout + stderr).toContain('`images.widths` needs the sharp package, which is not installed.')
  expect(stdout + stderr).toContain('archive.yaml:2:1')
  expect(stdout + stderr).toContain('Run `npm i sharp`, or remove `images`.')
})
