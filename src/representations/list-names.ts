import { type IndexKind, isIndex, leaves, type List, seriesPath } from '../archive/lists.ts'
import type { Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import type { SeriesPart } from '../pages/parts.ts'
import { format } from '../words/format.ts'
import { month, type Words } from '../words/words.ts'
import { cutToBytes } from './markdown.ts'
import { dayOf, type Site } from './site.ts'

/** Returns the label of links to a list. Parts are named by their range. */
export function listLabel(list: List<Post>, site: Site): string {
  const { words } = site
  if (list.part > 0) return rangeOf(list, site) ?? partName(list, words)
  if (list.kind === 'undated') return words.lists.undated
  return isIndex(list.kind) ? words[indexName(list.kind)] : properName(list, words)
}

/** Returns the part of a named series that a post is, labelled "Series: Practice, part 6". */
export function seriesPart(post: Post, { and, lists }: Words): SeriesPart | null {
  const { series, seriesLabel: name, seriesNumber: number } = post
  if (!isNamedSeries(series, name)) return null
  const label = [format(lists.titles.series, { name }), format(lists.part, { number })].join(and.between)
  return { label, path: seriesPath(series), name, number }
}

export function listTitle(list: List<Post>, { words }: Site): string {
  const { kind, part } = list
  const { titles } = words.lists
  const title = isIndex(kind)
    ? words[indexName(kind)]
    : format(titles[kind], { name: properName(list, words) })
  return part === 0 ? title : `${title}, ${partName(list, words)}`
}

/** Returns the line below the title: size and date range. */
export function listLead(list: List<Post>, site: Site): string {
  const isWhole = list.part === 0 && (isIndex(list.kind) || isOfTime(list))
  const range = isWhole ? undefined : rangeOf(list, site)
  return range === undefined ? listSize(list, site) : `${listSize(list, site)} · ${range}`
}

/** Returns the size and range as a sentence, for metadata. */
export function listSummary(list: List<Post>, site: Site): string {
  const { words, settings } = site
  const { kind, part, posts } = list
  if (isIndex(kind)) return listLead(list, site)
  const { summary, what, when } = words.lists
  const span = isOfTime(list) && part === 0 ? undefined : endsOf(list, site)
  const [from = '', to = ''] = span ?? []
  return format(summary, {
    posts: format(words.posts, { count: posts.length }, words),
    publication: cutToBytes(settings.title, 100),
    what: format(what[kind], { name: cutToBytes(properName(list, words), 180) }),
    when: span === undefined ? '' : format(from === to ? when.day : when.range, { from, to }),
  })
}

/** Returns the number of posts; for an index, of lists. */
export function listSize({ kind, posts, below }: List<Post>, { words }: Site): string {
  const lists = posts.length > 0 ? [] : leaves(below)
  if (lists.length > 0 && isIndex(kind) && kind !== 'years')
    return format(words.lists.count[kind], { count: lists.length }, words)
  const count = lists.reduce((sum, list) => sum + list.posts.length, posts.length)
  return format(words.posts, { count }, words)
}

const isOfTime = ({ kind }: List): boolean => kind === 'year' || kind === 'month'

export const indexName = (kind: IndexKind) => (kind === 'all series' ? 'series' : kind)

const properName = ({ kind, name }: List, words: Words): string =>
  kind === 'month' ? month(name, words) : name

/** Returns `part 2`, or `part 2.1` for a nested part. */
function partName({ path }: List, { lists }: Words): string {
  const number = path.slice(path.lastIndexOf('/part/') + '/part/'.length).replaceAll('/', '.')
  return format(lists.part, { number })
}

/** Returns the range from first to last; undefined if the posts have no dates. */
function rangeOf(list: List<Post>, site: Site): string | undefined {
  const [from, to] = endsOf(list, site) ?? []
  if (from === undefined || to === undefined || from === to) return from
  return format(site.words.lists.range, { from, to })
}

/** Returns the dates of the first and last post, or the names of the first and last list. */
function endsOf({ posts, below }: List<Post>, site: Site): readonly [string, string] | undefined {
  const lists = posts.length > 0 ? [] : leaves(below)
  const oldest = posts.findLast(({ datePublished }) => datePublished !== null)
  const [from, to] =
    posts.length > 0
      ? [oldest, posts[0]].map((post) => post && dayOf(post, site)?.text)
      : [lists[0], lists.at(-1)].map((list) => list && cutToBytes(listLabel(list, site), 40))
  return from === undefined || to === undefined ? undefined : [from, to]
}
