import type { ArchiveSettings } from '../content/archive-keys.ts'
import { toDateTime } from '../content/dates.ts'
import type { Asset, Content, Written, WrittenPage, WrittenPost } from '../content/read.ts'
import type { Diagnostic } from '../errors.ts'
import { type Anchored, checkAnchors, checkBody, checkPages, checkPosts } from './check.ts'
import { renderHtml } from './html.ts'
import { makeResolver, type Resolve } from './links.ts'
import { type Markdown, parseMarkdown } from './markdown.ts'
import { type Unit, unitsOf } from './units.ts'
import { makeUrls, pagePath, postPath, type Urls } from './urls.ts'
import { countWords, readingTime } from './words.ts'

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

export interface Built {
  readonly archive: Archive
  readonly diagnostics: readonly Diagnostic[]
}

/** From what was written to what it means, with every rule checked on the way. Only a search needs the units. */
export function buildArchive(content: Content, baseUrl: string, forSearch = true): Built {
  const { settings } = content
  const urls = makeUrls(baseUrl)
  const resolve = makeResolver(content, urls)
  const diagnostics = [...content.diagnostics]
  const anchored: Anchored[] = []
  const headings = new Map<string, readonly string[]>()

  /** One document at a time, and its syntax tree let go at once: the trees of a large archive would fill the memory. */
  function understand(written: Written<unknown>, path: string): Body {
    const { parsed, bodyStart } = parseBody(written)
    diagnostics.push(...checkBody(written.file, bodyStart, parsed, resolve, anchored))
    headings.set(
      path,
      parsed.headings.map(({ slug }) => slug),
    )
    const markdown = settleLinks(parsed, written.file.path, resolve, urls)
    const units = forSearch ? unitsOf(parsed.tokens) : []
    return { markdown, html: renderHtml(parsed), words: countWords(parsed.text), units }
  }

  const posts = content.posts.map((written) =>
    makePost(written, understand(written, postPath(written.name)), settings),
  )
  const pages = content.pages.map((written) => makePage(written, understand(written, pagePath(written.name))))
  const ordered = numberInSeries(posts.sort(newestFirst))
  const numbers = new Map(ordered.map((post) => [post.id, post.seriesNumber]))
  diagnostics.push(
    ...checkPosts(content, numbers),
    ...checkPages(content),
    ...checkAnchors(anchored, headings),
  )
  const archive: Archive = {
    settings,
    urls,
    posts: ordered,
    pages,
    assets: content.assets,
    tags: [...new Set(ordered.flatMap((post) => post.tags))].sort(),
    changedAt: newest([...ordered, ...pages].map((one) => one.changedAt)),
  }
  return { archive, diagnostics }
}

/** Markdown made by the engine itself, as a document like any other. Its links are absolute from the start. */
export function makeDocument(facts: Omit<Document, 'html'>): Document {
  return { ...facts, html: renderHtml(parseMarkdown(facts.markdown)) }
}

/** `published` newest first, then id descending; undated posts last. Compared by code unit: no locale decides. */
export function newestFirst(a: Post, b: Post): number {
  if (a.datePublished !== b.datePublished) return (a.datePublished ?? '') < (b.datePublished ?? '') ? 1 : -1
  return a.id < b.id ? 1 : -1
}

function parseBody(written: Written<unknown>): { parsed: Markdown; bodyStart: number } {
  const body = written.file.text.slice(written.bodyStart)
  const blank = /^(?:[ \t]*\n)*/.exec(body)?.[0].length ?? 0
  const source = `${body.slice(blank).trimEnd()}\n`
  return { parsed: parseMarkdown(source), bodyStart: written.bodyStart + blank }
}

interface Body {
  readonly markdown: string
  readonly html: string
  readonly words: number
  readonly units: readonly Unit[]
}

function makePost(
  { name: id, front }: WrittenPost,
  { markdown, html, words, units }: Body,
  settings: ArchiveSettings,
): Post {
  const datePublished = front.published ?? null
  const dateModified = front.modified === undefined ? null : toDateTime(front.modified)
  return {
    id,
    path: postPath(id),
    series: front.series,
    seriesLabel: settings.series[front.series]?.label ?? front.series,
    // 0 until the order is known; front matter never says 0.
    seriesNumber: front.seriesNumber ?? 0,
    title: front.title,
    summary: front.summary,
    tags: front.tags,
    readingTime: readingTime(words),
    datePublished,
    dateModified,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    wordCount: words,
    markdown,
    html,
    units,
  }
}

function makePage({ name, front }: WrittenPage, { markdown, html }: Body): Document {
  const changedAt = front.modified === undefined ? null : toDateTime(front.modified)
  return { path: pagePath(name), title: front.title, summary: front.summary, changedAt, markdown, html }
}

/**
 * Settles every link twice over: absolute in the markdown, so that a quote survives being moved; and on the tokens
 * as a path, so that a page works wherever it is served for a preview.
 */
function settleLinks(parsed: Markdown, from: string, resolve: Resolve, urls: Urls): string {
  const edits: { start: number; end: number; text: string }[] = []
  for (const { href, token, destination } of parsed.references) {
    const target = resolve(href, from)
    if (target.kind !== 'here') continue
    const rest = target.query + target.fragment
    token?.attrSet(token.type === 'image' ? 'src' : 'href', urls.path(target.path) + rest)
    const text = urls.url(target.path) + rest
    if (destination) edits.push({ start: destination[0], end: destination[1], text })
  }
  edits.sort((a, b) => a.start - b.start)
  let markdown = ''
  let done = 0
  for (const { start, end, text } of edits) {
    markdown += parsed.source.slice(done, start) + text
    done = end
  }
  return markdown + parsed.source.slice(done)
}

/** Counted from the oldest; a number in front matter stands. */
function numberInSeries(newestFirst: readonly Post[]): Post[] {
  const counts = new Map<string, number>()
  const numbered = newestFirst.toReversed().map((post) => {
    const position = (counts.get(post.series) ?? 0) + 1
    counts.set(post.series, position)
    return { ...post, seriesNumber: post.seriesNumber || position }
  })
  return numbered.reverse()
}

function newest(times: readonly (string | null)[]): string | null {
  return times.reduce((latest, time) => ((time ?? '') > (latest ?? '') ? time : latest), null)
}
