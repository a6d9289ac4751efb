import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { afterFile } from '../after-file.ts'
import { emptyFolder, folderWith, post } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { type Project, projectWith, root, startServe } from './project.ts'
import { adapted, recipe } from './recipe.ts'

const run = promisify(execFile)
let project: Project
beforeAll(async () => {
  project = await projectWith(['@aws-sdk'])
})
/** Runs a shell line in the project. */
const shell = (line: string, env: NodeJS.ProcessEnv = {}) =>
  run('sh', ['-ec', line], { cwd: project.dir, env: { ...process.env, ...env } })

interface S3Request {
  readonly method: string
  readonly path: string
}

function filesBuilt(): string[] {
  return JSON.parse(readFileSync(join(project.dir, 'site/.citable-build.json'), 'utf8')).files
}

/** The parts of the Koa application that the test uses. */
interface S3rver {
  readonly middleware: unknown[]
  run(): Promise<{ readonly port: number }>
  close(): Promise<void>
}

test('a release switches the whole site at once, shares unchanged files, and can be taken back', async () => {
  const { dir } = await projectWith()
  const start = (path: string) => run('sh', ['-ec', recipe(path)], { cwd: dir })
  const at = (path: string) => readFileSync(join(dir, path), 'utf8')
  const current = () => readlinkSync(join(dir, 'current'))
  await start('static/release.sh')
  const first = current()
  const [home, twin] = [at('current/index.html'), at('current/posts/week-01.md')]
  const written = join(dir, 'archive/posts/week-01.md')
  writeFileSync(written, readFileSync(written, 'utf8').replace(/^title:.*$/m, 'title: Changed'))
  let isDone = false
  const second = start('static/release.sh').finally(() => {
    isDone = true
  })
  const mixed: string[] = []
  while (!isDone) {
    const name = current()
    const [title, has] = [at(`${name}/posts/week-01.md`), at(`${name}/index.html`)]
    if (name === first && (title !== twin || has !== home)) mixed.push(name)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await second
  expect(mixed, 'the current release changed during a build').toEqual([])
  expect(current()).not.toBe(first)
  expect(at('current/posts/week-01.md')).toContain('Changed')
  expect([at(`${first}/index.html`), at(`${first}/posts/week-01.md`)], 'the first release').toEqual([
    home,
    twin,
  ])
  const inode = (path: string) => statSync(join(dir, path)).ino
  expect(inode('current/posts/week-02.md')).toBe(inode(`${first}/posts/week-02.md`))
  await start('static/rollback.sh')
  expect([current(), at('current/posts/week-01.md')]).toEqual([first, twin])
})

describe.skipIf(!installed('s3rver'))('S3', () => {
  /** All requests but GET, in order. */
  const changes: string[] = []
  let origin: string
  let publish: () => Promise<unknown>
  beforeAll(async () => {
    const Server: new (options: object) => S3rver = createRequire(join(root, 'tools/x.js'))('s3rver')
    const bucket = { name: 'archive', configs: [] }
    const server = new Server({
      ...{
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory: emptyFolder(),
        configureBuckets: [bucket],
      },
    })
    server.middleware.unshift(async ({ method, path }: S3Request, next: () => Promise<void>) => {
      await next()
      if (method !== 'GET') changes.push(`${method} ${decodeURI(path).slice('/archive/'.length)}`)
    })
    const { port } = await server.run()
    afterFile(() => server.close())
    origin = `http://127.0.0.1:${port}`
    cpSync(join(root, 'recipes/s3'), project.dir, { recursive: true })
    const env = { AWS_ENDPOINT_URL_S3: origin, AWS_REGION: 'us-east-1' }
    publish = async () => {
      changes.length = 0
      await shell(recipe('static/build.sh'))
      const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
      await shell('node publish.js archive', { ...env, ...keys })
    }
    await publish()
  })

  test('every file is at its URL, with the Content-Type and Cache-Control of `citable serve`', async () => {
    const served = await startServe(project)
    const [own, bucket] = [connect(`http://127.0.0.1:${served.port}`), connect(origin)]
    const notPublished = ['_headers', '_redirects', '.nojekyll', '404.html']
    const published = filesBuilt().filter((file) => !notPublished.includes(file))
    expect(published.length, 'files to compare').toBeGreaterThan(90)
    for (const file of published) {
      const key = file === 'index.html' ? file : file.replace(/\.html$/, '')
      const path = encodeURI(file === 'index.html' ? '/' : `/${key}`)
      const [there, here] = [await bucket(`/archive/${encodeURI(key)}`), await own(path)]
      expect(Buffer.compare(there.body, readFileSync(join(project.dir, 'site', file))), file).toBe(0)
      const head = await bucket(`/archive/${encodeURI(key)}`, { method: 'HEAD' })
      expect([file, head.status, head.header('ETag')]).toEqual([file, 200, there.header('ETag')])
      const tag = { 'If-None-Match': there.header('ETag') ?? '' }
      const again = await bucket(`/archive/${encodeURI(key)}`, { headers: tag })
      expect([file, again.status]).toEqual([file, 304])
      if (here.status === 308) continue // an old URL is a page that redirects
      if (/^(?:_files\/\w+\/)?search\//.test(file)) continue // a server has no files for search
      for (const name of ['Content-Type', 'Cache-Control'])
        expect([file, there.header(name)]).toEqual([file, here.header(name)])
    }
    own.close()
    bucket.close()
    await served.stop()
  })

  test('unchanged files are not uploaded again', async () => {
    await publish()
    expect(changes).toEqual([])
  })

  test('uploads come before deletions, assets before pages, and versioned files stay for cached pages', async () => {
    const files = filesBuilt().filter((file) => file.startsWith('_files/'))
    rmSync(join(project.dir, 'archive/posts/week-02.md'))
    writeFileSync(join(project.dir, 'archive/posts/week-41.md'), post())
    await publish()
    const steps = changes.map((change) =>
      /^PUT (?:_files\/|.*\.(?!html)\w+$)/.test(change) ? 1 : change === 'POST ' ? 3 : 2,
    )
    expect(steps).toEqual(steps.toSorted())
    expect(new Set(steps)).toEqual(new Set([1, 2, 3]))
    const bucket = connect(origin)
    const statuses = async (...keys: string[]) =>
      Promise.all(keys.map(async (key) => (await bucket(`/archive/${key}`)).status))
    expect(await statuses('posts/week-41', 'posts/week-02', 'posts/week-02.md')).toEqual([200, 404, 404])
    expect(await statuses(...files)).toEqual(files.map(() => 200))
    bucket.close()
  })
})

const node = installed('node')
test.skipIf(!node)('Wrangler deploys the build for Cloudflare', async () => {
  const wrangler = join(root, 'tools/node_modules/wrangler/bin/wrangler.js')
  const script = adapted('cloudflare/publish.sh', {
    'npx wrangler deploy': `${node} ${wrangler} deploy --dry-run`,
  })
  const { stdout } = await shell(script, { HOME: project.dir, WRANGLER_SEND_METRICS: 'false', CI: '1' })
  expect(stdout).toMatch(/env\.ASSETS\s+Assets/)
  rmSync(join(project.dir, 'site'), { recursive: true })
})

/** A blog with the package installed as the workflow does it. */
async function folderAfterInit(): Promise<string> {
  const dir = folderWith({ '2026-01-05-hello.md': '# Hello\n\nText.\n' })
  symlinkSync(join(project.dir, 'node_modules'), join(dir, 'node_modules'), 'junction')
  await run(process.execPath, [project.main, 'init'], { cwd: dir })
  expect(existsSync(join(dir, 'package.json')), 'a package.json').toBe(false)
  return dir
}

describe('GitHub Pages', () => {
  const workflow: Workflow = parse(recipe('github-pages/archive.yml'))
  const push = "github.event_name == 'push'"

  test('the commands for a pull request build the site', async () => {
    const steps = workflow.jobs['build']?.steps ?? []
    const [install, ...commands] = steps.flatMap(({ run: line }) => line ?? [])
    expect(install, '`init` writes no package.json').toMatch(/^npm install --no-save citable\b/)
    expect(commands).toHaveLength(2)
    for (const cwd of [project.dir, await folderAfterInit()]) {
      for (const line of commands) await run('sh', ['-ec', line], { cwd })
      expect(readFileSync(join(cwd, 'site/.well-known/api-catalog.html'), 'utf8')).toContain('linkset')
    }
  })

  test('pull requests skip every step that needs permissions', () => {
    expect(workflow.on).toHaveProperty('pull_request')
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const [name, { if: condition, permissions, steps }] of Object.entries(workflow.jobs)) {
      if (permissions) expect([name, condition]).toEqual([name, push])
      for (const step of steps.filter(({ uses }) => /pages/.test(uses ?? '')))
        expect([step.uses, condition ?? step.if]).toEqual([step.uses, push])
    }
  })
})

interface Workflow {
  readonly on: object
  readonly permissions: object
  readonly jobs: Readonly<Record<string, { if?: string; permissions?: object; steps: readonly Step[] }>>
}
interface Step {
  readonly run?: string
  readonly uses?: string
  readonly if?: string
}
