import { describe, expect, test } from 'vitest'
import { toMiddleware } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { contractOn } from '../runtimes/contract.ts'
import { expressModule, listening, missing, type RuntimeName, runtimes } from '../runtimes/start.ts'
import { fixture } from '../snapshot/fixture.ts'
import { connect } from './client.ts'

// `node.test.ts` runs the contract on `listen`.
for (const name of Object.keys(runtimes) as RuntimeName[]) if (name !== 'Node, listen') contractOn(name)

describe.skipIf(missing('Express'))('Express', () => {
  test('works after a body parser and below a path, and passes unknown paths on', async () => {
    const express = await expressModule()
    const app = express()
    app.use('/', express.json())
    app.use('/archive', toMiddleware(serve(await fixture({ baseUrl: 'https://example.org/archive' }))))
    app.use('/', (_, res) => void res.writeHead(299).end('the application'))
    const { origin, close } = await listening(app)
    const ask = connect(origin)
    try {
      const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      const pong = await ask('/archive/mcp', { ...post, body: Buffer.from(JSON.stringify(ping)) })
      expect([pong.status, pong.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
      expect((await ask('/archive/posts/week-01')).status).toBe(200)
      for (const path of ['/archive/login', '/login', '/posts/week-01', '/archives']) {
        expect((await ask(path)).text, path).toBe('the application')
      }
    } finally {
      ask.close()
      await close()
    }
  })
})
