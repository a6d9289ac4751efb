import { seriesPath, tagPath } from '../archive/lists.ts'
import type { Document, Page, Post } from '../archive/model.ts'
import { hasSeries } from '../archive/series.ts'
import { bibtexPath, cslPath, postJsonPath, servicePaths, twinPath } from '../archive/urls.ts'
import { type Article, article } from '../pages/article.ts'
import { finderPage } from '../pages/finder.ts'
import type { Html } from '../pages/html.ts'
import { type Head, layout } from '../pages/layout.ts'
import { plainPage } from '../pages/plain.ts'
import { slot } from '../search-page/results.ts'
import { day } from '../words/date.ts'
import { languageOf, type Words, wordsOf } from '../words/words.ts'
import { shownHtml } from './body-html.ts'
import { postImage, type Preview, siteImage } from './cards.ts'
import { bibtex, citationText, cslJson } from './citations.ts'
import { feedLinks } from './feeds.ts'
import { frame } from './frame.ts'
import { pageMeta, postMeta } from './page-meta.ts'
import { type Published, wordsFor } from './published.ts'
import { neighboursOf } from './related.ts'
import { resultsQuery } from './search.ts'
import { postData } from './structured-data.ts'

export function postHtml(post: Post, archive: Published): string {
  const { urls } = archive
  const words = wordsFor(archive)
  const { previous, next, related } = neighboursOf(post, archive)
  const to = ({ title, path }: Post) => ({ label: title, href: urls.path(path) })
  const main = article(
    {
      title: post.title,
      summary: post.hasOwnSummary ? post.summary : null,
      authors: post.authors,
      image: post.image,
      series: hasSeries(archive.series)
        ? { label: `${post.seriesLabel} ${post.seriesNumber}`, href: urls.path(seriesPath(post.series)) }
        : null,
      published: post.datePublished === null ? null : day(post.datePublished, words),
      revised: revisionOf(post, words),
      minutes: post.minutes,
      tags: post.tags.map((tag) => ({ label: tag, href: urls.path(tagPath(tag)) })),
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

function revisionOf({ dateModified, changes }: Post, words: Words): Article['revised'] {
  return dateModified === null || changes === null
    ? null
    : { day: day(dateModified.slice(0, 10), words), changes }
}

function citingOf(post: Post, archive: Published): Article['citing'] {
  const { urls } = archive
  return {
    text: citationText(post, archive),
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
  const main = finderPage({ title: words.search, action, words: asked, body: page.html }, words)
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
