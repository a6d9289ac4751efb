import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compile, folder, type Snapshot } from '../../src/compile.ts'
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

type Question = readonly [path: string, ask: Ask]

/** Every path in every form and encoding, with and without its body and its tag; and old addresses. */
function* everyQuestion({ resources, redirects }: Snapshot): Generator<Question> {
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

/** All of an answer but Date and what belongs to the connection, with names in lower case and in order. */
async function answerOf(client: Client, [path, ask]: Question) {
  const { status, headers, body } = await client(path, ask)
  const fields = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort()
  return { status, fields, body: Buffer.from(body).toString('latin1') }
}

describe.skipIf(!workerd)('the same on workerd as on Node (where workerd is installed)', () => {
  test.each([
    ['the fixture', fixtureDir],
    ['the archive of this project', ownArchive],
  ])('every path of %s, in every form and encoding', async (_, dir) => {
    const { value: snapshot } = await compile(folder(dir), { baseUrl })
    if (!snapshot) throw new Error(`${dir} has errors`)
    const built = await buildForCloudflare(dir, baseUrl)
    const edge = await startWorkerd(workerd ?? '', built.out)
    const node = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
    const clients = [connect(`http://127.0.0.1:${node.port}`), connect(edge.origin)] as const
    let compared = 0
    try {
      const questions = everyQuestion(snapshot)
      const compareAll = async () => {
        for (const question of questions) {
          const [ours, theirs] = await Promise.all(clients.map((client) => answerOf(client, question)))
          expect(theirs, JSON.stringify(question)).toEqual(ours)
          compared++
        }
      }
      await Promise.all(Array.from({ length: 8 }, compareAll))
    } finally {
      for (const client of clients) client.close()
      await Promise.all([edge.close(), node.close()])
      built.remove()
    }
    expect(compared).toBeGreaterThan(snapshot.resources.size * 10)
  })
})
