import { servicePaths, twinPath } from '../archive/urls.ts'
import type { ResourceKeys } from './keys.ts'
import { mediaTypes } from './media-types.ts'
import type { Publication } from './publication.ts'

/** A published format of a kind of subject. Rows with the same path form one negotiated resource, in server order. */
export interface Row<Subject> {
  readonly path: (subject: Subject) => string
  /** By default that of the path's extension. */
  readonly contentType?: string
  /** Whether Accept applies, even with only one format. */
  readonly negotiated?: boolean
  /** The path contains a content hash. */
  readonly immutable?: boolean
  /** Called once for all rows with the same function. */
  readonly body: (subject: Subject, publication: Publication) => string | Uint8Array
  readonly links?: (subject: Subject, publication: Publication) => readonly WebLink[]
  /** Another path that has only this format. */
  readonly contentLocation?: (subject: Subject) => string
}

/** A link in a header (RFC 8288). */
export interface WebLink {
  readonly path: string
  /** An external target, in place of the path. */
  readonly url?: string | undefined
  readonly rel: string
  readonly type?: string
}

/** Rows, and the subjects that they apply to. */
export interface Group<Subject> {
  readonly subjects: (publication: Publication) => readonly Subject[]
  /** The cache key of all its bodies, if it can be computed without them. */
  readonly key?: (subject: Subject, keys: ResourceKeys) => string | undefined
  readonly rows: readonly Row<Subject>[]
  /** Tag for cache purges; default `site`. */
  readonly cacheTag?: (subject: Subject) => string
}

const llmsLink: WebLink = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }

type Linked = Pick<WebLink, 'path' | 'url'>

/** A post's canonical URL may be on another site. */
export const canonicalOf = ({ path, url }: Linked): WebLink => ({ path, url, rel: 'canonical' })

/**
 * Rows for a page and its markdown twin: negotiated at one path, and the twin again at its own. With a `query`, the links to the
 * other format are left to the body: a long search would exceed the header limits of proxies.
 */
export function withTwin<D extends Linked>(
  html: Row<D>['body'],
  twin: Row<D>['body'],
  { query = '', pageLinks = noLinks, twinLinks = noLinks }: TwinOptions<D> = {},
): readonly Row<D>[] {
  const path = (document: D) => document.path
  const twinOf = (document: D) => twinPath(document.path) + query
  const links =
    (other: (document: D) => WebLink, more: typeof pageLinks): NonNullable<Row<D>['links']> =>
    (document, publication) => [
      ...(query === '' ? [other(document)] : []),
      llmsLink,
      ...more(document, publication),
    ]
  const alternate = (document: D) => ({ path: twinOf(document), rel: 'alternate', type: 'text/markdown' })
  const page = { contentType: mediaTypes.html, body: html, links: links(alternate, pageLinks) }
  const markdown = { contentType: mediaTypes.markdown, body: twin, links: links(canonicalOf, twinLinks) }
  return [
    { path, negotiated: true, ...page },
    { path, negotiated: true, ...markdown, contentLocation: twinOf },
    { path: (document) => twinPath(document.path), ...markdown },
  ]
}

interface TwinOptions<D> {
  readonly query?: string
  readonly pageLinks?: Row<D>['links']
  readonly twinLinks?: Row<D>['links']
}

const noLinks = () => []
