import type { ArchiveSettings } from '../content/archive-keys.ts'
import { toDateTime } from '../content/dates.ts'
import type { Asset, Content, WrittenPage, WrittenPost } from '../content/read.ts'
import { type Checked, type Diagnostic, hasErrors, limitPerFile } from '../diagnostics.ts'
import { type Body, readBody } from './body.ts'
import { checkBodies, checkPages, checkPosts } from './check.ts'
import { renderHtml } from './html.ts'
import { makeResolver } from './links.ts'
import { parseMarkdown } from './markdown.ts'
import { checkPaths } from './paths.ts'
import type { Unit } from './units.ts'
import { makeUrls, pagePath, postPath, type Urls } from './urls.ts'
import { readingTime } from './words.ts'

/** Anything that has an HTML page and a markdown twin. */
export interface Document {
  /** Service path of the HTML page. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** ISO 8601 date-time of the last change, where one is known. */
  readonly changedAt: string | null
  /** The body, with every link absolute. */
  readonly markdown: string
  /** The same body as HTML, with links as paths. */
  readonly html: string
}

export interface Post extends Document {
  readonly id: string
  readonly series: string
  readonly seriesLabel: string
  readonly seriesNumber: number
  readonly tags: readonly string[]
  readonly readingTime: string
  readonly datePublished: string | null
  readonly dateModified: string | null
  /** What the last change was, if its author says. */
  readonly changes: string | null
  readonly wordCount: number
  /** What can be quoted from the body, in order. */
  readonly units: readonly Unit[]
}

export interface Archive {
  readonly settings: ArchiveSettings
  readonly urls: Urls
  /** Newest first. */
  readonly posts: readonly Post[]
  /** The publisher's own pages, by path. */
  readonly pages: readonly Document[]
  readonly assets: readonly Asset[]
  /** Every tag in use, sorted. */
  readonly tags: readonly string[]
  /** The last change of anything in it; the only time that appears in any output. */
  readonly changedAt: string | null
}

/** From what was written to what it means: every body read, every link resolved, everything checked. */
export function buildArchive(content: Content, baseUrl: string): Checked<Archive> {
  const { settings, assets } = content
  const urls = makeUrls(baseUrl)
  const resolve = makeResolver(content, urls)
  const ordered = content.posts.toSorted(newestFirst)
  const numbers = numbersInSeries(ordered)
  const postsRead = ordered.map((written) => {
    const body = readBody(written, postPath(written.name), resolve, urls)
    return { body, post: makePost(written, numbers.get(written) ?? 1, body, settings) }
  })
  const pagesRead = content.pages.map((written) => {
    const body = readBody(written, pagePath(written.name), resolve, urls)
    return { body, page: makePage(written, body) }
  })
  const found = [
    ...content.diagnostics,
    ...checkPosts(content, numbers),
    ...checkPages(content),
    ...checkPaths(content),
    ...checkBodies([...postsRead, ...pagesRead].map(({ body }) => body)),
  ]
  const diagnostics = limitPerFile(found.sort(byPosition))
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }

  const posts = postsRead.map(({ post }) => post)
  const pages = pagesRead.map(({ page }) => page)
  const tags = [...new Set(posts.flatMap((post) => post.tags))].sort()
  const changedAt = newest([...posts, ...pages].map((one) => one.changedAt))
  return { value: { settings, urls, posts, pages, assets, tags, changedAt }, diagnostics }
}

/** Markdown made by the engine itself, as a document like any other. Its links are absolute from the start. */
export function makeDocument(facts: Omit<Document, 'html'>): Document {
  return { ...facts, html: renderHtml(parseMarkdown(facts.markdown)) }
}

/** `published` newest first, then id descending; undated posts last. Compared by code unit: no locale decides. */
function newestFirst(a: WrittenPost, b: WrittenPost): number {
  const [ofA = '', ofB = ''] = [a.front.published, b.front.published]
  if (ofA !== ofB) return ofA < ofB ? 1 : -1
  return a.name < b.name ? 1 : -1
}

function makePost(
  { name: id, front }: WrittenPost,
  seriesNumber: number,
  { path, markdown, html, wordCount, units }: Body,
  settings: ArchiveSettings,
): Post {
  const datePublished = front.published ?? null
  const dateModified = front.modified === undefined ? null : toDateTime(front.modified)
  return {
    id,
    path,
    series: front.series,
    seriesLabel: settings.series[front.series]?.label ?? front.series,
    seriesNumber,
    title: front.title,
    summary: front.summary,
    tags: front.tags,
    datePublished,
    dateModified,
    changes: front.changes ?? null,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    readingTime: readingTime(wordCount),
    wordCount,
    markdown,
    html,
    units,
  }
}

function makePage({ front }: WrittenPage, { path, markdown, html }: Body): Document {
  return {
    path,
    title: front.title,
    summary: front.summary,
    changedAt: front.modified === undefined ? null : toDateTime(front.modified),
    markdown,
    html,
  }
}

/** Counted from the oldest; a number in front matter comes first. */
function numbersInSeries(posts: readonly WrittenPost[]): Map<WrittenPost, number> {
  const counts = new Map<string, number>()
  const numbers = new Map<WrittenPost, number>()
  for (const post of posts.toReversed()) {
    const position = (counts.get(post.front.series) ?? 0) + 1
    counts.set(post.front.series, position)
    numbers.set(post, post.front.seriesNumber ?? position)
  }
  return numbers
}

function newest(times: readonly (string | null)[]): string | null {
  return times.reduce((latest, time) => ((time ?? '') > (latest ?? '') ? time : latest), null)
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}
