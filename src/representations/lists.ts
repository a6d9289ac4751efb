import { type IndexKind, leaves, type List, pageLimits, walkLists } from '../archive/lists.ts'
import { type Document, newestChange, type Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { once, unboundedMemo } from '../base/caches.ts'
import { oneLine } from '../base/escape.ts'
import { groupedBy } from '../base/grouped.ts'
import type { ListItem, ListSection, ListView } from '../pages/list.ts'
import type { PageLink } from '../pages/parts.ts'
import { format } from '../words/format.ts'
import { month } from '../words/words.ts'
import { pageAuthor, bylineMarkdown, shortByline } from './bylines.ts'
import { listLabel, listLead, listSize, listSummary, listTitle } from './list-names.ts'
import { escapeHeading, markdownLink, cutToBytes } from './markdown.ts'
import { byNumber } from './related.ts'
import { dayOf, pagePicture, type Site } from './site.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** The metadata of a list page. */
export interface ListPage extends Omit<Document, 'html' | 'markdown'> {
  readonly list: List<Post>
  readonly above: readonly List<Post>[]
  /** What the page shows in both formats. */
  readonly view: () => ListView
}

/** In bytes. */
const maxLengths = { name: 200, summary: 500, title: 200 } as const
/** Items at the top of a page that is split into parts. */
const maxPreview = { posts: 20, lists: 40 } as const
/** Only short lists have summaries. */
const maxWithSummaries = 20
/** Bytes per line with its URL: a page's budget, divided by its maximum number of lines. */
const maxLineBytes = { post: 38_000 / pageLimits.posts, list: 48_000 / pageLimits.lists } as const
/** Of a line, in bytes. */
const markup = 80
/** `bytes` is for titles and URLs; the rest of a line takes at most as much again. */
const monthLimits = { posts: 300, bytes: 36_000 } as const

export function listPages(site: Site): readonly ListPage[] {
  // A post is in several lists.
  const itemOf = unboundedMemo((post: Post) => postItem(post, site))
  return Array.from(walkLists(site.lists), ({ list, above }) => {
    const title = cutToBytes(listTitle(list, site), maxLengths.name)
    return {
      path: list.path,
      title,
      summary: listSummary(list, site),
      changedAt: newestChange(list.posts),
      list,
      above,
      view: once(() => listView(list, above, title, itemOf, site)),
    }
  })
}

type ItemOf = (post: Post) => ListItem

function listView(
  list: List<Post>,
  above: readonly List<Post>[],
  title: string,
  itemOf: ItemOf,
  site: Site,
): ListView {
  const label = (step: List<Post>) => cutToBytes(listLabel(step, site), maxLengths.name)
  // Skip parts of an index: its lists belong to the whole.
  const steps = above.filter(({ posts, part }) => posts.length > 0 || part === 0)
  const author = pageAuthor(list)
  const portrait = site.portraits.get(author?.name ?? '')
  return {
    // The breadcrumbs already show that it is a tag or a series.
    title: list.part === 0 ? label(list) : title,
    lead: listLead(list, site),
    above: [
      { label: cutToBytes(site.settings.title, maxLengths.name), path: servicePaths.home },
      ...steps.map((step) => ({ label: label(step), path: step.path })),
    ],
    portrait: portrait ? pagePicture(portrait, site) : null,
    ownPage: author?.url ?? null,
    sections: listSections(list, itemOf, site),
  }
}

const emptyItem: ListItem = {
  label: '',
  path: '',
  number: null,
  day: null,
  byline: { names: [], isCut: false },
  note: '',
  about: '',
}

function listSections(list: List<Post>, itemOf: ItemOf, site: Site): ListSection[] {
  const { kind, posts, part } = list
  const { headings, by } = site.words.lists
  // First post first.
  const isInOrder = kind === 'series' && posts.length > 0
  const below = isInOrder ? list.below.toReversed() : list.below
  const postItems = (some: readonly Post[]) =>
    some.map((post) => {
      const item = kind === 'author' ? { ...itemOf(post), byline: emptyItem.byline } : itemOf(post)
      return isInOrder ? { ...item, number: post.seriesNumber } : item
    })
  const listItems = (lists: readonly List<Post>[]) => lists.map((list) => listItem(list, site))
  if (below.length === 0)
    return [listSection(headings.posts, postItems(isInOrder ? posts.toSorted(byNumber) : posts))]
  const all = listSection(headings.all, listItems(below))
  if (posts.length > 0)
    return [listSection(headings.newest, postItems(posts.slice(0, maxPreview.posts))), all]
  const months = kind === 'years' && part === 0 ? monthSections(site) : []
  if (months.length > 0) return [...months, { ...all, heading: by.years }]
  if (part > 0 || below[0]?.part === 0) return [all]
  const byPosts = leaves(below).toSorted((a, b) => b.posts.length - a.posts.length)
  return [listSection(headings.mostPosts, listItems(byPosts.slice(0, maxPreview.lists))), all]
}

function listSection(heading: string, items: readonly ListItem[]): ListSection {
  const isShort = items.length <= maxWithSummaries
  return { heading, items: isShort ? items : items.map((item) => ({ ...item, about: '' })) }
}

/** Returns all posts by month if they fit on one page; otherwise none. */
function monthSections({ posts, urls, words }: Site): ListSection[] {
  if (posts.length > monthLimits.posts) return []
  const labelOf = ({ title }: Post) => cutToBytes(title, maxLengths.title)
  const bytes = posts.map((post) => urls.url(post.path).length + encodeUtf8(labelOf(post)).length)
  if (bytes.reduce((sum, length) => sum + length, 0) > monthLimits.bytes) return []
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

function postItem(post: Post, site: Site): ListItem {
  const { title, summary, path } = post
  const lengthOf = ({ label, path }: PageLink) => label.length + site.urls.url(path).length + markup / 2
  const available = maxLineBytes.post - markup - site.urls.url(path).length
  const authors = shortByline(post, site)
  const besideAuthors = available - authors.names.reduce((sum, name) => sum + lengthOf(name), 0)
  // If the URL is long, the title is more important than the byline.
  const [byline, room] =
    besideAuthors >= markup ? [authors, besideAuthors] : [emptyItem.byline, Math.max(available, markup)]
  return {
    ...emptyItem,
    day: dayOf(post, site),
    byline,
    label: cutToBytes(title, room),
    path,
    about: cutToBytes(oneLine(summary), maxLengths.summary),
  }
}

function listItem(list: List<Post>, site: Site): ListItem {
  const room = Math.max(maxLineBytes.list - markup / 2 - site.urls.url(list.path).length, markup / 2)
  const label = cutToBytes(listLabel(list, site), room)
  return { ...emptyItem, label, path: list.path, note: listSize(list, site) }
}

export function listMarkdown(page: ListPage, site: Site): string {
  const { lead, above, ownPage, sections } = page.view()
  const { words, lists } = site
  const link = (target: PageLink) => markdownLink(target, site)
  const line = (item: ListItem) => {
    const { number, day, note, about } = item
    const opening = number === null ? day?.text : `${number}`
    const authors = bylineMarkdown(item.byline, site)
    const rest = (number === null ? note : day?.text) ?? ''
    return [
      `- ${opening === undefined ? '' : `${opening}: `}${link(item)}`,
      authors && `, ${authors}`,
      rest && ` (${rest})`,
      about && `  \n  ${escapeHeading(about)}`,
    ].join('')
  }
  // HTML has these in its header. Without counts, or a new tag would change every list.
  const others = lists
    .filter(({ path }) => path !== page.path)
    .map(({ kind, path }) => link({ label: words.lists.by[kind as IndexKind], path }))
  const parts = [
    above.map(link).join(' › '),
    escapeHeading(lead),
    ownPage ? `[${ownPage}](${ownPage})` : null,
    ...sections.flatMap(({ heading, items }) => [`## ${heading}`, items.map(line).join('\n')]),
    others.length > 0 && format(words.results.address, { label: words.lists.more, url: others.join(', ') }),
  ]
  return `${parts.filter((part) => part !== null && part !== false).join('\n\n')}\n`
}
