import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'citable-package-'))
const project = join(place, 'project')

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}
let packed: Packed

beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', place], { cwd: root })
  packed = JSON.parse(stdout)[0]
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "a-project", "private": true, "type": "module" }\n')
  const tarball = join(place, packed.filename)
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: project })
}, 120_000)

afterAll(() => rmSync(place, { recursive: true, force: true }))

test('the package holds the build and what a reader needs, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']))
  const others = paths.filter((path) => !path.startsWith('dist/'))
  expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  expect(
    paths.filter((path) => /\.test\.|\.map$|(?<!\.d)\.ts$/.test(path)),
    'no sources and no tests',
  ).toEqual([])
})

test('everything that package.json points at is in it', () => {
  const installed = join(project, 'node_modules/citable')
  const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const targets = [exports, bin].flatMap(
    (value) => JSON.stringify(value).match(/(?<=")(?:\.\/)?dist\/[^"]+/g) ?? [],
  )
  expect(targets.length).toBeGreaterThan(4)
  for (const target of targets) expect(existsSync(join(installed, target)), target).toBe(true)
})

test('the installed command serves an archive of one post', async () => {
  mkdirSync(join(project, 'archive/posts'), { recursive: true })
  const post = '---\ntitle: Hello\nseries: research\nsummary: A first post.\n---\n\nText.\n'
  writeFileSync(join(project, 'archive/posts/week-01.md'), post)
  const { PATH = '', HOME = '' } = process.env
  const server = spawn(join(project, 'node_modules/.bin/citable'), ['serve', '--port', '0'], {
    cwd: project,
    env: { PATH, HOME },
  })
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line')
    const port = /:(\d+)\s*$/.exec(String(line))?.[1]
    const headers = { accept: 'text/markdown', connection: 'close' }
    const answer = await fetch(`http://127.0.0.1:${port}/posts/week-01`, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('# Hello')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'close')
  }
  expect(server.exitCode).toBe(0)
})

test('a strict TypeScript program can use it', async () => {
  cpSync(fileURLToPath(new URL('consumer', import.meta.url)), project, { recursive: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', project], { cwd: project }).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
})
