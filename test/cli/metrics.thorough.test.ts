import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import parse from 'parse-prometheus-text-format'
import { describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { packed } from './packed.ts'
import {
  childrenOf,
  emptyFolder,
  ended,
  folderWith,
  post,
  run,
  type Server,
  start,
  startServer,
} from './run.ts'

/** A server with --metrics, and the value of a metric, summed over unnamed labels, as a third-party parser reads it. */
async function measured(...args: string[]) {
  const port = await freePort()
  const file = await packed('The first text.')
  const server = await startServer([file, '--port', '0', '--metrics', String(port), ...args])
  const text = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const family = parse(await text()).find((one) => one.name === name)
    if (!family) throw new Error(`no metric ${name}`)
    return family.metrics
      .filter((one) => Object.entries(labels).every(([key, label]) => one.labels?.[key] === label))
      .reduce((sum, one) => sum + Number(one.value), 0)
  }
  return { server, file, port, text, value }
}

const askAll = async (server: Server) => {
  const asked = [
    ['/', {}],
    ['/', {}],
    ['/posts/week-01', { accept: 'text/markdown' }],
    ['/api/v1/posts.json', {}],
    ['/none', {}],
  ] as const
  for (const [path, headers] of asked) await (await server.get(path, headers)).arrayBuffer()
  const tag = (await server.get('/')).headers.get('etag') ?? ''
  await server.get('/', { 'if-none-match': tag })
}

describe.each(['1', '2'])('--metrics, with %s worker(s)', (workers) => {
  test('counts every response once, by method, status, form and way', async () => {
    const { server, port, value, text } = await measured('--workers', workers)
    await askAll(server)
    await fetch(`http://127.0.0.1:${server.port}/`, { method: 'DELETE' })

    const of = (labels: Readonly<Record<string, string>>) => value('citable_requests_total', labels)
    // A worker that is too busy to report counts with its last values.
    await expect.poll(() => of({}), { message: 'in all' }).toBe(8)
    expect(await of({ form: 'html', status: '200' })).toBe(3)
    expect(await of({ form: 'markdown', status: '200' })).toBe(1)
    expect(await of({ form: 'json', status: '200' })).toBe(1)
    expect(await of({ form: 'json', status: '404', method: 'GET' })).toBe(1)
    expect(await of({ form: 'none', status: '304' })).toBe(1)
    expect(await of({ method: 'other', status: '405', way: 'http' })).toBe(1)
    expect(await of({ way: 'lane' })).toBeGreaterThan(0)

    for (const family of parse(await text())) {
      expect(family.name).toMatch(/^(?:citable|process|nodejs)_[a-z0-9_]+$/)
      expect(family.help, family.name).toMatch(/\.$/)
      expect(['COUNTER', 'GAUGE', 'HISTOGRAM']).toContain(family.type)
      expect(family.name.endsWith('_total'), `${family.name} is a ${family.type}`).toBe(
        family.type === 'COUNTER',
      )
      if (family.type === 'HISTOGRAM') continue
      for (const { value } of family.metrics) expect(Number(value), family.name).toBeGreaterThanOrEqual(0)
    }
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(20e6 * Number(workers))
    expect(await value('citable_connections')).toBeLessThan(10)
    const { headers } = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await server.get('/metrics')).status, 'not on the port of the archive').toBe(404)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('times requests by operation, and tool calls by tool', async () => {
    const { server, text } = await measured('--workers', workers)
    await server.get('/')
    await server.get('/search?q=text')
    const call = (method: string, params: object = {}) =>
      fetch(`http://127.0.0.1:${server.port}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    const search = { name: 'search_archive_posts', arguments: { query: 'text' } }
    for (const [method, params] of [
      ['tools/call', search],
      ['tools/call', search],
      ['ping', {}],
    ] as const)
      expect((await call(method, params)).status).toBe(200)
    await call('tools/call', { name: 'whatever a client sends' })
    const lines = async (suffix: string) =>
      Array.from(
        (await text()).matchAll(
          new RegExp(`^citable_request_duration_seconds_${suffix}\\{operation="(\\w+)".*\\} (\\S+)$`, 'gm'),
        ),
        ([, operation = '', value]) => [operation, Number(value)] as const,
      )
    const counts = { resource: 1, search: 1, search_archive_posts: 2, mcp: 2 }
    await expect.poll(async () => Object.fromEntries(await lines('count'))).toEqual(counts)
    for (const [operation, seconds] of await lines('sum')) expect(seconds, operation).toBeGreaterThan(0)
    const buckets = await lines('bucket')
    for (const [operation, count] of Object.entries(counts)) {
      const values = buckets.flatMap(([name, value]) => (name === operation ? [value] : []))
      expect(values, 'buckets are cumulative').toEqual(values.toSorted((one, other) => one - other))
      expect([values.length, values.at(-1)]).toEqual([13, count])
    }
    await server.stop()
  })

  test('counts reloads by result, and has the time of the current content', async () => {
    const { server, file, value } = await measured('--workers', workers)
    const loaded = await value('citable_snapshot_loaded_timestamp_seconds')
    expect(Math.abs(loaded - Date.now() / 1000)).toBeLessThan(600)
    server.signal('SIGHUP')
    await server.complaint()
    writeFileSync(`${file}.new`, 'no archive')
    renameSync(`${file}.new`, file)
    server.signal('SIGHUP')
    expect(await server.complaint()).toContain('Reload failed, ')
    const reloads = (outcome: string) => value('citable_reloads_total', { outcome })
    expect([await reloads('done'), await reloads('failed')]).toEqual([1, 1])
    expect(await value('citable_snapshot_loaded_timestamp_seconds')).toBeGreaterThan(loaded)
    await server.stop()
  })
})

test('an idle scraper connection does not delay the exit', async () => {
  const { server, port } = await measured()
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const start = performance.now()
  await server.stop()
  expect(performance.now() - start, 'node:http alone would wait 60,000 ms').toBeLessThan(30_000)
  idle.destroy()
})

test('counters do not decrease when a worker exits', async () => {
  const { server, value } = await measured('--workers', '2')
  await askAll(server)
  const requests = () => value('citable_requests_total')
  await expect.poll(requests).toBe(7)
  const [victim = 0] = childrenOf(server.pid)
  process.kill(victim, 'SIGKILL')
  expect(await server.complaint()).toContain(`Worker ${victim} ended (SIGKILL)`)
  await expect.poll(() => childrenOf(server.pid).length).toBe(2)
  expect(await requests()).toBe(7)
  await server.get('/')
  await expect.poll(requests).toBe(8)
  await server.stop()
})

test('counts compilations; /health is 200 while requests are served', async () => {
  const dir = folderWith({ 'posts/week-01.md': post() })
  const port = await freePort()
  const server = await startServer([dir, '--port', '0', '--metrics', String(port)])
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const health = await at('/health')
  expect([health.status, await health.text()]).toEqual([200, 'ready\n'])
  writeFileSync(join(dir, 'posts/week-01.md'), post(`Text.\n\n${'>'.repeat(101)} lost`))
  server.signal('SIGHUP')
  while (!(await server.complaint()).startsWith('Reload failed'));
  const text = await (await at('/metrics')).text()
  expect(text).toContain('citable_compiles_total{outcome="done"} 1\n')
  expect(text).toContain('citable_compiles_total{outcome="failed"} 1\n')
  expect(Number(/^citable_compile_seconds_total (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  expect((await at('/health')).status, 'the old content is still served').toBe(200)
  await server.stop()
})

test.each(['1', '2'])(
  'with --drain-delay and %s worker(s), new connections are answered while /health is 503',
  async (workers) => {
    const { server, port } = await measured('--drain-delay', '5', '--workers', workers)
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect([await status('/health'), await status('/live')]).toEqual([200, 200])
    const stopped = server.stop()
    await expect.poll(() => status('/health'), { interval: 1 }).toBe(503)
    for (let count = 0; count < 5; count++) expect((await server.get('/')).status).toBe(200)
    expect(await status('/live')).toBe(200)
    expect((await stopped).code).toBe(0)
  },
)

test('a second signal ends the drain delay', async () => {
  const { server, port } = await measured('--drain-delay', '3600')
  server.signal('SIGTERM')
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).status
  await expect.poll(health, { interval: 1 }).toBe(503)
  expect((await server.stop()).code).toBe(null)
})

test('/health is 503 during the first compilation', async () => {
  const dir = folderWith({ 'posts/week-01.md': post() })
  const port = await freePort()
  const child = start(['serve', dir, '--port', '0', '--no-cache', '--metrics', String(port)])
  const end = ended(child)
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health, { interval: 1, timeout: 60_000 }).toBe(503)
  child.kill('SIGTERM')
  await end
})

test('a port in use ends the command before it compiles', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { stderr } = await run(['serve', 'none', '--port', '0', '--metrics', String(port)])
  taken.close()
  expect(stderr).toBe(`citable: Cannot listen on 127.0.0.1, port ${port}: it is already in use.\n`)
})

test.each(['1', '2'])(
  '--ready-file exists exactly while requests are served, with %s worker(s)',
  async (workers) => {
    const file = join(emptyFolder(), 'ready')
    writeFileSync(file, 'left by a crash')
    expect((await run(['serve', 'none', '--port', '0', '--ready-file', file])).stderr).toContain(
      'does not exist',
    )
    expect(existsSync(file), 'after a failed start').toBe(false)
    const archive = await packed('Text.')
    const server = await startServer([archive, '--port', '0', '--workers', workers, '--ready-file', file])
    expect(readFileSync(file, 'utf8')).toBe(`${server.pid}\n`)
    // An open response delays the exit; the file is removed before.
    const open = fetch(`http://127.0.0.1:${server.port}/`)
    await open
    const stopped = server.stop()
    await expect.poll(() => existsSync(file)).toBe(false)
    expect(await stopped).toMatchObject({ code: 0 })
  },
)
