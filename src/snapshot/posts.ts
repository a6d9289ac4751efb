import { runUntilLoaded } from '../base/bytes-missing.ts'
import { fromJson } from './record.ts'
import type { Resources, Snapshot } from './resource.ts'

/** A post of the list, as the contract defines it. */
export interface Post {
  readonly id: string
  /** The series it belongs to. */
  readonly type: string
  readonly seriesLabel: string
  /** Position within its series, from 1. */
  readonly seriesNumber: number
  readonly title: string
  readonly summary: string
  readonly tags?: readonly string[] | undefined
  /** As text: "7 min read". */
  readonly readingTime?: string | null | undefined
  /** ISO 8601 calendar date. */
  readonly datePublished?: string | null | undefined
  /** ISO 8601 date-time; null when never modified. */
  readonly dateModified?: string | null | undefined
  readonly wordCount?: number | undefined
  readonly authors?: readonly { readonly name: string; readonly url?: string | undefined }[] | undefined
  readonly url: string
  readonly markdownUrl?: string | undefined
  /** Custom fields of the publication. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** A post with its body. */
export interface PostWithBody extends Post {
  /** The whole body as markdown. Links in it are absolute. */
  readonly bodyMarkdown?: string | undefined
}

/** Returns all posts, newest first, as `/api/v1/posts.json` does. */
export const posts = (snapshot: Snapshot): Promise<readonly Post[]> =>
  runUntilLoaded(() => readJson<{ readonly posts: readonly Post[] }>(snapshot, '.json')?.posts ?? [])

/** Returns the post with this id, as `/api/v1/posts/{id}.json` does; undefined if there is none. */
export const getPost = (snapshot: Snapshot, id: string): Promise<PostWithBody | undefined> =>
  runUntilLoaded(() => readJson<PostWithBody>(snapshot, `/${id}.json`))

/** Reads the list of posts, or a resource below it. */
function readJson<Value>({ baseUrl, signposts, resources }: Snapshot, end: string): Value | undefined {
  const path = signposts.list.slice(new URL(baseUrl).origin.length).replace(/\.json$/, () => end)
  const json = plainBody(path, resources)
  return json && fromJson(json)
}

/** Returns the uncompressed body at a path, in the preferred media type. */
export function plainBody(path: string, resources: Resources): Uint8Array | undefined {
  const variants = resources.get(path)?.representations[0].variants
  return variants?.find(({ encoding }) => encoding === 'identity')?.full.body ?? undefined
}
