import { describe, expect, test } from 'vitest'
import { buildIndex, type SearchDocument } from '../../src/search/build.ts'
import { serve } from '../../src/serve.ts'
import type { Snapshot } from '../../src/snapshot/resource.ts'
import { toy } from '../answer/toy.ts'

/** An answer is made at once, and nobody else's meanwhile: what a request can ask for is bounded. Counted, not timed. */

const ids = Array.from({ length: 1200 }, (_, at) => `post-${String(at).padStart(4, '0')}`)
const words = ['glacier', 'turbine', 'saffron', 'meadow']
const documents = ids.map((id, at): SearchDocument => {
  const text = Array.from({ length: 60 }, (_, n) => words[(at * 7 + n * n) % 4]).join(' ')
  return { title: id, tags: [], summary: [], units: [{ kind: 'prose', text, anchor: '' }] }
})
const snapshot: Snapshot = { ...toy({ posts: ids }) }
const large: Snapshot = { ...snapshot, mcp: { ...snapshot.mcp, search: buildIndex(documents) } }
const handler = serve(large)

interface Result {
  readonly structuredContent: {
    readonly hits: readonly object[]
    readonly total: number
    readonly nextCursor?: string
  }
}

const search = (query: string, cursor?: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'search_archive_posts', arguments: { query, limit: 50, cursor } },
})

function post(message: unknown): unknown {
  const body = new TextEncoder().encode(JSON.stringify(message))
  const answer = handler({ method: 'POST', target: '/mcp', host: 'a', contentType: 'application/json', body })
  return JSON.parse(new TextDecoder().decode(answer.body ?? new Uint8Array()))
}

function tokensRead(work: () => void): number {
  const { getUint16 } = DataView.prototype
  let reads = 0
  DataView.prototype.getUint16 = function (at, little) {
    reads++
    return getUint16.call(this, at, little)
  }
  try {
    work()
  } finally {
    DataView.prototype.getUint16 = getUint16
  }
  return reads
}

test('sixteen searches in one batch cost no more than four', () => {
  const query = '"glacier glacier turbine" "saffron meadow saffron"'
  const one = tokensRead(() => post(search(query)))
  expect(one).toBeGreaterThan(10_000)
  const sixteen = tokensRead(() => post(Array.from({ length: 16 }, () => search(query))))
  expect(sixteen / one).toBeCloseTo(4)
})

test('hits can be paged through up to the thousandth, and each is there once', () => {
  const seen = new Set<unknown>()
  let cursor: string | undefined
  let pages = 0
  do {
    const { result } = post(search(words.join(' '), cursor)) as { result: Result }
    const { hits, nextCursor, total } = result.structuredContent
    expect(total).toBe(ids.length)
    for (const hit of hits) seen.add((hit as { id: string }).id)
    cursor = nextCursor
    pages++
  } while (cursor !== undefined)
  expect([seen.size, pages]).toEqual([1000, 20])
  expect(JSON.stringify(post(search('glacier', btoa('hits:1000'))))).toContain('Unknown `cursor`')
})

describe('taking over a snapshot', () => {
  test('looks at no post and sorts no path: a reload of a large archive answers at once', () => {
    let looks = 0
    const counted = <Kind extends object>(target: Kind): Kind =>
      new Proxy(target, {
        get(object, key) {
          const isLook = /^\d+$|^(map|flatMap|filter|keys|entries)$/.test(String(key))
          if (isLook || key === Symbol.iterator) looks++
          const value = Reflect.get(object, key)
          return typeof value === 'function' ? value.bind(object) : value
        },
      })
    const { mcp } = snapshot
    const handler = serve({ ...snapshot, mcp: { ...mcp, posts: counted(mcp.posts) } })
    expect(looks).toBe(0)
    const body = new TextEncoder().encode(
      JSON.stringify({ ...search(''), params: { name: 'get_archive_post', arguments: { id: ids[7] } } }),
    )
    handler({ method: 'POST', target: '/mcp', host: 'a', contentType: 'application/json', body })
    expect(looks).toBeGreaterThan(0)
  })
})
