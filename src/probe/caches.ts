import { firefox as browser } from './accept.ts'
import { limits, type Reply } from './client.ts'
import { describeRequest, isObject, jsonOf, type ListedPost, type ProbedSite, typed } from './probed-site.ts'
import { short } from './schema.ts'

/**
 * Asks for one address in turn as different clients would, where a shared cache that ignores Vary hands one client's form to
 * another: at the address itself, which may be kept already, and at one that is kept only from now on.
 */
export async function examineCaches(site: ProbedSite): Promise<void> {
  const page = `/posts/${site.post.id}`
  for (const address of [page, site.fresh(page)]) {
    for (const accept of ['text/markdown', browser, 'text/markdown', browser]) {
      const type = accept === browser ? '200 text/html' : '200 text/markdown; charset=utf-8'
      const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
      const reply = await inTurn(address, headers, type)
      if (address === page && typed(reply) === type) await holdCurrent(site, page, headers, reply)
    }
  }
  const index = '/api/v1/index.json'
  await inTurn(index, { Accept: 'application/json' }, '200 application/json')
  await inTurn(index, { Accept: 'text/html' }, '406 application/json')
  await inTurn(index, { Accept: 'application/json' }, '200 application/json')

  const address = site.fresh(page)
  for (const encoding of ['gzip', 'identity', 'br', 'identity', 'gzip']) {
    const headers = { Accept: browser, 'Accept-Encoding': encoding }
    const reply = await site.ask(address, { headers })
    const got = reply.header('Content-Encoding') ?? 'identity'
    const holds = got === encoding || got === 'identity'
    site.notes.hold(
      'cache-encodings',
      describeRequest(page, { headers }),
      encoding,
      got + signs(reply),
      holds,
    )
  }
  for (const path of [page, index]) {
    const got = (await site.askFresh(path)).header('Cache-Control') ?? 'no Cache-Control'
    const age = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0)
    const holds = age >= 3600 && !/\b(?:no-store|no-cache|private)\b/i.test(got)
    site.notes.hold('cache-control', describeRequest(path), 'max-age=3600 or more', got, holds)
  }

  async function inTurn(address: string, headers: Readonly<Record<string, string>>, type: string) {
    const reply = await site.ask(address, { headers })
    const got = typed(reply)
    site.notes.hold(
      'cache-types',
      describeRequest(address, { headers }),
      type,
      got + signs(reply),
      got === type,
    )
    return reply
  }
}

/** Only tags are compared: bodies may differ where a proxy compresses. */
async function holdCurrent(
  { askFresh, notes }: ProbedSite,
  path: string,
  headers: Readonly<Record<string, string>>,
  kept: Reply,
): Promise<void> {
  const fresh = await askFresh(path, { headers })
  const [was, is] = [kept, fresh].map((reply) => (reply.header('ETag') ?? '').replace(/^W\//, ''))
  if (!was || !is) return
  notes.hold(
    'stale-copy',
    describeRequest(path, { headers }),
    `ETag ${is}`,
    `ETag ${was}${signs(kept)}`,
    was === is,
  )
}

const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

/** What a cache says of itself. */
function signs(reply: Reply): string {
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
  const { notes } = site
  const list = await site.ask('/api/v1/posts.json', { headers: { 'Accept-Encoding': 'gzip' } })
  const body = jsonOf(list)
  const served = isObject(body) && Array.isArray(body['posts']) ? (body['posts'] as ListedPost[]) : []
  const ids = new Set(served.map(({ id }) => id))
  const own = new Set(local.map(({ id }) => id))
  for (const { id } of local)
    notes.hold('missing-post', `post ${id}`, 'served', ids.has(id) ? 'served' : `not in the list`)
  for (const id of ids)
    notes.hold('unknown-post', `post ${id}`, 'in the folder', own.has(id) ? 'in the folder' : 'served only')

  const queue = local.filter(({ id }) => ids.has(id)).slice(0, mostCompared)
  const work = async () => {
    for (let post = queue.shift(); post; post = queue.shift()) await compare(site, post)
  }
  await Promise.all(Array.from({ length: limits.connections }, work))
}

async function compare({ ask, notes }: ProbedSite, { id, etag, json }: LocalPost): Promise<void> {
  const path = `/api/v1/posts/${id}.json`
  const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity' }
  const head = await ask(path, { method: 'HEAD', headers })
  const isCurrent = head.status === 200 && head.header('ETag')?.replace(/^W\//, '') === etag
  const served = isCurrent ? json : jsonOf(await ask(path, { headers }))
  const [is, was] = [json['dateModified'], isObject(served) ? served['dateModified'] : undefined]
  const isOlder = typeof is === 'string' && (typeof was !== 'string' || was < is)
  notes.hold('older-post', `post ${id}`, `modified ${short(is)}`, `modified ${short(was)}`, !isOlder)
  if (isOlder) return
  const names = Object.keys(json).filter(
    (name) => !isObject(served) || JSON.stringify(served[name]) !== JSON.stringify(json[name]),
  )
  notes.hold(
    'changed-post',
    `post ${id}`,
    'as in the folder',
    `${names.join(', ')} differ`,
    names.length === 0,
  )
}
