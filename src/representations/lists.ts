import { leaves, type List, mostOnPage, withAbove } from '../archive/lists.ts'
import { type Archive, type Document, newestChange, type Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { type Item, listPage, type ListView, type Section } from '../pages/list.ts'
import { day, type IndexKind } from '../words/words.ts'
import { framed } from './html.ts'
import { aboutOf, isShort, leadOf, nameOf, sizeOf, titleOf } from './list-names.ts'
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

export const viewOf = memoizeLast(({ title, summary, list, above }: ListPage, archive: Archive): ListView => {
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

function section(heading: string, items: readonly Item[]): Section {
  return { heading, items: isShort(items) ? items : items.map((item) => ({ ...item, about: '' })) }
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

function inMarkdown({ lead, above, sections }: ListView, url: (path: string) => string): string {
  const link = ({ label, path }: { label: string; path: string }) => `[${escapeHeading(label)}](${url(path)})`
  const item = (one: Item) =>
    `- ${one.day ? `${one.day.text}: ` : ''}${link(one)}${one.note === '' ? '' : ` (${one.note})`}${one.about === '' ? '' : `  \n  ${escapeHeading(one.about)}`}`
  const body = sections.map(({ heading, items }) => [`## ${heading}`, items.map(item).join('\n')])
  return `${[above.map(link).join(' › '), escapeHeading(lead), ...body.flat()].join('\n\n')}\n`
}
