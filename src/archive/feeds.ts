import { type List, type Listed, withAbove } from './lists.ts'

/** Whether there is anything to follow: a feed is in the order of dates, and says when each post was published. */
export function hasFeed(tops: readonly List[]): boolean {
  return tops.some(({ kind }) => kind === 'years')
}

/**
 * The lists that have feeds of their own, as well as the archive: series, and tags that at least three posts have. Both have to hold one post
 * in twenty. Feeds have whole posts in them, so one for each of a thousand tags would be a second archive.
 */
export function followed<P extends Listed>(tops: readonly List<P>[]): List<P>[] {
  const lists = tops
    .flatMap((top) => Array.from(withAbove(top), ({ list }) => list))
    .filter(({ kind, part }) => part === 0 && (kind === 'series' || kind === 'tag'))
  const series = lists.filter(({ kind }) => kind === 'series')
  const total = series.reduce((sum, { posts }) => sum + posts.length, 0)
  return lists.filter(({ kind, posts }) => {
    const dated = posts.filter(({ datePublished }) => datePublished !== null).length
    return dated >= (kind === 'tag' ? fewest.posts : 1) && posts.length * fewest.oneIn >= total
  })
}

const fewest = { posts: 3, oneIn: 20 } as const
