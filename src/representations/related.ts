import type { Archive, Post } from '../archive/model.ts'
import { grouped, groupedBy } from '../archive/lists.ts'
import { memoizeLast } from './memoize-last.ts'

/** Where a reader may go from a post. */
export interface Neighbours {
  /** In its series, by time. */
  readonly previous: Post | undefined
  readonly next: Post | undefined
  /** By the tags they share, the rarer the better; never the two above. */
  readonly related: readonly Post[]
}

export function neighboursOf(post: Post, archive: Archive): Neighbours {
  const { series, tags } = groupsOf(archive)
  const inSeries = series.get(post.series)
  const at = inSeries?.places.get(post) ?? 0
  const [next, previous] = [inSeries?.posts[at - 1], inSeries?.posts[at + 1]]
  const worth = new Map<Post, number>()
  for (const tag of new Set(post.tags)) {
    const tagged = tags.get(tag)
    if (!tagged) continue
    const worthOfTag = 1 / Math.log(1 + tagged.posts.length)
    for (const other of around(tagged, post)) worth.set(other, (worth.get(other) ?? 0) + worthOfTag)
  }
  for (const one of [post, previous, next]) if (one) worth.delete(one)
  return { previous, next, related: best(worth) }
}

/** The few of many that are worth most. */
function best(worth: ReadonlyMap<Post, number>): Post[] {
  const found: (readonly [Post, number])[] = []
  for (const one of worth) {
    const last = found[mostRelated - 1]
    if (last && byWorth(last, one) < 0) continue
    found.splice(mostRelated - 1, 1, one)
    found.sort(byWorth)
  }
  return found.map(([post]) => post)
}

function byWorth([a, worthOfA]: readonly [Post, number], [b, worthOfB]: readonly [Post, number]): number {
  return worthOfB - worthOfA || byTime(a, b)
}

const mostRelated = 3
const lookedAt = 20

/** Posts, newest first, and where each is among them. */
interface Group {
  readonly posts: readonly Post[]
  readonly places: ReadonlyMap<Post, number>
}

const groupsOf = memoizeLast(({ posts }: Archive) => ({
  series: withPlaces(groupedBy(posts, ({ series }) => series)),
  tags: withPlaces(grouped(posts, ({ tags }) => [...new Set(tags)])),
}))

function withPlaces(groups: ReadonlyMap<string, readonly Post[]>): ReadonlyMap<string, Group> {
  return new Map(
    Array.from(groups, ([name, posts]) => [
      name,
      { posts, places: new Map(posts.map((post, at) => [post, at])) },
    ]),
  )
}

/** Of a tag that thousands have, only the posts of about the same time are looked at: the cost stays that of the posts. */
function around({ posts, places }: Group, post: Post): readonly Post[] {
  const at = places.get(post) ?? 0
  return posts.slice(Math.max(0, at - lookedAt), at + lookedAt + 1)
}

/** The newer first; of one day, by id, so that no order depends on anything else. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a.datePublished ?? '', b.datePublished ?? '']
  if (one !== other) return one < other ? 1 : -1
  return a.id < b.id ? -1 : 1
}
