import type { SearchWords } from '../words/format.ts'

/** In order of the server's preference, for encodings that a client accepts equally (RFC 9110 §12.5.3). */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * A complete response. `headers` is the list as sent (name, value, name, value …), except Date and connection headers; runtimes
 * send it unchanged.
 */
export interface Answer {
  readonly status: number
  readonly headers: readonly string[]
  /** Null for HEAD, 204 and 304. */
  readonly body: Uint8Array | null
  /** Made for this request only; not worth caching. */
  readonly transient?: boolean
  /** The metrics label of a computed answer: a tool name, `mcp` or `search`. */
  readonly operation?: string | undefined
  /** Tells an answer from a `Need`. */
  readonly needs?: undefined
}

/** One media type in one encoding, with its three answers. */
export interface Variant {
  readonly contentType: string
  readonly encoding: Encoding
  /** Strong, quoted, and different for every media type and encoding. */
  readonly etag: string
  /** The headers of all encodings, also sent on a 304. */
  readonly shared: readonly string[]
  /** Of the body, in bytes. */
  readonly length: number
  readonly full: Answer
  /** The 200 without its body, for HEAD. */
  readonly head: Answer
  readonly notModified: Answer
  /** False until an on-demand body is made. */
  readonly isReady: boolean
}

/** One media type of a resource, in each available encoding, the preferred one first. */
export interface Representation {
  /** Type and subtype in lower case, to match against Accept. */
  readonly type: string
  readonly variants: readonly Variant[]
}

export interface Resource {
  readonly path: string
  /** False for files, which ignore Accept. */
  readonly negotiated: boolean
  /** The same on 200, 304 and 406. */
  readonly vary: string
  /** The first answers a wildcard or missing Accept. */
  readonly representations: readonly [Representation, ...Representation[]]
}

/** A resource before it is sealed. */
export interface Draft {
  readonly path: string
  /** A cache key for everything the bodies depend on, if known. */
  readonly key?: string | undefined
  readonly negotiated: boolean
  /** The path contains a digest of the bytes, so they never change. */
  readonly immutable: boolean
  /** In order of the server's preference. */
  readonly forms: readonly Form[]
}

export interface Form {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Additional headers, as name, value, name, value. */
  readonly headers: readonly string[]
}

/** A resource with slots in its text and headers, which `search-page/results.ts` fills on request. */
export interface Template extends Draft {
  readonly forms: readonly TextForm[]
}

export interface TextForm extends Form {
  readonly body: string
}

/**
 * Resources by path: the part of `ReadonlyMap` that the engine uses. There are four: a Map of what was just sealed, for the library; a
 * packed file, which is read on demand (`unpack.ts`); parts, which may not be loaded yet (`open-parts.ts`); and a preview, which renders
 * on request (`cli/dev/preview.ts`). What is stored is read in one way: `resourceOf` turns a record into a resource.
 */
export interface Resources {
  readonly size: number
  get(path: string): Resource | undefined
  keys(): Iterable<string>
  values(): Iterable<Resource>
}

export interface Redirects extends Iterable<readonly [from: string, to: string]> {
  get(path: string): string | undefined
}

/** Data for the hints in error responses. URLs are absolute. */
export interface Signposts {
  readonly documentation: string
  readonly specification: string
  readonly index: string
  readonly list: string
  readonly home: string
  /** A prefix for the query. Null if programs cannot search. */
  readonly search: string | null
  /** The path templates of a post, with `{postId}`. */
  readonly postPaths: readonly string[]
  readonly idPattern: string
  readonly idExample: string
  /** Paths that hints must not reveal. */
  readonly unlisted: readonly string[]
}

export interface Snapshot {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string
  /** The base URL's path: '' or '/prefix'. Every path below starts with it. */
  readonly basePath: string
  /** For search results, in the pages' language. */
  readonly words: SearchWords
  readonly resources: Resources
  readonly redirects: Redirects
  readonly signposts: Signposts
  readonly mcp: SealedMcp
  /** Templates of the search page, one for each of its paths. */
  readonly resultPages: readonly Template[]
  /** Without it, search results are not compressed. */
  readonly onDemand?: OnDemand | undefined
}

/** Makes encodings and bodies on first request. The result never depends on when. */
export interface OnDemand {
  compress(body: Uint8Array, encoding: CompressedEncoding): Uint8Array
  /** Decompresses Brotli from a packed file. */
  decompress(body: Uint8Array): Uint8Array
  nameOf(encoding: CompressedEncoding): string
}

export type CompressedEncoding = Exclude<Encoding, 'identity'>

/** The part of a snapshot that a static host needs besides the resources. */
export interface SealedSite extends Pick<Snapshot, 'baseUrl' | 'basePath' | 'words' | 'signposts'> {
  readonly redirects: ReadonlyMap<string, string>
}

/** The data of the MCP endpoint, except the markdown of posts. Lists are stored as they are sent. */
export interface SealedMcp {
  readonly path: string
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
  readonly capabilities: object
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly prompts: readonly { readonly name: string }[]
  readonly resourceTemplates: readonly { readonly uriTemplate: string }[]
  /** Newest first, in the order of the search index. */
  readonly posts: readonly SealedPost[]
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly search: Uint8Array
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>
    readonly required?: readonly string[]
  }
  readonly outputSchema?: object
  readonly annotations: object
}

export interface SealedPost {
  readonly entry: PostEntry
  readonly twin: string
  /** The twin's size in bytes, so that lists need not load it. */
  readonly size: number
  /** ISO 8601 date-time. */
  readonly changedAt: string | null
}

/** Returns the path of a post's page: the twin's path without its extension. */
export const pagePath = ({ twin }: Pick<SealedPost, 'twin'>): string =>
  twin.replace(/(?:(?<=\/)index)?\.md$/, '')

export interface PostEntry {
  readonly id: string
  readonly title: string
  /** Names; never empty. */
  readonly authors: readonly string[]
  readonly series?: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly published: string | null
  /** The canonical URL, which may be on another site. */
  readonly url: string
}
