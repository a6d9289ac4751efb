import type { Content, Written } from '../content/read.ts'
import { withoutLater } from './as-of.ts'
import { type Body, type Reader, readBody } from './body.ts'
import { type Identified, identify, type Known, listed } from './identify.ts'
import { makeResolver } from './links.ts'
import { listsOf } from './lists.ts'
import { type PublishedPaths, publishedPaths } from './paths.ts'
import { translateOptions } from './syntaxes.ts'
import { makeUrls, pagePath, postPath } from './urls.ts'

/** What an archive is built for: where it will be, and for which day. */
export interface BuildOptions {
  readonly baseUrl: string
  /** YYYY-MM-DD: posts that are dated later are left out. Without it, no clock is asked. */
  readonly asOf?: string | undefined
}

/** All that is settled before the first body is read: what everything is called, and so where links lead. */
export interface Reading {
  readonly content: Content
  readonly known: Known
  /** The position of each post in its series. */
  readonly numbers: ReadonlyMap<Identified, number>
  readonly paths: PublishedPaths
  readonly reader: Reader
  /** What is to be read: the posts, the pages, and those whose front matter is broken. */
  readonly documents: readonly UnreadDocument[]
}

export interface UnreadDocument {
  readonly written: Written
  /** Service path of its page. */
  readonly path: string
}

export function readingOf(read: Content, { baseUrl, asOf }: BuildOptions): Reading {
  const content = asOf === undefined ? read : withoutLater(read, asOf)
  const urls = makeUrls(baseUrl)
  const known = identify(content, urls)
  const lists = listsOf(known.posts.map(listed), known.series.labels)
  const paths = publishedPaths(known.named, lists, {
    distinctIds: known.distinctIds,
    hasCards: content.settings.look.card === undefined,
    oldFeeds: content.layout.oldFeeds,
  })
  const resolve = makeResolver(content, paths, urls)
  const reader = { resolve, urls, syntaxes: translateOptions(content, resolve, urls) }
  const documents = [
    ...known.posts.map(({ written, id }) => ({ written, path: postPath(id) })),
    ...known.pages.map(({ written, name }) => ({ written, path: pagePath(name) })),
    ...content.unfit.map((written) => ({ written, path: '' })),
  ]
  return { content, known, numbers: numbersInSeries(known.posts), paths, reader, documents }
}

/** The bodies of some of the documents, in any order and anywhere: none depends on another. */
export function readBodies(
  { documents, reader }: Reading,
  from = 0,
  to: number = documents.length,
): readonly Body[] {
  return documents.slice(from, to).map(({ written, path }) => readBody(written, path, reader))
}

/** Counted from the oldest; a number in front matter comes first. */
function numbersInSeries(posts: readonly Identified[]): Map<Identified, number> {
  const counts = new Map<string, number>()
  const numbers = new Map<Identified, number>()
  for (const post of posts.toReversed()) {
    const position = (counts.get(post.series) ?? 0) + 1
    counts.set(post.series, position)
    numbers.set(post, post.written.facts.seriesNumber?.number ?? position)
  }
  return numbers
}
