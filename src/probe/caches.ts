import { limits } from './http.ts'
import { firefox as browser } from './negotiation.ts'
import {
  type Answer,
  html,
  isObject,
  json,
  jsonOf,
  type ListedPost,
  markdown,
  type ProbedSite,
  short,
  typed,
} from './probed-site.ts'

/**
 * Asks for one address in turn as different clients would, where a shared cache that ignores Vary hands one client's form to
 * another: at the address itself, which may be kept already, and at one that is kept only from now on.
 */
export async function examineCaches(site: ProbedSite): Promise<void> {
  const { ask, askFresh, hold } = site
  const page = site.pageOf(site.post)
  for (const address of [page, site.fresh(page)])
    for (const accept of ['text/markdown', browser, 'text/markdown', browser]) {
      const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
      const type = accept === browser ? html : markdown
      const reply = await inTurn(address, headers, type)
      if (address === page && typed(reply) === type)
        holdCurrent(site, reply, await askFresh(page, { headers }))
    }
  const index = '/api/v1/index.json'
  await inTurn(index, { Accept: 'application/json' }, json)
  await inTurn(index, { Accept: 'text/html' }, '406 application/json')
  await inTurn(index, { Accept: 'application/json' }, json)

  const address = site.fresh(page)
  for (const encoding of ['gzip', 'identity', 'br', 'identity', 'gzip']) {
    const reply = await ask(address, { headers: { Accept: browser, 'Accept-Encoding': encoding } })
    const got = reply.header('Content-Encoding') ?? 'identity'
    const holds = got === encoding || got === 'identity'
    hold('cache-encodings', reply, encoding, got + signs(reply), holds)
  }
  for (const path of [page, index]) {
    const reply = await askFresh(path)
    const got = reply.header('Cache-Control') ?? 'no Cache-Control'
    const age = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0)
    const holds = age >= 3600 && !/\b(?:no-store|no-cache|private)\b/i.test(got)
    hold('cache-control', reply, 'max-age=3600 or more', got, holds)
  }

  async function inTurn(address: string, headers: Record<string, string>, type: string) {
    const reply = await ask(address, { headers })
    hold('cache-types', reply, type, typed(reply) + signs(reply), typed(reply) === type)
    return reply
  }
}

/** Only tags are compared: bodies may differ where a proxy compresses. */
function holdCurrent({ hold }: ProbedSite, kept: Answer, fresh: Answer): void {
  const [was, is] = [kept, fresh].map((reply) => (reply.header('ETag') ?? '').replace(/^W\//, ''))
  if (was && is) hold('stale-copy', kept, `ETag ${is}`, `ETag ${was}${signs(kept)}`, was === is)
}

const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

function signs(reply: Answer): string {
  const said = cacheHeaders.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  return said.length > 0 ? ` (${said.join(', ')})` : ''
}

/** A post as the folder has it: what the JSON endpoint would send, and the tag that goes with it. */
export interface LocalPost {
  readonly id: string
  readonly etag: string
  readonly json: Readonly<Record<string, unknown>>
}

/** Posts that are compared one by one; the list tells of missing ones, however many there are. */
export const mostCompared = 2000

/**
 * What is served against what is in the folder, at the addresses themselves, so that an old copy in a cache shows. The tag tells
 * at once what is equal; whatever differs is read, and compared by its fields, since another implementation has other tags.
 */
export async function examineFreshness(site: ProbedSite, local: readonly LocalPost[]): Promise<void> {
  const list = await site.ask('/api/v1/posts.json', { headers: { 'Accept-Encoding': 'gzip' } })
  const body = jsonOf(list)
  const served = isObject(body) && Array.isArray(body['posts']) ? (body['posts'] as ListedPost[]) : []
  const ids = new Set(served.map(({ id }) => id))
  const own = new Set(local.map(({ id }) => id))
  for (const { id } of local)
    site.hold('missing-post', `post ${id}`, 'served', ids.has(id) ? 'served' : `not in the list`)
  for (const id of ids)
    site.hold('unknown-post', `post ${id}`, 'in the folder', own.has(id) ? 'in the folder' : 'served only')

  const waiting = local
    .filter(({ id }) => ids.has(id))
    .slice(0, mostCompared)
    .values()
  const work = async () => {
    for (const post of waiting) await compare(site, post)
  }
  await Promise.all(Array.from({ length: limits.connections }, work))
}

async function compare({ ask, hold }: ProbedSite, { id, etag, json }: LocalPost): Promise<void> {
  const path = `/api/v1/posts/${id}.json`
  const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity' }
  const head = await ask(path, { method: 'HEAD', headers })
  const isCurrent = head.status === 200 && head.header('ETag')?.replace(/^W\//, '') === etag
  const served = isCurrent ? json : jsonOf(await ask(path, { headers }))
  const [is, was] = [json['dateModified'], isObject(served) ? served['dateModified'] : undefined]
  const isOlder = typeof is === 'string' && (typeof was !== 'string' || was < is)
  hold('older-post', `post ${id}`, `modified ${short(is)}`, `modified ${short(was)}`, !isOlder)
  if (isOlder) return
  const names = Object.keys(json).filter(
    (name) => !isObject(served) || JSON.stringify(served[name]) !== JSON.stringify(json[name]),
  )
  hold('changed-post', `post ${id}`, 'as in the folder', `${names.join(', ')} differ`, names.length === 0)
}
