import type { Archive, Post } from '../archive/model.ts'
import { bibtexPath, cslPath, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { type Html, raw } from '../pages/html.ts'
import type { Preview } from './cards.ts'
import { mediaTypes } from './row.ts'

/** What programs that preview a page read, besides its title and description. */
export function pageMeta({ settings }: Archive, image: Preview | undefined): Html {
  const locale = localeOf(settings.language)
  return lines([
    ...(locale === undefined ? [] : [property('og:locale', locale)]),
    ...(image === undefined ? [] : imageMeta(image)),
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ])
}

function imageMeta({ url, alt, type, size }: Preview): string[] {
  return [
    property('og:image', url),
    ...(type === undefined ? [] : [property('og:image:type', type)]),
    ...(size === undefined
      ? []
      : [property('og:image:width', `${size.width}`), property('og:image:height', `${size.height}`)]),
    ...(alt === '' ? [] : [property('og:image:alt', alt)]),
  ]
}

/** What programs that index and cite posts read of one. https://scholar.google.com/intl/en/scholar/inclusion.html#indexing */
export function postMeta(post: Post, { settings, urls }: Archive): Html {
  const { title, authors, tags, datePublished, dateModified } = post
  const published = datePublished?.replaceAll('-', '/')
  return lines([
    ...authors.map(({ name }) => named('author', name)),
    ...(datePublished === null ? [] : [property('article:published_time', datePublished)]),
    ...(dateModified === null ? [] : [property('article:modified_time', dateModified)]),
    // A profile, as Open Graph has it, is an address.
    ...authors.flatMap(({ url }) => (url === undefined ? [] : [property('article:author', url)])),
    property('article:section', post.seriesLabel),
    ...tags.map((tag) => property('article:tag', tag)),
    named('citation_title', title),
    ...authors.map(({ name }) => named('citation_author', name)),
    ...(published === undefined ? [] : [named('citation_publication_date', published)]),
    named('citation_journal_title', settings.title),
    named('citation_language', settings.language),
    named('citation_public_url', post.url),
    ...tags.map((tag) => named('citation_keywords', tag)),
    // As in the Link header, for hosts of files, which send none.
    described(mediaTypes.bibtex, urls.url(bibtexPath(post.id))),
    described(mediaTypes.csl, urls.url(cslPath(post.id))),
    `<link rel="license" href="${escapeHtml(urls.url(servicePaths.privacy))}">`,
  ])
}

/** One piece: a template costs as much as ten joined lines. */
function lines(elements: readonly string[]): Html {
  return raw(elements.join('\n'))
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`
}

function described(type: string, href: string): string {
  return `<link rel="describedby" type="${type.split(';')[0]}" href="${escapeHtml(href)}">`
}

/** Open Graph has languages with their territory only, and which one is not for us to guess. */
function localeOf(language: string): string | undefined {
  const [, name, territory] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i.exec(language) ?? []
  return territory && `${name?.toLowerCase()}_${territory.toUpperCase()}`
}
