import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile, fromFolder } from '../src/compile.ts'
import { listen, type Running } from '../src/runtime/node/listen.ts'
import { serve } from '../src/serve.ts'
import { folderWith, run } from './cli/run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const shown = [...readme.matchAll(/^(`{3,})console\n\$ (.*)\n([\s\S]*?)^\1$/gm)].map(
  ([, , command = '', output = '']) => ({ command, output }),
)

let running: Running
beforeAll(async () => {
  const { value: snapshot } = await compile(fromFolder(join(root, 'archive')), {
    baseUrl: 'http://localhost:3000',
  })
  if (!snapshot) throw new Error('the archive in archive/ has errors')
  running = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
})
afterAll(() => running.close())

test('the README has three curl commands and one of npx', () => {
  expect(shown.map(({ command }) => command.split(' ')[0])).toEqual(['curl', 'curl', 'curl', 'npx'])
})

for (const { command, output } of shown.filter(({ command }) => command.startsWith('curl'))) {
  test(`the README shows the output of: ${command}`, async () => {
    const here = command.replace('localhost:3000', `127.0.0.1:${running.port}`)
    const { stdout } = await promisify(execFile)('bash', ['-c', here])
    expect(stdout).toBe(output)
  })
}

test('the archive in the README has no problems', async () => {
  const printed = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(readme)?.[1] ?? ''
  const files = {
    'my-archive/archive.yaml': printed('yaml'),
    'my-archive/posts/week-01.md': printed('markdown'),
  }
  const { stdout } = await run(['check', 'my-archive'], { cwd: folderWith(files) })
  expect(stdout).toBe('my-archive: no problems found.\n')
})

test('the README shows the output of check for its example mistake', async () => {
  const output = shown.at(-1)?.output ?? ''
  const [, line = '', mistake = ''] = /^ +(\d+) \| (.*)$/m.exec(output) ?? []
  const place = mkdtempSync(join(tmpdir(), 'citable-readme-'))
  try {
    cpSync(join(root, 'archive'), join(place, 'archive'), { recursive: true })
    const post = join(place, 'archive/posts/week-04.md')
    const lines = readFileSync(post, 'utf8').split('\n')
    writeFileSync(post, lines.toSpliced(Number(line) - 1, 0, mistake, '').join('\n'))
    expect((await run(['check'], { cwd: place })).stdout).toBe(output)
  } finally {
    rmSync(place, { recursive: true })
  }
})
