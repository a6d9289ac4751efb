import { describe, expect, test } from 'vitest'
import { type Client, connect, type Reply } from '../contract/client.ts'
import { fixture, startServer } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { acceptEncodings, accepts } from './clients.ts'
import { heldPort, nginx, type Started, varnish } from './real-proxies.ts'
import { adapted } from './recipe.ts'

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

/** What makes an answer the right one: its tag is of one form in one encoding, and of nothing else. */
const facts = (reply: Reply) => ({
  status: reply.status,
  type: reply.header('Content-Type'),
  encoding: reply.header('Content-Encoding'),
  etag: reply.header('ETag'),
  vary: reply.header('Vary'),
  length: reply.body.length,
})

/** Random order, the same in every run. */
function drawn(count: number): Kind[] {
  let state = 20_261_115
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return kinds[Math.floor((state / 2 ** 32) * kinds.length)] ?? { path: '/', headers: {} }
  })
}

/** Every answer through the cache is the archive's own; gives how many came from the cache. */
async function hitsThrough(
  start: (port: number, upstream: string) => Promise<Started>,
  isHit: (reply: Reply) => boolean,
) {
  const { port, release } = await heldPort()
  const base = `http://127.0.0.1:${port}`
  const server = await startServer([fixture, '--port', '0', '--base-url', base])
  await release()
  const proxy = await start(port, `127.0.0.1:${server.port}`)
  const [origin, cache] = [connect(`http://127.0.0.1:${server.port}`), connect(base)]
  try {
    const queue = drawn(5000)
    const asked = queue.length
    let [compared, hits] = [0, 0]
    const work = async () => {
      for (let kind = queue.pop(); kind; kind = queue.pop()) {
        const { path, headers } = kind
        const [own, kept] = [await ask(origin, kind), await ask(cache, kind)]
        expect(facts(kept), `GET ${path} ${JSON.stringify(headers)}`).toEqual(facts(own))
        expect(kept.text, `GET ${path} ${JSON.stringify(headers)}`).toBe(own.text)
        compared++
        if (isHit(kept)) hits++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    expect(compared).toBe(asked)
    return { asked, hits }
  } finally {
    origin.close()
    cache.close()
    await proxy.stop()
    await server.stop()
  }
}

const ask = (client: Client, { path, headers }: Kind) => client(path, { headers })

describe('fifty kinds of Accept in ten of Accept-Encoding, in random order', () => {
  test('are as many as they say', () => {
    expect([new Set(accepts).size, new Set(acceptEncodings).size]).toEqual([50, 10])
  })

  test.skipIf(!installed('nginx'))('through nginx with its cache as documented', async () => {
    const { asked, hits } = await hitsThrough(
      (port, upstream) =>
        nginx(
          port,
          adapted('nginx/archive.conf', {
            '127.0.0.1:3000': upstream,
            'listen 80': `listen 127.0.0.1:${port}`,
            '/var/cache/nginx/archive': 'cache',
          }),
        ),
      (reply) => reply.header('X-Cache-Status') === 'HIT',
    )
    told('nginx', asked, hits)
  })

  test.skipIf(!installed('varnishd'))('through Varnish as documented', async () => {
    const { asked, hits } = await hitsThrough(
      (port, upstream) =>
        varnish(
          port,
          adapted('varnish/default.vcl', { '.port = "3000"': `.port = "${upstream.split(':')[1]}"` }),
          ['-p', 'http_gzip_support=off'],
        ),
      (reply) => Number(reply.header('X-Cache')) > 0,
    )
    told('Varnish', asked, hits)
  })
})

/** Enough that it is a cache that was tried; the rate itself depends on how many kinds of clients there are. */
function told(name: string, asked: number, hits: number): void {
  console.info(`${name}: ${asked} requests, ${Math.round((100 * hits) / asked)}% from the cache`)
  expect(hits).toBeGreaterThan(asked / 10)
}
