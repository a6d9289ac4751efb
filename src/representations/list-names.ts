import type { Archive, Post } from '../archive/model.ts'
import { leaves, type List } from '../archive/lists.ts'
import { type IndexKind, month, type Words } from '../words/words.ts'
import { shorten } from './markdown.ts'
import { dayOf, wordsFor } from './published.ts'

/** Returns the label of links to a list. Parts are named by their range. */
export function nameOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  if (list.part > 0) return rangeOf(list, archive) ?? partOf(list, words)
  if (list.kind === 'undated') return words.lists.undated
  return isIndex(list.kind) ? indexName(list.kind, words) : properName(list, words)
}

export function titleOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  const title = wholeTitle(list, words)
  return list.part === 0 ? title : `${title}, ${partOf(list, words)}`
}

function wholeTitle(list: List<Post>, words: Words): string {
  const { titles } = words.lists
  if (isIndex(list.kind)) return indexName(list.kind, words)
  if (list.kind === 'undated') return titles.undated
  return titles[isOfTime(list.kind) ? 'time' : list.kind](properName(list, words))
}

/** Returns the line below the title: size and date range. */
export function leadOf(list: List<Post>, archive: Archive): string {
  const isWhole = list.part === 0 && (isIndex(list.kind) || isOfTime(list.kind))
  const range = isWhole ? undefined : rangeOf(list, archive)
  return range === undefined ? sizeOf(list, archive) : `${sizeOf(list, archive)} · ${range}`
}

/** Returns the size and range as a sentence, for metadata. */
export function summaryOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  const publication = shorten(archive.settings.title, 100)
  const { kind, part, posts } = list
  if (isIndex(kind)) return leadOf(list, archive)
  return words.lists.posts({
    count: posts.length,
    publication,
    kind: isOfTime(kind) ? 'time' : kind,
    name: shorten(properName(list, words), 180),
    span: isOfTime(kind) && part === 0 ? undefined : endsOf(list, archive),
  })
}

function isOfTime(kind: List['kind']): kind is 'year' | 'month' {
  return kind === 'year' || kind === 'month'
}

function isIndex(kind: List['kind']): kind is IndexKind {
  return kind === 'years' || kind === 'all series' || kind === 'tags' || kind === 'authors'
}

function indexName(kind: IndexKind, { years, series, tags, authors }: Words): string {
  return { years, 'all series': series, tags, authors }[kind]
}

function properName({ kind, name }: List, words: Words): string {
  return kind === 'month' ? month(name, words) : name
}

/** Returns `part 2`, or `part 2.1` for a nested part. */
function partOf({ path }: List, { lists }: Words): string {
  return lists.part(path.slice(path.lastIndexOf('/part/') + '/part/'.length).replaceAll('/', '.'))
}

/** Returns the range from first to last; undefined if the posts have no dates. */
function rangeOf(list: List<Post>, archive: Archive): string | undefined {
  const ends = endsOf(list, archive)
  return ends && (ends[0] === ends[1] ? ends[0] : wordsFor(archive).lists.range(...ends))
}

/** Returns the dates of the first and last post, or the names of the first and last list. */
function endsOf({ posts, below }: List<Post>, archive: Archive): readonly [string, string] | undefined {
  const lists = posts.length > 0 ? [] : leaves(below)
  const dated = posts.findLast(({ datePublished }) => datePublished !== null)
  const [from, to] =
    posts.length > 0
      ? [dated, posts[0]].map((post) => post && dayOf(post, archive)?.text)
      : [lists[0], lists.at(-1)].map((one) => one && shorten(nameOf(one, archive), 40))
  return from === undefined || to === undefined ? undefined : [from, to]
}

/** Returns the number of posts; for an index, of lists. */
export function sizeOf({ kind, posts, below }: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  if (posts.length > 0) return words.posts(posts.length)
  const lists = leaves(below)
  if (kind === 'years') return words.posts(lists.reduce((sum, list) => sum + list.posts.length, 0))
  return words.lists.count[kind as Exclude<IndexKind, 'years'>](lists.length)
}
