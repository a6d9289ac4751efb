import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compile, fromFolder, type Snapshot } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { encodings } from '../../src/snapshot/resource.ts'
import { type Ask, type Client, connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { fixtureDir } from '../snapshot/fixture.ts'
import { buildForCloudflare } from './build.ts'
import { startWorkerd } from './workerd.ts'

const workerd = installed('workerd')
const ownArchive = fileURLToPath(new URL('../../archive', import.meta.url))
const baseUrl = 'https://archive.example'

type TestRequest = readonly [path: string, ask: Ask]

/** Every path in every form and encoding, with GET, HEAD and If-None-Match, plus error cases and old URLs. */
function* everyRequest({ resources, redirects }: Snapshot): Generator<TestRequest> {
  for (const { path, representations } of resources.values()) {
    for (const { type, variants } of representations) {
      for (const encoding of encodings) {
        const headers = { Accept: type, 'Accept-Encoding': encoding }
        yield [path, { headers }]
        yield [path, { headers, method: 'HEAD' }]
        for (const { etag } of variants) yield [path, { headers: { ...headers, 'If-None-Match': etag } }]
      }
    }
    yield [path, {}]
    yield [path, { headers: { Accept: 'image/x-none' } }]
    yield [path, { method: 'DELETE' }]
    yield [`${path}x`, {}]
  }
  for (const [from] of redirects) yield [from, {}]
}

/** Status, body and sorted headers in lower case; the client drops Date and connection headers. */
async function responseTo(client: Client, [path, ask]: TestRequest) {
  const { status, headers, body } = await client(path, ask)
  const fields = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort()
  return { status, fields, body: Buffer.from(body).toString('latin1') }
}

describe.skipIf(!workerd)('responses on workerd (if installed)', () => {
  test.each([
    ['the fixture', fixtureDir],
    ["this project's archive", ownArchive],
  ])('equal those on Node for every path, form and encoding of %s', async (_, dir) => {
    const { value: snapshot } = await compile(fromFolder(dir), { baseUrl })
    if (!snapshot) throw new Error(`${dir} has errors`)
    const edge = await startWorkerd(workerd ?? '', await buildForCloudflare(dir, baseUrl))
    const node = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
    const clients = [connect(`http://127.0.0.1:${node.port}`), connect(edge.origin)] as const
    let compared = 0
    try {
      const requests = everyRequest(snapshot)
      const compareAll = async () => {
        for (const request of requests) {
          const [onNode, onWorkerd] = await Promise.all(clients.map((client) => responseTo(client, request)))
          expect(onWorkerd, JSON.stringify(request)).toEqual(onNode)
          compared++
        }
      }
      await Promise.all(Array.from({ length: 8 }, compareAll))
    } finally {
      for (const client of clients) client.close()
      await Promise.all([edge.close(), node.close()])
    }
    expect(compared).toBeGreaterThan(snapshot.resources.size * 10)
  })
})
