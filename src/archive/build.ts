import { toDateTime } from '../base/dates.ts'
import { type Checked, type Diagnostic, hasErrors, limitPerFile, withLevels } from '../base/diagnostics.ts'
import { isWebAddress } from '../base/paths.ts'
import type { SourceDocument } from '../content/read.ts'
import { renderHtml } from '../markdown/html.ts'
import { isSameTitle } from '../markdown/lead.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { minutesToRead } from '../markdown/sentences.ts'
import { type Body, headingsOf } from './body.ts'
import { checkBodies, checkPages, checkPosts } from './check.ts'
import { filesOf, shownFirst } from './files/assets.ts'
import { identityOf } from './identity.ts'
import { listsOf } from './lists.ts'
import { checkInsets, checkNavigation, lookOf } from './look.ts'
import {
  type Derived,
  type Document,
  newestChange,
  type Page,
  type Post,
  type PostFacts,
  withFacts,
  type BuiltArchive,
  type PlannedDocument,
  type PlannedPost,
} from './model.ts'
import { checkFiles, isReserved } from './paths.ts'
import { type BuildPlan, firstAtPath } from './plan.ts'
import type { Urls } from './urls.ts'

/** Assembles and checks the archive from the parsed bodies. */
export function buildArchive(plan: BuildPlan, bodies: readonly Body[]): Checked<BuiltArchive> {
  const { content, covers, paths, reader } = plan
  const { settings } = content
  const { urls } = reader
  const bodyAt = (index: number) => {
    const body = bodies[index]
    if (!body) throw new Error(`${plan.documents[index]?.source.file.path} was not read`)
    return body
  }
  const invalid = bodies.slice(plan.posts.length + plan.pages.length)
  const read = bodies.slice(0, plan.posts.length + plan.pages.length)
  const { look, portraits, files: lookFiles } = lookOf(content, reader)
  const files = shownFirst([
    ...read.flatMap(filesOf),
    ...covers.files,
    ...lookFiles.map((file) => ({ ...file, isLoaded: true })),
  ])
  const diagnostics = limitPerFile(
    withLevels(
      [
        ...content.diagnostics,
        ...paths.diagnostics,
        ...checkPosts(plan),
        ...checkPages(plan.pages),
        ...checkNavigation(
          content,
          plan.pages.map(({ id }) => id),
        ),
        ...checkInsets(content),
        ...checkBodies(read, invalid),
        ...covers.diagnostics,
        ...checkFiles(files, paths),
      ].sort(byPosition),
      settings.rules,
    ),
  )
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }

  const allPosts = firstAtPath(plan.posts.map((post, at) => makePost(post, bodyAt(at), plan)))
  const posts = allPosts.filter(({ isUnlisted }) => !isUnlisted)
  // With `reserved-page` lowered to a warning, the built-in page wins.
  const allPages = firstAtPath(
    plan.pages.map((page, at) => makePage(page, bodyAt(plan.posts.length + at))),
  ).filter(({ path }) => !isReserved(path.slice(1)))
  const hidden = new Set(plan.pages.flatMap(({ path, isUnlisted }) => (isUnlisted ? [path] : [])))
  const pages = allPages.filter(({ path }) => !hidden.has(path))
  const published = firstAtPath(files.filter(({ path }) => !paths.all.has(path)))
  const taken = new Set(published.map(({ path }) => path))
  return {
    value: {
      settings,
      look,
      portraits,
      urls,
      series: plan.series.labels,
      idPattern: plan.idPattern,
      ownFields: plan.content.ownFields,
      posts,
      pages,
      unlisted: {
        posts: allPosts.filter(({ isUnlisted }) => isUnlisted),
        pages: allPages.filter(({ path }) => hidden.has(path)),
      },
      files: published.sort((a, b) => (a.path < b.path ? -1 : 1)),
      redirects: new Map(
        [...paths.redirects]
          .filter(([from]) => !taken.has(from))
          .map(([from, to]) => [urls.path(from), urls.path(to)]),
      ),
      tags: [...new Set(posts.flatMap((post) => post.tags))].sort(),
      changedAt: newestChange([...posts, ...pages]),
      lists: listsOf(posts, plan.series.labels),
      derived: plan.posts.map((post, at) => derivedOf(post, bodyAt(at))),
    },
    diagnostics,
  }
}

/** Makes a page from markdown that the engine wrote. Its links must be absolute. */
export function makeDocument(facts: Omit<Document, 'html'>): Page {
  const parsed = parseMarkdown(facts.markdown)
  return { ...facts, html: renderHtml(parsed), headings: headingsOf(parsed) }
}

/** Sorts by path, line and column. */
export function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}

export function makePost(planned: PlannedPost, body: Body, plan: BuildPlan): Post {
  const { source, id, isUnlisted, tags, authors, datePublished, series, seriesLabel, seriesNumber } = planned
  const { facts: matter } = source
  const { urls } = plan.reader
  const { path, length, wordCount } = body
  const title = titleOf(source, body, () => identityOf(source, plan.content).parts['name'] ?? id)
  const summary = summaryOf(source, title)
  const dateModified = matter.modified === undefined ? null : toDateTime(matter.modified.moment)
  const facts: PostFacts = {
    id,
    isUnlisted,
    path,
    url: originalOf(planned, plan) ?? urls.url(path),
    authors,
    series,
    seriesLabel,
    seriesNumber,
    title,
    summary: summary ?? (body.lead || title),
    hasOwnSummary: summary !== undefined,
    tags,
    datePublished,
    dateModified,
    dayModified: matter.modified?.text ?? null,
    changes: matter.changes?.text ?? null,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    isFeatured: matter.featured,
    image: plan.covers.of.get(planned) ?? null,
    minutes: minutesToRead(wordCount),
    wordCount,
    length,
    ownFields: source.ownFields,
  }
  return withFacts(body, facts)
}

/** URL of the original elsewhere: the canonical URL in front matter, or the path below `originals`. */
export function originalOf({ source, originalPath }: PlannedPost, plan: BuildPlan): string | undefined {
  const { canonical } = source.facts
  if (canonical && isElsewhere(canonical.text, plan.reader.urls)) return new URL(canonical.text).href
  const { originals } = plan.content.settings
  return originals !== undefined && originalPath !== undefined
    ? new URL(originals.replace(/\/$/, '') + originalPath).href
    : undefined
}

/** From front matter, unless it only repeats the title. */
function summaryOf({ facts: { summary } }: SourceDocument, title: string): string | undefined {
  return summary && !isSameTitle(summary.text, title) ? summary.text : undefined
}

function makePage({ source, id }: PlannedDocument, body: Body): Page {
  const { facts } = source
  const title = titleOf(source, body, () => id)
  return {
    path: body.path,
    title,
    summary: summaryOf(source, title) ?? (body.lead || title),
    changedAt: facts.modified === undefined ? null : toDateTime(facts.modified.moment),
    ...body.shown(),
    headings: body.headings,
  }
}

/** From front matter, the first heading, or the file name. */
function titleOf({ facts }: SourceDocument, { title }: Body, name: () => string): string {
  return facts.title?.text ?? title ?? titleFromName(name())
}

function titleFromName(name: string): string {
  const words = name
    .replace(/^\d{4}-\d{1,2}-\d{1,2}[-_. ]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1) || name
}

function isElsewhere(url: string, { base }: Urls): boolean {
  return isWebAddress(url) && url !== base && !url.startsWith(`${base}/`)
}

function derivedOf({ source: { facts, file }, datePublished }: PlannedPost, { title, lead }: Body): Derived {
  const from = [
    !facts.title && `title from ${title === undefined ? 'the file name' : 'the first heading'}`,
    !facts.summary && `summary from ${lead === '' ? 'the title' : 'the first paragraph'}`,
    !facts.published && datePublished !== null && 'date from the path or an old URL',
    !facts.published && datePublished === null && 'no date',
  ]
  return { path: file.path, from: from.filter((one) => one !== false), ignored: facts.ignored }
}
