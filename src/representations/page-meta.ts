import { type Author, publisherOf } from '../archive/authors.ts'
import { isNamedSeries } from '../archive/series.ts'
import { type List, seriesPath } from '../archive/lists.ts'
import type { Archive, Document, Post } from '../archive/model.ts'
import { bibtexPath, cslPath, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { type Html, jsonScript, raw } from '../pages/html.ts'
import type { Target } from '../pages/list.ts'
import { authorOf } from './bylines.ts'
import { type Preview, siteImage } from './preview.ts'
import { partsOf } from './citations.ts'
import { licenseUrl, type Published } from './published.ts'
import { mediaTypes } from './row.ts'

/** Returns Open Graph and Twitter tags, besides title and description. */
export function pageMeta({ settings }: Archive, image: Preview | undefined, isUnlisted: boolean): Html {
  const { url, type, size, alt } = image ?? {}
  return lines([
    named('robots', isUnlisted ? 'noindex' : undefined),
    property('og:locale', localeOf(settings.language)),
    property('og:image', url),
    property('og:image:type', type),
    property('og:image:width', size && `${size.width}`),
    property('og:image:height', size && `${size.height}`),
    property('og:image:alt', alt || undefined),
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ])
}

/** Returns a post's metadata for indexes and citation tools: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing */
export function postMeta(post: Post, archive: Archive): Html {
  const { settings, urls } = archive
  const { title, authors, tags, datePublished, dateModified } = post
  const published = datePublished?.replaceAll('-', '/')
  const license = licenseUrl(archive)
  return lines([
    ...authors.map(({ name }) => named('author', name)),
    property('article:published_time', datePublished),
    property('article:modified_time', dateModified),
    // Open Graph expects a URL here.
    ...authors.map(({ url }) => property('article:author', url)),
    property('article:section', sectionOf(post)),
    ...tags.map((tag) => property('article:tag', tag)),
    named('citation_title', title),
    ...authors.map(({ name }) => named('citation_author', name)),
    named('citation_publication_date', published),
    named('citation_journal_title', settings.title),
    named('citation_language', settings.language),
    named('citation_public_url', post.url),
    ...tags.map((tag) => named('citation_keywords', tag)),
    // Also in the Link header, which static hosts do not send.
    described(mediaTypes.bibtex, urls.url(bibtexPath(post.id))),
    described(mediaTypes.csl, urls.url(cslPath(post.id))),
    license !== undefined && `<link rel="license" href="${escapeHtml(license)}">`,
  ])
}

function sectionOf({ series, seriesLabel }: Post): string | undefined {
  return isNamedSeries(series, seriesLabel) ? seriesLabel : undefined
}

/** Joins strings, which is ten times as fast as a template. */
function lines(elements: readonly (string | false)[]): Html {
  return raw(elements.filter((one) => one !== false).join('\n'))
}

/** False if there is no value. */
const named = (name: string, content: string | null | undefined) =>
  content != null && `<meta name="${name}" content="${escapeHtml(content)}">`
const property = (name: string, content: string | null | undefined) =>
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
export function postData(post: Post, archive: Archive, image: Preview | undefined): Html[] {
  const { settings, urls } = archive
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
    license: licenseUrl(archive),
    mainEntityOfPage: { '@type': 'WebPage', '@id': post.url },
    url: post.url,
  }
  const above = [
    { label: settings.title, path: servicePaths.home },
    ...(post.isUnlisted || section === undefined ? [] : [{ label: section, path: seriesPath(post.series) }]),
  ]
  return [script(article), breadcrumbs([...above, { label: post.title, path: post.path }], archive)]
}

export function siteData(archive: Published): Html[] {
  const { settings, urls } = archive
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${urls.url(servicePaths.search)}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return [
    script({
      '@type': 'WebSite',
      name: settings.title,
      description: settings.description,
      inLanguage: settings.language,
      publisher: agent(publisherOf(settings)),
      image: siteImage(archive)?.url,
      license: licenseUrl(archive),
      url: urls.url(servicePaths.home),
      potentialAction: search,
    }),
  ]
}

export function listData(
  page: Pick<Document, 'path' | 'title' | 'summary' | 'changedAt'> & { readonly list: List<Post> },
  above: readonly Target[],
  archive: Archive,
): Html[] {
  const { path, title, summary, changedAt, list } = page
  const { settings, urls } = archive
  const author = authorOf(list)
  const portrait = author && archive.portraits.get(author.name)?.url
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
  return [script(collection), breadcrumbs([...above, { label: title, path }], archive)]
}

function breadcrumbs(steps: readonly Target[], { urls }: Archive): Html {
  const items = steps.map(({ label, path }, at) => {
    return { '@type': 'ListItem', position: at + 1, name: label, item: urls.url(path) }
  })
  return script({ '@type': 'BreadcrumbList', itemListElement: items })
}

function agent(author: Author) {
  const { name, url, type } = author
  const parts = partsOf(author)
  const names = parts ? { familyName: parts.family, givenName: parts.given } : {}
  return { '@type': type === 'person' ? 'Person' : 'Organization', name, ...names, url }
}

function script(data: object): Html {
  return jsonScript('application/ld+json', { '@context': 'https://schema.org', ...data })
}
