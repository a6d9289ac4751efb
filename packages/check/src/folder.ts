import { limits, type Request } from './connection.ts'
import { type Rule, short, unless } from './rule.ts'
import { fieldsOf, type FolderPost, jsonOf, paths, postsIn, type Site } from './site.ts'

/** Maximum number of posts to compare field by field. */
export const maxCompared = 2000

/** As readers get it, perhaps from a cache. */
const cachedList = ({ folder }: Site): Request[] =>
  folder ? [{ path: paths.list, headers: { 'Accept-Encoding': 'gzip' }, exact: true }] : []

/** What is served, against the publisher's folder. */
export const folderRules = {
  'missing-post': [
    cachedList,
    (reply, { folder = new Map() }) => {
      const served = new Set(postsIn(reply).map(({ id }) => id))
      return [...folder.keys()].flatMap((id) =>
        unless(served.has(id), 'served', 'not in the list', `post ${id}`),
      )
    },
  ],
  'unknown-post': [
    cachedList,
    (reply, { folder }) =>
      postsIn(reply).flatMap(({ id }) =>
        unless(folder?.has(id) === true, 'in the folder', 'served only', `post ${id}`),
      ),
  ],
  'older-post': [
    servedPosts,
    ({ request: { expected: id = '' }, text }, { folder }) => {
      const [post, served] = [folder?.get(id) ?? {}, fieldsOf(jsonOf(text))]
      const [expected, got] = [post, served].map((fields) => `modified ${short(fields['dateModified'])}`)
      return unless(!isOlder(served, post), expected ?? '', got ?? '', `post ${id}`)
    },
  ],
  'changed-post': [
    servedPosts,
    ({ request: { expected: id = '' }, text }, { folder }) => {
      const [post, served] = [folder?.get(id) ?? {}, fieldsOf(jsonOf(text))]
      const names = Object.keys(post).filter(
        (name) => JSON.stringify(served[name]) !== JSON.stringify(post[name]),
      )
      const passes = names.length === 0 || isOlder(served, post)
      return unless(passes, 'as in the folder', `${names.join(', ')} differ`, `post ${id}`)
    },
  ],
} as const satisfies Record<string, Rule>

/** Asks for posts that are in both, a few at a time. */
async function servedPosts(site: Site): Promise<Request[]> {
  const listed: string[] = []
  for (const request of cachedList(site))
    listed.push(...postsIn(await site.send(request)).map(({ id }) => id))
  const requests = listed
    .filter((id) => site.folder?.has(id))
    .slice(0, maxCompared)
    .map((id) => ({ path: paths.post(id), exact: true, expected: id }))
  const queue = requests.values()
  const work = async () => {
    for (const request of queue) await site.send(request)
  }
  await Promise.all(Array.from({ length: limits.connections }, work))
  return requests
}

function isOlder(servedPost: FolderPost, post: FolderPost): boolean {
  const [served, own] = [servedPost['dateModified'], post['dateModified']]
  return typeof own === 'string' && (typeof served !== 'string' || served < own)
}
