import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { got, handlerOf } from '../cli/got.ts'
import { cases, isThorough } from '../thorough.ts'
import { type Ask, type Client, type Reply, reply } from './client.ts'
import type { Running } from './site.ts'
import { belowAPath, contractSuite } from './suite.ts'

/**
 * The contract on `citable get`: requests become arguments, and responses are parsed from the output. It calls the command's
 * functions in this process, because a process per request would compile the archive ten thousand times. The tests below show
 * that the command itself prints the same.
 */
if (isThorough) {
  contractSuite('citable get', startGet, {
    ...belowAPath,
    limits: [
      {
        reason: 'command-line arguments are text',
        rows: ['a body that is not UTF-8 is rejected, not replaced'],
      },
    ],
  })
}

const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

describe('the command prints the same as its functions', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const handler = handlerOf(fixture, { baseUrl: 'https://archive.example' })

  const requests: readonly [path: string, ask: Ask][] = [
    ['/posts/week-01', {}],
    ['/posts/week-01', { method: 'HEAD', headers: { Accept: ['text/html;q=0.5', 'text/markdown'] } }],
    ['/posts/week-01', { headers: { 'Accept-Encoding': 'br' } }],
    ['/assets/dot.png', {}],
    ['/posts/week-01/', {}],
    ['/search?q=method', {}],
    ['/api/v1/posts.json', { headers: { Accept: 'text/html' } }],
    ['/api/v1/posts.json', { method: 'DELETE' }],
    ['/mcp', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: Buffer.from(ping) }],
  ]
  test.each(cases(requests.slice(2, 3), requests))('%s %o', async (path, ask) => {
    const args = argumentsFor(path, ask)
    const command = [
      main,
      'get',
      '--dir',
      fixture,
      '--base-url',
      'https://archive.example',
      '--quiet',
      ...args,
    ]
    const { stdout, status } = spawnSync(process.execPath, command)
    const bytes = got(await handler, args)
    expect(
      stdout.equals(bytes),
      `the command printed ${stdout.length} bytes, its functions ${bytes.length}`,
    ).toBe(true)
    expect(status).toBe(readOutput(bytes).status < 400 ? 0 : 1)
  })
})

async function startGet(archiveDir: string, { baseUrl }: { readonly baseUrl: string }): Promise<Running> {
  const handler = await handlerOf(archiveDir, { baseUrl })
  return { origin: baseUrl, client: clientOf(handler), close: async () => {} }
}

function clientOf(handler: Handler): Client {
  const ask = async (path: string, asked: Ask = {}) => readOutput(got(handler, argumentsFor(path, asked)))
  return Object.assign(ask, { close: () => {} })
}

function argumentsFor(path: string, { method = 'GET', headers = {}, body }: Ask): string[] {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => ['-H', `${name}: ${value}`]),
  )
  const data = body ? ['-d', Buffer.from(body).toString()] : []
  return [path, '-i', '-X', method, ...lines, ...data]
}

function readOutput(bytes: Buffer): Reply {
  const end = bytes.indexOf('\n\n')
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\n')
  const headers = lines.flatMap((line) => line.split(/: (.*)/s, 2))
  return reply(Number(/^HTTP\/1\.1 (\d{3})$/.exec(first)?.[1]), headers, bytes.subarray(end + 2))
}
