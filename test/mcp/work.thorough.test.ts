import { describe, expect, test } from 'vitest'
import { contentLimits } from '../../src/base/diagnostics.ts'
import { joinParts } from '../../src/search/build.ts'
import { DocumentReader, type SearchDocument, type SearchUnit } from '../../src/search/read.ts'
import { answering } from '../answering.ts'
import { nodeEncoder } from '../../src/snapshot/encode.ts'
import type { Resource, Snapshot } from '../../src/snapshot/resource.ts'
import { sealResource } from '../../src/snapshot/seal.ts'
import { toy } from '../answer/toy.ts'
import { ratio } from '../linear/ratio.ts'
import { buildIndex } from '../search/documents.ts'

/** A response is made synchronously and blocks all others, so the work of one request is bounded. Counted, not timed. */

const ids = Array.from({ length: 1200 }, (_, at) => `post-${String(at).padStart(4, '0')}`)
const words = ['glacier', 'turbine', 'saffron', 'meadow']
const documents = ids.map((id, at): SearchDocument => {
  const text = Array.from({ length: 60 }, (_, n) => words[(at * 7 + n * n) % 4]).join(' ')
  return { title: id, tags: [], summary: [], units: [{ kind: 'prose', text, anchor: '' }] }
})
const snapshot: Snapshot = { ...toy({ posts: ids }) }
const large: Snapshot = { ...snapshot, mcp: { ...snapshot.mcp, search: buildIndex(documents) } }
const handler = answering(large)

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

test('the searches of a batch share one budget; those beyond it are refused', () => {
  const query = '"glacier glacier turbine" "saffron meadow saffron"'
  const one = tokensRead(() => post(search(query)))
  expect(one).toBeGreaterThan(10_000)
  let answers: readonly { readonly result?: unknown; readonly error?: { readonly message: string } }[] = []
  const sixteen = tokensRead(() => {
    answers = post(Array.from({ length: 16 }, () => search(query))) as typeof answers
  })
  const answered = answers.filter(({ result }) => result !== undefined).length
  expect(answered).toBeGreaterThan(1)
  expect(answered).toBeLessThan(16)
  expect(sixteen / one).toBeCloseTo(answered)
  for (const { error } of answers.slice(answered))
    expect(error?.message).toMatch(/send fewer messages at once/)
})

test('pagination ends at 1,000 hits and repeats none', () => {
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

describe('serve()', () => {
  test('reads no post before the first request, so a reload of a large archive is instant', () => {
    let looks = 0
    const counted = <Kind extends object>(target: Kind): Kind =>
      new Proxy(target, {
        get(object, key) {
          const isLook = /^\d+$|^(map|flatMap|filter|keys|entries|toReversed)$/.test(String(key))
          if (isLook || key === Symbol.iterator) looks++
          const value = Reflect.get(object, key)
          return typeof value === 'function' ? value.bind(object) : value
        },
      })
    const { mcp } = snapshot
    const handler = answering({ ...snapshot, mcp: { ...mcp, posts: counted(mcp.posts) } })
    expect(looks).toBe(0)
    const body = new TextEncoder().encode(
      JSON.stringify({ ...search(''), params: { name: 'get_archive_post', arguments: { id: ids[7] } } }),
    )
    handler({ method: 'POST', target: '/mcp', host: 'a', contentType: 'application/json', body })
    expect(looks).toBeGreaterThan(0)
  })
})

describe('long posts', () => {
  /** The largest file allowed. */
  const size = contentLimits.fileBytes
  const utf8 = new TextEncoder()
  const { digest } = nodeEncoder(['identity'])

  /** An archive of eight equal posts: one line and its units, repeated. */
  function archiveOf(line: string, units: readonly SearchUnit[]): ReturnType<typeof answering> {
    const count = Math.floor(size / utf8.encode(line).length)
    const source = utf8.encode(line.repeat(count))
    const all = Array.from({ length: count }, () => units).flat()
    const part = new DocumentReader().read({
      title: 'Long',
      tags: [],
      summary: ['Short.'],
      units: all,
      source,
    })
    const ids = Array.from({ length: 8 }, (_, at) => `long-${at}`)
    const snapshot = toy({ posts: ids })
    const resources = new Map(snapshot.resources as ReadonlyMap<string, Resource>)
    const variants = [{ encoding: 'identity' as const, tag: digest(source), body: source }]
    for (const { twin } of snapshot.mcp.posts) {
      const draft = { path: twin, negotiated: false, immutable: false }
      const forms = [{ contentType: 'text/markdown', body: '', headers: [] }]
      resources.set(twin, sealResource({ ...draft, forms }, [variants]))
    }
    const index = joinParts(ids.map(() => part))
    return answering({ ...snapshot, resources, mcp: { ...snapshot.mcp, search: index } })
  }

  const unit = (kind: SearchUnit['kind'], text: string, anchor = ''): SearchUnit => ({ kind, text, anchor })
  const shapes: Readonly<Record<string, readonly [line: string, units: readonly SearchUnit[]]>> = {
    'short sentences': ['Glacier turbine. ', [unit('prose', 'Glacier turbine.')]],
    headings: [
      '## Glacier\n\nTurbine.\n\n',
      [unit('heading', 'Glacier', 'glacier'), unit('prose', 'Turbine.', 'glacier')],
    ],
    'rows of a table': ['| glacier | turbine |\n', [unit('table', 'glacier; turbine')]],
    'lines of code': ['glacier(turbine)\n', [unit('code', 'glacier(turbine)')]],
    'three-byte characters': ['氷河は動く。', [unit('prose', '氷河は動く。')]],
    'reference links': ['[glacier][turbine]\n\n', [unit('prose', 'glacier')]],
  }
  const call = (name: string, given: object, id = 1) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: given },
  })
  const query = 'glacier turbine 氷河'
  const get = (given: object) => call('get_archive_post', { id: 'long-7', ...given })
  const quoted = call('search_archive_posts', { query, limit: 50, markdown: true, explain: true })
  const read = {
    ...{ jsonrpc: '2.0', id: 1, method: 'resources/read' },
    params: { uri: 'https://archive.example/posts/long-7' },
  }
  const requests: Readonly<Record<string, unknown>> = {
    search: call('search_archive_posts', { query }),
    'search in markdown': quoted,
    'search in the summary': call('search_archive_posts', { query: 'short', limit: 50 }),
    'search with typos': call('search_archive_posts', { query: 'glacierx turbinx glacie turbin', limit: 50 }),
    'the first part': get({ max_chars: 200_000 }),
    'a part from the middle': get({ offset: size / 4, max_chars: 200_000 }),
    'a section': get({ section: 'glacier', max_chars: 200_000 }),
    'an unknown section': get({ section: 'nothing' }),
    'a batch of searches': Array.from({ length: 16 }, () => quoted),
    'a batch of parts': Array.from({ length: 16 }, () => get({ offset: size / 4 })),
    'a batch of reads': Array.from({ length: 16 }, () => read),
  }

  /** The unit of cost: about 50 ms on an idle machine, and slower where everything is slower. */
  const longest = new Uint8Array(contentLimits.fileBytes)
  const scan = () => longest.reduce((sum, byte) => sum + byte, 0)
  /** Requests cost up to 1.8; without a budget, the most expensive one of each shape costs 14 to 61. */
  const mostScans = 3

  test.each(Object.entries(shapes))(
    `%s: no request costs more than ${mostScans} scans of the largest file`,
    (_, shape) => {
      const handler = archiveOf(...shape)
      const scans = (message: unknown) => {
        const body = utf8.encode(JSON.stringify(message))
        const facts = { target: '/mcp', host: 'a', contentType: 'application/json', body }
        return ratio(() => handler({ method: 'POST', ...facts }), scan, mostScans)
      }
      const costs = Object.entries(requests).map(([name, message]) => [name, scans(message)] as const)
      expect(costs.filter(([, count]) => count > mostScans)).toEqual([])
    },
  )
})
