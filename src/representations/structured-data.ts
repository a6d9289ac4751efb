import type { Archive, Document, Post } from '../archive/model.ts'
import { type Author, publisherOf } from '../archive/authors.ts'
import { type List, seriesPath } from '../archive/lists.ts'
import { servicePaths } from '../archive/urls.ts'
import { type Html, jsonScript } from '../pages/html.ts'
import { type Preview, siteImage } from './cards.ts'
import { partsOf } from './citations.ts'
import type { Published } from './published.ts'

/** https://schema.org, as JSON-LD: each subject in a script of its own, since many readers take only the first of a list. */
export function postData(post: Post, archive: Archive, image: Preview | undefined): Html[] {
  const { settings, urls } = archive
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
    articleSection: post.seriesLabel,
    inLanguage: settings.language,
    isPartOf: { '@type': 'Periodical', name: settings.title, url: urls.url(servicePaths.home) },
    image: image?.url,
    license: urls.url(servicePaths.privacy),
    mainEntityOfPage: { '@type': 'WebPage', '@id': post.url },
    url: post.url,
  }
  const above = [
    { label: settings.title, path: servicePaths.home },
    { label: post.seriesLabel, path: seriesPath(post.series) },
  ]
  return [script(article), breadcrumbs([...above, { label: post.title, path: post.path }], archive)]
}

/** The site, and how it is searched where something answers. */
export function siteData(archive: Published): Html[] {
  const { settings, urls, searchable } = archive
  const search = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${urls.url(servicePaths.search)}?q={search_term_string}`,
    },
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
      license: urls.url(servicePaths.privacy),
      url: urls.url(servicePaths.home),
      potentialAction: searchable ? search : undefined,
    }),
  ]
}

/** A page that lists posts or other lists, and what leads to it. */
export function listData(
  {
    path,
    title,
    summary,
    changedAt,
    list,
  }: Pick<Document, 'path' | 'title' | 'summary' | 'changedAt'> & { readonly list: List },
  above: readonly Step[],
  archive: Archive,
): Html[] {
  const { settings, urls } = archive
  const collection = {
    '@type': 'CollectionPage',
    name: title,
    description: summary,
    dateModified: changedAt ?? undefined,
    inLanguage: settings.language,
    isPartOf: { '@type': 'WebSite', name: settings.title, url: urls.url(servicePaths.home) },
    mainEntity: { '@type': 'ItemList', numberOfItems: list.posts.length || list.below.length },
    url: urls.url(path),
  }
  return [script(collection), breadcrumbs([...above, { label: title, path }], archive)]
}

interface Step {
  readonly label: string
  readonly path: string
}

function breadcrumbs(steps: readonly Step[], { urls }: Archive): Html {
  const items = steps.map(({ label, path }, at) => {
    return { '@type': 'ListItem', position: at + 1, name: label, item: urls.url(path) }
  })
  return script({ '@type': 'BreadcrumbList', itemListElement: items })
}

function agent(author: Author) {
  const { name, url, type } = author
  const parts = partsOf(author)
  const inParts = parts ? { familyName: parts.family, givenName: parts.given } : {}
  return { '@type': type === 'person' ? 'Person' : 'Organization', name, ...inParts, url }
}

function script(data: object): Html {
  return jsonScript('application/ld+json', { '@context': 'https://schema.org', ...data })
}
