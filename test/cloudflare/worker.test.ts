import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixtureDir } from '../snapshot/fixture.ts'
import { type Built, buildForCloudflare } from './build.ts'

/** The built Worker as a module, to count what it asks of its assets; workerd runs the same file in the contract suite. */
interface Worker {
  fetch(request: Request, env: object, context: object): Promise<Response>
}

let built: Built | undefined
beforeAll(async () => {
  built = await buildForCloudflare(fixtureDir, 'https://archive.example')
}, 120_000)
afterAll(() => built?.remove())

let isolates = 0

/** The Worker as a new isolate has it, and the assets that it has asked for. */
async function newIsolate() {
  const asked: string[] = []
  const file = (name: string) => join(built?.out ?? '', name)
  const ASSETS = {
    async fetch(url: string) {
      const { pathname } = new URL(url)
      asked.push(pathname)
      const path = file(`assets${pathname}`)
      return existsSync(path) ? new Response(readFileSync(path)) : new Response(null, { status: 404 })
    },
  }
  const module: string = `${pathToFileURL(file('worker.js'))}?isolate=${++isolates}`
  const { default: worker } = (await import(module)) as { default: Worker }
  const waited: Promise<unknown>[] = []
  const context = { waitUntil: (promise: Promise<unknown>) => waited.push(promise) }
  return {
    asked,
    waited,
    ask: (path: string, init: RequestInit = {}, cf: object = {}) => {
      const request = Object.assign(new Request(`https://archive.example${path}`, init), { cf })
      return worker.fetch(request, { ASSETS }, context)
    },
  }
}

test('starting asks for nothing, the first page for the head and one shard, the second for its shard at most', async () => {
  const { asked, ask } = await newIsolate()
  expect(asked).toEqual([])
  expect((await ask('/posts/week-01')).status).toBe(200)
  expect(asked).toEqual(['/head.json', expect.stringMatching(/^\/shards\/\d+$/)])
  expect((await ask('/posts/week-01.md')).status).toBe(200)
  expect(asked, 'a twin is in the shard of its page').toHaveLength(2)
})

test('a request is waited for although its client may have gone: others may wait for what it fetches', async () => {
  const { waited, ask } = await newIsolate()
  const response = ask('/posts/week-01')
  expect(waited).toHaveLength(1)
  expect(await waited[0]).toBe(await response)
})

test('an asset that cannot be had is internal_error, once it is there the page is', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { asked, ask } = await newIsolate()
  await ask('/posts/week-02')
  const [, shard = ''] = asked
  const path = join(built?.out ?? '', `assets${shard}`)
  const bytes = readFileSync(path)
  const fresh = await newIsolate()
  rmSync(path)
  try {
    const refused = await fresh.ask('/posts/week-02')
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      500,
      'internal_error',
    ])
    expect(String(log.mock.calls[0]?.[0])).toContain(`${shard.slice(1)} answered 404`)
  } finally {
    writeFileSync(path, bytes)
    log.mockRestore()
  }
  expect((await fresh.ask('/posts/week-02')).status).toBe(200)
})

test('the client’s own Accept-Encoding decides, not the one that Cloudflare puts in its place', async () => {
  const { ask } = await newIsolate()
  const headers = { 'Accept-Encoding': 'br, gzip' }
  const encodingFor = async (clientAcceptEncoding?: string) =>
    (await ask('/posts/week-01', { headers }, { clientAcceptEncoding })).headers.get('Content-Encoding')
  expect(await encodingFor('gzip')).toBe('gzip')
  expect(await encodingFor('identity')).toBe(null)
  expect(await encodingFor('')).toBe(null)
  expect(await encodingFor(undefined), 'where nobody tells, the header').toBe('br')
})
