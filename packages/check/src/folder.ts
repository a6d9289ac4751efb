import { limits, type Reply, type Request } from './connection.ts'
import { rule, short, unless } from './rule.ts'
import { type Fields, fieldsOf, get, jsonOf, paths, postsIn, type Site } from './site.ts'

/** Maximum number of posts to compare field by field. */
export const maxCompared = 2000

/** As readers get it, perhaps from a cache. */
const cachedList = { ...get(paths.list, '', '', 'gzip'), cacheBuster: '' }

/** What is served, against the publisher's folder. */
export const folderRules = {
  'missing-post': rule([cachedList], (reply, { folder }) => {
    const served = new Set(postsIn(reply).map(({ id }) => id))
    return [...folder.keys()].flatMap((id) =>
      unless(served.has(id), 'served', 'not in the list', `post ${id}`),
    )
  }),
  'unknown-post': rule([cachedList], (reply, { folder }) =>
    postsIn(reply).flatMap(({ id }) => unless(folder.has(id), 'in the folder', 'served only', `post ${id}`)),
  ),
  'older-post': rule(servedPosts, (reply, site) => {
    const { id, post, served } = compared(reply, site)
    const [expected, got] = [post, served].map((fields) => `modified ${short(fields['dateModified'])}`)
    return unless(!isOlder(served, post), expected ?? '', got ?? '', `post ${id}`)
  }),
  'changed-post': rule(servedPosts, (reply, site) => {
    const { id, post, served } = compared(reply, site)
    const isSame = (name: string) => JSON.stringify(served[name]) === JSON.stringify(post[name])
    const names = Object.keys(post).filter((name) => !isSame(name))
    const passes = names.length === 0 || isOlder(served, post)
    return unless(passes, 'as in the folder', `${names.join(', ')} differ`, `post ${id}`)
  }),
}

/** Asks for posts that are in both, a few at a time. */
async function servedPosts({ folder, send }: Site): Promise<Request[]> {
  const requests = postsIn(await send(cachedList))
    .filter(({ id }) => folder.has(id))
    .slice(0, maxCompared)
    .map(({ id }) => ({ path: paths.post(id), cacheBuster: '', expected: id }))
  const queue = requests.values()
  const work = async () => {
    for (const request of queue) await send(request)
  }
  await Promise.all(Array.from({ length: limits.connections }, work))
  return requests
}

/** A post in the folder, which the request names, and as it is served. */
const compared = ({ request: { expected: id = '' }, text }: Reply, { folder }: Site) => ({
  id,
  post: folder.get(id) ?? {},
  served: fieldsOf(jsonOf(text)),
})

function isOlder(servedPost: Fields, post: Fields): boolean {
  const [served, own] = [servedPost['dateModified'], post['dateModified']]
  return typeof own === 'string' && (typeof served !== 'string' || served < own)
}
