import { servicePaths, twinPath } from '../archive/urls.ts'
import { type BuildCache, memoizeLast } from '../base/caches.ts'
import type { Recipe } from '../snapshot/resource.ts'
import type { Published } from './published.ts'

/** One form of one kind of thing. Rows that share a path are the choices of one negotiated resource, in server order. */
export interface Row<Subject> {
  readonly path: (subject: Subject) => string
  readonly contentType: string | ((subject: Subject) => string)
  /** Accept decides, even if there is only one form to choose. */
  readonly negotiated: boolean
  /** The path is named after the bytes, so that they never change. */
  readonly immutable?: boolean
  /** What is sent at several paths is bytes, the same object at each. */
  readonly body: (subject: Subject, archive: Published) => string | Uint8Array
  /** What takes long to make and may never be asked for: the data that a server makes the same body of. */
  readonly recipe?: (subject: Subject, archive: Published) => Recipe
  readonly links?: (subject: Subject, archive: Published) => readonly Link[]
  /** Another path, at which this form is the only one. */
  readonly contentLocation?: (subject: Subject) => string
}

export interface Link {
  readonly path: string
  /** Where it leads instead, outside the archive. */
  readonly url?: string
  readonly rel: string
  readonly type?: string
}

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Rows of one kind, and the things that each of them is made for. */
export interface Group<Subject> {
  readonly subjects: (archive: Published) => readonly Subject[]
  /** Of all that the rows make of it, where that can be told before they are made. */
  readonly key?: (subject: Subject, archive: Published, cache: BuildCache) => string
  readonly rows: readonly Row<Subject>[]
  /** What a cache is told to forget it by; `site` for what belongs to no post. */
  readonly cacheTag?: (subject: Subject) => string
}

/** Every document leads to the index of all. */
const index: Link = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }
const alternate = (path: string): Link => ({ path, rel: 'alternate', type: 'text/markdown' })

interface Located {
  readonly path: string
  readonly url?: string
}

/** A post that was first published elsewhere is cited from there. */
export const canonicalOf = ({ path, ...document }: Located): Link => ({
  path,
  rel: 'canonical',
  ...(document.url === undefined ? {} : { url: document.url }),
})

/**
 * A page and its twin: at one path by Accept, and the twin again at its own. `query` is the rest of the address of both: as long as a
 * search, so that headers, which proxies limit, leave the link to the other form to the body. The page, or its twin, may link to more.
 */
export function withTwin<D extends Located>(
  html: (document: D, archive: Published) => string,
  twin: (document: D, archive: Published) => string | Uint8Array,
  {
    query = '',
    pageLinks,
    twinLinks,
  }: { query?: string; pageLinks?: Row<D>['links']; twinLinks?: Row<D>['links'] } = {},
): readonly Row<D>[] {
  const twinOf = ({ path }: D) => twinPath(path) + query
  const toOther = (link: Link) => (query === '' ? [link] : [])
  const canonical = (document: D, archive: Published): Link[] => [
    ...toOther(canonicalOf(document)),
    index,
    ...(twinLinks?.(document, archive) ?? []),
  ]
  return [
    {
      path: ({ path }) => path,
      contentType: mediaTypes.html,
      negotiated: true,
      body: html,
      links: (document, archive) => [
        ...toOther(alternate(twinOf(document))),
        index,
        ...(pageLinks?.(document, archive) ?? []),
      ],
    },
    {
      path: ({ path }) => path,
      contentType: mediaTypes.markdown,
      negotiated: true,
      body: twin,
      links: canonical,
      contentLocation: twinOf,
    },
    {
      path: ({ path }) => twinPath(path),
      contentType: mediaTypes.markdown,
      negotiated: false,
      body: twin,
      links: canonical,
    },
  ]
}

/** Files that are made as text: how many there are is known when they have been made, so that is done once. */
export const textFiles = (
  subjects: (archive: Published) => readonly TextFile[],
  contentType: string,
): Group<TextFile> => ({
  subjects: memoizeLast(subjects),
  rows: [{ path: ({ path }) => path, contentType, negotiated: false, body: ({ text }) => text }],
})

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
  // A feed of its own type is shown by browsers as its source; as XML it is shown by its stylesheet, and readers take both.
  feed: 'application/xml; charset=utf-8',
  jsonFeed: 'application/feed+json',
  csl: 'application/vnd.citationstyles.csl+json',
  text: 'text/plain; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** A map, since an ending is whatever an author wrote: `x.constructor`. */
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

/** What the type of a file is told by: the last part of its name, or two where they mean more than the last. */
export function endingOf(path: string): string {
  const [, two = '', one = two] = /\.(\w+\.(\w+)|\w+)$/.exec(path.toLowerCase()) ?? []
  return byExtension.has(two) ? two : one
}
