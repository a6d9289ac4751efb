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
  const numbers = new Map(posts.map((post, number) => [post, number]))
  const byTag = withPositions(grouped([...numbers.values()], (number) => [...new Set(posts[number]?.tags)]))
  // By number of the post, and of zeros between calls: a map of posts took four times as long.
  const scores = new Float64Array(posts.length)
  return (post) => {
    if (post.isUnlisted) return { previous: undefined, next: undefined, related: [] }
    const series = bySeries.get(post.series)
    const at = series?.positions.get(post) ?? 0
    const [next, previous] = [series?.items[at - 1], series?.items[at + 1]]
    const number = numbers.get(post) ?? 0
    const others: number[] = []
    for (const tag of new Set(post.tags)) {
      const group = byTag.get(tag)
      if (!group) continue
      const weight = 1 / Math.log(1 + group.items.length)
      // Only posts of about the same time, to keep the cost linear when thousands share a tag.
      const at = group.positions.get(number) ?? 0
      const end = Math.min(at + neighboursPerTag + 1, group.items.length)
      for (let near = Math.max(0, at - neighboursPerTag); near < end; near++) {
        const other = group.items[near] ?? 0
        const score = scores[other] ?? 0
        if (score === 0) others.push(other)
        scores[other] = score + weight
      }
    }
    const related = bestOf(others, scores, posts, [post, previous, next])
    for (const other of others) scores[other] = 0
    return { previous, next, related }
  }
}

/** Adds the position of each item. */
function withPositions<T>(groups: ReadonlyMap<string, readonly T[]>) {
  const positionsIn = (items: readonly T[]) => new Map(items.map((item, at) => [item, at]))
  return new Map(Array.from(groups, ([name, items]) => [name, { items, positions: positionsIn(items) }]))
}

/** Returns the posts with the highest scores, without sorting all of them. */
function bestOf(
  numbers: readonly number[],
  scores: Float64Array,
  posts: readonly Post[],
  without: readonly (Post | undefined)[],
): Post[] {
  const best: (readonly [post: Post, score: number])[] = []
  for (const number of numbers) {
    const score = scores[number] ?? 0
    const last = best[maxRelated - 1]
    if (last && score < last[1]) continue
    const post = posts[number]
    if (!post || without.includes(post) || (last?.[1] === score && byTime(last[0], post) < 0)) continue
    best.splice(maxRelated - 1, 1, [post, score])
    best.sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || byTime(a, b))
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
