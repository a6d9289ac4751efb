import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { imageSize } from 'image-size'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post, type Server } from '../cli/run.ts'
import { freePort } from '../free-port.ts'
import { installed } from '../installed.ts'
import { site as lume } from '../generators/lume/site.ts'
import { startWorker } from '../runtimes/start.ts'
import { expectSameResponses, type Seen } from './compare.ts'
import { isUp, type Project, projectWith, root, startServe } from './project.ts'

/** Runs the programs of recipes/ and the README in a project with the package installed. */

const run = promisify(execFile)
let project: Project
let served: Server
beforeAll(async () => {
  project = await projectWith([
    ...['express', 'fastify', 'hono', '@hono/node-server', 'next', 'react', 'react-dom', 'zod'],
    ...['satori', '@resvg/resvg-js', '@fontsource/source-serif-4'],
  ])
  for (const name of ['library', 'next'])
    cpSync(join(root, 'recipes', name), project.dir, { recursive: true })
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  writeFileSync(join(project.dir, 'readme.js'), /```ts\n([^`]*(?:`[^`]+)*?)```/.exec(readme)?.[1] ?? '')
  await run(process.execPath, ['compile.js'], { cwd: project.dir })
  served = await startServe(project)
})
afterAll(() => served.stop())

test('every program has a test here', () => {
  const names =
    'ask build cards citable.config compile customize database generator handler lume posts progress search theme worker'
  const others = names.split(' ').map((name) => `${name}.js`)
  const files = new Set([...others, ...servers.map(({ file }) => file)])
  files.delete('readme.js')
  expect(readdirSync(join(root, 'recipes/library')).sort()).toEqual([...files].sort())
})

test('a handler can be called without a server', async () => {
  const { stdout } = await run(process.execPath, ['ask.js'], { cwd: project.dir })
  expect(stdout).toMatch(/^200 \d+ ---\ntitle: How the first measurement was made\n/)
})

test('posts() and getPost() read a snapshot', async () => {
  const { stdout } = await run(process.execPath, ['posts.js'], { cwd: project.dir })
  expect(stdout).toMatch(/^week-\d\d 2026-\d\d-\d\d \S/)
  expect(stdout).toMatch(/\nweek-01 .+ How the first measurement was made\n[\s\S]*\n## /)
})

test('search() works without a request', async () => {
  const { stdout } = await run(process.execPath, ['search.js'], { cwd: project.dir })
  expect(stdout).toMatch(/“[^”]+”\. .+ https?:\/\//)
})

interface Way {
  readonly file: string
  readonly needs?: Parameters<typeof installed>[0]
  /** Arguments before the file, if `needs` is a runtime. Others run on this Node. */
  readonly runtime?: readonly string[]
  /** The response of the application's own path /health. */
  readonly health?: string
}

const servers: readonly Way[] = [
  { file: 'readme.js' },
  { file: 'listen.js' },
  { file: 'listen.js', needs: 'node22', runtime: [] },
  { file: 'listen.js', needs: 'node', runtime: [] },
  { file: 'packed.js' },
  { file: 'reload.js' },
  { file: 'http.js' },
  { file: 'express.js', needs: 'express', health: 'well' },
  { file: 'fastify.js', needs: 'fastify', health: 'well' },
  { file: 'hono.js', needs: 'hono', health: 'well' },
  { file: 'bun.js', needs: 'bun', runtime: [] },
  { file: 'deno.js', needs: 'deno', runtime: ['run', '--allow-net', '--allow-read'] },
]

for (const { file, needs, health, runtime } of servers) {
  const needed = needs && installed(needs)
  const on = runtime && needs ? ` on ${needs}` : ''
  test.skipIf(needs && !needed)(`${file}${on} responds like \`citable serve\``, async () => {
    const port = await freePort()
    const code = readFileSync(join(project.dir, file), 'utf8')
    expect(code, 'the port').toContain('3000')
    writeFileSync(join(project.dir, `${port}-${file}`), code.replace('3000', String(port)))
    const program = runtime ? (needed ?? '') : process.execPath
    await whileRunning(program, [...(runtime ?? []), `${port}-${file}`], port, async (origin) => {
      await expectSameResponses(`http://127.0.0.1:${served.port}`, origin, {
        hasOtherPaths: health !== undefined,
      })
      if (health) expect(await (await fetch(`${origin}/health`)).text()).toBe(health)
    })
  })
}

/** The responses of a packed archive in the project. */
async function compiled(name: string) {
  const { unpack } = await import('../../src/serve.ts')
  const { answering } = await import('../answering.ts')
  const handler = answering(unpack(readFileSync(join(project.dir, name))))
  const get = (target: string) => handler({ method: 'GET', target })
  return { get, text: (target: string) => new TextDecoder().decode(get(target).body ?? undefined) }
}

test.skipIf(!installed('next'))('a compiled archive has custom fields, plugins and HTML', async () => {
  await run(process.execPath, ['customize.js'], { cwd: project.dir })
  const { text } = await compiled('customized.bin')
  expect(text('/posts/week-01')).toContain(
    '<link rel="shortlink" href="https://example.org/posts/week-01"></head>',
  )
  const { Post } = JSON.parse(text('/openapi.json')).components.schemas
  expect(Post.properties.fields.properties.rating).toMatchObject({ type: 'number', maximum: 5 })
})

test('build() writes a site, and says how many files it has', async () => {
  const { stdout } = await run(process.execPath, ['build.js'], { cwd: project.dir })
  const files = readdirSync(join(project.dir, 'site'), { recursive: true, withFileTypes: true })
  expect(stdout).toBe(`${files.filter((file) => file.isFile()).length - 1} files in site\n`)
  expect(readFileSync(join(project.dir, 'site/posts/week-01.html'), 'utf8')).toContain('</html>')
})

test('compile() reports its progress', async () => {
  const { stderr } = await run(process.execPath, ['progress.js'], { cwd: project.dir })
  expect(stderr).toMatch(/^reading: 0 of many\n[\s\S]*^parsing: (\d+) of \1\n[\s\S]*^sealing: (\d+) of \2\n/m)
  const { text } = await compiled('watched.bin')
  expect(text('/posts/week-01')).toContain('</html>')
})

test.skipIf(!installed('next'))('the config of an archive is used by commands', async () => {
  const dir = join(project.dir, 'configured')
  cpSync(join(project.dir, 'archive'), dir, { recursive: true })
  cpSync(join(project.dir, 'citable.config.js'), join(dir, 'citable.config.js'))
  const get = ['get', '/posts/week-01', '-i', '-H', 'Accept: text/html', '--dir', dir]
  const site = ['--base-url', 'https://example.org']
  const { stdout } = await run(process.execPath, [project.main, ...get, ...site])
  expect(stdout).toContain('</article><p class="thanks">Thank you for reading.</p>')
  expect(stdout).toContain("script-src 'self' https://stats.example;")
})

test('a theme makes its own front page and adds to posts', async () => {
  await run(process.execPath, ['theme.js'], { cwd: project.dir })
  const { text } = await compiled('themed.bin')
  expect(text('/')).toContain('<ol class="newest"><li><a href="/posts/week-')
  expect(text('/posts/week-01')).toMatch(/<p class="reviewed">Peer reviewed<\/p><article class="post">/)
  expect(text('/posts/week-01')).toContain('.reviewed { text-align: center }</style>')
})

test('a site of a generator from outside has its posts, addresses and pictures', async () => {
  const written = { '_config.ts': '', ...lume.posts, 'src/x.png': 'not a picture, but a file' }
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(project.dir, 'site', path)), { recursive: true })
    writeFileSync(join(project.dir, 'site', path), text)
  }
  const { stderr } = await run(process.execPath, ['generator.js'], { cwd: project.dir })
  expect(stderr).toContain('src/posts/2020-01-02_a.md:1 {{ url }} is unknown and is removed.')
  const { get, text } = await compiled('site.bin')
  expect(text('/posts/a.md')).toContain(lume.markdown)
  expect(get(lume.address).status).toBe(308)
})

test.skipIf(!installed('satori'))('posts without an image get a drawn one', async () => {
  const file = join(project.dir, 'archive/posts/week-41.md')
  writeFileSync(file, post('Text.').replace('---\n', '---\nimage: https://images.example.net/own.png\n'))
  await run(process.execPath, ['cards.js'], { cwd: project.dir })
  rmSync(file)
  const { get, text } = await compiled('with-cards.bin')
  const imageOf = (id: string) =>
    /<meta property="og:image" content="([^"]+)"/.exec(text(`/posts/${id}`))?.[1]
  expect(imageOf('week-01')).toBe('https://example.org/cards/week-01.png')
  expect(imageOf('week-41')).toBe('https://images.example.net/own.png')
  expect(imageSize(get('/cards/week-01.png').body ?? new Uint8Array())).toMatchObject({
    type: 'png',
    width: 1200,
    height: 630,
  })
})

test('the reload program compiles again, in its worker thread, on SIGHUP', async () => {
  const port = await freePort()
  const code = readFileSync(join(project.dir, 'reload.js'), 'utf8').replace('3000', String(port))
  writeFileSync(join(project.dir, 'signal.js'), code)
  await whileRunning(process.execPath, ['signal.js'], port, async (origin, child) => {
    const file = join(project.dir, 'archive/posts/week-42.md')
    writeFileSync(file, post('A new post.'))
    child.kill('SIGHUP')
    await expect
      .poll(async () => (await fetch(`${origin}/posts/week-42`)).status, { timeout: 60_000 })
      .toBe(200)
    rmSync(file)
  })
})

test.skipIf(!installed('workerd'))('worker.js responds like `citable serve`', async () => {
  const packed = readFileSync(join(project.dir, 'archive.bin'))
  const { origin, close } = await startWorker(join(project.dir, 'worker.js'), packed)
  try {
    await expectSameResponses(`http://127.0.0.1:${served.port}`, origin)
  } finally {
    await close()
  }
})

test.skipIf(!installed('next'))('a route handler in Next responds like `citable serve`', async () => {
  // Packages are symbolic links, which Turbopack would not follow out of the project.
  writeFileSync(join(project.dir, 'next.config.js'), "export default { turbopack: { root: '/' } }\n")
  const next = (...args: string[]) => [join(project.dir, 'node_modules/next/dist/bin/next'), ...args]
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  await run(process.execPath, next('build'), { cwd: project.dir, env })
  const port = await freePort()
  await whileRunning(process.execPath, next('start', '--port', String(port)), port, async (origin) => {
    await expectSameResponses(`http://127.0.0.1:${served.port}`, origin, { comparable: comparableByNext })
    const tag = (await fetch(`${origin}/posts/week-01`)).headers.get('ETag') ?? ''
    const again = await fetch(`${origin}/posts/week-01`, { headers: { 'If-None-Match': tag } })
    expect([tag.slice(0, 3), again.status]).toEqual(['W/"', 304])
  })
})

/** Ignores what Next changes: encodings, their suffix in ETags, additions to Vary, and redirects from a trailing slash. */
const comparableByNext = ({ headers, ...answer }: Seen): Seen => {
  if (answer.status === 308)
    return { status: 308, text: '', headers: { location: headers['location'] ?? '' } }
  const { 'content-encoding': _, ...others } = headers
  const etag = headers['etag']?.replace(/^W\//, '').replace(/-(?:br|gzip)"$/, '"')
  const vary = headers['vary']?.includes('Accept,') ? 'Accept' : undefined
  return { ...answer, headers: JSON.parse(JSON.stringify({ ...others, etag, vary })) }
}

const sqlite = nodeWithSqlite()
test.skipIf(sqlite === undefined)('a database can be published', async () => {
  const table = `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync('blog.db')
    db.exec('CREATE TABLE posts (slug TEXT, title TEXT, published TEXT, series TEXT, body TEXT)')
    const add = db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?)')
    add.run('week-01', 'One: "quoted"', '2026-01-05', 'research', 'First.')
    add.run('week-02', 'Two', '2026-01-12', 'practice', 'Second, see [the first](week-01.md).')`
  const cwd = project.dir
  await run(sqlite ?? '', ['--input-type=module', '-e', table], { cwd })
  const { stdout } = await run(sqlite ?? '', ['database.js'], { cwd })
  expect(stdout).toMatch(/^\d\d addresses\n$/)
})

/** node:sqlite needs Node 22.13 without a flag; `tools/` has a newer one. */
function nodeWithSqlite(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath
  return installed('node')
}

async function whileRunning(
  program: string,
  args: readonly string[],
  port: number,
  check: (origin: string, child: ChildProcess) => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, { cwd: project.dir, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const origin = `http://localhost:${port}`
  try {
    await expect.poll(() => isUp(origin)).toBe(true)
    await check(origin, child)
  } finally {
    child.kill()
    await ended
  }
}
