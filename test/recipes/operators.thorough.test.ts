import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { afterFile } from '../after-file.ts'
import { settings } from '../../src/cli/settings.ts'
import { copyOfFixture, type Server, startServer } from '../cli/run.ts'
import { freePort } from '../free-port.ts'
import { installed } from '../installed.ts'
import { expectSameResponses } from './compare.ts'
import { isUp, type Project, projectWith, root, startServe } from './project.ts'
import { heldPort, nginxCache, startBehind, varnishCache } from './real-proxies.ts'
import { adapted, recipe } from './recipe.ts'

const run = promisify(execFile)
const baseUrl = 'https://archive.example.org'
let project: Project
let served: Server
beforeAll(async () => {
  project = await projectWith(['hono', '@hono/node-server'])
  served = await startServe(project, baseUrl)
})
afterAll(() => served.stop())

const copying = { recursive: true, verbatimSymlinks: true }

/** Runs the steps of the Dockerfile without a container, with a folder for each stage. */
async function runDockerfile(): Promise<{ readonly dir: string; readonly command: readonly string[] }> {
  const stages: string[] = []
  const named = new Map<string, string>()
  let command: string[] = []
  for (const line of recipe('container/Dockerfile').split('\n')) {
    const [, step = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    // Readable by all, because the last stage has another user.
    if (step === 'FROM') {
      const dir = mkdtempSync(join(tmpdir(), 'citable-stage-'))
      chmodSync(dir, 0o755)
      afterFile(() => rmSync(dir, { recursive: true, force: true }))
      stages.push(dir)
      named.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', dir)
    }
    const dir = stages.at(-1) ?? ''
    if (step === 'RUN' && rest === 'npm install citable') {
      cpSync(join(project.dir, 'node_modules'), join(dir, 'node_modules'), copying)
      rmSync(join(dir, 'node_modules/commander'))
      cpSync(join(root, 'node_modules/commander'), join(dir, 'node_modules/commander'), copying)
    } else if (step === 'RUN') await run('sh', ['-ec', rest], { cwd: dir })
    const [, stage, from = '', to = ''] = /^(?:--from=(\w+) \/archive\/)?(\S+) (\S+)$/.exec(rest) ?? []
    if (step === 'COPY')
      cpSync(
        stage ? join(named.get(stage) ?? '', from) : join(project.dir, 'archive'),
        join(dir, to),
        copying,
      )
    if (step === 'CMD') command = JSON.parse(rest)
  }
  return { dir: stages.at(-1) ?? '', command }
}

interface Manifest {
  readonly kind: string
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly Container[] } }
    readonly ports: readonly { readonly targetPort: string }[]
  }
}
interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

test('the container has only the packed file, and responds like `citable serve`', async () => {
  const { dir, command } = await runDockerfile()
  expect(readdirSync(dir).sort()).toEqual(['archive.citable', 'node_modules'])
  const [program, main = '', , ...args] = command
  expect(program).toBe('node')
  const metrics = await freePort()
  const server = await startServer(
    [...args.map((one) => one.replace('9464', String(metrics))), '--port', '0'],
    {
      program: [...unprivileged(), process.execPath, main],
      cwd: dir,
      env: { HOST: '0.0.0.0', TMPDIR: '/nowhere' },
    },
  )
  await expectSameResponses(`http://127.0.0.1:${served.port}`, `http://127.0.0.1:${server.port}`)

  const [deployment, service] = parseAllDocuments(recipe('kubernetes/archive.yaml')).map(
    (document): Manifest => document.toJS(),
  )
  const [container] = deployment?.spec.template.spec.containers ?? []
  const ports = new Map(container?.ports.map(({ name, containerPort }) => [name, containerPort]))
  expect(recipe('container/Dockerfile')).toContain(`EXPOSE ${[...ports.values()].join(' ')}\n`)
  expect(service?.spec.ports.map(({ targetPort }) => ports.get(targetPort))).toEqual([3000])
  expect(container?.livenessProbe.httpGet.path, 'a scrape resets the event loop delay').toBe('/live')
  expect(container?.env).toEqual([{ name: settings.drainDelay.env, value: '5' }])
  for (const probe of [container?.startupProbe, container?.readinessProbe, container?.livenessProbe]) {
    expect(ports.get(probe?.httpGet.port ?? '')).toBe(9464)
    expect((await fetch(`http://127.0.0.1:${metrics}${probe?.httpGet.path}`)).status).toBe(200)
  }
  expect((await server.stop()).code).toBe(0)
})

/** Runs a program as the user of the image if the tests run as root. */
function unprivileged(): readonly string[] {
  const setpriv = '/usr/bin/setpriv'
  if (process.getuid?.() !== 0 || !existsSync(setpriv)) return []
  return [setpriv, '--reuid=1000', '--regid=1000', '--clear-groups']
}

test.skipIf(!installed('hono'))('the function for Vercel responds like `citable serve`', async () => {
  const { buildCommand, functions } = JSON.parse(recipe('vercel/vercel.json'))
  cpSync(join(root, 'recipes/vercel'), project.dir, { recursive: true })
  writeFileSync(
    join(project.dir, 'compile.js'),
    adapted('library/compile.js', { 'https://example.org': baseUrl }),
  )
  await run('sh', ['-ec', buildCommand], { cwd: project.dir })
  const [[file, { includeFiles }]] = Object.entries<{ includeFiles: string }>(functions) as [
    [string, { includeFiles: string }],
  ]
  expect(existsSync(join(project.dir, includeFiles))).toBe(true)
  const port = await freePort()
  const program = `import { serve } from '@hono/node-server'
    import archive from './${file}'
    serve({ fetch: archive.fetch, port: ${port} }, () => console.log('Serving at http://localhost:${port}'))`
  writeFileSync(join(project.dir, 'vercel.mjs'), program)
  const child = execFile(process.execPath, ['vercel.mjs'], { cwd: project.dir })
  try {
    await expect.poll(() => isUp(`http://127.0.0.1:${port}`)).toBe(true)
    await expectSameResponses(`http://127.0.0.1:${served.port}`, `http://127.0.0.1:${port}`)
  } finally {
    child.kill()
  }
})

test.skipIf(!installed('nginx'))('nginx limits the rate of searches, and nothing else', async () => {
  const limited = (text: string) => `${text}\n${recipe('nginx/limit-search.conf')}`
  const { base, stop } = await startBehind((place) => nginxCache(place, limited))
  const statuses = async (path: string) =>
    new Set(
      await Promise.all(
        Array.from({ length: 60 }, async (_, nth) => (await fetch(`${base}${path}${nth}`)).status),
      ),
    )
  try {
    expect(await statuses('/posts/week-01?x=')).toEqual(new Set([200]))
    expect(await statuses('/search?q=x')).toEqual(new Set([200, 429]))
    expect(await statuses('/posts/week-01?y=')).toEqual(new Set([200]))
  } finally {
    await stop()
  }
})

describe('purging', () => {
  /** What an API receives from a recipe. */
  async function sentBy(path: string, host: string, env: Readonly<Record<string, string>>) {
    const received: unknown[] = []
    const api = createServer(async (request, response) => {
      const { method, url, headers } = request
      const { 'fastly-key': key, authorization, 'content-type': type } = headers
      received.push({ method, url, key, authorization, type, body: await text(request) })
      response.end('{}')
    })
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    const { port } = api.address() as AddressInfo
    const script = adapted(path, { [`https://${host}`]: `http://127.0.0.1:${port}` })
    await run('sh', ['-ec', script], { env: { ...process.env, ...env } })
    await new Promise((resolve) => api.close(resolve))
    return received
  }

  test('Fastly purges the tag that every response has', async () => {
    const env = { FASTLY_API_TOKEN: 'token', FASTLY_SERVICE_ID: 'service' }
    expect(await sentBy('fastly/purge.sh', 'api.fastly.com', env)).toEqual([
      expect.objectContaining({ method: 'POST', url: '/service/service/purge/citable', key: 'token' }),
    ])
  })

  test('Cloudflare purges the tag that every response has', async () => {
    const env = { CLOUDFLARE_API_TOKEN: 'token', CLOUDFLARE_ZONE_ID: 'zone' }
    expect(await sentBy('cloudflare/purge.sh', 'api.cloudflare.com', env)).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/client/v4/zones/zone/purge_cache',
        authorization: 'Bearer token',
        type: 'application/json',
        body: '{"tags": ["citable"]}',
      }),
    ])
  })

  test.runIf(installed('varnishd'))('Varnish forgets one post, or everything, in every form', async () => {
    const dir = copyOfFixture()
    const yaml = join(dir, 'archive.yaml')
    writeFileSync(yaml, `${readFileSync(yaml, 'utf8')}\ncacheTags: true\n`)
    const server = await startServer([dir, '--port', '0'])
    const { port, release } = await heldPort()
    await release()
    const place = { port, upstream: `127.0.0.1:${server.port}` }
    const cache = await varnishCache(place, ['-p', 'http_gzip_support=off'])
    const address = `http://127.0.0.1:${port}`
    const body = async (path: string, accept = 'text/html') =>
      (await fetch(address + path, { headers: { accept } })).text()
    const isNew = (id: string, title: string) =>
      Promise.all(
        ['text/html', 'text/markdown'].map(async (accept) =>
          (await body(`/posts/${id}`, accept)).includes(title),
        ),
      )
    const publish = async (id: string, title: string) => {
      const path = join(dir, 'posts', `${id}.md`)
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^title:.*$/m, `title: ${title}`))
      server.signal('SIGHUP')
      while (!(await server.complaint()).startsWith('Reloaded '));
    }
    const purge = (tags: string) =>
      run('sh', ['-ec', adapted('varnish/purge.sh', { 'http://127.0.0.1:80': address, citable: tags })])

    expect(await isNew('week-01', 'First new')).toEqual([false, false])
    expect(await isNew('week-02', 'Second new')).toEqual([false, false])
    await body('/')
    await publish('week-01', 'First new')
    await publish('week-02', 'Second new')
    expect(await isNew('week-01', 'First new'), 'cached').toEqual([false, false])
    await purge('site|post:week-01')
    expect(await isNew('week-01', 'First new'), 'purged').toEqual([true, true])
    expect(await body('/'), 'pages that list the post').toContain('First new')
    expect(await isNew('week-02', 'Second new'), 'another post').toEqual([false, false])
    await purge('citable')
    expect(await isNew('week-02', 'Second new'), 'everything').toEqual([true, true])
    await cache.stop()
    await server.stop()
  })
})
