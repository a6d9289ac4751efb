import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { compile, fromFolder, type Snapshot } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { failing } from '../runtime/failing.ts'
import { inFile } from '../snapshot/fixture.ts'
import { cases, isThorough } from '../thorough.ts'
import { type Ask, connect } from './client.ts'
import type { ErrorBody } from './resources.ts'
import type { Running } from './site.ts'
import { belowAPath, contractSuite } from './suite.ts'

contractSuite(
  'Node, from a file',
  async (archiveDir, { baseUrl }) => start(serve(inFile(await snapshotOf(archiveDir, baseUrl)))),
  cases({ at: ['https://archive.example'] }, {}),
)
// The quick tests compare both paths byte by byte (`test/fuzz/fuzz.test.ts`).
if (isThorough) {
  contractSuite(
    'Node, from memory, without the fast lane',
    async (archiveDir, { baseUrl }) => start(serve(await snapshotOf(archiveDir, baseUrl)), false),
    belowAPath,
  )
}

async function snapshotOf(archiveDir: string, baseUrl: string): Promise<Snapshot> {
  const { value: snapshot, diagnostics } = await compile(fromFolder(archiveDir), { baseUrl })
  if (!snapshot) throw new Error(diagnostics.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return snapshot
}

async function start(handler: Handler, lane = true): Promise<Running> {
  const { port, close } = await listen({ handler, lane, port: 0, host: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${port}`, close }
}

describe('errors of the Node server', () => {
  const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

  async function errorFrom(path: string, ask: Ask, spoil = (handler: Handler) => handler) {
    const { origin, close } = await start(spoil(serve(await snapshotOf(fixture, 'https://archive.example'))))
    const client = connect(origin)
    try {
      const reply = await client(path, ask)
      return { reply, ...reply.json<ErrorBody>().error }
    } finally {
      client.close()
      await close()
    }
  }

  test('[decided-1.400] an invalid Host is bad_request', async () => {
    const { reply, status, code } = await errorFrom('/developers', { headers: { Host: 'a b' } })
    expect([reply.status, status, code]).toEqual([400, 400, 'bad_request'])
  })

  test('[decided-1.413] a GET body of more than 64 KiB is payload_too_large', async () => {
    const { reply, status, code } = await errorFrom('/developers', { body: Buffer.alloc(70_000) })
    expect([reply.status, status, code]).toEqual([413, 413, 'payload_too_large'])
  })

  test('[decided-1.500] an error in the handler is internal_error without details and is logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const error = new Error('the secret of line 42')
    const { reply, status, code } = await errorFrom('/developers', {}, (handler) => failing(handler, error))
    expect([reply.status, status, code]).toEqual([500, 500, 'internal_error'])
    expect(reply.text).not.toMatch(/secret|line 42|at .*\.ts/)
    expect(log.mock.calls).toEqual([[error]])
    log.mockRestore()
  })
})
