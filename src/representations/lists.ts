import { groupedBy, leaves, type List, pageLimits, walkLists } from '../archive/lists.ts'
import { type Archive, type Document, newestChange, type Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { type Item, listPage, type ListView, type Section, type Target } from '../pages/list.ts'
import { day, type IndexKind, month } from '../words/words.ts'
import { authorOf, bylineMarkdown, shortByline, type ShortByline } from './bylines.ts'
import { byNumber, framed } from './html.ts'
import { leadOf, nameOf, sizeOf, summaryOf, titleOf } from './list-names.ts'
import { escapeHeading, oneLine, pageTwin, shorten } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { type Published, wordsFor } from './published.ts'
import { listData } from './page-meta.ts'

/** A list as a page: what the sitemap, the index and the head of the page say of it. Its body is made when it is sent for. */
export interface ListPage extends Omit<Document, 'html' | 'markdown'> {
  readonly list: List<Post>
  readonly above: readonly List<Post>[]
}

export const listPages = memoizeLast((archive: Archive): readonly ListPage[] =>
  archive.lists.flatMap((top) =>
    Array.from(walkLists(top), ({ list, above }) => ({
      path: list.path,
      title: shorten(titleOf(list, archive), longestName),
      summary: summaryOf(list, archive),
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
  return pageTwin({ ...page, markdown: inMarkdown(page, archive) }, archive)
}

/** Posts or lists that a page opens with, where it leads to parts: what most readers came for. */
const mostAhead = { posts: 20, lists: 40 } as const

/** Bytes of a line with its address: the most that a page may hold, divided by what it may hold of them. */
const mostOnLine = { post: 41_000 / pageLimits.posts, list: 48_000 / pageLimits.lists } as const
/** Bytes of a name in a title or a sentence. */
const longestName = 200
const longestSummary = 500
const longestTitle = 200

export const viewOf = memoizeLast(({ title, list, above }: ListPage, archive: Archive): ListView => {
  // A part of an index is no step on the way: its lists are as well below the whole.
  const steps = above.filter(({ posts, part }) => posts.length > 0 || part === 0)
  const author = authorOf(list)
  const home = { label: shorten(archive.settings.title, longestName), path: servicePaths.home }
  return {
    // The steps above it already say that it is a tag or a series.
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

/** What an item is unless it says otherwise. */
const bare: Omit<Item, 'label' | 'path'> = {
  number: null,
  day: null,
  byline: { names: [], isCut: false },
  note: '',
  about: '',
}

function sectionsOf(list: List<Post>, archive: Archive): Section[] {
  const { kind, posts, part } = list
  const { headings, by } = wordsFor(archive).lists
  const isInOrder = isSeriesInOrder(list)
  const below = isInOrder ? list.below.toReversed() : list.below
  const itemsOf = (of: readonly Post[]) =>
    of.map((post) => {
      const item = postItem(post, archive)
      const own = kind === 'author' ? { ...item, byline: bare.byline } : item
      return isInOrder ? { ...own, number: post.seriesNumber } : own
    })
  const listItems = (of: readonly List<Post>[]) => of.map((list) => listItem(list, archive))
  if (below.length === 0)
    return [section(headings.posts, itemsOf(isInOrder ? posts.toSorted(byNumber) : posts))]
  const all = section(headings.all, listItems(below))
  if (posts.length > 0) return [section(headings.newest, itemsOf(posts.slice(0, mostAhead.posts))), all]
  const months = kind === 'years' && part === 0 ? monthSections(archive) : []
  if (months.length > 0) return [...months, { ...all, heading: by.years }]
  if (part > 0 || below[0]?.part === 0) return [all]
  const longest = leaves(below).toSorted((a, b) => b.posts.length - a.posts.length)
  return [section(headings.mostPosts, listItems(longest.slice(0, mostAhead.lists))), all]
}

/** A series is read from its first post on, by the numbers that its posts have everywhere. */
function isSeriesInOrder({ kind, posts: [post] }: List<Post>): boolean {
  return kind === 'series' && post !== undefined && isNamedSeries(post.series, post.seriesLabel)
}

/** Every post, month by month, as long as that is a page; a larger archive has years. */
function monthSections(archive: Archive): Section[] {
  const { posts, urls } = archive
  if (posts.length > mostByMonth.posts) return []
  const words = wordsFor(archive)
  const items = posts.map(({ title, path, datePublished }) => ({
    ...bare,
    label: shorten(title, longestTitle),
    path,
    month: datePublished?.slice(0, 7) ?? '',
    day: datePublished && { iso: datePublished, text: String(Number(datePublished.slice(8))) },
  }))
  const bytes = items.reduce(
    (sum, { label, path }) => sum + urls.url(path).length + utf8.encode(label).length,
    0,
  )
  if (bytes > mostByMonth.bytes) return []
  return Array.from(
    groupedBy(items, (item) => item.month),
    ([name, ofMonth]) => ({
      heading: name === '' ? words.lists.undated : month(name, words),
      items: ofMonth.map(({ month: _, ...item }) => ({ ...item, day: item.day || null })),
    }),
  )
}

/** Bytes of all titles with their addresses: the rest of each line is as much again at most. */
const mostByMonth = { posts: 300, bytes: 36_000 } as const
const utf8 = new TextEncoder()

/** A short list says more about each. */
function section(heading: string, items: readonly Item[]): Section {
  return { heading, items: items.length <= 20 ? items : items.map((item) => ({ ...item, about: '' })) }
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

function newPostItem(post: Post, archive: Archive): Item {
  const { title, summary, path, datePublished } = post
  const whole = mostOnLine.post - markup - archive.urls.url(path).length
  const named = shortByline(post, archive)
  const beside = whole - lengthOf(named, archive)
  // Where an address is long, the title comes first.
  const [byline, room] = beside >= markup ? [named, beside] : [bare.byline, Math.max(whole, markup)]
  const published = datePublished === null ? null : day(datePublished, wordsFor(archive))
  return {
    ...bare,
    day: published,
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
  const room = Math.max(mostOnLine.list - markup / 2 - archive.urls.url(list.path).length, markup / 2)
  return {
    ...bare,
    label: shorten(nameOf(list, archive), room),
    path: list.path,
    note: sizeOf(list, archive),
  }
}

function inMarkdown(page: ListPage, archive: Archive): string {
  const { lead, above, ownPage, sections } = viewOf(page, archive)
  const { url } = archive.urls
  const words = wordsFor(archive)
  const link = ({ label, path }: Target) => `[${escapeHeading(label)}](${url(path)})`
  const item = (one: Item) => {
    const { number, day: published, note, about } = one
    const opening = number === null ? published?.text : `${number}`
    const authors = bylineMarkdown(one.byline, words, url)
    const rest = (number === null ? note : published?.text) ?? ''
    return `- ${opening === undefined ? '' : `${opening}: `}${link(one)}${authors && `, ${authors}`}${rest && ` (${rest})`}${about && `  \n  ${escapeHeading(about)}`}`
  }
  const body = sections.map(({ heading, items }) => [`## ${heading}`, items.map(item).join('\n')])
  // A page has these in its masthead. Without numbers: a new tag would change the lists of all others.
  const others = archive.lists
    .filter(({ path }) => path !== page.path)
    .map(({ kind, path }) => link({ label: words.lists.by[kind as IndexKind], path }))
  const closing = others.length > 0 ? [words.results.address(words.lists.more, others.join(', '))] : []
  const opening = [
    above.map(link).join(' › '),
    escapeHeading(lead),
    ...(ownPage ? [`[${ownPage}](${ownPage})`] : []),
  ]
  return `${[...opening, ...body.flat(), ...closing].join('\n\n')}\n`
}
