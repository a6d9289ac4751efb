import type { ArchiveSettings } from '../content/archive-keys.ts'
import { type Checked, type Diagnostic, hasErrors, limitPerFile, withLevels } from '../base/diagnostics.ts'
import type { Author } from './authors.ts'
import { type Body, headingsOf } from './body.ts'
import { checkBodies, checkImages, checkPages, checkPosts } from './check.ts'
import { type Derived, derivedOf } from './derived.ts'
import type { Size } from './files/image-size.ts'
import { coverOf, filesOf, shownFirst, type UsedFile } from './files/used.ts'
import { renderHtml } from '../markdown/html.ts'
import { checkNavigation, type Look, lookOf } from './look.ts'
import { imageOf, makePage, makePost } from './make.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { checkFiles, isReserved } from './paths.ts'
import type { Reading } from './reading.ts'
import type { Said } from '../markdown/units.ts'
import type { Urls } from './urls.ts'

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

/** A document whose body is markdown. */
export interface Page extends Document {
  readonly headings: readonly OutlineHeading[]
}

/** A heading of a body, for a table of contents. */
export interface OutlineHeading {
  /** The fragment that addresses it. */
  readonly id: string
  readonly text: string
  /** From 1 to 6. */
  readonly level: number
}

export interface Post extends Page {
  readonly id: string
  /** Where it is cited: its own address, or that of the original elsewhere. */
  readonly url: string
  readonly authors: readonly [Author, ...Author[]]
  readonly series: string
  readonly seriesLabel: string
  readonly seriesNumber: number
  /** Whether its author wrote the summary, which else is taken from the body. */
  readonly hasOwnSummary: boolean
  readonly tags: readonly string[]
  /** To read it. */
  readonly minutes: number
  readonly datePublished: string | null
  readonly dateModified: string | null
  /** What the last change was, if its author says. */
  readonly changes: string | null
  readonly image: Image | null
  readonly wordCount: number
  readonly said: Said
}

/** The picture that stands for a post. */
export interface Image {
  /** Absolute. */
  readonly url: string
  /** As a page refers to it. */
  readonly href: string
  readonly alt: string
  /** When it is a file of the archive whose size can be read. */
  readonly size?: Size | undefined
  /** When there are smaller ones: all of them with their widths, and how wide it is shown, both as HTML has it. */
  readonly choice?: { readonly srcset: string; readonly sizes: string } | undefined
}

export interface Archive {
  readonly settings: ArchiveSettings
  readonly look: Look
  readonly urls: Urls
  /** Names of series, with the label of each. */
  readonly series: ReadonlyMap<string, string>
  /** What every id matches. */
  readonly idPattern: string
  /** Newest first. */
  readonly posts: readonly Post[]
  /** The publisher's own pages, by path. */
  readonly pages: readonly Page[]
  /** The files that posts and pages refer to. */
  readonly assets: readonly Asset[]
  /** From old addresses to paths, both as the service is asked for them. */
  readonly redirects: ReadonlyMap<string, string>
  /** Every tag in use, sorted. */
  readonly tags: readonly string[]
  /** The last change of anything in it; the only time that appears in any output. */
  readonly changedAt: string | null
  /** What front matter did not say and was found out otherwise, for each post. */
  readonly derived: readonly Derived[]
}

/** A file that is published as it is, but for what a drawing could run or load. */
export interface Asset {
  /** Its own address, for links and for all that is read away from a page. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of a picture. */
  readonly size: Size | undefined
  /** What pages load, the whole file first; none of a file that is only linked to. */
  readonly versions: readonly Version[]
}

/** Bytes at an address that is theirs for ever, because it is named after them. */
export interface Version {
  readonly path: string
  readonly bytes: Uint8Array
  /** Of a picture that was made smaller, in points. */
  readonly width?: number
}

/** An archive before the files that it refers to are read. */
export interface BuiltArchive extends Omit<Archive, 'assets'> {
  readonly files: readonly UsedFile[]
}

/** From what was written to what it means: every body read, every link resolved, everything checked. */
export function buildArchive(reading: Reading, bodies: readonly Body[]): Checked<BuiltArchive> {
  const { content, known, numbers, paths, reader } = reading
  const { settings } = content
  const { urls } = reader
  const bodyAt = (index: number) => {
    const body = bodies[index]
    if (!body) throw new Error(`${reading.documents[index]?.written.file.path} was not read`)
    return body
  }
  const postsRead = known.posts.map((one, index) => {
    const body = bodyAt(index)
    return { one, body, image: imageOf(one.written, reader), post: makePost(one, body, reading) }
  })
  const pagesRead = known.pages.map(({ written, name }, index) => {
    const body = bodyAt(known.posts.length + index)
    return { body, page: makePage(written, name, body) }
  })
  const unfit = bodies.slice(known.posts.length + known.pages.length)
  const read = [...postsRead, ...pagesRead].map(({ body }) => body)
  const { look, files: ofLook } = lookOf(settings, reader)
  const files = shownFirst([
    ...read.flatMap(filesOf),
    ...postsRead.flatMap(({ one, image }) => coverOf(one.written, image)),
    ...ofLook.map((file) => ({ ...file, isLoaded: true })),
  ])
  const diagnostics = limitPerFile(
    withLevels(
      [
        ...content.diagnostics,
        ...paths.diagnostics,
        ...checkPosts(content, known, numbers),
        ...checkPages(known.pages),
        ...checkNavigation(
          content,
          known.pages.map(({ name }) => name),
        ),
        ...checkBodies(read, unfit),
        ...checkImages(known.posts, reader),
        ...checkFiles(files, paths),
      ].sort(byPosition),
      settings.rules,
    ),
  )
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }

  const posts = firstAtPath(postsRead.map(({ post }) => post))
  // An error, too; who makes a warning of it gets the service's own page.
  const pages = firstAtPath(pagesRead.map(({ page }) => page)).filter(
    ({ path }) => !isReserved(path.slice(1)),
  )
  const published = firstAtPath(files.filter(({ path }) => !paths.all.has(path) && !paths.cards.has(path)))
  const taken = new Set(published.map(({ path }) => path))
  return {
    value: {
      settings,
      look,
      urls,
      series: known.series.labels,
      idPattern: known.idPattern,
      posts,
      pages,
      files: published.sort((a, b) => (a.path < b.path ? -1 : 1)),
      redirects: new Map(
        [...paths.redirects]
          .filter(([from]) => !taken.has(from))
          .map(([from, to]) => [urls.path(from), urls.path(to)]),
      ),
      tags: [...new Set(posts.flatMap((post) => post.tags))].sort(),
      changedAt: newestChange([...posts, ...pages]),
      derived: postsRead.map(({ one, body }) => derivedOf(one, body)),
    },
    diagnostics,
  }
}

/** Two at one path are an error; who makes a warning of it gets the first. */
function firstAtPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  const first = new Map<string, T>()
  for (const one of all) if (!first.has(one.path)) first.set(one.path, one)
  return [...first.values()]
}

/** Markdown made by the engine itself, as a document like any other. Its links are absolute from the start. */
export function makeDocument(facts: Omit<Document, 'html'>): Page {
  const parsed = parseMarkdown(facts.markdown)
  return { ...facts, html: renderHtml(parsed), headings: headingsOf(parsed) }
}

export function newestChange(documents: readonly Pick<Document, 'changedAt'>[]): string | null {
  return documents.reduce<string | null>(
    (latest, { changedAt }) => ((changedAt ?? '') > (latest ?? '') ? changedAt : latest),
    null,
  )
}

/** By path, then by line and column. */
export function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}
