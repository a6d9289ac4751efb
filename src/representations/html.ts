import type { Document, Post } from '../archive/archive.ts'
import type { Author } from '../archive/authors.ts'
import { seriesPath, tagPath } from '../archive/lists.ts'
import { servicePaths, postJsonPath, twinPath } from '../archive/urls.ts'
import { day } from '../pages/date.ts'
import { type Article, article, plainPage } from '../pages/document.ts'
import { type Html, jsonScript } from '../pages/html.ts'
import { type Frame, type Head, layout } from '../pages/layout.ts'
import { slot } from '../results/slots.ts'
import { oncePer } from './once.ts'
import type { Published } from './published.ts'
import { resultsQuery } from './search.ts'

export function postHtml(post: Post, archive: Published): string {
  const { urls } = archive
  const main = article({
    title: post.title,
    summary: post.summary,
    authors: post.authors,
    image: post.image,
    series: {
      label: `${post.seriesLabel} ${post.seriesNumber}`,
      href: urls.path(seriesPath(post.series)),
    },
    published: post.datePublished === null ? null : day(post.datePublished),
    revised: revisionOf(post),
    readingTime: post.readingTime,
    tags: post.tags.map((tag) => ({ label: tag, href: urls.path(tagPath(tag)) })),
    canonicalUrl: post.url,
    markdownHref: urls.path(twinPath(post.path)),
    jsonHref: urls.path(postJsonPath(post.id)),
    body: post.html,
  })
  const head = {
    ...headOf(post, archive),
    canonicalUrl: post.url,
    image: post.image?.url,
    kind: 'article' as const,
    extra: [structuredData(post, archive)],
  }
  return layout(frame(archive), head, main)
}

function revisionOf({ dateModified, changes }: Post): Article['revised'] {
  return dateModified === null || changes === null ? null : { day: day(dateModified.slice(0, 10)), changes }
}

export function pageHtml(page: Document, archive: Published): string {
  return framed(page, archive, plainPage({ title: page.title, body: page.html }))
}

/** Whatever is to be shown of a page, as a page of the site. */
export function framed(page: Facts, archive: Published, main: Html): string {
  return layout(frame(archive), headOf(page, archive), main)
}

type Facts = Pick<Document, 'path' | 'title' | 'summary'>

/** The page around results; the words are in its search field, too. */
export function resultsHtml(page: Document, archive: Published): string {
  const main = plainPage({ title: page.title, body: page.html })
  const { search, ...shared } = frame(archive)
  const head = headOf(page, archive)
  return layout(
    { ...shared, search: search && { ...search, words: slot('words') } },
    {
      ...head,
      canonicalUrl: head.canonicalUrl + resultsQuery,
      markdownUrl: head.markdownUrl + resultsQuery,
    },
    main,
  )
}

function headOf(document: Facts, { urls }: Published): Head {
  return {
    title: document.title,
    description: document.summary,
    kind: 'website',
    canonicalUrl: urls.url(document.path),
    markdownUrl: urls.url(twinPath(document.path)),
  }
}

const frame = oncePer(({ settings, urls, pages, searchable }: Published): Frame => {
  const own = pages.filter((page) => page.path !== servicePaths.contact && page.path !== servicePaths.privacy)
  return {
    title: settings.title,
    language: settings.language,
    homeHref: urls.path(servicePaths.home),
    llmsUrl: urls.url(servicePaths.llms),
    nav: [
      { label: 'Archive', href: urls.path(servicePaths.home) },
      ...(searchable ? [{ label: 'Search', href: urls.path(servicePaths.search) }] : []),
      ...own.map((page) => ({ label: page.title, href: urls.path(page.path) })),
      { label: 'Developers', href: urls.path(servicePaths.developers) },
      { label: 'Contact', href: urls.path(servicePaths.contact) },
      { label: 'Privacy and terms', href: urls.path(servicePaths.privacy) },
    ],
    search: searchable ? { href: urls.path(servicePaths.search), words: '' } : null,
  }
})

function agent({ name, url, type }: Author) {
  return { '@type': type === 'person' ? 'Person' : 'Organization', name, url }
}

function structuredData(post: Post, { settings, urls }: Published) {
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: post.title,
    description: post.summary,
    author: post.authors.length > 1 ? post.authors.map(agent) : agent(post.authors[0]),
    datePublished: post.datePublished ?? undefined,
    dateModified: post.changedAt ?? undefined,
    keywords: post.tags,
    wordCount: post.wordCount,
    inLanguage: settings.language,
    isPartOf: { '@type': 'Periodical', name: settings.title, url: urls.url(servicePaths.home) },
    image: post.image?.url,
    url: post.url,
  })
}
