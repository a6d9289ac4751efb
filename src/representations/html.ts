import { grouped, groupedBy, seriesPath, tagPath } from '../archive/lists.ts'
import type { Archive, Document, Page, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { bibtexPath, cslPath, postJsonPath, servicePaths, twinPath } from '../archive/urls.ts'
import { type Article, article } from '../pages/article.ts'
import type { Html } from '../pages/html.ts'
import { type Head, layout } from '../pages/layout.ts'
import { finderPage, plainPage } from '../pages/plain.ts'
import { slot } from '../search-page/results.ts'
import { day, languageOf, wordsOf } from '../words/words.ts'
import { shownHtml } from './body-html.ts'
import { postImage, type Preview, siteImage } from './cards.ts'
import { bibtex, citationText, cslJson } from './citations.ts'
import { citationStyles, ris } from './citations.ts'
import { feedLinks } from './feeds.ts'
import { bylineOf } from './bylines.ts'
import { frame } from './frame.ts'
import { memoizeLast } from '../base/caches.ts'
import { pageMeta, postData, postMeta } from './page-meta.ts'
import { type Published, wordsFor } from './published.ts'
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
          ? { label: `${post.seriesLabel} ${post.seriesNumber}`, href: urls.path(seriesPath(post.series)) }
          : null,
      published: datePublished === null ? null : day(datePublished, words),
      revised:
        dayModified === null || changes === null || dayModified <= (datePublished ?? '')
          ? null
          : { day: day(dayModified, words), changes },
      minutes: post.minutes,
      // The lists of what is in no list may not be there.
      tags: post.isUnlisted ? [] : post.tags.map((tag) => ({ label: tag, href: urls.path(tagPath(tag)) })),
      original: post.url === urls.url(post.path) ? null : post.url,
      citing: citingOf(post, archive),
      body: shownHtml(post, archive),
      headings: post.headings,
      previous: previous ? to(previous) : null,
      next: next ? to(next) : null,
      related: related.map((other) => ({ ...to(other), note: words.readingTime(other.minutes) })),
    },
    words,
  )
  const image = postImage(post, archive)
  const head = {
    ...headOf(post, archive, [postMeta(post, archive), ...postData(post, archive, image)], image),
    canonicalUrl: post.url,
    kind: 'article' as const,
  }
  return layout(frame(archive), head, main)
}

function citingOf(post: Post, archive: Published): Article['citing'] {
  const { urls } = archive
  return {
    text: citationText(post, archive),
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
  // The portal documents a contract that is in English, and so is every answer that it shows.
  const isPortal = page.path === servicePaths.developers
  const isEnglish = isPortal && languageOf(archive.settings.language) !== 'en'
  const { title, headings } = page
  const body = shownHtml(page, archive)
  const words = isPortal ? wordsOf('en') : wordsFor(archive)
  return framed(page, archive, plainPage({ title, body, headings, isEnglish }, words))
}

/** Whatever is to be shown of a page, as a page of the site. */
export function framed(page: Facts, archive: Published, main: Html, extra: readonly Html[] = []): string {
  return layout(frame(archive), headOf(page, archive, extra), main)
}

type Facts = Pick<Document, 'path' | 'title' | 'summary'>

/** The page around results; the words are in its search field, too. */
export function resultsHtml(page: Document, archive: Published): string {
  return finder(page, archive, slot('words'), resultsQuery)
}

function finder(page: Document, archive: Published, asked: string, query = ''): string {
  const words = wordsFor(archive)
  const action = archive.urls.path(servicePaths.search)
  const { engine } = archive
  const main = finderPage({ title: words.search, action, words: asked, body: page.html, engine }, words)
  const head = headOf(page, archive)
  return layout(
    frame(archive),
    { ...head, canonicalUrl: head.canonicalUrl + query, markdownUrl: head.markdownUrl + query },
    main,
  )
}

function headOf(
  document: Facts,
  archive: Published,
  extra: readonly Html[] = [],
  image: Preview | undefined = siteImage(archive),
): Head {
  const { urls } = archive
  return {
    title: document.title,
    description: document.summary,
    kind: 'website',
    canonicalUrl: urls.url(document.path),
    markdownUrl: urls.url(twinPath(document.path)),
    href: urls.path(document.path),
    extra: [...feedLinks(archive, document.path), pageMeta(archive, image), ...extra],
  }
}

/** Where a reader may go from a post: in its series by number, or by the tags they share, the rarer the better. */
export function neighboursOf(post: Post, archive: Archive): Neighbours {
  if (post.isUnlisted) return { previous: undefined, next: undefined, related: [] }
  const { series, tags } = groupsOf(archive)
  const inSeries = series.get(post.series)
  const at = inSeries?.places.get(post) ?? 0
  const [next, previous] = [inSeries?.posts[at - 1], inSeries?.posts[at + 1]]
  const worth = new Map<Post, number>()
  for (const tag of new Set(post.tags)) {
    const tagged = tags.get(tag)
    if (!tagged) continue
    const worthOfTag = 1 / Math.log(1 + tagged.posts.length)
    for (const other of around(tagged, post)) worth.set(other, (worth.get(other) ?? 0) + worthOfTag)
  }
  for (const one of [post, previous, next]) if (one) worth.delete(one)
  return { previous, next, related: best(worth) }
}

interface Neighbours {
  readonly previous: Post | undefined
  readonly next: Post | undefined
  readonly related: readonly Post[]
}

/** The few of many that are worth most. */
function best(worth: ReadonlyMap<Post, number>): Post[] {
  const found: (readonly [Post, number])[] = []
  for (const one of worth) {
    const last = found[mostRelated - 1]
    if (last && byWorth(last, one) < 0) continue
    found.splice(mostRelated - 1, 1, one)
    found.sort(byWorth)
  }
  return found.map(([post]) => post)
}

type Worth = readonly [Post, number]

function byWorth([a, worthOfA]: Worth, [b, worthOfB]: Worth): number {
  return worthOfB - worthOfA || byTime(a, b)
}

const mostRelated = 3
const lookedAt = 20

/** Posts, the newest or last first, and where each is among them. */
interface Group {
  readonly posts: readonly Post[]
  readonly places: ReadonlyMap<Post, number>
}

const groupsOf = memoizeLast(({ posts }: Archive) => ({
  series: withPlaces(groupedBy(posts.toSorted(byNumber).reverse(), ({ series }) => series)),
  tags: withPlaces(grouped(posts, ({ tags }) => [...new Set(tags)])),
}))

function withPlaces(groups: ReadonlyMap<string, readonly Post[]>): ReadonlyMap<string, Group> {
  return new Map(
    Array.from(groups, ([name, posts]) => [
      name,
      { posts, places: new Map(posts.map((post, at) => [post, at])) },
    ]),
  )
}

/** Of a tag that thousands have, only the posts of about the same time are looked at: the cost stays that of the posts. */
function around({ posts, places }: Group, post: Post): readonly Post[] {
  const at = places.get(post) ?? 0
  return posts.slice(Math.max(0, at - lookedAt), at + lookedAt + 1)
}

/** From the first of a series on. */
export function byNumber(a: Post, b: Post): number {
  return a.seriesNumber - b.seriesNumber || byTime(b, a)
}

/** The newer first; of one day, by id, so that no order depends on anything else. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a.datePublished ?? '', b.datePublished ?? '']
  if (one !== other) return one < other ? 1 : -1
  return a.id < b.id ? -1 : 1
}
