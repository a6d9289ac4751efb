import { describe, expect, test } from 'vitest'
import { legacy, modern, type Rpc, stateless, versions } from './rpc.ts'
import { call, type Site } from './site.ts'

/** The MCP endpoint with valid requests. */
export function mcp(site: Site): void {
  const { rpc } = legacy(site)

  describe('POST /mcp', () => {
    test('[mcp.endpoint] [mcp.protocol] [mcp.content-type] answers a JSON-RPC request', async () => {
      const reply = await call(site, { jsonrpc: '2.0', id: 7, method: 'ping' })
      expect(reply.kind).toBe('200 application/json')
      expect(reply.json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
      expect(reply.header('Cache-Control')).toBe('no-store')
      expect(reply.header('Content-Length')).toBe(String(reply.body.length))
    })

    test('[mcp.auth] [what-3.no-key] needs no key and ignores one', async () => {
      const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }
      const [plain, keyed] = [await call(site, ping), await call(site, ping, { Authorization: 'Bearer x' })]
      expect([keyed.status, keyed.text]).toEqual([plain.status, plain.text])
      for (const path of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
        expect((await site.ask(`/.well-known/${path}`)).status, path).toBe(404)
    })

    test.each(versions.slice(1))('[mcp.initialize] initializes with %s', async (protocolVersion) => {
      const clientInfo = { name: 'test', version: '1' }
      const { result } = await rpc('initialize', { protocolVersion, capabilities: {}, clientInfo })
      expect(result).toMatchObject({
        protocolVersion,
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false, subscribe: false },
          prompts: { listChanged: false },
        },
        serverInfo: { title: 'The Fixture Review', version: '1.0.0' },
        instructions: expect.stringContaining('cite'),
      })
    })

    test('[mcp.initialize] offers its newest handshake version if it does not support the requested one', async () => {
      for (const protocolVersion of ['1999-01-01', stateless, undefined])
        expect((await rpc('initialize', { protocolVersion })).result).toMatchObject({
          protocolVersion: '2025-11-25',
        })
    })

    test('returns 202 without a body for known and unknown notifications', async () => {
      for (const method of ['notifications/initialized', 'notifications/whatever', 'tools/list']) {
        const reply = await call(site, { jsonrpc: '2.0', method })
        expect([method, reply.status, reply.body.length]).toEqual([method, 202, 0])
      }
    })

    test.each([
      [undefined, 'application/json'],
      ['*/*', 'application/json'],
      ['application/json', 'application/json'],
      ['application/json, text/event-stream', 'application/json'],
      ['text/event-stream;q=1, application/json;q=0.1', 'application/json'],
      ['text/event-stream', 'text/event-stream'],
      ['text/event-stream, application/json;q=0', 'text/event-stream'],
    ])('with Accept: %s returns %s', async (accept, type) => {
      const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
      const reply = await call(site, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
      const json = '{"jsonrpc":"2.0","id":1,"result":{}}'
      expect(reply.kind).toBe(`200 ${type}`)
      expect(reply.text).toBe(type === 'application/json' ? json : `event: message\ndata: ${json}\n\n`)
    })

    test('answers each message of a batch in 2025-03-26', async () => {
      const batch = [
        { jsonrpc: '2.0', id: 'a', method: 'ping' },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } },
        { jsonrpc: '2.0', id: 2, method: 'nothing' },
        'no message',
      ]
      for (const headers of [{}, { 'MCP-Protocol-Version': '2025-03-26' }] as Record<string, string>[]) {
        const answers = (await call(site, batch, headers)).json<Rpc[]>()
        expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
          ['a', undefined],
          [2, -32601],
          [undefined, -32600],
        ])
      }
      expect((await call(site, [batch[1]])).status).toBe(202)
    })

    test('answers a batch of sixteen tool calls and reads', async () => {
      const search = { name: 'search_archive_posts', arguments: { query: 'method' } }
      const methods = ['tools/call', 'ping', 'tools/call', 'resources/read', ...Array(12).fill('tools/call')]
      const params = { ...search, uri: site.url('/posts/week-01') }
      const batch = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params }))
      const answers = (await call(site, batch)).json<Rpc[]>()
      expect(answers.map(({ id, error }) => [id, error?.code])).toEqual(
        methods.map((_, id) => [id, undefined]),
      )
    })

    test('[decided-4.options] OPTIONS allows any origin, and other methods are 405', async () => {
      const options = await site.ask('/mcp', { method: 'OPTIONS' })
      expect([options.status, options.header('Allow')]).toEqual([204, 'POST, OPTIONS'])
      expect(options.header('Access-Control-Allow-Methods')).toBe('POST, OPTIONS')
      for (const name of ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
        expect(options.header('Access-Control-Allow-Headers')).toContain(name)
      for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
        const reply = await site.ask('/mcp', { method })
        expect([method, reply.status, reply.header('Allow')]).toEqual([method, 405, 'POST, OPTIONS'])
      }
    })
  })

  describe('2026-07-28', () => {
    const ask = async (method: string, params?: Readonly<Record<string, unknown>>) => {
      const { message, headers } = modern(method, params)
      return (await call(site, message, headers)).json<Rpc>()
    }
    const uri = site.url('/posts/week-01')

    test.each([
      ['server/discover', {}, true],
      ['tools/list', {}, true],
      ['resources/list', {}, true],
      ['resources/templates/list', {}, true],
      ['resources/read', { uri }, true],
      ['prompts/list', {}, true],
      ['prompts/get', { name: 'cite_post', arguments: { id: 'week-01' } }, false],
      ['tools/call', { name: 'list_archive_posts' }, false],
    ])('%s has resultType, serverInfo and, if cacheable, ttlMs', async (method, params, isCacheable) => {
      const { id, result } = await ask(method, params)
      expect(id).toBe('a')
      expect(result).toMatchObject({
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { title: 'The Fixture Review', version: '1.0.0' } },
        ...(isCacheable ? { ttlMs: 3_600_000, cacheScope: 'public' } : {}),
      })
      expect('ttlMs' in (result ?? {})).toBe(isCacheable)
    })

    test('server/discover agrees with initialize', async () => {
      const { result } = await ask('server/discover')
      const { capabilities, instructions } = (await rpc('initialize')).result ?? {}
      expect(result).toMatchObject({ supportedVersions: versions, capabilities, instructions })
    })

    test('Mcp-Name can be base64', async () => {
      const { message, headers } = modern('tools/call', { name: 'list_archive_posts' })
      const name = Buffer.from('list_archive_posts').toString('base64')
      const reply = await call(site, message, { ...headers, 'Mcp-Name': `=?base64?${name}?=` })
      expect(reply.status).toBe(200)
    })
  })
}
