import { describe, expect, test } from 'vitest'
import { modern, type Rpc, stateless } from './rpc.ts'
import { call, type Site, whySkipped } from './site.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deep = (depth: number) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${nested(depth)}}}`
const withId = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`
const list = modern('tools/list')
const get = modern('tools/call', { name: 'get_archive_post', arguments: { id: 'week-01' } })
const without = <T extends object>(object: T, name: keyof T) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
const meta = (change: object) => {
  const { _meta } = list.message.params
  return { ...list.message, params: { _meta: { ..._meta, ...change } } }
}
const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'

type Headers = Readonly<Record<string, string | string[]>>
type Refused = readonly [what: string, message: unknown, headers?: Headers]
type Row = readonly [what: string, status: number, code: number, id: unknown, ask: Refused]

/** Errors of the MCP endpoint: status, code, and the id if the message has a valid one. */
export function mcpRefusals(site: Site): void {
  const rows: readonly Row[] = [
    ...refused(400, -32700, undefined, [
      ['an empty body', ''],
      ['truncated JSON', '{"jsonrpc":"2.0",'],
      ['NaN', withId('NaN')],
      ['a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'],
    ]),
    ...refused(400, -32600, undefined, [
      ['an empty batch', '[]'],
      ['a batch of 17', Array(17).fill(ping)],
      ['a batch in 2025-06-18', [ping], { 'MCP-Protocol-Version': '2025-06-18' }],
      ['a batch in 2026-07-28', [list.message], list.headers],
      ['a string', '"ping"'],
      ['null', 'null'],
      ['id null', withId('null')],
      ['id 1.5', withId('1.5')],
      ['id 1e400', withId('1e400')],
      ['id 2^64-1', withId('18446744073709551615')],
      ['an id that is an object', withId('{}')],
      ['an id of 257 characters', withId(`"${'x'.repeat(257)}"`)],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
      ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }],
      ['65 levels of nesting', deep(63)],
      ['30,000 levels of nesting', deep(30_000)],
    ]),
    ...refused(400, -32600, 1, [
      ['another JSON-RPC version', { ...ping, jsonrpc: '1.0' }],
      ['no JSON-RPC version', without(ping, 'jsonrpc')],
      ['a method that is not a string', { ...ping, method: 1 }],
      ['params as an array', { ...ping, params: [] }],
      ['params null', { ...ping, params: null }],
    ]),
    ...refused(200, -32601, 1, [
      ['an unknown method', { ...ping, method: 'nothing' }],
      ['the method constructor', { ...ping, method: 'constructor' }],
      ['server/discover before 2026-07-28', { ...ping, method: 'server/discover' }],
    ]),
    ...refused(400, -32022, 1, [
      ['an unknown protocol version', ping, { 'MCP-Protocol-Version': '1999-01-01' }],
      ['two protocol versions', ping, { 'MCP-Protocol-Version': ['2025-06-18', '2025-06-18'] }],
    ]),
    ...refused(200, -32002, 1, [['an unknown resource', read('x:nothing')]]),
    ...refused(200, -32602, 1, [
      ['the tool __proto__', tools('__proto__')],
      ['the tool constructor', tools('constructor')],
      ['a tool without a name', tools(undefined)],
      ['a tool name that is an array', tools(['get_archive_post'])],
      ['a resource without a URI', read(undefined)],
      ...['resources/list', 'resources/templates/list', 'tools/list', 'prompts/list'].flatMap((method) =>
        ['eA==', '', 7, btoa('resources:100'), btoa('posts:1')].map(
          (cursor): Refused => [
            `${method} with the unknown cursor ${cursor}`,
            { ...ping, method, params: { cursor } },
          ],
        ),
      ),
      ['a completion for an unknown prompt', complete({ type: 'ref/prompt', name: 'x' }, 'id')],
      ['a completion for a tool', complete({ type: 'ref/tool', name: 'cite_post' }, 'id')],
      ['a completion of an unknown argument', complete(citePrompt, 'x')],
      ['an argument to complete that is no text', complete(citePrompt, { toString: 1 })],
      ['an unknown prompt', { ...ping, method: 'prompts/get', params: { name: 'x' } }],
      ['a prompt for an unknown post', prompt('week-99')],
    ]),
    ...refused(404, -32601, 'a', [
      ['2026: an unknown method', ...changed('nothing')],
      ['2026: initialize', ...changed('initialize')],
      ['2026: ping', ...changed('ping')],
      ['2026: logging/setLevel', ...changed('logging/setLevel')],
      ['2026: subscriptions/listen', ...changed('subscriptions/listen')],
    ]),
    ...refused(200, -32602, 'a', [
      ['2026: an unknown resource', ...changed('resources/read', { uri: 'x:y' })],
    ]),
    ...refused(400, -32602, 'a', [
      ['2026: no _meta', { ...list.message, params: {} }, list.headers],
      ['2026: _meta without capabilities', meta({ [capabilities]: undefined }), list.headers],
      ['2026: a version that is a number', meta({ [version]: 2026 }), list.headers],
    ]),
    ...refused(400, -32022, 'a', [
      ['2026: an unknown version', meta({ [version]: '2027-01-01' })],
      ['2026: an old version in _meta', meta({ [version]: '2025-06-18' })],
    ]),
    ...refused(400, -32020, 'a', [
      ...(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'] as const).flatMap((name): Refused[] => [
        [`2026: no ${name}`, get.message, without(get.headers, name)],
        [`2026: wrong ${name}`, get.message, { ...get.headers, [name]: 'x' }],
        [`2026: repeated ${name}`, get.message, { ...get.headers, [name]: twice(name) }],
      ]),
      ['2026: upper-case Mcp-Method', list.message, { ...list.headers, 'Mcp-Method': 'TOOLS/LIST' }],
      ['2026: invalid base64', get.message, { ...get.headers, 'Mcp-Name': '=?base64?@@?=' }],
      ['2026: base64 of invalid UTF-8', get.message, { ...get.headers, 'Mcp-Name': '=?base64?/w==?=' }],
      ['2026: unterminated base64', get.message, { ...get.headers, 'Mcp-Name': '=?base64?eA==' }],
    ]),
  ]

  describe('message errors', () => {
    test.each(rows)('%s', async (_, status, code, id, [, message, headers]) => {
      const reply = await call(site, message, headers)
      const { error, ...rest } = reply.json<Rpc>()
      expect([reply.status, error?.code]).toEqual([status, code])
      expect(rest).toEqual({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }) })
      expect([reply.header('Content-Type'), reply.header('Cache-Control')]).toEqual([
        'application/json',
        'no-store',
      ])
    })

    test('the error for an unsupported version lists the supported ones', async () => {
      const reply = await call(site, meta({ [version]: '2027-01-01' }))
      expect(reply.json<Rpc>().error?.data).toMatchObject({
        supported: expect.arrayContaining([stateless, '2025-11-25']),
        requested: '2027-01-01',
      })
    })

    test('64 levels of nesting, the largest valid id and __proto__ as a key are no error', async () => {
      for (const message of [
        deep(62),
        withId('9007199254740991'),
        withId('-1'),
        withId(`"${'é'.repeat(256)}"`),
        '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"x":1},"constructor":2}}',
        '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}',
        '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud800 [[[["}}',
      ]) {
        const reply = await call(site, message)
        expect([message.slice(0, 80), reply.status, reply.json<Rpc>().result]).toEqual([
          message.slice(0, 80),
          200,
          {},
        ])
      }
      expect(Object.prototype).not.toHaveProperty('x')
    })
  })

  describe('an HTTP request to /mcp', () => {
    test.each<readonly [string, Headers, offered: string]>([
      ['text/plain', { 'Content-Type': 'text/plain' }, 'Accept: application/json'],
      ['form data', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'Accept: application/json'],
      ['JSON twice', { 'Content-Type': Array(2).fill('application/json') }, 'Accept: application/json'],
      ['gzip', { 'Content-Encoding': 'gzip' }, 'Accept-Encoding: identity'],
    ])('[decided-1.415] with a body as %s is 415', async (_, headers, offered) => {
      const reply = await call(site, ping, headers)
      expect([reply.status, reply.json<Rpc>().error?.code]).toEqual([415, -32600])
      const [name = '', value] = offered.split(': ')
      expect(reply.header(name)).toBe(value)
    })

    test.each(['Application/JSON', 'application/json; charset=utf-8', 'application/json ;v=1'])(
      '[mcp.content-type] with Content-Type: %s is accepted',
      async (type) => {
        expect((await call(site, ping, { 'Content-Type': type })).status).toBe(200)
      },
    )

    test.each(['text/html', 'application/json;q=0', '*/*;q=0'])('with Accept: %s is 406', async (accept) => {
      const reply = await call(site, ping, { Accept: accept })
      expect([reply.status, reply.json<Rpc>().error?.code]).toEqual([406, -32600])
    })

    test('[decided-1.413] may have a body of 64 KiB; more is 413', async () => {
      const padded = (length: number) => JSON.stringify(ping).padEnd(length)
      const reply = await call(site, padded(65_537))
      expect([reply.status, reply.json<Rpc>().error?.code]).toEqual([413, -32600])
      expect((await call(site, padded(65_536))).status).toBe(200)
    })

    test('a body that is not UTF-8 is rejected, not replaced', async () => {
      const body = Buffer.from(JSON.stringify({ ...ping, params: { a: 'é' } }), 'latin1')
      const headers = { 'Content-Type': 'application/json' }
      const reply = await site.ask('/mcp', { method: 'POST', headers, body })
      expect([reply.status, reply.json<Rpc>().error?.code]).toEqual([400, -32700])
    })

    for (const [origin, kind] of [
      ['evil'],
      ['https://'],
      ['https://a/b'],
      ['https://a b'],
      ['https://u@a'],
      ['', 'empty headers'],
    ] as const) {
      const why = whySkipped(site, kind)
      test.skipIf(why)(
        `[decided-1.403] [decided-11.origin] with the invalid Origin "${origin}" is 403${why}`,
        async () => {
          const reply = await call(site, ping, { Origin: origin })
          expect([reply.status, reply.json<Rpc>().error?.code]).toEqual([403, -32600])
        },
      )
    }

    test('[decided-11.public] [decided-11.loopback] may have any Host and Origin on a public server, but not on a loopback one', async () => {
      for (const headers of [
        { Origin: 'https://reader.example' },
        { Origin: 'null' },
        { Origin: 'vscode-webview://abc' },
        { Host: 'other.example' },
      ] as Record<string, string>[])
        expect((await call(site, ping, headers)).status).toBe(site.isLocal() ? 403 : 200)
    })
  })
}

const citePrompt = { type: 'ref/prompt', name: 'cite_post' }

function refused(status: number, code: number, id: unknown, asks: readonly Refused[]): Row[] {
  return asks.map((ask) => [ask[0], status, code, id, ask])
}

function twice(name: keyof typeof get.headers): string[] {
  return [get.headers[name] ?? '', get.headers[name] ?? '']
}

function changed(method: string, params?: Readonly<Record<string, unknown>>): [unknown, Headers] {
  const { message, headers } = modern(method, params)
  return [message, headers]
}

function tools(name: unknown) {
  return { ...ping, method: 'tools/call', params: { name } }
}

function read(uri: unknown) {
  return { ...ping, method: 'resources/read', params: { uri } }
}

function complete(ref: object, name: unknown) {
  return { ...ping, method: 'completion/complete', params: { ref, argument: { name, value: '' } } }
}

function prompt(id: string) {
  return { ...ping, method: 'prompts/get', params: { name: 'cite_post', arguments: { id } } }
}
