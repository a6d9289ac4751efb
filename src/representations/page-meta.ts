import type { Archive, Post } from '../archive/archive.ts'
import { bibtexPath, cslPath, servicePaths } from '../archive/urls.ts'
import { type Html, html } from '../pages/html.ts'
import { mediaTypes } from './media-types.ts'

/** What programs that preview a page read, besides its title and description. */
export function pageMeta({ settings }: Archive, image: string | undefined): Html[] {
  const locale = localeOf(settings.language)
  return [
    ...(locale === undefined ? [] : [property('og:locale', locale)]),
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ]
}

/** What programs that index and cite posts read of one. https://scholar.google.com/intl/en/scholar/inclusion.html#indexing */
export function postMeta(post: Post, { settings, urls }: Archive): Html[] {
  const { title, authors, tags, datePublished, dateModified } = post
  return [
    ...authors.map(({ name }) => named('author', name)),
    ...(datePublished === null ? [] : [property('article:published_time', datePublished)]),
    ...(dateModified === null ? [] : [property('article:modified_time', dateModified)]),
    // A profile, as Open Graph has it, is an address.
    ...authors.flatMap(({ url }) => (url === undefined ? [] : [property('article:author', url)])),
    property('article:section', post.seriesLabel),
    ...tags.map((tag) => property('article:tag', tag)),
    named('citation_title', title),
    ...authors.map(({ name }) => named('citation_author', name)),
    ...(datePublished === null
      ? []
      : [named('citation_publication_date', datePublished.replaceAll('-', '/'))]),
    named('citation_journal_title', settings.title),
    named('citation_language', settings.language),
    named('citation_public_url', post.url),
    ...tags.map((tag) => named('citation_keywords', tag)),
    // As in the Link header, for hosts of files, which send none.
    link('describedby', mediaTypes.bibtex, urls.url(bibtexPath(post.id))),
    link('describedby', mediaTypes.csl, urls.url(cslPath(post.id))),
    html`<link rel="license" href="${urls.url(servicePaths.privacy)}">`,
  ]
}

function named(name: string, content: string): Html {
  return html`<meta name="${name}" content="${content}">`
}

function property(name: string, content: string): Html {
  return html`<meta property="${name}" content="${content}">`
}

function link(rel: string, type: string, href: string): Html {
  return html`<link rel="${rel}" type="${type.split(';')[0]}" href="${href}">`
}

/** Open Graph has languages with their territory only, and which one is not for us to guess. */
function localeOf(language: string): string | undefined {
  const [, name, territory] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i.exec(language) ?? []
  return territory && `${name?.toLowerCase()}_${territory.toUpperCase()}`
}
