import { toDateTime } from '../base/dates.ts'
import { once } from '../base/caches.ts'
import { isWebAddress } from '../base/paths.ts'
import { renderHtml } from '../markdown/html.ts'
import { isSameTitle } from '../markdown/lead.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { minutesToRead } from '../markdown/sentences.ts'
import { type Body, headingsOf } from './body.ts'
import { filesOf } from './files/assets.ts'
import { listsOf } from './lists.ts'
import type {
  Archive,
  Asset,
  Document,
  Page,
  PlannedDocument,
  PlannedPost,
  Post,
  PostFacts,
  Shown,
  UsedFile,
} from './model.ts'
import { newestChange, withFacts } from './model.ts'
import { isReserved } from './paths.ts'
import { type BuildPlan, firstAtPath } from './plan.ts'
import { servicePaths } from './urls.ts'

/** Assembles the archive from its parsed bodies and files. */
export function makeArchive(plan: BuildPlan, bodies: readonly Body[], assets: readonly Asset[]): Archive {
  const { content, look, paths, reader, series } = plan
  const { urls } = reader
  const bodyAt = (at: number): Body => {
    const body = bodies[at]
    if (!body) throw new Error(`document ${at} was not read`)
    return body
  }
  const allPosts = firstAtPath(plan.posts.map((post, at) => makePost(post, bodyAt(at), plan)))
  const posts = allPosts.filter(({ isUnlisted }) => !isUnlisted)
  // With `reserved-page` lowered to a warning, the built-in page wins.
  const allPages = firstAtPath(
    plan.pages.map((page, at) => makePage(page, bodyAt(plan.posts.length + at))),
  ).filter(({ path }) => !isReserved(path.slice(1)))
  const hidden = new Set(plan.pages.flatMap(({ path, isUnlisted }) => (isUnlisted ? [path] : [])))
  const { home } = servicePaths
  const homeText = allPages.find(({ path }) => path === home)
  const listed = allPages.filter(({ path }) => !hidden.has(path))
  const isAlone = plan.pages.some(({ path, source }) => path === home && source.list?.value === 'none')
  const taken = new Set(assets.map(({ path }) => path))
  return {
    settings: content.settings,
    look: look.look,
    portraits: look.portraits,
    urls,
    series: series.labels,
    idPattern: plan.idPattern,
    ownFields: content.ownFields,
    posts,
    homeText,
    homeLists: isAlone ? [] : content.settings.look.home,
    pages: listed.filter((page) => page !== homeText),
    unlisted: {
      posts: allPosts.filter(({ isUnlisted }) => isUnlisted),
      pages: allPages.filter(({ path }) => hidden.has(path)),
    },
    assets,
    redirects: new Map(
      [...paths.redirects]
        .filter(([from]) => !taken.has(from))
        .map(([from, to]) => [urls.path(from), urls.path(to)]),
    ),
    tags: [...new Set(posts.flatMap((post) => post.tags))].sort(),
    changedAt: newestChange([...posts, ...listed]),
    lists: listsOf(posts, series.labels),
  }
}

/** Every file that posts, pages and `look` use, those that are embedded first. */
export function usedFiles({ posts, pages, covers, look }: BuildPlan, bodies: readonly Body[]): UsedFile[] {
  const files: UsedFile[] = [
    ...bodies.slice(0, posts.length + pages.length).flatMap(filesOf),
    ...covers.files,
    ...look.files.map((file) => ({ ...file, isLoaded: true })),
  ]
  const rank = ({ isLoaded, shownIn }: UsedFile) => (shownIn ? 0 : isLoaded ? 1 : 2)
  return files.sort((a, b) => rank(a) - rank(b))
}

/** The files to publish, each once and sorted by path. Pages win over files at their path. */
export function publishedFiles(files: readonly UsedFile[], { paths }: BuildPlan): UsedFile[] {
  const published = firstAtPath(files.filter(({ path }) => !paths.all.has(path)))
  return published.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Makes a page from markdown that the engine writes on first use. Its links must be absolute. */
export function makeDocument(facts: Omit<Document, keyof Shown>, write: () => string): Page {
  const markdown = once(write)
  const rendered = once(() => {
    const parsed = parseMarkdown(markdown())
    return { html: renderHtml(parsed), headings: headingsOf(parsed) }
  })
  return {
    ...facts,
    get markdown() {
      return markdown()
    },
    get html() {
      return rendered().html
    },
    get headings() {
      return rendered().headings
    },
  }
}

export const makePost = (planned: PlannedPost, body: Body, plan: BuildPlan): Post =>
  withFacts(body, body.facts ?? factsOf(planned, body, plan))

export function factsOf(planned: PlannedPost, body: Body, plan: BuildPlan): PostFacts {
  const { id, isUnlisted, tags, authors, datePublished, series, seriesLabel, seriesNumber } = planned
  const { facts, ownFields } = planned.source
  const { path, length, wordCount } = body
  const { title, summary } = titleAndSummary(planned, body)
  const dateModified = facts.modified === undefined ? null : toDateTime(facts.modified.moment)
  return {
    id,
    isUnlisted,
    path,
    url: originalOf(planned, plan) ?? plan.reader.urls.url(path),
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
    dayModified: facts.modified?.text ?? null,
    changes: facts.changes?.text ?? null,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    isFeatured: facts.featured,
    image: plan.covers.of.get(planned) ?? null,
    minutes: minutesToRead(wordCount),
    wordCount,
    length,
    ownFields,
  }
}

/** URL of the original elsewhere: the canonical URL in front matter, or the path below `originals`. */
export function originalOf({ source, originalPath }: PlannedPost, plan: BuildPlan): string | undefined {
  const { canonical } = source.facts
  const { base } = plan.reader.urls
  const isElsewhere = (url: string) => isWebAddress(url) && url !== base && !url.startsWith(`${base}/`)
  if (canonical && isElsewhere(canonical.text)) return new URL(canonical.text).href
  const { originals } = plan.content.settings
  return originals !== undefined && originalPath !== undefined
    ? new URL(originals.replace(/\/$/, '') + originalPath).href
    : undefined
}

function makePage(planned: PlannedDocument, body: Body): Page {
  const { facts } = planned.source
  const { title, summary } = titleAndSummary(planned, body)
  return {
    path: body.path,
    title,
    summary: summary ?? (body.lead || title),
    changedAt: facts.modified === undefined ? null : toDateTime(facts.modified.moment),
    ...body.shown(),
    headings: body.headings,
    digest: body.digest,
  }
}

/** The title is from front matter, the first heading, or the file name. A summary that only repeats it is none. */
function titleAndSummary({ source: { facts }, fileName }: PlannedDocument, body: Body) {
  const withoutDay = fileName.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_. ]*/, '')
  const words = withoutDay.replace(/[-_]+/g, ' ').trim()
  const named = words.charAt(0).toUpperCase() + words.slice(1) || fileName
  const title = facts.title?.text ?? body.title ?? named
  return {
    title,
    summary: facts.summary && !isSameTitle(facts.summary.text, title) ? facts.summary.text : undefined,
  }
}
