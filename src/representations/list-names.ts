import type { Archive, Post } from '../archive/model.ts'
import { leaves, type List } from '../archive/lists.ts'
import { format } from '../words/format.ts'
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
  return isIndex(list.kind)
    ? indexName(list.kind, words)
    : format(titles[list.kind], { name: properName(list, words) })
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
  const { kind, part, posts } = list
  if (isIndex(kind)) return leadOf(list, archive)
  const { summary, what, when } = words.lists
  const span = isOfTime(kind) && part === 0 ? undefined : endsOf(list, archive)
  const [from = '', to = ''] = span ?? []
  return format(summary, {
    posts: format(words.posts, { count: posts.length }, words),
    publication: shorten(archive.settings.title, 100),
    what: format(what[kind], { name: shorten(properName(list, words), 180) }),
    when: span === undefined ? '' : format(from === to ? when.day : when.range, { from, to }),
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
  const number = path.slice(path.lastIndexOf('/part/') + '/part/'.length).replaceAll('/', '.')
  return format(lists.part, { number })
}

/** Returns the range from first to last; undefined if the posts have no dates. */
function rangeOf(list: List<Post>, archive: Archive): string | undefined {
  const [from, to] = endsOf(list, archive) ?? []
  if (from === undefined || to === undefined || from === to) return from
  return format(wordsFor(archive).lists.range, { from, to })
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
  const lists = posts.length > 0 ? [] : leaves(below)
  const isOfLists = posts.length === 0 && kind !== 'years'
  const count = isOfLists ? lists.length : lists.reduce((sum, list) => sum + list.posts.length, posts.length)
  const forms = isOfLists ? words.lists.count[kind as Exclude<IndexKind, 'years'>] : words.posts
  return format(forms, { count }, words)
}
