import type { Post } from '../archive/model.ts'
import { grouped, groupedBy } from '../base/grouped.ts'

export interface Neighbours {
  /** In the series. */
  readonly previous: Post | undefined
  readonly next: Post | undefined
  /** Posts that share tags; rare tags count more. */
  readonly related: readonly Post[]
}

const maxRelated = 3
const neighboursPerTag = 20

/** Returns a function that finds the neighbours of a post. */
export function neighboursIn(posts: readonly Post[]): (post: Post) => Neighbours {
  const bySeries = withPositions(groupedBy(posts.toSorted(byNumber).reverse(), ({ series }) => series))
  const byTag = withPositions(grouped(posts, ({ tags }) => [...new Set(tags)]))
  return (post) => {
    if (post.isUnlisted) return { previous: undefined, next: undefined, related: [] }
    const series = bySeries.get(post.series)
    const at = series?.positions.get(post) ?? 0
    const [next, previous] = [series?.posts[at - 1], series?.posts[at + 1]]
    const scores = new Map<Post, number>()
    for (const tag of new Set(post.tags)) {
      const group = byTag.get(tag)
      if (!group) continue
      const weight = 1 / Math.log(1 + group.posts.length)
      // Only posts of about the same time, to keep the cost linear when thousands share a tag.
      const at = group.positions.get(post) ?? 0
      const near = group.posts.slice(Math.max(0, at - neighboursPerTag), at + neighboursPerTag + 1)
      for (const other of near) scores.set(other, (scores.get(other) ?? 0) + weight)
    }
    for (const neighbour of [post, previous, next]) if (neighbour) scores.delete(neighbour)
    return { previous, next, related: bestOf(scores) }
  }
}

/** Adds the position of each post, the last first. */
function withPositions(groups: ReadonlyMap<string, readonly Post[]>) {
  const positionsIn = (posts: readonly Post[]) => new Map(posts.map((post, at) => [post, at]))
  return new Map(Array.from(groups, ([name, posts]) => [name, { posts, positions: positionsIn(posts) }]))
}

type Scored = readonly [post: Post, score: number]

/** Returns the posts with the highest scores, without sorting all of them. */
function bestOf(scores: ReadonlyMap<Post, number>): Post[] {
  const byScore = (a: Scored, b: Scored) => b[1] - a[1] || byTime(a[0], b[0])
  const best: Scored[] = []
  for (const scored of scores) {
    const last = best[maxRelated - 1]
    if (last && byScore(last, scored) < 0) continue
    best.splice(maxRelated - 1, 1, scored)
    best.sort(byScore)
  }
  return best.map(([post]) => post)
}

/** First of the series first. */
export const byNumber = (a: Post, b: Post): number => a.seriesNumber - b.seriesNumber || byTime(b, a)

/** Newest first, then by id, so that the order is deterministic. */
function byTime(a: Post, b: Post): number {
  const dayOfA = a.datePublished ?? ''
  const dayOfB = b.datePublished ?? ''
  if (dayOfA !== dayOfB) return dayOfA < dayOfB ? 1 : -1
  return a.id < b.id ? -1 : 1
}
