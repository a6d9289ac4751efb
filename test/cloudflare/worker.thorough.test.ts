import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { fixtureDir } from '../snapshot/fixture.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { buildForCloudflare } from './build.ts'
import { startWorkerd, varsOf } from './workerd.ts'

/** Imports the built Worker as a module, to count its requests for assets. The contract suite runs the same file on workerd. */
interface Worker {
  fetch(request: Request, env: object, context: object): Promise<Response>
}

const out = await buildForCloudflare(fixtureDir, 'https://archive.example')

let isolates = 0

/** A fresh instance of the Worker, and the assets that it requested. */
async function newIsolate() {
  const requested: string[] = []
  const file = (name: string) => join(out, name)
  const ASSETS = {
    async fetch(url: string) {
      const { pathname } = new URL(url)
      requested.push(pathname)
      const path = file(`assets${pathname}`)
      return existsSync(path) ? new Response(readFileSync(path)) : new Response(null, { status: 404 })
    },
  }
  const module: string = `${pathToFileURL(file('worker.js'))}?isolate=${++isolates}`
  const { default: worker } = (await import(module)) as { default: Worker }
  const waited: Promise<unknown>[] = []
  const context = { waitUntil: (promise: Promise<unknown>) => waited.push(promise) }
  return {
    requested,
    waited,
    ask: (path: string, init: RequestInit = {}, cf: object = {}) => {
      const request = Object.assign(new Request(`https://archive.example${path}`, init), { cf })
      return worker.fetch(request, { ASSETS, ...varsOf(out) }, context)
    },
  }
}

test('the Worker loads no assets at start, the head and one shard for a page, and nothing more for its twin', async () => {
  const { requested, ask } = await newIsolate()
  expect(requested).toEqual([])
  expect((await ask('/posts/week-01')).status).toBe(200)
  expect(requested).toEqual(['/head.json', expect.stringMatching(/^\/shards\/\d+$/)])
  expect((await ask('/posts/week-01.md')).status).toBe(200)
  expect(requested, 'a twin is in the same shard as its page').toHaveLength(2)
})

test('waitUntil() covers every request, because others may wait for the same asset', async () => {
  const { waited, ask } = await newIsolate()
  const response = ask('/posts/week-01')
  expect(waited).toHaveLength(1)
  expect(await waited[0]).toBe(await response)
})

test('a missing shard is internal_error until it is back', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { requested, ask } = await newIsolate()
  await ask('/posts/week-02')
  const [, shard = ''] = requested
  const path = join(out, `assets${shard}`)
  const bytes = readFileSync(path)
  const fresh = await newIsolate()
  rmSync(path)
  try {
    const refused = await fresh.ask('/posts/week-02')
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      500,
      'internal_error',
    ])
    expect(String(log.mock.calls[0]?.[0])).toContain(`${shard.slice(1)} returned 404`)
  } finally {
    writeFileSync(path, bytes)
    log.mockRestore()
  }
  expect((await fresh.ask('/posts/week-02')).status).toBe(200)
})

test('concurrent requests load the head once', async () => {
  const { requested, ask } = await newIsolate()
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/posts/week-01')))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(requested.filter((path) => path === '/head.json')).toHaveLength(1)
})

/** Sends requests while `head.json` is missing, and one when it is back. */
async function withoutHead(
  ask: (path: string) => Promise<{ status: number; text: () => string | Promise<string> }>,
) {
  const head = join(out, 'assets/head.json')
  const bytes = readFileSync(head)
  rmSync(head)
  const refused = await Promise.all([1, 2].map(() => ask('/posts/week-02?a=b'))).finally(() =>
    writeFileSync(head, bytes),
  )
  for (const { status, text } of refused) {
    expect(status).toBe(500)
    expect(JSON.parse(await text()).error).toEqual({
      status: 500,
      code: 'internal_error',
      message: expect.any(String),
      hint: expect.any(String),
      path: '/posts/week-02',
      documentation: 'https://archive.example/developers',
      specification: 'https://archive.example/openapi.json',
    })
  }
  expect((await ask('/posts/week-02')).status, 'the next request retries').toBe(200)
}

test('a missing head is internal_error, logged once for concurrent requests', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const { ask } = await newIsolate()
    await withoutHead(async (path) => {
      const answer = await ask(path)
      return { status: answer.status, text: () => answer.text() }
    })
    expect(log.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('head.json returned 404'),
    ])
  } finally {
    log.mockRestore()
  }
})

const workerd = installed('workerd')
test.skipIf(!workerd)('a missing head is internal_error on workerd (if installed)', async () => {
  const running = await startWorkerd(workerd ?? '', out)
  const client = connect(running.origin)
  try {
    await withoutHead(async (path) => {
      const { status, text } = await client(path)
      return { status, text: () => text }
    })
    const together = await Promise.all(Array.from({ length: 20 }, () => client('/posts/week-01')))
    expect(together.map(({ status }) => status)).toEqual(Array(20).fill(200))
  } finally {
    client.close()
    await running.close()
  }
})

test("the client's Accept-Encoding decides, not the one that Cloudflare sends instead", async () => {
  const { ask } = await newIsolate()
  const headers = { 'Accept-Encoding': 'br, gzip' }
  const encodingFor = async (clientAcceptEncoding?: string) =>
    (await ask('/posts/week-01', { headers }, { clientAcceptEncoding })).headers.get('Content-Encoding')
  expect(await encodingFor('gzip')).toBe('gzip')
  expect(await encodingFor('identity')).toBe(null)
  expect(await encodingFor('')).toBe(null)
  expect(await encodingFor(undefined), 'falls back to the header').toBe('br')
})
