import { limits } from './client.ts'
import { short } from './shapes.ts'
import { isObject, jsonOf, type ListedPost, type ProbedSite } from './probed-site.ts'

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
