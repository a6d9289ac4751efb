import type { Author } from '../archive/authors.ts'
import { authorPath, type List } from '../archive/lists.ts'
import type { Post } from '../archive/model.ts'
import { contentLimits } from '../base/diagnostics.ts'
import type { ShortByline } from '../pages/parts.ts'
import { joinNames } from '../words/format.ts'
import { markdownLink, cutToBytes } from './markdown.ts'
import type { Site } from './site.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** Returns each author's name, page in this archive, if it has several authors, and own website. */
export function bylineOf({ authors }: Post, { authorPages }: Site) {
  return authors.map(({ name, url }) => {
    const path = authorPath(name)
    return { label: name, path: authorPages.has(path) ? path : undefined, url }
  })
}

/** Of a byline in a list. */
const maxByline = { names: 3, bytes: 240, name: 60 } as const

/** Returns the first few authors for a list entry; none if the archive has only one author. */
export function shortByline(post: Post, site: Site): ShortByline {
  if (site.authorPages.size === 0) return { names: [], isCut: false }
  const authors = bylineOf(post, site).map(({ label, path = '' }) => ({
    label: cutToBytes(label, maxByline.name),
    path,
  }))
  let bytes = 0
  const names = authors.filter(({ label, path }, at) => {
    bytes += encodeUtf8(label).length + site.urls.url(path).length
    return at < maxByline.names && bytes <= maxByline.bytes
  })
  return { names, isCut: names.length < authors.length }
}

export function bylineMarkdown({ names, isCut }: ShortByline, site: Site): string {
  const links = names.map((name) => markdownLink(name, site))
  return joinNames(isCut ? [...links, '…'] : links, site.words)
}

/** Returns the author of an author page; of several spellings, one with a URL. */
export function pageAuthor({ kind, path, part, posts }: List<Post>): Author | undefined {
  if (kind !== 'author' || part > 0) return undefined
  const spellings = posts.flatMap(({ authors }) =>
    authors.slice(0, contentLimits.authorPages).filter(({ name }) => authorPath(name) === path),
  )
  return spellings.find(({ url }) => url !== undefined) ?? spellings[0]
}
