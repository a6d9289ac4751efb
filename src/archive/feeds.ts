import { type List, type ListEntry, withAbove } from './lists.ts'

/** Whether there is anything to follow: a feed is in the order of dates, and says when each post was published. */
export function hasFeed(tops: readonly List[]): boolean {
  return tops.some(({ kind }) => kind === 'years')
}

/**
 * The lists that have feeds of their own, as well as the archive: series that hold one post in twenty, and tags that hold one in ten and at
 * least three. Feeds have whole posts in them, so one for each of a thousand tags would be a second archive.
 */
export function followed<P extends ListEntry>(tops: readonly List<P>[]): List<P>[] {
  const lists = tops
    .flatMap((top) => Array.from(withAbove(top), ({ list }) => list))
    .filter(({ kind, part }) => part === 0 && (kind === 'series' || kind === 'tag'))
  const series = lists.filter(({ kind }) => kind === 'series')
  const total = series.reduce((sum, { posts }) => sum + posts.length, 0)
  return lists.filter(({ kind, posts }) => {
    const dated = posts.filter(({ datePublished }) => datePublished !== null).length
    const fewest = kind === 'tag' ? ofTag : ofSeries
    return dated >= fewest.posts && posts.length * fewest.oneIn >= total
  })
}

const ofSeries = { posts: 1, oneIn: 20 } as const
const ofTag = { posts: 3, oneIn: 10 } as const
