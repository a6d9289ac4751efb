/** The resources of the contract. */

export interface Post {
  readonly id: string
  readonly type: string
  readonly seriesLabel: string
  readonly seriesNumber: number
  readonly title: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly readingTime: string | null
  readonly datePublished: string | null
  readonly dateModified: string | null
  readonly wordCount: number
  readonly authors: readonly { readonly name: string; readonly url?: string }[]
  readonly url: string
  readonly markdownUrl: string
}

export interface PostWithBody extends Post {
  readonly bodyMarkdown: string
}

export interface PostList {
  readonly count: number
  readonly generatedAt: string
  readonly posts: readonly Post[]
}

export interface ServiceIndex {
  readonly service: string
  readonly version: string
  readonly documentation: string
  readonly specification: string
  readonly endpoints: Readonly<Record<string, string>>
  readonly uriTemplates: Readonly<Record<string, string>>
}

export interface Statistics {
  readonly totalPosts: number
  readonly bySeries: Readonly<Record<string, { readonly count: number; readonly latest: string }>>
  readonly tags: readonly string[]
  readonly generatedAt: string
}

export interface ErrorBody {
  readonly error: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly hint: string
    readonly path: string
    readonly documentation: string
    readonly specification: string
  }
}
