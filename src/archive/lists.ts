import { contentLimits } from '../base/diagnostics.ts'
import { nameInPath, shortened } from './names.ts'
import { listPaths } from './urls.ts'

/** What decides which lists a post is in. */
export interface ListEntry {
  readonly id: string
  readonly series: string
  readonly tags: readonly string[]
  readonly authors: readonly { readonly name: string }[]
  /** YYYY-MM-DD */
  readonly datePublished: string | null
}

type Kind = 'year' | 'month' | 'undated' | 'series' | 'tag' | 'author' | IndexKind
type IndexKind = 'years' | 'all series' | 'tags' | 'authors'

/** A page that lists posts or other lists. */
export interface List<P extends ListEntry = ListEntry> {
  readonly path: string
  readonly kind: Kind
  /** The year, the year and month, the label of the series, the tag, the author; '' of what lists lists. */
  readonly name: string
  /** A part of a list too long for one page; 0 for the whole. */
  readonly part: number
  /** All that is in it, newest first; none in a list of lists. */
  readonly posts: readonly P[]
  /** The lists that it leads to. Where there are none, its page shows every post. */
  readonly below: readonly List<P>[]
}

/** What a page holds of each; with the longest lines that are made it stays below 60 KB, and its twin below 50,000 characters. */
export const mostOnPage = { posts: 100, lists: 200 } as const

/**
 * Every list that an archive has, as trees: years with their months, series, tags, authors. Whatever is too long for a page is divided,
 * however much there is. It takes time in proportion to the posts, their tags and their authors.
 * @param posts newest first
 */
export function listsOf<P extends ListEntry>(
  posts: readonly P[],
  series: ReadonlyMap<string, string>,
): List<P>[] {
  const bySeries = groupedBy(posts, (post) => post.series)
  const names = new Set([...series.keys(), ...bySeries.keys()])
  const allSeries = [...names].flatMap((name): List<P>[] => {
    const ofSeries = bySeries.get(name)
    return ofSeries ? [listAt(seriesPath(name), 'series', series.get(name) ?? name, ofSeries)] : []
  })
  const byTag = byName(posts, 'tag', tagPath, ({ tags }) => tags)
  const byAuthor = byName(posts, 'author', authorPath, ({ authors }) =>
    authors.slice(0, contentLimits.authorPages).map(({ name }) => name),
  )
  const tops: (readonly [path: string, kind: IndexKind, below: List<P>[]])[] = [
    [listPaths.years, 'years', byYear(posts)],
    [listPaths.series, 'all series', allSeries],
    [listPaths.tags, 'tags', byTag],
    // Where one wrote everything, their page would be a second list of all posts.
    [listPaths.authors, 'authors', byAuthor.length > 1 ? byAuthor : []],
  ]
  return tops
    .filter(([, , below]) => below.length > 0)
    .map(([path, kind, below]) => dividedIndex({ path, kind, name: '', part: 0, posts: [], below }))
}

function listAt<P extends ListEntry>(path: string, kind: Kind, name: string, posts: readonly P[]): List<P> {
  return divided({ path, kind, name, part: 0, posts, below: [] })
}

/** The same lists of what the posts have become, by their ids. */
export function withPosts<P extends ListEntry>(lists: readonly List[], posts: readonly P[]): List<P>[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const become = (list: List): List<P> => ({
    ...list,
    posts: list.posts.flatMap(({ id }) => byId.get(id) ?? []),
    below: list.below.map(become),
  })
  return lists.map(become)
}

export const seriesPath = (name: string) => `${listPaths.series}/${shortened(name)}`
export const tagPath = (tag: string) => `${listPaths.tags}/${nameInPath(tag)}`
export const authorPath = (name: string) => `${listPaths.authors}/${nameInPath(name)}`

/** A list and everything below it, each with the lists above it. */
export function* withAbove<P extends ListEntry>(
  list: List<P>,
  above: readonly List<P>[] = [],
): Generator<{ readonly list: List<P>; readonly above: readonly List<P>[] }> {
  yield { list, above }
  for (const one of list.below) yield* withAbove(one, [...above, list])
}

/** The lists that an index leads to, through however many parts. */
export function leaves<P extends ListEntry>(lists: readonly List<P>[]): readonly List<P>[] {
  return lists.flatMap((one) => (one.posts.length === 0 ? leaves(one.below) : [one]))
}

/** Newest first; without any date there is nothing to tell by year. */
function byYear<P extends ListEntry>(posts: readonly P[]): List<P>[] {
  const years = groupedBy(posts, ({ datePublished }) => datePublished?.slice(0, 4) ?? '')
  if (years.size === 1 && years.has('')) return []
  return Array.from(years, ([year, ofYear]): List<P> => {
    const path = `${listPaths.years}/${year || 'undated'}`
    if (year === '') return listAt(path, 'undated', '', ofYear)
    const byMonth = ofYear.length > mostOnPage.posts ? ofYear : []
    const months = groupedBy(byMonth, ({ datePublished }) => datePublished?.slice(0, 7) ?? '')
    const below = Array.from(months, ([month, ofMonth]) =>
      listAt(`${path}/${month.slice(5)}`, 'month', month, ofMonth),
    )
    return { path, kind: 'year', name: year, part: 0, posts: ofYear, below }
  })
}

/** In the order of their addresses. Names that share one are one list, under the spelling that most posts have. */
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

/** Numbered from the oldest post on: a new post changes the newest part, and no other page moves. */
function divided<P extends ListEntry>(list: List<P>): List<P> {
  const parts = chunks(list.posts.toReversed(), mostOnPage.posts)
  if (parts.length < 2) return list
  const below = parts.map((posts, at) =>
    divided({ ...list, path: partPath(list, at + 1), part: at + 1, posts: posts.reverse(), below: [] }),
  )
  return { ...list, below: below.reverse() }
}

function dividedIndex<P extends ListEntry>(list: List<P>): List<P> {
  const parts = chunks(list.below, mostOnPage.lists)
  if (parts.length < 2) return list
  const below = parts.map((lists, at) =>
    dividedIndex({ ...list, path: partPath(list, at + 1), part: at + 1, below: lists }),
  )
  return { ...list, below }
}

/** `/tags/part/2` is of the list of tags, `/tags/part/part/2` of the tag "part": no name of a list is a number below `part`. */
function partPath({ path, part }: List, number: number): string {
  return part === 0 ? `${path}/part/${number}` : `${path}/${number}`
}

/** No more than `most` chunks: where there are very many, each holds chunks in turn. */
function chunks<T>(items: readonly T[], most: number): T[][] {
  let size = most
  while (items.length > size * most) size *= most
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}

/** In the order of their first members. */
export function groupedBy<P, K extends string>(items: readonly P[], key: (item: P) => K): Map<K, P[]> {
  return grouped(items, (item) => [key(item)])
}

/** The same, for what belongs to several. */
export function grouped<P, K extends string>(
  items: readonly P[],
  keys: (item: P) => readonly K[],
): Map<K, P[]> {
  const groups = new Map<K, P[]>()
  for (const item of items) {
    for (const key of keys(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/** Whether there is anything to follow: a feed is in the order of dates, and says when each post was published. */
export function hasFeed(tops: readonly List[]): boolean {
  return tops.some(({ kind }) => kind === 'years')
}

/** The lists with feeds of their own. Feeds hold whole posts, so one for each of a thousand tags would be a second archive. */
export function followed<P extends ListEntry>(tops: readonly List<P>[]): List<P>[] {
  const lists = tops
    .flatMap((top) => Array.from(withAbove(top), ({ list }) => list))
    .filter(({ part }) => part === 0)
  const series = lists.filter(({ kind }) => kind === 'series')
  const total = series.reduce((sum, { posts }) => sum + posts.length, 0)
  return lists.filter(({ kind, posts }) => {
    const fewest = worthFollowing[kind]
    if (!fewest) return false
    const dated = posts.filter(({ datePublished }) => datePublished !== null).length
    return dated >= fewest.posts && posts.length * fewest.oneIn >= total
  })
}

/** What a list must hold for a feed: so many posts with a date, and one in so many of all posts. */
const worthFollowing: Partial<Record<List['kind'], { readonly posts: number; readonly oneIn: number }>> = {
  series: { posts: 1, oneIn: 20 },
  tag: { posts: 3, oneIn: 10 },
  author: { posts: 1, oneIn: 100 },
}
