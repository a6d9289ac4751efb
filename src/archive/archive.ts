import type { ArchiveSettings } from '../content/archive-keys.ts'
import { toDateTime } from '../content/dates.ts'
import type { Asset, Content, Written, WrittenPage, WrittenPost } from '../content/read.ts'
import type { Diagnostic } from '../diagnostics.ts'
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
  /** Everything that is wrong with it; reads every body that was not read yet. */
  diagnostics(): readonly Diagnostic[]
}

/**
 * From what was written to what it means. A body is read when something of it is first asked for, so that the first posts are
 * already being compressed while the last are still to be parsed. Only a search needs the units.
 */
export function buildArchive(content: Content, baseUrl: string, forSearch = true): Built {
  const { settings } = content
  const urls = makeUrls(baseUrl)
  const resolve = makeResolver(content, urls)
  const found: Diagnostic[] = []
  const anchored: Anchored[] = []
  const headings = new Map<string, readonly string[]>()
  const bodies: (() => Body)[] = []

  /** One document at a time, and its syntax tree let go at once: the trees of a large archive would fill the memory. */
  function understand(written: Written<unknown>, path: string): Body {
    const { parsed, bodyStart } = parseBody(written)
    found.push(...checkBody(written.file, bodyStart, parsed, resolve, anchored))
    headings.set(
      path,
      parsed.headings.map(({ slug }) => slug),
    )
    const markdown = settleLinks(parsed, written.file.path, resolve, urls)
    const units = forSearch ? unitsOf(parsed) : []
    return { markdown, html: renderHtml(parsed), words: countWords(parsed.texts.join('\n')), units }
  }

  function bodyOf(written: Written<unknown>, path: string): () => Body {
    let body: Body | undefined
    const read = () => {
      body ??= understand(written, path)
      return body
    }
    bodies.push(read)
    return read
  }

  const posts = numberInSeries(content.posts.toSorted(newestFirst)).map(([written, seriesNumber]) =>
    makePost(written, seriesNumber, bodyOf(written, postPath(written.name)), settings),
  )
  const pages = content.pages.map((written) => makePage(written, bodyOf(written, pagePath(written.name))))
  const archive: Archive = {
    settings,
    urls,
    posts,
    pages,
    assets: content.assets,
    tags: [...new Set(posts.flatMap((post) => post.tags))].sort(),
    changedAt: newest([...posts, ...pages].map((one) => one.changedAt)),
  }
  return {
    archive,
    diagnostics() {
      for (const read of bodies) read()
      const numbers = new Map(posts.map((post) => [post.id, post.seriesNumber]))
      const inWhole = [
        ...checkPosts(content, numbers),
        ...checkPages(content),
        ...checkAnchors(anchored, headings),
      ]
      return [...content.diagnostics, ...found, ...inWhole]
    },
  }
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
  seriesNumber: number,
  body: () => Body,
  settings: ArchiveSettings,
): Post {
  const datePublished = front.published ?? null
  const dateModified = front.modified === undefined ? null : toDateTime(front.modified)
  return {
    id,
    path: postPath(id),
    series: front.series,
    seriesLabel: settings.series[front.series]?.label ?? front.series,
    seriesNumber,
    title: front.title,
    summary: front.summary,
    tags: front.tags,
    datePublished,
    dateModified,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    get readingTime() {
      return readingTime(body().words)
    },
    get wordCount() {
      return body().words
    },
    get markdown() {
      return body().markdown
    },
    get html() {
      return body().html
    },
    get units() {
      return body().units
    },
  }
}

function makePage({ name, front }: WrittenPage, body: () => Body): Document {
  return {
    path: pagePath(name),
    title: front.title,
    summary: front.summary,
    changedAt: front.modified === undefined ? null : toDateTime(front.modified),
    get markdown() {
      return body().markdown
    },
    get html() {
      return body().html
    },
  }
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
function numberInSeries(posts: readonly WrittenPost[]): [post: WrittenPost, number: number][] {
  const counts = new Map<string, number>()
  const numbered = posts.toReversed().map((post): [WrittenPost, number] => {
    const position = (counts.get(post.front.series) ?? 0) + 1
    counts.set(post.front.series, position)
    return [post, post.front.seriesNumber ?? position]
  })
  return numbered.reverse()
}

function newest(times: readonly (string | null)[]): string | null {
  return times.reduce((latest, time) => ((time ?? '') > (latest ?? '') ? time : latest), null)
}
