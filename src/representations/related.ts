import type { Archive, Post } from '../archive/archive.ts'
import { grouped, groupedBy } from '../archive/lists.ts'
import { oncePer } from './once.ts'

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
  const [next, , previous] = around(series.get(post.series), post, 1)
  const worth = new Map<Post, number>()
  for (const tag of new Set(post.tags)) {
    const tagged = tags.get(tag)
    // Of a tag that thousands have, only the posts of about the same time are looked at: the cost stays that of the posts.
    for (const other of around(tagged, post, lookedAt))
      if (other) worth.set(other, (worth.get(other) ?? 0) + 1 / Math.log(1 + (tagged?.posts.length ?? 1)))
  }
  for (const one of [post, previous, next]) if (one) worth.delete(one)
  const related = [...worth].sort(([a, worthOfA], [b, worthOfB]) => worthOfB - worthOfA || byTime(a, b))
  return { previous, next, related: related.slice(0, mostRelated).map(([other]) => other) }
}

const mostRelated = 3
const lookedAt = 20

/** Posts, newest first, and where each is among them. */
interface Group {
  readonly posts: readonly Post[]
  readonly places: ReadonlyMap<Post, number>
}

const groupsOf = oncePer(({ posts }: Archive) => ({
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

/** So many before it, itself, and so many after it; where there are fewer, undefined. */
function around(group: Group | undefined, post: Post, count: number): (Post | undefined)[] {
  const at = group?.places.get(post) ?? 0
  return Array.from({ length: 2 * count + 1 }, (_, nth) => group?.posts[at - count + nth])
}

/** The newer first; of one day, by id, so that no order depends on anything else. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a.datePublished ?? '', b.datePublished ?? '']
  if (one !== other) return one < other ? 1 : -1
  return a.id < b.id ? -1 : 1
}
