import { servicePaths, twinPath } from '../archive/urls.ts'
import { type BuildCache, memoizeLast } from '../base/caches.ts'
import type { Published } from './published.ts'

/** A published format of a kind of subject. Rows with the same path form one negotiated resource, in server order. */
export interface Row<Subject> {
  readonly path: (subject: Subject) => string
  readonly contentType: string | ((subject: Subject) => string)
  /** Whether Accept applies, even with only one format. */
  readonly negotiated?: boolean
  /** The path contains a content hash. */
  readonly immutable?: boolean
  /** For several paths, returns the same byte array, so that it is stored once. */
  readonly body: (subject: Subject, archive: Published) => string | Uint8Array
  readonly links?: (subject: Subject, archive: Published) => readonly Link[]
  /** Another path that has only this format. */
  readonly contentLocation?: (subject: Subject) => string
}

export interface Link {
  readonly path: string
  /** An external target, in place of the path. */
  readonly url?: string | undefined
  readonly rel: string
  readonly type?: string
}

export interface TextFile {
  readonly path: string
  readonly text: string
  /** Identifies the text without loading it. */
  readonly digest?: string | undefined
}

/** Rows, and the subjects that they apply to. */
export interface Group<Subject> {
  readonly subjects: (archive: Published) => readonly Subject[]
  /** The cache key of all its bodies, if it can be computed without them. */
  readonly key?: (subject: Subject, archive: Published, cache: BuildCache) => string | undefined
  readonly rows: readonly Row<Subject>[]
  /** Tag for cache purges; default `site`. */
  readonly cacheTag?: (subject: Subject) => string
}

const index: Link = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }

type Located = Pick<Link, 'path' | 'url'>

/** A post's canonical URL may be on another site. */
export const canonicalOf = ({ path, url }: Located): Link => ({ path, url, rel: 'canonical' })

/**
 * Rows for a page and its markdown twin: negotiated at one path, and the twin again at its own. With a `query`, the links to the
 * other format are left to the body: a long search would exceed the header limits of proxies.
 */
export function withTwin<D extends Located>(
  html: (document: D, archive: Published) => string,
  twin: (document: D, archive: Published) => string | Uint8Array,
  { query = '', pageLinks = noLinks, twinLinks = noLinks }: TwinOptions<D> = {},
): readonly Row<D>[] {
  const path = (document: D) => document.path
  const twinOf = (document: D) => twinPath(document.path) + query
  const links =
    (other: (document: D) => Link, more: typeof pageLinks) => (document: D, archive: Published) => [
      ...(query === '' ? [other(document)] : []),
      index,
      ...more(document, archive),
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

export function textFiles(subjects: (archive: Published) => readonly TextFile[]): Group<TextFile> {
  const contentType = ({ path }: TextFile) => mediaTypeOf(path)
  return {
    subjects: memoizeLast(subjects),
    rows: [{ path: ({ path }) => path, contentType, body: ({ text }) => text }],
  }
}

export const mediaTypes = {
  html: 'text/html; charset=utf-8',
  // RFC 7763 §2 requires the charset; JSON has none (RFC 8259 §11).
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  serverCard: 'application/mcp-server-card+json',
  yaml: 'application/yaml',
  xml: 'application/xml',
  bibtex: 'application/x-bibtex; charset=utf-8',
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  atom: 'application/atom+xml',
  // Browsers apply the stylesheet only to plain XML; feed readers accept both types.
  feed: 'application/xml; charset=utf-8',
  jsonFeed: 'application/feed+json',
  csl: 'application/vnd.citationstyles.csl+json',
  text: 'text/plain; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** A map, because a file may be called `x.constructor`. */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    bib: mediaTypes.bibtex,
    css: mediaTypes.css,
    'csl.json': mediaTypes.csl,
    csv: 'text/csv; charset=utf-8',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    js: mediaTypes.script,
    json: mediaTypes.json,
    md: mediaTypes.markdown,
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    pdf: 'application/pdf',
    png: 'image/png',
    svg: 'image/svg+xml',
    tsv: 'text/tab-separated-values; charset=utf-8',
    txt: mediaTypes.text,
    webm: 'video/webm',
    webp: 'image/webp',
    woff2: 'font/woff2',
    xml: mediaTypes.xml,
    yaml: mediaTypes.yaml,
  }),
)

export function mediaTypeOf(path: string): string {
  return byExtension.get(endingOf(path)) ?? 'application/octet-stream'
}

/** Returns the file extension, or two of them if they are known together, such as `csl.json`. */
export function endingOf(path: string): string {
  const [, two = '', one = two] = /\.(\w+\.(\w+)|\w+)$/.exec(path.toLowerCase()) ?? []
  return byExtension.has(two) ? two : one
}
