import { seriesPath, tagPath } from '../archive/lists.ts'
import { grouped, groupedBy } from '../base/grouped.ts'
import type { Archive, Document, Page, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { bibtexPath, cslPath, postJsonPath, servicePaths, twinPath } from '../archive/urls.ts'
import { type Article, article } from '../pages/article.ts'
import type { Html } from '../pages/html.ts'
import { type Head, layout } from '../pages/layout.ts'
import { finderPage, plainPage } from '../pages/plain.ts'
import { slot } from '../search-page/results.ts'
import { day, format, languageOf } from '../words/format.ts'
import { wordsOf } from '../words/words.ts'
import { bodyHtml } from './body-html.ts'
import { postImage, type Preview, siteImage } from './preview.ts'
import { bibtex, citationStyles, citationText, cslJson, ris } from './citations.ts'
import { feedLinks } from './feeds.ts'
import { bylineOf } from './bylines.ts'
import { frame } from './frame.ts'
import { memoizeLast } from '../base/caches.ts'
import { pageMeta, postData, postMeta } from './page-meta.ts'
import { dayOf, isHidden, type Published, wordsFor } from './published.ts'
import { resultsQuery } from './search.ts'

export function postHtml(post: Post, archive: Published): string {
  const { urls } = archive
  const words = wordsFor(archive)
  const { datePublished, dayModified, changes } = post
  const { previous, next, related } = neighboursOf(post, archive)
  const to = ({ title, path }: Post) => ({ label: title, href: urls.path(path) })
  const main = article(
    {
      title: post.title,
      summary: post.hasOwnSummary ? post.summary : null,
      authors: bylineOf(post, archive).map(({ label, path, url }) => {
        return { label, href: path === undefined ? url : urls.path(path) }
      }),
      image: post.image,
      series:
        isNamedSeries(post.series, post.seriesLabel) && !post.isUnlisted
          ? { label: `${post.seriesLabel} · ${post.seriesNumber}`, href: urls.path(seriesPath(post.series)) }
          : null,
      published: dayOf(post, archive),
      revised:
        dayModified === null || changes === null || dayModified <= (datePublished ?? '')
          ? null
          : { day: day(dayModified, words), changes },
      minutes: post.minutes,
      // An unlisted post may be the only one with its tag, which then has no list.
      tags: post.isUnlisted ? [] : post.tags.map((tag) => ({ label: tag, href: urls.path(tagPath(tag)) })),
      original: post.url === urls.url(post.path) ? null : post.url,
      citing: citingOf(post, archive),
      body: bodyHtml(post, archive),
      headings: post.headings,
      previous: previous ? to(previous) : null,
      next: next ? to(next) : null,
      related: related.map((other) => ({
        ...to(other),
        note: format(words.readingTime, { minutes: other.minutes }),
      })),
    },
    words,
  )
  const image = postImage(post, archive)
  const extra = [postMeta(post, archive), ...postData(post, archive, image)]
  return framed(post, archive, main, extra, { canonicalUrl: post.url, kind: 'article' }, image)
}

function citingOf(post: Post, archive: Published): Article['citing'] {
  const { urls } = archive
  return {
    text: citationText(post, archive),
    names: [post.title, archive.settings.title, ...post.authors.map(({ name }) => name)],
    styles: [
      ...Object.entries(citationStyles).map(([label, write]) => ({ label, text: write(post, archive) })),
      { label: 'RIS', text: ris(post, archive).trimEnd() },
      { label: 'URL', text: post.url },
    ],
    records: [
      { label: 'BibTeX', href: urls.path(bibtexPath(post.id)), text: bibtex(post, archive) },
      {
        label: 'CSL-JSON',
        href: urls.path(cslPath(post.id)),
        text: JSON.stringify(cslJson(post, archive), null, 2),
      },
    ],
    forms: [
      { label: 'Markdown', href: urls.path(twinPath(post.path)) },
      { label: 'JSON', href: urls.path(postJsonPath(post.id)) },
    ],
  }
}

export function pageHtml(page: Page, archive: Published): string {
  if (page.path === servicePaths.search) return finder(page, archive, '')
  // The portal is always in English, like the contract and the responses it shows.
  const isPortal = page.path === servicePaths.developers
  const isEnglish = isPortal && languageOf(archive.settings.language) !== 'en'
  const { title, headings } = page
  const body = bodyHtml(page, archive)
  const words = isPortal ? wordsOf('en') : wordsFor(archive)
  return framed(page, archive, plainPage({ title, body, headings, isEnglish }, words))
}

/** Wraps the main content of a page in the site's layout. */
export function framed(
  document: Pick<Document, 'path' | 'title' | 'summary'>,
  archive: Published,
  main: Html,
  extra: readonly Html[] = [],
  own: Partial<Head> = {},
  image: Preview | undefined = siteImage(archive),
): string {
  const { urls } = archive
  const { path, title, summary } = document
  const head: Head = {
    title,
    description: summary,
    kind: 'website',
    canonicalUrl: urls.url(path),
    markdownUrl: urls.url(twinPath(path)),
    href: urls.path(path),
    extra: [...feedLinks(archive, path), pageMeta(archive, image, isHidden(document, archive)), ...extra],
    ...own,
  }
  return layout(frame(archive), head, main)
}

export function resultsHtml(page: Document, archive: Published): string {
  return finder(page, archive, slot('words'), resultsQuery)
}

function finder(page: Document, archive: Published, searchWords: string, query = ''): string {
  const words = wordsFor(archive)
  const { engine, urls } = archive
  const action = urls.path(servicePaths.search)
  const main = finderPage({ title: words.search, action, words: searchWords, body: page.html, engine }, words)
  const canonicalUrl = urls.url(page.path) + query
  const markdownUrl = urls.url(twinPath(page.path)) + query
  return framed(page, archive, main, [], { canonicalUrl, markdownUrl })
}

/** Returns the previous and next post in the series, and posts that share tags; rare tags count more. */
export function neighboursOf(post: Post, archive: Archive) {
  if (post.isUnlisted) return { previous: undefined, next: undefined, related: [] }
  const { series, tags } = groupsOf(archive)
  const inSeries = series.get(post.series)
  const at = inSeries?.positions.get(post) ?? 0
  const [next, previous] = [inSeries?.posts[at - 1], inSeries?.posts[at + 1]]
  const scores = new Map<Post, number>()
  for (const tag of new Set(post.tags)) {
    const tagged = tags.get(tag)
    if (!tagged) continue
    const weight = 1 / Math.log(1 + tagged.posts.length)
    for (const other of around(tagged, post)) scores.set(other, (scores.get(other) ?? 0) + weight)
  }
  for (const one of [post, previous, next]) if (one) scores.delete(one)
  return { previous, next, related: best(scores) }
}

/** Returns the posts with the highest scores, without sorting all of them. */
function best(scores: ReadonlyMap<Post, number>): Post[] {
  const found: Scored[] = []
  for (const one of scores) {
    const last = found[maxRelated - 1]
    if (last && byScore(last, one) < 0) continue
    found.splice(maxRelated - 1, 1, one)
    found.sort(byScore)
  }
  return found.map(([post]) => post)
}

type Scored = readonly [Post, number]

function byScore([a, scoreOfA]: Scored, [b, scoreOfB]: Scored): number {
  return scoreOfB - scoreOfA || byTime(a, b)
}

const maxRelated = 3
const neighboursPerTag = 20

/** Posts, the last first, and the position of each. */
interface Group {
  readonly posts: readonly Post[]
  readonly positions: ReadonlyMap<Post, number>
}

const groupsOf = memoizeLast(({ posts }: Archive) => ({
  series: withPositions(groupedBy(posts.toSorted(byNumber).reverse(), ({ series }) => series)),
  tags: withPositions(grouped(posts, ({ tags }) => [...new Set(tags)])),
}))

function withPositions(groups: ReadonlyMap<string, readonly Post[]>): ReadonlyMap<string, Group> {
  const positionsIn = (posts: readonly Post[]) => new Map(posts.map((post, at) => [post, at]))
  return new Map(Array.from(groups, ([name, posts]) => [name, { posts, positions: positionsIn(posts) }]))
}

/** Returns only posts of about the same time, to keep the cost linear when thousands share a tag. */
function around({ posts, positions }: Group, post: Post): readonly Post[] {
  const at = positions.get(post) ?? 0
  return posts.slice(Math.max(0, at - neighboursPerTag), at + neighboursPerTag + 1)
}

/** First of the series first. */
export function byNumber(a: Post, b: Post): number {
  return a.seriesNumber - b.seriesNumber || byTime(b, a)
}

/** Newest first, then by id, so that the order is deterministic. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a.datePublished ?? '', b.datePublished ?? '']
  if (one !== other) return one < other ? 1 : -1
  return a.id < b.id ? -1 : 1
}
