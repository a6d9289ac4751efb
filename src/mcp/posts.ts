import { once } from '../base/caches.ts'
import { around, nearest } from '../base/nearest.ts'
import { decoded, normalPath } from '../base/paths.ts'
import { type Index, openIndex } from '../search/load.ts'
import {
  pagePath,
  type PostEntry,
  type Resources,
  type SealedPost,
  type Snapshot,
} from '../snapshot/resource.ts'

/** Opens a snapshot's search index. Quotes come from the markdown twins. */
export function indexOf({ mcp, resources }: Snapshot): Index {
  return openIndex(mcp.search, (document) => twinOf(mcp.posts[document]?.twin ?? '', resources))
}

function twinOf(path: string, resources: Resources): Uint8Array {
  const variants = resources.get(path)?.representations[0].variants
  const body = variants?.find(({ encoding }) => encoding === 'identity')?.full.body
  if (!body) throw new Error(`the snapshot has no uncompressed body for ${path}`)
  return body
}

/** Post lookups for tools, resources and prompts. */
export type Posts = ReturnType<typeof postsOf>

export function postsOf(snapshot: Snapshot) {
  const { mcp, baseUrl, resources } = snapshot
  const { origin } = new URL(baseUrl)
  const pageOf = (post: SealedPost) => origin + pagePath(post)
  const urlsOf = (post: SealedPost) => [post.entry.url, pageOf(post), origin + post.twin]
  const byUrl = once(
    () => new Map(mcp.posts.flatMap((post) => urlsOf(post).map((url) => [url, post] as const))),
  )
  const numbers = once(() => new Map(mcp.posts.map((post, number) => [post, number])))
  const ids = once(() => mcp.posts.map(({ entry }) => entry.id).sort())
  const series = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.series ?? []))].sort())
  const tags = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.tags))].sort())
  const authors = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.authors))].sort())
  const tagsByName = once(() => new Map(tags().map((tag) => [plain(tag), tag])))
  const close = (sorted: readonly string[], word: string) =>
    word.length > longestGuess ? [] : nearest(word.toLowerCase(), around(sorted, word))
  return {
    /** Newest first. */
    get all() {
      return mcp.posts
    },
    tags,
    authors,
    find: postFinder(snapshot),
    /** Returns its document number in the search index. */
    numberOf: (post: SealedPost) => numbers().get(post) ?? -1,
    near: (id: string) => close(ids(), id),
    at: (url: string) => byUrl().get(url),
    /** Returns the URL of its page on this server, which may not be the canonical one. */
    pageOf,
    series,
    seriesLike: (name: string) => series().find((one) => plain(one) === plain(name)),
    /** Finds a tag in any spelling. */
    tagLike: (tag: string) => tagsByName().get(plain(tag)),
    nearTags: (tag: string) => close(tags(), tag),
    /** Returns the markdown twin, as over HTTP. */
    textOf: ({ twin }: SealedPost) => utf8.decode(twinOf(twin, resources)),
  }
}

/** Ignores case and word separators. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}

const longestGuess = 64
const utf8 = new TextDecoder()

type Cited = Pick<PostEntry, 'title' | 'authors' | 'url' | 'published'>

/** Returns a citation with everything that the terms require, in the words of no language. */
export function citation({ title, authors, url, published }: Cited, publication: string): string {
  const date = published === null ? '' : ` (${published})`
  return `${authors.join(', ')}${date}. “${title}”. ${publication}. ${url}`
}

/**
 * Finds a post by id, title, or the URL or path of any of its forms, each with an optional anchor; by another spelling of the id,
 * such as `week 4` or `4` for `week-04`; by an old URL; or by a unique part of its id.
 */
function postFinder({ mcp, baseUrl, basePath, signposts, redirects }: Snapshot) {
  const { origin, host } = new URL(baseUrl)
  const byName = once(() => {
    const ids = mcp.posts.map((post) => [lookupKey(post.entry.id), post] as const)
    const names = mcp.posts.flatMap((post) => namesOf(post).map((name) => [name, post] as const))
    const titles = mcp.posts.map((post) => [post.entry.title.trim().toLowerCase(), post] as const)
    // Reversed, so that the first wins: an id, then the newest post of a name.
    return new Map([...ids, ...names, ...titles].reverse())
  })
  /** Undefined for a spelling that two ids share. */
  const bySpelling = once(() => {
    const posts = new Map<string, SealedPost | undefined>()
    for (const post of mcp.posts) {
      const name = spelling(post.entry.id)
      posts.set(name, posts.has(name) ? undefined : post)
    }
    return posts
  })

  /** The prefix that all numbered ids share, if any. */
  const commonPrefix = once(() => {
    const prefixes = new Set(mcp.posts.map(({ entry }) => /^(\D+)\d+$/.exec(entry.id)?.[1] ?? ''))
    return prefixes.size === 1 ? ([...prefixes][0] ?? '') : ''
  })

  function namesOf(post: SealedPost): string[] {
    const { entry, twin } = post
    const patterns = signposts.postPaths.map((path) => path.replace('{postId}', entry.id))
    const paths = [twin, pagePath(post), ...patterns]
    const withoutBase = paths.map((path) => path.slice(basePath.length))
    const files = paths.map((path) => path.slice(path.lastIndexOf('/') + 1))
    const urls = paths.map((path) => origin + path)
    const all = [entry.url, ...paths, ...urls, ...withoutBase, ...files]
    return all.map(lookupKey)
  }

  function byOldUrl(address: string): SealedPost | undefined {
    if (!URL.canParse(address, origin)) return undefined
    const asked = new URL(address, origin)
    const isHere = asked.host.replace(/^www\./, '') === host.replace(/^www\./, '')
    if (!isHere || asked.hash !== '') return undefined
    const path = normalPath(asked.pathname)
    const target = redirects.get(path) ?? redirects.get(basePath + path)
    return target === undefined ? undefined : byName().get(lookupKey(target))
  }

  /** Tries the start of ids first, then any part. Numbers and short parts would match by chance. */
  function byPartOfId(part: string): SealedPost | undefined {
    if (part.length < shortestPart || /^\d+$/.test(part)) return undefined
    const containing = [...bySpelling()].filter(([id]) => id.includes(part))
    const starting = containing.filter(([id]) => id.startsWith(part))
    const [only, ...others] = starting.length > 0 ? starting : containing
    return others.length === 0 ? only?.[1] : undefined
  }

  function find(name: string): SealedPost | undefined {
    const address = name.trim().replace(/^<|>$/g, '')
    const plain = address.replace(/\/$/, '').toLowerCase()
    const path = plain.startsWith('http') || plain.startsWith('/') ? plain : `/${plain}`
    const prefix = /^\d+$/.test(plain) ? commonPrefix() : ''
    return (
      byName().get(plain) ??
      byName().get(path.split('?')[0] ?? '') ??
      bySpelling().get(spelling(prefix + plain)) ??
      (newestPost.test(plain) ? mcp.posts[0] : undefined) ??
      byOldUrl(address) ??
      byPartOfId(spelling(plain))
    )
  }

  return (asked: string): { readonly post: SealedPost; readonly section?: string } | undefined => {
    const whole = asked.length > longestAddress ? undefined : find(asked)
    if (whole) return { post: whole }
    const hash = asked.indexOf('#')
    if (hash === -1 || asked.length > longestAddress) return undefined
    const post = find(asked.slice(0, hash))
    return post && { post, section: decoded(asked.slice(hash + 1)) }
  }
}

function lookupKey(name: string): string {
  return name.toLowerCase().replace(/(.)\/$/, '$1')
}

const longestAddress = 2048
const shortestPart = 4
/** Models ask for this when they have no id. */
const newestPost = /^(?:the )?(?:latest|newest|most recent)(?: (?:post|article|issue))?$/

/** Keeps only letters and digits, without leading zeros. */
function spelling(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
