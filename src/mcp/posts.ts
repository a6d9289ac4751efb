import { once } from '../base/caches.ts'
import { around, nearest } from '../base/nearest.ts'
import { decoded, normalPath } from '../base/paths.ts'
import { type Index, openIndex } from '../search/load.ts'
import { plainBody } from '../snapshot/posts.ts'
import { pagePath, type PostEntry, type SealedPost, type Snapshot } from '../snapshot/resource.ts'
import { decodeUtf8 } from '../base/utf8.ts'

/** Opens a snapshot's search index. Quotes come from the markdown twins. */
export function indexOf(snapshot: Snapshot): Index {
  const { search, posts } = snapshot.mcp
  return openIndex(search, (document) => twinOf(posts[document]?.twin ?? '', snapshot))
}

function twinOf(path: string, { resources }: Snapshot): Uint8Array {
  const body = plainBody(path, resources)
  if (!body) throw new Error(`the snapshot has no uncompressed body for ${path}`)
  return body
}

/** Post lookups for tools, resources and prompts. */
export interface Posts {
  /** Newest first. */
  readonly all: readonly SealedPost[]
  tags(): readonly string[]
  authors(): readonly string[]
  series(): readonly string[]
  /** By an id, a URL or a title, and the section that a URL names. */
  find(name: string): FoundPost | undefined
  /** Returns its document number in the search index. */
  numberOf(post: SealedPost): number
  near(id: string): readonly string[]
  /** Finds a post by exactly one of its URLs. */
  at(url: string): SealedPost | undefined
  /** Returns the URL of its page on this server, which may not be the canonical one. */
  pageOf(post: SealedPost): string
  seriesLike(name: string): string | undefined
  /** Finds a tag in any spelling. */
  tagLike(tag: string): string | undefined
  nearTags(tag: string): readonly string[]
  /** Returns the markdown twin, as over HTTP. */
  textOf(post: SealedPost): string
}

interface FoundPost {
  readonly post: SealedPost
  readonly section?: string
}

const longestGuess = 64

export function postsOf(snapshot: Snapshot): Posts {
  const { mcp, baseUrl } = snapshot
  const { origin } = new URL(baseUrl)
  const pageOf = (post: SealedPost) => origin + pagePath(post)
  const find = postFinder(snapshot)
  const numbers = once(() => new Map(mcp.posts.map((post, number) => [post, number])))
  const ids = once(() => mcp.posts.map(({ entry }) => entry.id).sort())
  const series = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.series ?? []))].sort())
  const tags = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.tags))].sort())
  const authors = once(() => [...new Set(mcp.posts.flatMap(({ entry }) => entry.authors))].sort())
  const tagsByName = once(() => new Map(tags().map((tag) => [looseName(tag), tag])))
  const close = (sorted: readonly string[], word: string) =>
    word.length > longestGuess ? [] : nearest(word.toLowerCase(), around(sorted, word))
  return {
    get all() {
      return mcp.posts
    },
    tags,
    authors,
    find,
    numberOf: (post) => numbers().get(post) ?? -1,
    near: (id) => close(ids(), id),
    at(url) {
      const post = find(url)?.post
      return post && [post.entry.url, pageOf(post), origin + post.twin].includes(url) ? post : undefined
    },
    pageOf,
    series,
    seriesLike: (name) => series().find((one) => looseName(one) === looseName(name)),
    tagLike: (tag) => tagsByName().get(looseName(tag)),
    nearTags: (tag) => close(tags(), tag),
    textOf: ({ twin }) => decodeUtf8(twinOf(twin, snapshot)),
  }
}

/** Ignores case and word separators. */
function looseName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}

type Cited = Pick<PostEntry, 'title' | 'authors' | 'url' | 'published'>

/** Returns a citation with everything that the terms require, in the words of no language. */
export function citationOf({ title, authors, url, published }: Cited, publication: string): string {
  const date = published === null ? '' : ` (${published})`
  return `${authors.join(', ')}${date}. “${title}”. ${publication}. ${url}`
}

const longestAddress = 2048
const shortestIdPart = 4
/** Models ask for this when they have no id. */
const newestPost = /^(?:the )?(?:latest|newest|most recent)(?: (?:post|article|issue))?$/

/**
 * Finds a post by id, title, or the URL or path of any of its forms, each with an optional anchor; by another spelling of the id,
 * such as `week 4` or `4` for `week-04`; by an old URL; or by a unique part of its id.
 */
function postFinder({ mcp, baseUrl, basePath, signposts, redirects }: Snapshot) {
  const { origin, host } = new URL(baseUrl)
  const base = basePath.toLowerCase()
  /** The newest post of a name wins. */
  const postsBy = (namesOf: (post: SealedPost) => readonly string[]) =>
    once(() => {
      const oldestFirst = mcp.posts.toReversed()
      return new Map(
        oldestFirst.flatMap((post) => namesOf(post).map((name) => [lookupKey(name), post] as const)),
      )
    })
  const byId = postsBy(({ entry }) => [entry.id])
  const byTitle = postsBy(({ entry }) => [entry.title.trim()])
  const byAddress = postsBy(addressesOf)
  const shapes = signposts.postPaths.map((path) => path.slice(base.length).split('{postId}'))
  /** Undefined for a spelling that two ids share. */
  const bySpelling = once(() => {
    const posts = new Map<string, SealedPost | undefined>()
    for (const post of mcp.posts) {
      const name = idSpelling(post.entry.id)
      posts.set(name, posts.has(name) ? undefined : post)
    }
    return posts
  })

  /** The prefix that all numbered ids share, if any. */
  const commonPrefix = once(() => {
    const prefixes = new Set(mcp.posts.map(({ entry }) => /^(\D+)\d+$/.exec(entry.id)?.[1] ?? ''))
    return prefixes.size === 1 ? ([...prefixes][0] ?? '') : ''
  })

  /** Only those that do not follow from the id: a map of all would take long to make, and much memory. */
  function addressesOf(post: SealedPost): string[] {
    const { entry, twin } = post
    const page = pagePath(post)
    const paths = page === signposts.postPaths[0]?.replace('{postId}', entry.id) ? [] : [page, twin]
    const files = paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).filter((file) => file !== '')
    const elsewhere = entry.url === origin + page ? [] : [entry.url]
    return [...elsewhere, ...paths.map((path) => path.slice(basePath.length)), ...files]
  }

  /** Finds a post by an address, a path with or without the base path, or the name of a file alone. */
  function byName(name: string): SealedPost | undefined {
    const isUrl = name.startsWith(`${origin}/`)
    const path = isUrl ? name.slice(origin.length) : name
    const inBase = path.startsWith(`${base}/`) ? byPath(path.slice(base.length)) : undefined
    return byAddress().get(name) ?? inBase ?? (isUrl ? undefined : byPath(path))
  }

  function byPath(path: string): SealedPost | undefined {
    const id = shapes
      .map(([before = '', after = '']) => [path.includes('/') ? before : '', after] as const)
      .filter(([start, after]) => path.startsWith(start) && path.endsWith(after))
      .map(([start, after]) => path.slice(start.length, path.length - after.length))
      .find((one) => byId().has(one))
    return byAddress().get(path) ?? byId().get(id ?? '')
  }

  function byOldUrl(address: string): SealedPost | undefined {
    if (!URL.canParse(address, origin)) return undefined
    const asked = new URL(address, origin)
    const isHere = asked.host.replace(/^www\./, '') === host.replace(/^www\./, '')
    if (!isHere || asked.hash !== '') return undefined
    const path = normalPath(asked.pathname)
    const target = redirects.get(path) ?? redirects.get(basePath + path)
    return target === undefined ? undefined : byName(lookupKey(target))
  }

  /** Tries the start of ids first, then any part. Numbers and short parts would match by chance. */
  function byPartOfId(part: string): SealedPost | undefined {
    if (part.length < shortestIdPart || /^\d+$/.test(part)) return undefined
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
      byId().get(plain) ??
      byName(plain) ??
      byTitle().get(plain) ??
      byName(path.split('?')[0] ?? '') ??
      bySpelling().get(idSpelling(prefix + plain)) ??
      (newestPost.test(plain) ? mcp.posts[0] : undefined) ??
      byOldUrl(address) ??
      byPartOfId(idSpelling(plain))
    )
  }

  return (asked: string): FoundPost | undefined => {
    const whole = asked.length > longestAddress ? undefined : find(asked)
    if (whole) return { post: whole }
    const hash = asked.indexOf('#')
    if (hash === -1 || asked.length > longestAddress) return undefined
    const post = find(asked.slice(0, hash))
    return post && { post, section: decoded(asked.slice(hash + 1)) }
  }
}

const lookupKey = (name: string): string => name.toLowerCase().replace(/(.)\/$/, '$1')

/** Keeps only letters and digits, without leading zeros. */
function idSpelling(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
