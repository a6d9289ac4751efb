import { describe, expect, test } from 'vitest'
import { type Client, connect, type Reply } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { acceptEncodings, accepts } from './clients.ts'
import { nginxCache, type Place, startBehind, type Started, varnishCache } from './real-proxies.ts'

const paths = ['/posts/week-07', '/', '/developers', '/api/v1/posts.json', '/llms.txt']
const atOnce = 16

interface Kind {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const kinds: readonly Kind[] = paths.flatMap((path) =>
  accepts.flatMap((accept) =>
    acceptEncodings.map((encoding) => ({
      path,
      headers: {
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(encoding === undefined ? {} : { 'Accept-Encoding': encoding }),
      },
    })),
  ),
)

/** What identifies a response; the ETag belongs to one form in one encoding. */
const facts = (reply: Reply) => ({
  status: reply.status,
  type: reply.header('Content-Type'),
  encoding: reply.header('Content-Encoding'),
  etag: reply.header('ETag'),
  vary: reply.header('Vary'),
  length: reply.body.length,
})

/** Random requests, the same in every run. */
function drawn(count: number): Kind[] {
  let state = 20_261_115
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return kinds[Math.floor((state / 2 ** 32) * kinds.length)] ?? { path: '/', headers: {} }
  })
}

/** Compares every response through the cache with the archive's, and counts the cache hits. */
async function hitsThrough(start: (place: Place) => Promise<Started>, isHit: (reply: Reply) => boolean) {
  const { base, served, stop } = await startBehind(start)
  const [origin, cache] = [connect(served), connect(base)]
  try {
    const queue = drawn(5000)
    const total = queue.length
    let [compared, hits] = [0, 0]
    const work = async () => {
      for (let kind = queue.pop(); kind; kind = queue.pop()) {
        const { path, headers } = kind
        const [own, cached] = [await ask(origin, kind), await ask(cache, kind)]
        expect(facts(cached), `GET ${path} ${JSON.stringify(headers)}`).toEqual(facts(own))
        expect(cached.text, `GET ${path} ${JSON.stringify(headers)}`).toBe(own.text)
        compared++
        if (isHit(cached)) hits++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    expect(compared).toBe(total)
    return { total, hits }
  } finally {
    origin.close()
    cache.close()
    await stop()
  }
}

const ask = (client: Client, { path, headers }: Kind) => client(path, { headers })

describe('50 Accept headers and 10 Accept-Encoding headers in random order', () => {
  test('are all different', () => {
    expect([new Set(accepts).size, new Set(acceptEncodings).size]).toEqual([50, 10])
  })

  test.skipIf(!installed('nginx'))('get the right responses from the nginx cache in the docs', async () => {
    const { total, hits } = await hitsThrough(
      (place) => nginxCache(place),
      (reply) => reply.header('X-Cache-Status') === 'HIT',
    )
    expectHits('nginx', total, hits)
  })

  test.skipIf(!installed('varnishd'))(
    'get the right responses from the Varnish cache in the docs',
    async () => {
      const { total, hits } = await hitsThrough(
        (place) => varnishCache(place, ['-p', 'http_gzip_support=off']),
        (reply) => Number(reply.header('X-Cache')) > 0,
      )
      expectHits('Varnish', total, hits)
    },
  )
})

/** Only shows that the cache was used; the hit rate depends on the number of different requests. */
function expectHits(name: string, total: number, hits: number): void {
  console.info(`${name}: ${total} requests, ${Math.round((100 * hits) / total)}% from the cache`)
  expect(hits).toBeGreaterThan(total / 10)
}
