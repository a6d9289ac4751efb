import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from './installed.ts'
import { startWorker } from './runtimes/start.ts'

/** The samples of docs/LIBRARY.md and that of the README, in a project that has installed the package, each run as its name says. */

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/LIBRARY.md'), 'utf8')
const samples = new Map(
  Array.from(page.matchAll(/```[jt]s\n\/\/ (\S+)\n([^`]*(?:`[^`]+)*?)```/g), ([, name = '', code = '']) => [
    name,
    code,
  ]),
)
const readme = readFileSync(join(root, 'README.md'), 'utf8')
samples.set('readme.js', /```ts\n([^`]*(?:`[^`]+)*?)```/.exec(readme)?.[1] ?? '')
const project = mkdtempSync(join(tmpdir(), 'citable-library-'))
const run = promisify(execFile)

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  cpSync(join(root, 'test/fixtures/archive'), join(project, 'archive'), { recursive: true })
  const modules = {
    citable: root,
    ...Object.fromEntries(
      ['express', 'fastify', 'hono', '@hono/node-server'].map((name) => [
        name,
        join(root, 'tools/node_modules', name),
      ]),
    ),
  }
  for (const [name, path] of Object.entries(modules)) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
    symlinkSync(path, join(project, 'node_modules', name), 'junction')
  }
  for (const [name, code] of samples) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), code)
  }
  await run(process.execPath, ['compile.js'], { cwd: project })
})
afterAll(() => rmSync(project, { recursive: true }))

test('every sample of the page has a name, and a test here', () => {
  expect(samples.size).toBe((page + readme).match(/^```[jt]s$/gm)?.length)
  expect([...samples.keys()].sort()).toEqual(
    [
      ...['compile.js', 'handler.js', 'ask.js', 'database.js', 'worker.js', 'app/[[...path]]/route.ts'],
      ...servers.map(({ file }) => file),
    ].sort(),
  )
})

test('a handler is asked without a server', async () => {
  const { stdout } = await run(process.execPath, ['ask.js'], { cwd: project })
  expect(stdout).toMatch(/^200 \d+ ---\ntitle: How the first measurement was made\n/)
})

const servers = [
  { file: 'readme.js', program: process.execPath, health: 404 },
  { file: 'listen.js', program: process.execPath, health: 404 },
  { file: 'http.js', program: process.execPath, health: 404 },
  { file: 'express.js', needs: 'express', program: process.execPath, health: 200 },
  { file: 'fastify.js', needs: 'fastify', program: process.execPath, health: 200 },
  { file: 'hono.js', needs: 'hono', program: process.execPath, health: 200 },
  { file: 'bun.js', needs: 'bun', program: undefined, health: 404 },
  { file: 'deno.js', needs: 'deno', program: undefined, health: 404 },
] as const

for (const { file, health, program, ...row } of servers) {
  const needed = 'needs' in row ? installed(row.needs) : program
  describe.skipIf(needed === undefined)(
    `${file}${needed === undefined ? ' (where it is installed)' : ''}`,
    () => {
      test('serves the archive', async () => {
        const port = await freePort()
        const code = (samples.get(file) ?? '').replace('3000', String(port))
        expect(code, 'the port').toContain(String(port))
        writeFileSync(join(project, file), code)
        const args = file === 'deno.js' ? ['run', '--allow-net', '--allow-read', file] : [file]
        const child = spawn(program ?? needed ?? '', args, {
          cwd: project,
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        const ended = once(child, 'exit')
        try {
          await expect.poll(() => isUp(port)).toBe(true)
          await expectArchive(`http://localhost:${port}`)
          expect((await ask(`http://localhost:${port}/health`)).status).toBe(health)
        } finally {
          child.kill()
          await ended
        }
      })
    },
  )
}

describe.skipIf(installed('workerd') === undefined)('worker.js', () => {
  test('serves the archive', async () => {
    const { origin, close } = await startWorker(
      join(project, 'worker.js'),
      readFileSync(join(project, 'archive.bin')),
    )
    try {
      await expectArchive(origin)
    } finally {
      await close()
    }
  })
})

test('a route handler of Next has the types that it needs', async () => {
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', strict: true },
    ...{ allowJs: true, noEmit: true, typeRoots: [join(root, 'node_modules/@types')], types: ['node'] },
  }
  const file = join(project, 'tsconfig.json')
  writeFileSync(file, JSON.stringify({ compilerOptions, files: ['app/[[...path]]/route.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', project], { cwd: project }).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
})

const sqlite = nodeWithSqlite()
test.skipIf(sqlite === undefined)('a database is published in ten lines', async () => {
  const table = `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync('blog.db')
    db.exec('CREATE TABLE posts (slug TEXT, title TEXT, published TEXT, series TEXT, body TEXT)')
    const add = db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?)')
    add.run('week-01', 'One: "quoted"', '2026-01-05', 'research', 'First.')
    add.run('week-02', 'Two', '2026-01-12', 'practice', 'Second, see [the first](week-01.md).')`
  await run(sqlite ?? '', ['--input-type=module', '-e', table], { cwd: project })
  const { stdout } = await run(sqlite ?? '', ['database.js'], { cwd: project })
  expect(stdout).toMatch(/^\d\d addresses\n$/)
})

/** node:sqlite came with Node 22.5; the tools have a newer one. */
function nodeWithSqlite(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath
  return installed('node')
}

async function expectArchive(origin: string): Promise<void> {
  const twin = await ask(`${origin}/posts/week-01`, { headers: { Accept: 'text/markdown' } })
  expect([twin.status, twin.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(await twin.text()).toContain('# How the first measurement was made')
  const pong = await ask(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
  expect(await pong.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect((await ask(`${origin}/nowhere`)).status).toBe(404)
}

function ask(
  url: string,
  { headers = {}, ...rest }: { headers?: Record<string, string>; method?: string; body?: string } = {},
) {
  return fetch(url, { ...rest, headers: { ...headers, Connection: 'close' } })
}

async function isUp(port: number): Promise<boolean> {
  return ask(`http://localhost:${port}/robots.txt`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
