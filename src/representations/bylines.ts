import { contentLimits } from '../base/diagnostics.ts'
import type { Author } from '../archive/authors.ts'
import { authorPath, leaves, type List } from '../archive/lists.ts'
import type { Archive, Post } from '../archive/model.ts'
import { memoizeLast } from '../base/caches.ts'
import type { Item } from '../pages/list.ts'
import { joinNames } from '../words/format.ts'
import { markdownLink, shorten } from './markdown.ts'
import { wordsFor } from './published.ts'

/** Returns each author's name, page in this archive, if it has several authors, and own website. */
export function bylineOf({ authors }: Post, archive: Archive) {
  const pages = authorPages(archive)
  return authors.map(({ name, url }) => {
    const path = authorPath(name)
    return { label: name, path: pages.has(path) ? path : undefined, url }
  })
}

/** Returns the first few authors for a list entry; none if the archive has only one author. */
export function shortByline(post: Post, archive: Archive): ShortByline {
  if (authorPages(archive).size === 0) return { names: [], isCut: false }
  const all = bylineOf(post, archive).map(({ label, path = '' }) => ({ label: shorten(label, 60), path }))
  let bytes = 0
  const names = all.filter(({ label, path }, at) => {
    bytes += utf8.encode(label).length + archive.urls.url(path).length
    return at < limits.names && bytes <= limits.bytes
  })
  return { names, isCut: names.length < all.length }
}

export type ShortByline = Item['byline']

export function bylineMarkdown({ names, isCut }: ShortByline, archive: Archive): string {
  const links = names.map((name) => markdownLink(name, archive))
  return joinNames(isCut ? [...links, '…'] : links, wordsFor(archive))
}

const limits = { names: 3, bytes: 240 } as const
const utf8 = new TextEncoder()

/** Returns the author of an author page; of several spellings, one with a URL. */
export function authorOf({ kind, path, part, posts }: List<Post>): Author | undefined {
  if (kind !== 'author' || part > 0) return undefined
  const same = posts.flatMap(({ authors }) =>
    authors.slice(0, contentLimits.authorPages).filter(({ name }) => authorPath(name) === path),
  )
  return same.find(({ url }) => url !== undefined) ?? same[0]
}

const authorPages = memoizeLast(({ lists }: Archive): ReadonlySet<string> => {
  return new Set(leaves(lists.filter(({ kind }) => kind === 'authors')).map(({ path }) => path))
})
