import { once } from '../answer/memo.ts'
import { around, nearest } from '../nearest.ts'
import type { PostEntry, SealedPost } from '../snapshot/mcp.ts'
import type { Snapshot } from '../snapshot/resource.ts'

/** The posts of a snapshot, as tools, resources and prompts look them up. */
export interface Posts {
  /** Newest first. */
  readonly all: readonly SealedPost[]
  tags(): readonly string[]
  find(id: string): SealedPost | undefined
  /** Ids that may have been meant. */
  near(id: string): readonly string[]
  /** By the URL of its page, or of its twin. */
  at(url: string): SealedPost | undefined
  /** The URL of its page here, which need not be the canonical one. */
  pageOf(post: SealedPost): string
  /** A tag in use, in whatever case it is written. */
  tagLike(tag: string): string | undefined
  nearTags(tag: string): readonly string[]
  /** The markdown twin: the very text that is sent over HTTP. */
  textOf(post: SealedPost): string
}

export function postsOf({ mcp, baseUrl, resources }: Snapshot): Posts {
  const { origin } = new URL(baseUrl)
  const pageOf = ({ twin }: SealedPost) => origin + twin.replace(/\.md$/, '')
  const byId = once(() => new Map(mcp.posts.map((post) => [post.entry.id, post])))
  const byUrl = once(
    () =>
      new Map(
        mcp.posts.flatMap((post) => [
          [post.entry.url, post],
          [pageOf(post), post],
          [origin + post.twin, post],
        ]),
      ),
  )
  const ids = once(() => [...byId().keys()].sort())
  const tags = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.tags))].sort())
  const tagsByName = once(() => new Map(tags().map((tag) => [tag.toLowerCase(), tag])))
  const close = (sorted: readonly string[], word: string) =>
    word.length > longestGuess ? [] : nearest(word.toLowerCase(), around(sorted, word))
  return {
    all: mcp.posts,
    tags,
    find: (id) => byId().get(id) ?? byId().get(id.trim().toLowerCase()),
    near: (id) => close(ids(), id),
    at: (url) => byUrl().get(url),
    pageOf,
    tagLike: (tag) => tagsByName().get(tag.trim().toLowerCase()),
    nearTags: (tag) => close(tags(), tag),
    textOf({ twin }) {
      const variants = resources.get(twin)?.representations[0].variants
      const body = variants?.find(({ encoding }) => encoding === 'identity')?.full.body
      if (!body) throw new Error(`the snapshot keeps no plain text of ${twin}`)
      return utf8.decode(body)
    },
  }
}

/** Whether a post is of a series and has a tag, where they are asked for. */
export function isOf(entry: PostEntry, series: string | undefined, tag: string | undefined): boolean {
  return (series === undefined || entry.series === series) && (tag === undefined || entry.tags.includes(tag))
}

/** For a model: what it may have meant, or nothing. */
export function didYouMean(near: readonly string[]): string {
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
}

const utf8 = new TextDecoder()
const longestGuess = 64
