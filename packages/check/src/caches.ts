import { limits } from './http.ts'
import { firefox as browser } from './negotiation.ts'
import type { ListedPost, ProbedSite, ProbeReply } from './probed-site.ts'
import { html, json, jsonOf, listAt, markdown, short, typed, valueAt } from './probed-site.ts'

/** Requests one URL as different clients in turn, both cached and uncached, to find caches that ignore Vary. */
export async function checkCaches(site: ProbedSite): Promise<void> {
  const { request, requestFresh, expect } = site
  const page = site.pageOf(site.post)
  for (const address of [page, site.fresh(page)])
    for (const accept of ['text/markdown', browser, 'text/markdown', browser]) {
      const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
      const type = accept === browser ? html : markdown
      const reply = await inTurn(address, headers, type)
      if (address === page && typed(reply) === type)
        expectCurrent(site, reply, await requestFresh(page, { headers }))
    }
  const index = '/api/v1/index.json'
  await inTurn(index, { Accept: 'application/json' }, json)
  await inTurn(index, { Accept: 'text/html' }, '406 application/json')
  await inTurn(index, { Accept: 'application/json' }, json)

  const address = site.fresh(page)
  for (const encoding of ['gzip', 'identity', 'br', 'identity', 'gzip']) {
    const reply = await request(address, { headers: { Accept: browser, 'Accept-Encoding': encoding } })
    const got = reply.header('Content-Encoding') ?? 'identity'
    const passes = got === encoding || got === 'identity'
    expect('cache-encodings', reply, encoding, got + cacheInfo(reply), passes)
  }
  for (const path of [page, index]) {
    const reply = await requestFresh(path)
    const got = reply.header('Cache-Control') ?? 'no Cache-Control'
    const age = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0)
    const passes = age >= 3600 && !/\b(?:no-store|no-cache|private)\b/i.test(got)
    expect('cache-control', reply, 'max-age=3600 or more', got, passes)
  }

  async function inTurn(address: string, headers: Record<string, string>, type: string) {
    const reply = await request(address, { headers })
    expect('cache-types', reply, type, typed(reply) + cacheInfo(reply), typed(reply) === type)
    return reply
  }
}

/** Compares only ETags: bodies may differ behind a proxy that compresses. */
function expectCurrent({ expect }: ProbedSite, cached: ProbeReply, fresh: ProbeReply): void {
  const [cachedTag, freshTag] = [cached, fresh].map((reply) =>
    (reply.header('ETag') ?? '').replace(/^W\//, ''),
  )
  const isSame = cachedTag === freshTag
  if (cachedTag && freshTag)
    expect('stale-copy', cached, `ETag ${freshTag}`, `ETag ${cachedTag}${cacheInfo(cached)}`, isSame)
}

const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

function cacheInfo(reply: ProbeReply): string {
  const sent = cacheHeaders.filter((name) => reply.header(name) !== undefined)
  const found = sent.map((name) => `${name}: ${reply.header(name)}`)
  return found.length > 0 ? ` (${found.join(', ')})` : ''
}

/** A post in the folder, as the JSON endpoint would send it, and its ETag. */
export interface LocalPost {
  readonly id: string
  readonly etag: string
  readonly json: Readonly<Record<string, unknown>>
}

/** Maximum number of posts to compare. Missing posts are found by the list. */
export const maxCompared = 2000

/** Compares served posts with the folder. Where ETags differ, compares fields: other servers have other ETags. */
export async function checkFreshness(site: ProbedSite, local: readonly LocalPost[]): Promise<void> {
  const list = await site.request('/api/v1/posts.json', { headers: { 'Accept-Encoding': 'gzip' } })
  const served = listAt(jsonOf(list), 'posts') as readonly ListedPost[]
  const ids = new Set(served.map(({ id }) => id))
  const own = new Set(local.map(({ id }) => id))
  for (const { id } of local)
    site.expect('missing-post', `post ${id}`, 'served', ids.has(id) ? 'served' : `not in the list`)
  for (const id of ids)
    site.expect('unknown-post', `post ${id}`, 'in the folder', own.has(id) ? 'in the folder' : 'served only')

  const both = local.filter(({ id }) => ids.has(id)).slice(0, maxCompared)
  const queue = both.values()
  const work = async () => {
    for (const post of queue) await compare(site, post)
  }
  await Promise.all(Array.from({ length: limits.connections }, work))
}

async function compare({ request, expect }: ProbedSite, { id, etag, json }: LocalPost): Promise<void> {
  const path = `/api/v1/posts/${id}.json`
  const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity' }
  const head = await request(path, { method: 'HEAD', headers })
  const isCurrent = head.status === 200 && head.header('ETag')?.replace(/^W\//, '') === etag
  const served = isCurrent ? json : jsonOf(await request(path, { headers }))
  const [own, theirs] = [json['dateModified'], valueAt(served, 'dateModified')]
  const isOlder = typeof own === 'string' && (typeof theirs !== 'string' || theirs < own)
  expect('older-post', `post ${id}`, `modified ${short(own)}`, `modified ${short(theirs)}`, !isOlder)
  if (isOlder) return
  const isSame = (name: string) => JSON.stringify(valueAt(served, name)) === JSON.stringify(json[name])
  const names = Object.keys(json).filter((name) => !isSame(name))
  expect('changed-post', `post ${id}`, 'as in the folder', `${names.join(', ')} differ`, names.length === 0)
}
