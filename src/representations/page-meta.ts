import { type Author, publisherOf } from '../archive/authors.ts'
import { isNamedSeries } from '../archive/series.ts'
import { seriesPath } from '../archive/lists.ts'
import type { Post } from '../archive/model.ts'
import { bibtexPath, cslPath, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { type Html, jsonScript, raw } from '../pages/html.ts'
import type { PageLink } from '../pages/parts.ts'
import { pageAuthor } from './bylines.ts'
import { nameParts } from './citations.ts'
import type { ListPage } from './lists.ts'
import { mediaTypes } from './media-types.ts'
import type { Preview, Site } from './site.ts'

/** Returns Open Graph and Twitter tags, besides title and description. */
export function pageMeta({ settings }: Site, image: Preview | undefined, isUnlisted: boolean): Html {
  const { url, type, size, alt } = image ?? {}
  const elements = metaElements([
    ['robots', isUnlisted ? 'noindex' : undefined],
    ['og:locale', localeOf(settings.language)],
    ['og:image', url],
    ['og:image:type', type],
    ['og:image:width', size && `${size.width}`],
    ['og:image:height', size && `${size.height}`],
    ['og:image:alt', alt || undefined],
    ['twitter:card', image === undefined ? 'summary' : 'summary_large_image'],
  ])
  return raw(elements.join('\n'))
}

/** Returns a post's metadata for indexes and citation tools: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing */
export function postMeta(post: Post, { settings, urls, licenseUrl }: Site): Html {
  const { title, authors, tags, datePublished, dateModified } = post
  const elements = metaElements([
    ...authors.map(({ name }): Meta => ['author', name]),
    ['article:published_time', datePublished],
    ['article:modified_time', dateModified],
    // Open Graph expects a URL here.
    ...authors.map(({ url }): Meta => ['article:author', url]),
    ['article:section', articleSection(post)],
    ...tags.map((tag): Meta => ['article:tag', tag]),
    ['citation_title', title],
    ...authors.map(({ name }): Meta => ['citation_author', name]),
    ['citation_publication_date', datePublished?.replaceAll('-', '/')],
    ['citation_journal_title', settings.title],
    ['citation_language', settings.language],
    ['citation_public_url', post.url],
    ...tags.map((tag): Meta => ['citation_keywords', tag]),
  ])
  // Also in the Link header, which static hosts do not send.
  const links = [
    described(mediaTypes.bibtex, urls.url(bibtexPath(post.id))),
    described(mediaTypes.csl, urls.url(cslPath(post.id))),
    ...(licenseUrl === undefined ? [] : [`<link rel="license" href="${escapeHtml(licenseUrl)}">`]),
  ]
  return raw([...elements, ...links].join('\n'))
}

const articleSection = ({ series, seriesLabel }: Post): string | undefined =>
  isNamedSeries(series, seriesLabel) ? seriesLabel : undefined

type Meta = readonly [name: string, content: string | null | undefined]

/** Joins strings, which is ten times as fast as a template. Open Graph has properties, all others have names. */
function metaElements(meta: readonly Meta[]): string[] {
  return meta.flatMap(([name, content]) => {
    const attribute = /^(?:og|article):/.test(name) ? 'property' : 'name'
    return content == null ? [] : [`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`]
  })
}

const described = (type: string, href: string): string =>
  `<link rel="describedby" type="${type.split(';')[0]}" href="${escapeHtml(href)}">`

/** Open Graph requires a territory, which is not guessed. */
function localeOf(language: string): string | undefined {
  const [, name, territory] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i.exec(language) ?? []
  return territory && `${name?.toLowerCase()}_${territory.toUpperCase()}`
}

/** Returns schema.org data as JSON-LD, with one script per subject, because many readers use only the first of a list. */
export function postData(post: Post, site: Site, image: Preview | undefined): Html[] {
  const { settings, urls } = site
  const section = articleSection(post)
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
  const urlTemplate = `${urls.url(servicePaths.search)}?q={search_term_string}`
  const website = {
    '@type': 'WebSite',
    name: settings.title,
    description: settings.description,
    inLanguage: settings.language,
    publisher: agent(publisherOf(settings)),
    image: image?.url,
    license: licenseUrl,
    url: urls.url(servicePaths.home),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate },
      'query-input': 'required name=search_term_string',
    },
  }
  return [jsonLd(website)]
}

export function listData(page: ListPage, site: Site): Html[] {
  const { path, title, summary, changedAt, list } = page
  const { settings, urls } = site
  const author = pageAuthor(list)
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
  return [jsonLd(collection), breadcrumbs([...page.view().above, { label: title, path }], site)]
}

function breadcrumbs(steps: readonly PageLink[], { urls }: Site): Html {
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

const jsonLd = (data: object): Html =>
  jsonScript('application/ld+json', { '@context': 'https://schema.org', ...data })
