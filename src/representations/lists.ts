import { type List, mostOnPage, withAbove } from '../archive/lists.ts'
import { type Archive, type Document, newestChange, type Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { type Item, listPage, type ListView, type Section } from '../pages/list.ts'
import { day, month } from '../words/date.ts'
import type { IndexKind, Words } from '../words/words.ts'
import { framed } from './html.ts'
import { escapeHeading, oneLine, pageTwin } from './markdown.ts'
import { memoizeLast } from './memoize-last.ts'
import { type Published, wordsFor } from './published.ts'
import { shorten } from './shorten.ts'
import { listData } from './structured-data.ts'

/** A list as a page: what the sitemap, the index and the head of the page say of it. Its body is made when it is sent for. */
export interface ListPage extends Omit<Document, 'html' | 'markdown'> {
  readonly list: List<Post>
  readonly above: readonly List<Post>[]
}

export const listPages = memoizeLast((archive: Archive): readonly ListPage[] =>
  archive.lists.flatMap((top) =>
    Array.from(withAbove(top), ({ list, above }) => ({
      path: list.path,
      title: shorten(titleOf(list, archive), longestName),
      summary: leadOf(list, archive),
      changedAt: newestChange(list.posts),
      list,
      above,
    })),
  ),
)

export function listHtml(page: ListPage, archive: Published): string {
  const view = viewOf(page, archive)
  return framed(
    page,
    archive,
    listPage(view, archive.urls.path, wordsFor(archive)),
    listData(page, view.above, archive),
  )
}

export function listTwin(page: ListPage, archive: Archive): string {
  return pageTwin({ ...page, markdown: inMarkdown(viewOf(page, archive), archive.urls.url) }, archive)
}

/** Posts or lists that a page opens with, where it leads to parts: what most readers came for. */
const mostAhead = { posts: 20, lists: 40 } as const

/** Bytes of a line with its address: the most that a page may hold, divided by what it may hold of them. */
const mostOnLine = { post: 44_000 / mostOnPage.posts, list: 48_000 / mostOnPage.lists } as const
/** Bytes of a name in a title or a sentence. */
const longestName = 200
const longestSummary = 500

/** For both forms of a page. */
const viewOf = memoizeLast(({ title, summary, list, above }: ListPage, archive: Archive): ListView => {
  // A part of an index is no step on the way: its lists are as well below the whole.
  const steps = above.filter(({ posts, part }) => posts.length > 0 || part === 0)
  const home = { label: shorten(archive.settings.title, longestName), path: servicePaths.home }
  return {
    title,
    lead: summary,
    above: [
      home,
      ...steps.map((one) => ({ label: shorten(nameOf(one, archive), longestName), path: one.path })),
    ],
    sections: sectionsOf(list, archive),
  }
})

function sectionsOf(list: List<Post>, archive: Archive): Section[] {
  const { by, headings } = wordsFor(archive).lists
  const others = archive.lists.filter(({ kind }) => kind !== list.kind)
  // Without numbers: a new tag would change the pages of all others.
  const items = others.map(({ kind, path }) => {
    return { label: by[kind as IndexKind], path, day: null, note: '', about: '' }
  })
  return [...ownSections(list, archive), ...(items.length > 0 ? [{ heading: headings.more, items }] : [])]
}

function ownSections({ posts, below, part }: List<Post>, archive: Archive): Section[] {
  const { headings } = wordsFor(archive).lists
  const itemsOf = (of: readonly Post[]) => of.map((post) => postItem(post, archive))
  const listItems = (of: readonly List<Post>[]) => of.map((list) => listItem(list, archive))
  if (below.length === 0) return [section(headings.posts, itemsOf(posts))]
  const all = section(headings.all, listItems(below))
  if (posts.length > 0) return [section(headings.newest, itemsOf(posts.slice(0, mostAhead.posts))), all]
  if (part > 0 || below[0]?.part === 0) return [all]
  const longest = leaves(below).toSorted((a, b) => b.posts.length - a.posts.length)
  return [section(headings.mostPosts, listItems(longest.slice(0, mostAhead.lists))), all]
}

/** Only a short list says more about each. */
function section(heading: string, items: readonly Item[]): Section {
  return { heading, items: isShort(items) ? items : items.map((item) => ({ ...item, about: '' })) }
}

/** The lists that an index leads to, through however many parts. */
function leaves(lists: readonly List<Post>[]): readonly List<Post>[] {
  return lists.flatMap((one) => (one.posts.length === 0 ? leaves(one.below) : [one]))
}

const markup = 80

/** Made once: a post is in the lists of its year, of its series and of each of its tags. */
function postItem(post: Post, archive: Archive): Item {
  const items = postItems(archive)
  const item = items.get(post) ?? newPostItem(post, archive)
  items.set(post, item)
  return item
}

const postItems = memoizeLast((_: Archive) => new WeakMap<Post, Item>())

function newPostItem({ title, summary, path, datePublished }: Post, archive: Archive): Item {
  const room = Math.max(mostOnLine.post - markup - archive.urls.url(path).length, markup)
  const published = datePublished === null ? null : day(datePublished, wordsFor(archive))
  return {
    day: published,
    label: shorten(title, room),
    path,
    note: '',
    about: shorten(oneLine(summary), longestSummary),
  }
}

function listItem(list: List<Post>, archive: Archive): Item {
  const room = Math.max(mostOnLine.list - markup / 2 - archive.urls.url(list.path).length, markup / 2)
  return {
    day: null,
    label: shorten(nameOf(list, archive), room),
    path: list.path,
    note: sizeOf(list, archive),
    about: aboutOf(list, archive),
  }
}

export function sizeOf({ kind, posts, below }: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  if (posts.length > 0) return words.posts(posts.length)
  const lists = leaves(below)
  const counted = kind === 'years' ? lists.filter((one) => one.kind === 'year') : lists
  return words.lists.count[kind as IndexKind](counted.length)
}

function inMarkdown({ lead, above, sections }: ListView, url: (path: string) => string): string {
  const link = ({ label, path }: { label: string; path: string }) => `[${escapeHeading(label)}](${url(path)})`
  const item = (one: Item) =>
    `- ${one.day ? `${one.day.text}: ` : ''}${link(one)}${one.note === '' ? '' : ` (${one.note})`}${one.about === '' ? '' : `  \n  ${escapeHeading(one.about)}`}`
  const body = sections.map(({ heading, items }) => [`## ${heading}`, items.map(item).join('\n')])
  return `${[above.map(link).join(' › '), escapeHeading(lead), ...body.flat()].join('\n\n')}\n`
}

/** What leads to it calls it by this. A part is known by what it holds. */
export function nameOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  if (list.part > 0) return rangeOf(list, archive) ?? partOf(list, words)
  if (list.kind === 'undated') return words.lists.undated
  return isIndex(list.kind) ? indexName(list.kind, words) : properName(list, words)
}

export function titleOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  const { titles } = words.lists
  const { kind } = list
  const name = properName(list, words)
  const title = isIndex(kind)
    ? indexName(kind, words)
    : kind === 'undated'
      ? titles.undated
      : kind === 'series' || kind === 'tag'
        ? titles[kind](name)
        : titles.time(name)
  return list.part === 0 ? title : `${title}, ${partOf(list, words)}`
}

/** One sentence on what is in it. */
export function leadOf(list: List<Post>, archive: Archive): string {
  const words = wordsFor(archive)
  const publication = shorten(archive.settings.title, 100)
  const [from, to] = endsOf(list, archive)
  const span = from === undefined || to === undefined ? undefined : ([from, to] as const)
  const { kind, part, posts } = list
  if (isIndex(kind))
    return words.lists.index({
      kind,
      publication,
      span: part === 0 ? undefined : span,
      isTold: isShort(list.below),
    })
  const isOfTime = kind === 'year' || kind === 'month'
  return words.lists.posts({
    count: posts.length,
    publication,
    kind: isOfTime ? 'time' : kind,
    name: shorten(properName(list, words), 180),
    span: isOfTime && part === 0 ? undefined : span,
  })
}

function isIndex(kind: List['kind']): kind is IndexKind {
  return kind === 'years' || kind === 'all series' || kind === 'tags'
}

function indexName(kind: IndexKind, { years, series, tags }: Words): string {
  return { years, 'all series': series, tags }[kind]
}

/** Its year, month, label or tag. */
function properName({ kind, name }: List, words: Words): string {
  return kind === 'month' ? month(name, words) : name
}

/** A short list says more about each. */
export const isShort = ({ length }: readonly unknown[]) => length <= 20

/** What there is to say about a list in a short one. */
export function aboutOf({ posts: [newest] }: List<Post>, archive: Archive): string {
  if (!newest) return ''
  const words = wordsFor(archive)
  const date = newest.datePublished === null ? '' : day(newest.datePublished, words).text
  return words.lists.newest(shorten(newest.title, 200), date)
}

/** `part 2`, or `part 2.1` where a part has parts. */
function partOf({ path }: List, { lists }: Words): string {
  return lists.part(path.slice(path.lastIndexOf('/part/') + '/part/'.length).replaceAll('/', '.'))
}

/** From the first to the last of what it holds; undefined where its posts have no dates. */
function rangeOf(list: List<Post>, archive: Archive): string | undefined {
  const [from, to] = endsOf(list, archive)
  return from === undefined || to === undefined || from === to
    ? from
    : wordsFor(archive).lists.range(from, to)
}

function endsOf(list: List<Post>, archive: Archive): (string | undefined)[] {
  return list.posts.length > 0 ? daysOf(list.posts, archive) : namesOf(list, archive)
}

function daysOf(posts: readonly Post[], archive: Archive): (string | undefined)[] {
  return [posts.findLast(({ datePublished }) => datePublished !== null), posts[0]].map((post) =>
    post?.datePublished ? day(post.datePublished, wordsFor(archive)).text : undefined,
  )
}

function namesOf(list: List<Post>, archive: Archive): (string | undefined)[] {
  return [firstLeaf(list, 0), firstLeaf(list, -1)].map((one) => one && shorten(nameOf(one, archive), 40))
}

/** The list at one end of an index, through its parts. */
function firstLeaf(list: List<Post>, end: 0 | -1): List<Post> | undefined {
  const one = list.below.at(end)
  return one?.posts.length === 0 ? firstLeaf(one, end) : one
}
