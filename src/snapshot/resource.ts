import type { Template } from './seal.ts'

/** Content encodings in the order the server prefers them when a client likes several equally (RFC 9110 §12.5.3). */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * One finished answer. `headers` is the whole list as it goes on the wire (name, value, name, value …), all but
 * Date and the connection's own; a runtime adds nothing to it and takes nothing away.
 */
export interface Answer {
  readonly status: number
  readonly headers: readonly string[]
  /** Null when nothing follows the header section: HEAD, 204 and 304. */
  readonly body: Uint8Array | null
  /** Made for this request: its bytes are nobody else's, and are not worth keeping. */
  readonly transient?: boolean
  /** What was asked for, if it was made for this request: a tool by name, `mcp` or `search`. Metrics count by it. */
  readonly operation?: string | undefined
}

/** One media type in one encoding. The three answers are subsets of one record, made once. */
export interface Variant {
  readonly encoding: Encoding
  /** Strong, quoted, and different for every media type and encoding. */
  readonly etag: string
  readonly full: Answer
  /** 200 without it, for HEAD. */
  readonly head: Answer
  readonly notModified: Answer
  /** False as long as its body is still to be made. */
  readonly isReady?: boolean
}

/** One media type of a resource, in each encoding it is kept in; the first is the one the server prefers. */
export interface Representation {
  /** Type and subtype alone, lower case: what Accept is held against. */
  readonly type: string
  readonly variants: readonly Variant[]
  /** Instead of variants, in a snapshot that is packed for a server: what it makes the only one of. */
  readonly deferred?: DeferredBody | undefined
}

/** A body before it is made: plain data, which only its maker understands. */
export type Recipe = object

/** With the headers that it is sent with; those of a 304, but for the tag. */
export interface DeferredBody {
  readonly recipe: Recipe
  readonly contentType: string
  readonly headers: readonly string[]
}

export interface Resource {
  readonly path: string
  /** True when Accept decides; false for files, which ignore it. */
  readonly negotiated: boolean
  /** A fact of the resource: the same on 200, 304 and 406. */
  readonly vary: string
  /** In server order: the first answers a wildcard or an absent Accept. */
  readonly representations: readonly [Representation, ...Representation[]]
}

/** By path; what is asked of it is as much of a map as there is. */
export interface Resources {
  readonly size: number
  get(path: string): Resource | undefined
  keys(): Iterable<string>
  values(): Iterable<Resource>
}

export interface Redirects extends Iterable<readonly [from: string, to: string]> {
  get(path: string): string | undefined
}

/** Where an error sends its reader: absolute URLs, and what the paths and ids of posts look like. */
export interface Signposts {
  readonly documentation: string
  readonly specification: string
  readonly index: string
  readonly list: string
  readonly home: string
  /** Where words are added; null where no program can search. */
  readonly search: string | null
  /** The paths that each post is at, with `{postId}` for its id. */
  readonly postPaths: readonly string[]
  /** The pattern that post ids match, and one that does. */
  readonly idPattern: string
  readonly idExample: string
  /** Paths of what is in no list: no error leads there. */
  readonly unlisted: readonly string[]
}

export interface Snapshot {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string
  /** The base URL's path: '' or '/prefix'. Every path below starts with it. */
  readonly basePath: string
  /** BCP 47 tag of the language that its pages are in. */
  readonly language: string
  readonly resources: Resources
  /** From a page's path with a trailing slash to the one without. */
  readonly redirects: Redirects
  readonly signposts: Signposts
  readonly mcp: SealedMcp
  /** The page of search results at each of its paths: all of it but the results. */
  readonly resultPages: readonly Template[]
}

/**
 * What the MCP endpoint answers from, apart from the twins of the posts: plain data, made by the build half. Lists are here as
 * they are sent.
 */
export interface SealedMcp {
  readonly path: string
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
  readonly capabilities: object
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly prompts: readonly { readonly name: string }[]
  readonly resourceTemplates: readonly { readonly uriTemplate: string }[]
  /** Newest first: a post's index here is its document's in the search index. */
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
  /** Of the twin, in bytes: a list of posts is no reason to load each. */
  readonly size: number
  /** ISO 8601 date-time. */
  readonly changedAt: string | null
}

/** The path of its page: the twin's without the ending. */
export function pagePath({ twin }: Pick<SealedPost, 'twin'>): string {
  return twin.replace(/(?:(?<=\/)index)?\.md$/, '')
}

export interface PostEntry {
  readonly id: string
  readonly title: string
  /** Their names; never none. */
  readonly authors: readonly string[]
  readonly series: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly published: string | null
  /** Where it is cited, which may be elsewhere. */
  readonly url: string
}
