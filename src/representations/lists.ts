import { oneLine } from '../base/escape.ts'
import { leaves, type List, pageLimits, walkLists } from '../archive/lists.ts'
import { groupedBy } from '../base/grouped.ts'
import { type Archive, type Document, newestChange, type Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { type Item, listPage, type ListView, type Section, type Target } from '../pages/list.ts'
import { format } from '../words/format.ts'
import { type IndexKind, month } from '../words/words.ts'
import { authorOf, bylineMarkdown, shortByline, type ShortByline } from './bylines.ts'
import { byNumber, framed } from './html.ts'
import { leadOf, nameOf, sizeOf, summaryOf, titleOf } from './list-names.ts'
import { escapeHeading, markdownLink, pageTwin, shorten } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { dayOf, type Published, wordsFor } from './published.ts'
import { listData } from './page-meta.ts'

/** The metadata of a list page. Its body is rendered later. */
export interface ListPage extends Omit<Document, 'html' | 'markdown'> {
  readonly list: List<Post>
  readonly above: readonly List<Post>[]
}

export const listPages = memoizeLast((archive: Archive): readonly ListPage[] =>
  Array.from(walkLists(archive.lists), ({ list, above }) => ({
    path: list.path,
    title: shorten(titleOf(list, archive), longestName),
    summary: summaryOf(list, archive),
    changedAt: newestChange(list.posts),
    list,
    above,
  })),
)

export function listHtml(page: ListPage, archive: Published): string {
  const view = viewOf(page, archive)
  const main = listPage(view, archive.urls.path, wordsFor(archive))
  return framed(page, archive, main, listData(page, view.above, archive))
}

export function listTwin(page: ListPage, archive: Archive): string {
  return pageTwin({ ...page, markdown: inMarkdown(page, archive) }, archive)
}

/** Items at the top of a page that is split into parts. */
const maxPreview = { posts: 20, lists: 40 } as const

/** Bytes per line with its URL: a page's budget, divided by its maximum number of lines. */
const maxLineBytes = { post: 41_000 / pageLimits.posts, list: 48_000 / pageLimits.lists } as const
/** All in bytes. */
const longestName = 200
const longestSummary = 500
const longestTitle = 200

export const viewOf = memoizeLast(({ title, list, above }: ListPage, archive: Archive): ListView => {
  // Skip parts of an index: its lists belong to the whole.
  const steps = above.filter(({ posts, part }) => posts.length > 0 || part === 0)
  const author = authorOf(list)
  const home = { label: shorten(archive.settings.title, longestName), path: servicePaths.home }
  return {
    // The breadcrumbs already show that it is a tag or a series.
    title: list.part === 0 ? shorten(nameOf(list, archive), longestName) : title,
    lead: leadOf(list, archive),
    above: [
      home,
      ...steps.map((one) => ({ label: shorten(nameOf(one, archive), longestName), path: one.path })),
    ],
    portrait: archive.portraits.get(author?.name ?? '') ?? null,
    ownPage: author?.url ?? null,
    sections: sectionsOf(list, archive),
  }
})

const emptyItem: Omit<Item, 'label' | 'path'> = {
  number: null,
  day: null,
  byline: { names: [], isCut: false },
  note: '',
  about: '',
}

function sectionsOf(list: List<Post>, archive: Archive): Section[] {
  const { kind, posts, part } = list
  const { headings, by } = wordsFor(archive).lists
  // First post first.
  const isInOrder = kind === 'series' && posts.length > 0
  const below = isInOrder ? list.below.toReversed() : list.below
  const itemsOf = (of: readonly Post[]) =>
    of.map((post) => {
      const item = postItem(post, archive)
      const own = kind === 'author' ? { ...item, byline: emptyItem.byline } : item
      return isInOrder ? { ...own, number: post.seriesNumber } : own
    })
  const listItems = (of: readonly List<Post>[]) => of.map((list) => listItem(list, archive))
  if (below.length === 0)
    return [section(headings.posts, itemsOf(isInOrder ? posts.toSorted(byNumber) : posts))]
  const all = section(headings.all, listItems(below))
  if (posts.length > 0) return [section(headings.newest, itemsOf(posts.slice(0, maxPreview.posts))), all]
  const months = kind === 'years' && part === 0 ? monthSections(archive) : []
  if (months.length > 0) return [...months, { ...all, heading: by.years }]
  if (part > 0 || below[0]?.part === 0) return [all]
  const longest = leaves(below).toSorted((a, b) => b.posts.length - a.posts.length)
  return [section(headings.mostPosts, listItems(longest.slice(0, maxPreview.lists))), all]
}

/** Returns all posts by month if they fit on one page; otherwise none. */
function monthSections(archive: Archive): Section[] {
  const { posts, urls } = archive
  if (posts.length > monthLimits.posts) return []
  const words = wordsFor(archive)
  const labelOf = ({ title }: Post) => shorten(title, longestTitle)
  const bytes = posts.map((post) => urls.url(post.path).length + utf8.encode(labelOf(post)).length)
  if (bytes.reduce((sum, one) => sum + one, 0) > monthLimits.bytes) return []
  const months = groupedBy(posts, ({ datePublished }) => datePublished?.slice(0, 7) ?? '')
  const dateOf = (iso: string) => ({ iso, text: String(Number(iso.slice(8))) })
  return Array.from(months, ([name, ofMonth]) => ({
    heading: name === '' ? words.lists.undated : month(name, words),
    items: ofMonth.map((post) => ({
      ...emptyItem,
      label: labelOf(post),
      path: post.path,
      day: post.datePublished === null ? null : dateOf(post.datePublished),
    })),
  }))
}

/** `bytes` is for titles and URLs; the rest of a line takes at most as much again. */
const monthLimits = { posts: 300, bytes: 36_000 } as const
const utf8 = new TextEncoder()

/** Only short lists have summaries. */
function section(heading: string, items: readonly Item[]): Section {
  return { heading, items: items.length <= 20 ? items : items.map((item) => ({ ...item, about: '' })) }
}

const markup = 80

/** Memoized, because a post is in several lists. */
function postItem(post: Post, archive: Archive): Item {
  const items = postItems(archive)
  const item = items.get(post) ?? newPostItem(post, archive)
  items.set(post, item)
  return item
}

const postItems = memoizeLast((_: Archive) => new WeakMap<Post, Item>())

function newPostItem(post: Post, archive: Archive): Item {
  const { title, summary, path } = post
  const available = maxLineBytes.post - markup - archive.urls.url(path).length
  const authors = shortByline(post, archive)
  const besideAuthors = available - lengthOf(authors, archive)
  // If the URL is long, the title is more important than the byline.
  const [byline, room] =
    besideAuthors >= markup ? [authors, besideAuthors] : [emptyItem.byline, Math.max(available, markup)]
  return {
    ...emptyItem,
    day: dayOf(post, archive),
    byline,
    label: shorten(title, room),
    path,
    about: shorten(oneLine(summary), longestSummary),
  }
}

function lengthOf({ names }: ShortByline, { urls }: Archive): number {
  return names.reduce((sum, { label, path }) => sum + label.length + urls.url(path).length + markup / 2, 0)
}

function listItem(list: List<Post>, archive: Archive): Item {
  const room = Math.max(maxLineBytes.list - markup / 2 - archive.urls.url(list.path).length, markup / 2)
  return {
    ...emptyItem,
    label: shorten(nameOf(list, archive), room),
    path: list.path,
    note: sizeOf(list, archive),
  }
}

function inMarkdown(page: ListPage, archive: Archive): string {
  const { lead, above, ownPage, sections } = viewOf(page, archive)
  const words = wordsFor(archive)
  const link = (target: Target) => markdownLink(target, archive)
  const item = (one: Item) => {
    const { number, day: published, note, about } = one
    const opening = number === null ? published?.text : `${number}`
    const authors = bylineMarkdown(one.byline, archive)
    const rest = (number === null ? note : published?.text) ?? ''
    return `- ${opening === undefined ? '' : `${opening}: `}${link(one)}${authors && `, ${authors}`}${rest && ` (${rest})`}${about && `  \n  ${escapeHeading(about)}`}`
  }
  const body = sections.map(({ heading, items }) => [`## ${heading}`, items.map(item).join('\n')])
  // HTML has these in its header. Without counts, or a new tag would change every list.
  const others = archive.lists
    .filter(({ path }) => path !== page.path)
    .map(({ kind, path }) => link({ label: words.lists.by[kind as IndexKind], path }))
  const closing =
    others.length > 0
      ? [format(words.results.address, { label: words.lists.more, url: others.join(', ') })]
      : []
  const opening = [
    above.map(link).join(' › '),
    escapeHeading(lead),
    ...(ownPage ? [`[${ownPage}](${ownPage})`] : []),
  ]
  return `${[...opening, ...body.flat(), ...closing].join('\n\n')}\n`
}
