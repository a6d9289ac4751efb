import { contentLimits } from '../base/diagnostics.ts'
import { grouped, groupedBy } from '../base/grouped.ts'
import { nameInPath, shortened } from './names.ts'
import { isNamedSeries } from './series.ts'
import { listPaths } from './urls.ts'

/** The fields that decide which lists a post is in. */
export interface ListEntry {
  readonly id: string
  readonly series: string
  readonly seriesLabel: string
  readonly tags: readonly string[]
  readonly authors: readonly { readonly name: string }[]
  /** YYYY-MM-DD */
  readonly datePublished: string | null
}

type Kind = 'year' | 'month' | 'undated' | 'series' | 'tag' | 'author' | IndexKind
export type IndexKind = (typeof indexKinds)[number]
const indexKinds = ['years', 'all series', 'tags', 'authors'] as const

export const isIndex = (kind: Kind): kind is IndexKind => indexKinds.some((index) => index === kind)

/** A page that lists posts or other lists. */
export interface List<P extends ListEntry = ListEntry> {
  readonly path: string
  readonly kind: Kind
  /** The year, month (YYYY-MM), series label, tag or author; '' for an index. */
  readonly name: string
  /** Number of a part of a long list; 0 for the whole list. */
  readonly part: number
  /** Newest first; empty for an index. */
  readonly posts: readonly P[]
  /** Sublists. If there are none, the page shows all posts. */
  readonly below: readonly List<P>[]
}

/** Maximum entries per page. They keep the page below 60 KB and its twin below 50,000 characters. */
export const pageLimits = { posts: 100, lists: 200 } as const

/**
 * Returns all lists as trees: years with months, series, tags, authors. Long lists are split into parts. Takes time
 * linear in the posts, their tags and their authors.
 * @param posts newest first
 */
export function listsOf<P extends ListEntry>(
  posts: readonly P[],
  series: ReadonlyMap<string, string>,
): List<P>[] {
  const bySeries = groupedBy(posts, (post) => post.series)
  const names = new Set([...series.keys(), ...bySeries.keys()])
  const allSeries = [...names].flatMap((name): List<P>[] => {
    const [ofSeries, label = name] = [bySeries.get(name), series.get(name)]
    return ofSeries && isNamedSeries(name, label) ? [listAt(seriesPath(name), 'series', label, ofSeries)] : []
  })
  const byAuthor = byName(posts, 'author', authorPath, ({ authors }) =>
    authors.slice(0, contentLimits.authorPages).map(({ name }) => name),
  )
  const indexes: (readonly [path: string, kind: IndexKind, below: List<P>[]])[] = [
    [listPaths.years, 'years', byYear(posts)],
    [listPaths.series, 'all series', allSeries],
    [listPaths.tags, 'tags', byName(posts, 'tag', tagPath, ({ tags }) => tags)],
    // A single author's page would repeat the list of all posts.
    [listPaths.authors, 'authors', byAuthor.length > 1 ? byAuthor : []],
  ]
  return indexes
    .filter(([, , below]) => below.length > 0)
    .map(([path, kind, below]) => split({ path, kind, name: '', part: 0, posts: [], below }))
}

const listAt = <P extends ListEntry>(path: string, kind: Kind, name: string, posts: readonly P[]): List<P> =>
  split({ path, kind, name, part: 0, posts, below: [] })

export const seriesPath = (name: string) => `${listPaths.series}/${shortened(name)}`
export const tagPath = (tag: string) => `${listPaths.tags}/${nameInPath(tag)}`
export const authorPath = (name: string) => `${listPaths.authors}/${nameInPath(name)}`

/** Yields lists and their descendants, each with its ancestors. */
export function* walkLists<P extends ListEntry>(
  lists: readonly List<P>[],
  above: readonly List<P>[] = [],
): Generator<{ readonly list: List<P>; readonly above: readonly List<P>[] }> {
  for (const list of lists) {
    yield { list, above }
    yield* walkLists(list.below, [...above, list])
  }
}

/** The lists of an index, whatever the number of parts between. */
export const leaves = <P extends ListEntry>(lists: readonly List<P>[]): readonly List<P>[] =>
  lists.flatMap((one) => (one.posts.length === 0 ? leaves(one.below) : [one]))

/** The home page shows this many posts without a link to a list of all. */
export const shownAtHome = 19

/** Newest first. If no post has a date, empty unless some would be in no list. */
function byYear<P extends ListEntry>(posts: readonly P[]): List<P>[] {
  const years = groupedBy(posts, ({ datePublished }) => datePublished?.slice(0, 4) ?? '')
  const isListed =
    posts.length <= shownAtHome || posts.every((one) => isNamedSeries(one.series, one.seriesLabel))
  if (years.size === 1 && years.has('') && isListed) return []
  return Array.from(years, ([year, ofYear]): List<P> => {
    const path = `${listPaths.years}/${year || 'undated'}`
    if (year === '') return listAt(path, 'undated', '', ofYear)
    const byMonth = ofYear.length > pageLimits.posts ? ofYear : []
    const months = groupedBy(byMonth, ({ datePublished }) => datePublished?.slice(0, 7) ?? '')
    const below = Array.from(months, ([month, ofMonth]) =>
      listAt(`${path}/${month.slice(5)}`, 'month', month, ofMonth),
    )
    return { path, kind: 'year', name: year, part: 0, posts: ofYear, below }
  })
}

/** Sorted by path. Names with the same path share a list, named by the most common spelling. */
function byName<P extends ListEntry>(
  posts: readonly P[],
  kind: 'tag' | 'author',
  pathOf: (name: string) => string,
  namesOf: (post: P) => readonly string[],
): List<P>[] {
  const spellings = grouped(posts, (post) => [...new Set(namesOf(post))])
  const paths = new Map(Array.from(spellings.keys(), (name) => [name, pathOf(name)]))
  const byPath = grouped(posts, (post) => [...new Set(namesOf(post).map((name) => paths.get(name) ?? ''))])
  const shown = new Map<string, string>()
  for (const [name, path] of [...paths].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const before = spellings.get(shown.get(path) ?? '')?.length ?? 0
    if ((spellings.get(name)?.length ?? 0) > before) shown.set(path, name)
  }
  return [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, ofName]) => listAt(path, kind, shown.get(path) ?? '', ofName))
}

/** Splits a long list of posts, or of lists. Parts are numbered from the oldest post, so a new one changes only the newest. */
function split<P extends ListEntry>(list: List<P>): List<P> {
  const hasPosts = list.posts.length > 0
  const parts = hasPosts
    ? chunks(list.posts.toReversed(), pageLimits.posts).map((posts) => ({ posts: posts.reverse() }))
    : chunks(list.below, pageLimits.lists).map((below) => ({ below }))
  if (parts.length < 2) return list
  const below = parts.map((part, at) =>
    split({ ...list, ...part, path: partPath(list, at + 1), part: at + 1 }),
  )
  return { ...list, below: hasPosts ? below.reverse() : below }
}

/** `/tags/part/2` is part of the index of tags, and `/tags/part/part/2` of the tag "part". */
const partPath = ({ path, part }: List, number: number) =>
  part === 0 ? `${path}/part/${number}` : `${path}/${number}`

/** Returns at most `most` chunks. Larger chunks are split again by the caller. */
function chunks<T>(items: readonly T[], most: number): T[][] {
  let size = most
  while (items.length > size * most) size *= most
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}

/** Feeds are sorted by date, so they need dated posts. */
export function hasFeed(indexes: readonly List[]): boolean {
  const years = indexes.find(({ kind }) => kind === 'years')
  return leaves(years?.below ?? []).some(({ kind }) => kind !== 'undated')
}

/** A list has a feed if it has this many dated posts, and one in `oneIn` of all posts. */
const feedThresholds: Partial<Record<List['kind'], { readonly posts: number; readonly oneIn: number }>> = {
  series: { posts: 1, oneIn: 20 },
  tag: { posts: 3, oneIn: 10 },
  author: { posts: 1, oneIn: 100 },
}

/** Lists with their own feed. Feeds contain whole posts, so a feed for each of a thousand tags would copy the archive. */
export function listsWithFeeds<P extends ListEntry>(indexes: readonly List<P>[]): List<P>[] {
  const lists = Array.from(walkLists(indexes), ({ list }) => list).filter(({ part }) => part === 0)
  const series = lists.filter(({ kind }) => kind === 'series')
  const total = series.reduce((sum, { posts }) => sum + posts.length, 0)
  return lists.filter(({ kind, posts }) => {
    const threshold = feedThresholds[kind]
    if (!threshold) return false
    const dated = posts.filter(({ datePublished }) => datePublished !== null).length
    return dated >= threshold.posts && posts.length * threshold.oneIn >= total
  })
}
