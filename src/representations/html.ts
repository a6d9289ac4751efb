import type { Document, Page, Post } from '../archive/model.ts'
import { bibtexPath, cslPath, postJsonPath, servicePaths, twinPath } from '../archive/urls.ts'
import type { Article } from '../pages/article.ts'
import { type Html, html, raw } from '../pages/html.ts'
import { htmlDocument, type PageContext, type PageHead } from '../pages/layout.ts'
import type { Theme } from '../pages/theme.ts'
import { resultSlot } from '../search-page/results.ts'
import { day, format, languageOf } from '../words/format.ts'
import { bodyHtml } from './body-html.ts'
import { bylineOf } from './bylines.ts'
import { bibtex, citationText, cslJson, references, ris } from './citations.ts'
import { feedForms } from './feeds.ts'
import type { HomePage } from './home.ts'
import { seriesPart } from './list-names.ts'
import type { ListPage } from './lists.ts'
import { listData, pageMeta, postData, postMeta, siteData } from './page-meta.ts'
import type { Publication } from './publication.ts'
import { resultsQuery } from './search.ts'
import { dayOf, pagePicture, postImage, shownTags } from './site.ts'

export function postHtml(post: Post, publication: Publication): string {
  const image = postImage(post, publication)
  const extra = [postMeta(post, publication), ...postData(post, publication, image)]
  const main: MakeMain = ({ post: make }, page) => make(articleOf(post, publication), page)
  return framed('post', post, publication, main, { extra, canonicalUrl: post.url }, image)
}

function articleOf(post: Post, publication: Publication): Article {
  const { urls, words } = publication
  const { datePublished, dayModified, changes, isUnlisted } = post
  const { previous, next, related } = publication.neighboursOf(post)
  const to = ({ title, path }: Post) => ({ label: title, href: urls.path(path) })
  const series = isUnlisted ? null : seriesPart(post, words)
  const modified =
    dayModified !== null && dayModified > (datePublished ?? '') ? day(dayModified, words) : null
  return {
    title: post.title,
    summary: post.hasOwnSummary ? post.summary : null,
    authors: bylineOf(post, publication).map(({ label, path, url }) => {
      return { label, href: path === undefined ? url : urls.path(path) }
    }),
    image: post.image && pagePicture(post.image, publication),
    series: series && { ...series, href: urls.path(series.path) },
    published: dayOf(post, publication),
    modified,
    revised: modified && changes !== null ? { day: modified, changes } : null,
    minutes: post.minutes,
    // An unlisted post may be the only one with its tag, which then has no list.
    tags: isUnlisted
      ? []
      : shownTags(post, publication).map(({ label, path }) => ({ label, href: urls.path(path) })),
    original: post.url === urls.url(post.path) ? null : post.url,
    citing: citingOf(post, publication),
    body: raw(bodyHtml(post, publication)),
    headings: post.headings,
    previous: previous ? to(previous) : null,
    next: next ? to(next) : null,
    related: related.map((other) => {
      return { ...to(other), note: format(words.readingTime, { minutes: other.minutes }) }
    }),
  }
}

function citingOf(post: Post, publication: Publication): Article['citing'] {
  const { urls, settings } = publication
  const { id, title, authors, path } = post
  const csl = JSON.stringify(cslJson(post, publication), null, 2)
  return {
    text: citationText(post, publication),
    names: [title, settings.title, ...authors.map(({ name }) => name)],
    styles: [
      ...Object.entries(references(post, publication)).map(([label, text]) => ({ label, text })),
      { label: 'RIS', text: ris(post, publication).trimEnd() },
    ],
    records: [
      { label: 'BibTeX', href: urls.path(bibtexPath(id)), text: bibtex(post, publication) },
      { label: 'CSL-JSON', href: urls.path(cslPath(id)), text: csl },
    ],
    forms: [
      { label: 'Markdown', href: urls.path(twinPath(path)) },
      { label: 'JSON', href: urls.path(postJsonPath(id)) },
    ],
  }
}

export function homeHtml(page: HomePage, publication: Publication): string {
  const main: MakeMain = ({ home }, context) => home(page.view, context)
  return framed('home', page, publication, main, { extra: siteData(publication) })
}

export function listHtml(page: ListPage, publication: Publication): string {
  const main: MakeMain = ({ list }, context) => list(page.view(), context)
  return framed('list', page, publication, main, { extra: listData(page, publication) })
}

export function pageHtml(page: Page, publication: Publication): string {
  if (page.path === servicePaths.search) return searchHtml(page, publication, '')
  // The portal is always in English, like the contract and the responses it shows.
  const isPortal = page.path === servicePaths.developers
  const isEnglish = isPortal && languageOf(publication.settings.language) !== 'en'
  const { title, headings } = page
  const body = raw(bodyHtml(page, publication))
  const main: MakeMain = ({ page: make }, context) => make({ title, body, headings, isEnglish }, context)
  return framed('page', page, publication, main)
}

/** In an export, the page above shows these results, so they need no engine. */
export const resultsHtml = (page: Document, publication: Publication): string =>
  searchHtml(page, { ...publication, engine: undefined }, resultSlot('words'), resultsQuery)

function searchHtml(page: Document, publication: Publication, searchWords: string, query = ''): string {
  const { words, engine, urls } = publication
  const action = urls.path(servicePaths.search)
  const data = engine && html` data-engine="${engine.script}" data-head="${engine.head}"`
  const results = html`<div class="prose" id="results"${data}>\n${raw(page.html)}\n</div>`
  const form = { title: words.search, action, query: searchWords, results }
  const main: MakeMain = ({ search }, context) => search(form, context)
  const canonicalUrl = urls.url(page.path) + query
  const markdownUrl = urls.url(twinPath(page.path)) + query
  return framed('search', page, publication, main, { canonicalUrl, markdownUrl })
}

type MakeMain = (theme: Theme, page: PageContext) => Html

/** Wraps what the theme makes of a page in the document. */
function framed(
  kind: PageContext['kind'],
  page: Pick<Document, 'path' | 'title' | 'summary'>,
  publication: Publication,
  main: MakeMain,
  head: Partial<PageHead> = {},
  image = publication.image,
): string {
  const { urls, hidden, look, frame, sharedHead, theme, words } = publication
  const { title, summary } = page
  const href = urls.path
  const currentHref = href(page.path)
  const { canonicalUrl = urls.url(page.path), markdownUrl = urls.url(twinPath(page.path)), extra = [] } = head
  const kindOfHook = kind === 'post' ? 'article' : 'website'
  const hook = publication.pageHook?.({ title, kind: kindOfHook, path: currentHref, url: canonicalUrl })
  const own = look.head + (hook?.head ?? '')
  const foot = (kind === 'post' ? look.foot : '') + (hook?.foot ?? '')
  const context = { kind, title, currentHref, site: frame, words, href, foot: foot ? raw(foot) : null }
  const elements = [
    ...feedLinks(page.path, publication),
    pageMeta(publication, image, hidden.has(page)),
    ...extra,
  ]
  const pageHead = { ...sharedHead, description: summary, canonicalUrl, markdownUrl, extra: elements, own }
  const body = theme.body(context, main(theme, context))
  return htmlDocument(context, pageHead, body, theme.head?.(context) ?? null)
}

/** Returns `<link>` elements for the archive's feed and the page's own, if it has one. */
export function feedLinks(path: string, { feeds, urls }: Publication): Html[] {
  const own = path === servicePaths.home ? undefined : feeds.get(path)
  return [own, feeds.get(servicePaths.home)].flatMap((feed) => {
    if (!feed) return []
    return feedForms(feed).map(
      ({ path: at, type }) =>
        html`<link rel="alternate" type="${type}" title="${feed.title}" href="${urls.url(at)}">`,
    )
  })
}
