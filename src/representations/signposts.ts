import { seriesPath } from '../archive/lists.ts'
import type { Archive, Post } from '../archive/model.ts'
import { bibtexPath, cslPath, postJsonPath, servicePaths, twinPath } from '../archive/urls.ts'
import { feedSignposts } from './feeds.ts'
import { type Link, mediaTypes } from './row.ts'

/** https://signposting.org: what a program that holds the address of a post needs for citing it, without reading the page. */
export function postSignposts(post: Post): Link[] {
  return [
    citeAs(post),
    described(bibtexPath(post.id), mediaTypes.bibtex),
    described(cslPath(post.id), mediaTypes.csl),
    { path: twinPath(post.path), rel: 'item', type: bare(mediaTypes.markdown) },
    { path: postJsonPath(post.id), rel: 'item', type: mediaTypes.json },
    { path: seriesPath(post.series), rel: 'collection', type: bare(mediaTypes.html) },
    terms,
    ...authorLinks(post),
  ]
}

/** Where programs start that know no more than the address of the site. */
export function homeSignposts(_: unknown, archive: Archive): Link[] {
  return [
    { path: servicePaths.contract, rel: 'service-desc', type: mediaTypes.json },
    { path: servicePaths.developers, rel: 'service-doc', type: bare(mediaTypes.html) },
    catalog,
    terms,
    ...feedSignposts(archive),
  ]
}

/** The way back from another form of a post. */
export function formSignposts(post: Post): Link[] {
  return [citeAs(post), { path: post.path, rel: 'collection', type: bare(mediaTypes.html) }, terms]
}

/** And from what describes it. */
export function citationSignposts({ path }: Post): Link[] {
  return [{ path, rel: 'describes', type: bare(mediaTypes.html) }]
}

export const catalog: Link = {
  path: servicePaths.apiCatalog,
  rel: 'api-catalog',
  type: bare(mediaTypes.linkset),
}
const terms: Link = { path: servicePaths.privacy, rel: 'license' }

/** RFC 8574. */
function citeAs({ path, url }: Post): Link {
  return { path, url, rel: 'cite-as' }
}

function described(path: string, type: string): Link {
  return { path, rel: 'describedby', type: bare(type) }
}

/** Of a paper by a hundred people a header has only the first. */
const mostAuthors = 10

/** Encoded as a browser would: a header is ASCII. */
function authorLinks({ path, authors }: Post): Link[] {
  const urls = authors.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).href]))
  return [...new Set(urls)].slice(0, mostAuthors).map((url) => ({ path, url, rel: 'author' }))
}

function bare(type: string): string {
  return type.split(';')[0] ?? type
}
