import { type Author, publisherOf } from '../archive/authors.ts'
import { isNamedSeries } from '../archive/series.ts'
import { type List, seriesPath } from '../archive/lists.ts'
import type { Document, Post } from '../archive/model.ts'
import { bibtexPath, cslPath, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { type Html, jsonScript, raw } from '../pages/html.ts'
import type { Target } from '../pages/parts.ts'
import { authorOf } from './bylines.ts'
import { nameParts } from './citations.ts'
import { mediaTypes } from './media-types.ts'
import type { Preview, Site } from './site.ts'

/** Returns Open Graph and Twitter tags, besides title and description. */
export function pageMeta({ settings }: Site, image: Preview | undefined, isUnlisted: boolean): Html {
  const { url, type, size, alt } = image ?? {}
  return metaLines([
    metaName('robots', isUnlisted ? 'noindex' : undefined),
    metaProperty('og:locale', localeOf(settings.language)),
    metaProperty('og:image', url),
    metaProperty('og:image:type', type),
    metaProperty('og:image:width', size && `${size.width}`),
    metaProperty('og:image:height', size && `${size.height}`),
    metaProperty('og:image:alt', alt || undefined),
    metaName('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ])
}

/** Returns a post's metadata for indexes and citation tools: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing */
export function postMeta(post: Post, { settings, urls, licenseUrl }: Site): Html {
  const { title, authors, tags, datePublished, dateModified } = post
  const published = datePublished?.replaceAll('-', '/')
  return metaLines([
    ...authors.map(({ name }) => metaName('author', name)),
    metaProperty('article:published_time', datePublished),
    metaProperty('article:modified_time', dateModified),
    // Open Graph expects a URL here.
    ...authors.map(({ url }) => metaProperty('article:author', url)),
    metaProperty('article:section', sectionOf(post)),
    ...tags.map((tag) => metaProperty('article:tag', tag)),
    metaName('citation_title', title),
    ...authors.map(({ name }) => metaName('citation_author', name)),
    metaName('citation_publication_date', published),
    metaName('citation_journal_title', settings.title),
    metaName('citation_language', settings.language),
    metaName('citation_public_url', post.url),
    ...tags.map((tag) => metaName('citation_keywords', tag)),
    // Also in the Link header, which static hosts do not send.
    described(mediaTypes.bibtex, urls.url(bibtexPath(post.id))),
    described(mediaTypes.csl, urls.url(cslPath(post.id))),
    licenseUrl !== undefined && `<link rel="license" href="${escapeHtml(licenseUrl)}">`,
  ])
}

function sectionOf({ series, seriesLabel }: Post): string | undefined {
  return isNamedSeries(series, seriesLabel) ? seriesLabel : undefined
}

/** Joins strings, which is ten times as fast as a template. */
function metaLines(elements: readonly (string | false)[]): Html {
  return raw(elements.filter((element) => element !== false).join('\n'))
}

/** False if there is no value. */
const metaName = (name: string, content: string | null | undefined) =>
  content != null && `<meta name="${name}" content="${escapeHtml(content)}">`
const metaProperty = (name: string, content: string | null | undefined) =>
  content != null && `<meta property="${name}" content="${escapeHtml(content)}">`

function described(type: string, href: string): string {
  return `<link rel="describedby" type="${type.split(';')[0]}" href="${escapeHtml(href)}">`
}

/** Open Graph requires a territory, which is not guessed. */
function localeOf(language: string): string | undefined {
  const [, name, territory] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i.exec(language) ?? []
  return territory && `${name?.toLowerCase()}_${territory.toUpperCase()}`
}

/** Returns schema.org data as JSON-LD, with one script per subject, because many readers use only the first of a list. */
export function postData(post: Post, site: Site, image: Preview | undefined): Html[] {
  const { settings, urls } = site
  const section = sectionOf(post)
  const article = {
    '@type': 'Article',
    headline: post.title,
    description: post.summary,
    author: post.authors.length > 1 ? post.authors.map(agent) : agent(post.authors[0]),
    publisher: agent(publisherOf(settings)),
    datePublished: post.datePublished ?? undefined,
    dateModified: post.changedAt ?? undefined,
    keywords: post.tags.length > 0 ? post.tags : undefined,
    wordCount: post.wordCount,
    articleSection: section,
    inLanguage: settings.language,
    isPartOf: { '@type': 'Periodical', name: settings.title, url: urls.url(servicePaths.home) },
    image: image?.url,
    license: site.licenseUrl,
    mainEntityOfPage: { '@type': 'WebPage', '@id': post.url },
    url: post.url,
  }
  const above = [
    { label: settings.title, path: servicePaths.home },
    ...(post.isUnlisted || section === undefined ? [] : [{ label: section, path: seriesPath(post.series) }]),
  ]
  return [jsonLd(article), breadcrumbs([...above, { label: post.title, path: post.path }], site)]
}

export function siteData({ settings, urls, image, licenseUrl }: Site): Html[] {
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${urls.url(servicePaths.search)}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return [
    jsonLd({
      '@type': 'WebSite',
      name: settings.title,
      description: settings.description,
      inLanguage: settings.language,
      publisher: agent(publisherOf(settings)),
      image: image?.url,
      license: licenseUrl,
      url: urls.url(servicePaths.home),
      potentialAction: search,
    }),
  ]
}

export function listData(
  page: Pick<Document, 'path' | 'title' | 'summary' | 'changedAt'> & { readonly list: List<Post> },
  above: readonly Target[],
  site: Site,
): Html[] {
  const { path, title, summary, changedAt, list } = page
  const { settings, urls } = site
  const author = authorOf(list)
  const portrait = author && site.portraits.get(author.name)?.url
  const collection = {
    '@type': 'CollectionPage',
    name: title,
    description: summary,
    dateModified: changedAt ?? undefined,
    inLanguage: settings.language,
    isPartOf: { '@type': 'WebSite', name: settings.title, url: urls.url(servicePaths.home) },
    about: author && { ...agent(author), image: portrait },
    mainEntity: { '@type': 'ItemList', numberOfItems: list.posts.length || list.below.length },
    url: urls.url(path),
  }
  return [jsonLd(collection), breadcrumbs([...above, { label: title, path }], site)]
}

function breadcrumbs(steps: readonly Target[], { urls }: Site): Html {
  const items = steps.map(({ label, path }, at) => {
    return { '@type': 'ListItem', position: at + 1, name: label, item: urls.url(path) }
  })
  return jsonLd({ '@type': 'BreadcrumbList', itemListElement: items })
}

function agent(author: Author) {
  const { name, url, type } = author
  const parts = nameParts(author)
  const names = parts ? { familyName: parts.family, givenName: parts.given } : {}
  return { '@type': type === 'person' ? 'Person' : 'Organization', name, ...names, url }
}

function jsonLd(data: object): Html {
  return jsonScript('application/ld+json', { '@context': 'https://schema.org', ...data })
}
