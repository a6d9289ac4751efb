import { expect, test } from 'vitest'
import { BoundedCache, cacheSizes, totalCacheSize } from '../../src/base/caches.ts'
import { makeLane } from '../../src/runtime/node/http/lane.ts'
import { serve } from '../../src/serve.ts'
import type { Snapshot } from '../../src/snapshot/resource.ts'
import { toy } from '../answer/toy.ts'
import { isThorough } from '../thorough.ts'

test('totalCacheSize is the sum of all cache sizes', () => {
  expect(totalCacheSize).toBe(Object.values(cacheSizes).reduce((sum, bytes) => sum + bytes))
  expect(totalCacheSize).toBeLessThan(160 * 2 ** 20)
})

test('a bounded cache never exceeds its limit', () => {
  const cache = new BoundedCache<number, number>(1000)
  const sizes = new Map(Array.from({ length: 500 }, (_, key) => [key, (key * 37) % 700]))
  for (let step = 0; step < 20_000; step++) {
    const key = (step * step + 7 * step) % 500
    if (cache.get(key) === undefined) cache.set(key, key, sizes.get(key) ?? 0)
  }
  // A lookup can evict too, so the values found here are in the cache at the same time.
  const cached = [...sizes].filter(([key]) => cache.get(key) !== undefined)
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(1000)
})

test.runIf(isThorough)('thousands of distinct requests stay within the cache limits', () => {
  const statuses = new Map<string, number>()
  const lane = makeLane(serve(largePages()), 5000)
  const ask = (head: string) => {
    const reply = lane(Buffer.from(head))
    const status = reply && !reply.needs ? reply.head.toString('latin1', 9, 12) : 'none'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const before = memoryInUse()
  for (let nth = 0; nth < 2000; nth++) {
    const accept = `text/html;q=0.${nth % 1000}, text/x${nth}`
    // The lane copies a response when it is requested a second time.
    for (let time = 0; time < 2; time++) {
      ask(`GET /large?${nth} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n\r\n`)
      ask(`GET /nowhere-${nth} HTTP/1.1\r\nHost: a\r\n\r\n`)
      ask(`POST /api/v1/${nth} HTTP/1.1\r\nHost: h${nth}\r\nContent-Length: 0\r\n\r\n`)
      ask(`GET /large HTTP/1.1\r\nHost: a\r\nAccept: none/x${nth}\r\nAccept-Encoding: a${nth}\r\n\r\n`)
    }
  }
  expect([...statuses.keys()].sort()).toEqual(['200', '404', '405', '406'])
  expect(memoryInUse() - before).toBeLessThan(totalCacheSize)
})

/** The toy with a copy of its home page at /large, as long as the lane still copies. */
function largePages(): Snapshot {
  const snapshot = toy()
  const home = snapshot.resources.get('/')
  if (!home) throw new Error('the toy has a home page')
  const body = new Uint8Array(16_000)
  const [first, ...others] = home.representations
  const variant = first.variants.find(({ encoding }) => encoding === 'identity')
  const long = { ...first, variants: variant ? [{ ...variant, full: { ...variant.full, body } }] : [] }
  const large = { ...home, path: '/large', representations: [long, ...others] as const }
  const resources = new Map([...snapshot.resources.values(), large].map((one) => [one.path, one]))
  return { ...snapshot, resources }
}

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
