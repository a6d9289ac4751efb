/**
 * What the MCP endpoint answers from, apart from the twins of the posts: plain data, made by the build half. Lists are here as
 * they are sent.
 */
export interface SealedMcp {
  /** The path that it answers at. */
  readonly path: string
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
  readonly capabilities: object
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly prompts: readonly { readonly name: string }[]
  readonly resourceTemplates: readonly object[]
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
  /** The path of its markdown twin. */
  readonly twin: string
}

/** The path of its page: the twin's without the ending. */
export function pagePath({ twin }: SealedPost): string {
  return twin.replace(/\.md$/, '')
}

/** A post in a list of posts. */
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
