import { once } from '../base/caches.ts'
import { around, nearest } from '../base/nearest.ts'
import { normalPath } from '../base/paths.ts'
import { type Index, openIndex } from '../search/load.ts'
import {
  pagePath,
  type PostEntry,
  type Resources,
  type SealedPost,
  type Snapshot,
} from '../snapshot/resource.ts'

/** The search index of a snapshot, which quotes from the twins of its posts. */
export function indexOf({ mcp, resources }: Snapshot): Index {
  return openIndex(mcp.search, (document) => twinOf(mcp.posts[document]?.twin ?? '', resources))
}

function twinOf(path: string, resources: Resources): Uint8Array {
  const variants = resources.get(path)?.representations[0].variants
  const body = variants?.find(({ encoding }) => encoding === 'identity')?.full.body
  if (!body) throw new Error(`the snapshot keeps no plain text of ${path}`)
  return body
}

/** The posts of a snapshot, as tools, resources and prompts look them up. */
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
  const series = once(() => [...new Set(mcp.posts.map(({ entry }) => entry.series))].sort())
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
    /** By whatever this server has called it. */
    find: addressReader(snapshot),
    /** The number of its document in the search index. */
    numberOf: (post: SealedPost) => numbers().get(post) ?? -1,
    near: (id: string) => close(ids(), id),
    at: (url: string) => byUrl().get(url),
    /** The URL of its page here, which need not be the canonical one. */
    pageOf,
    series,
    seriesLike: (name: string) => series().find((one) => plain(one) === plain(name)),
    /** A tag in use, in whatever case it is written. */
    tagLike: (tag: string) => tagsByName().get(plain(tag)),
    nearTags: (tag: string) => close(tags(), tag),
    /** The markdown twin: the very bytes that are sent over HTTP. */
    bytesOf: ({ twin }: SealedPost) => twinOf(twin, resources),
  }
}

/** A name in whatever case and with whatever between its words. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}

/** For a model: what it may have meant, or nothing. */
export function didYouMean(near: readonly string[]): string {
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
}

const longestGuess = 64

type Cited = Pick<PostEntry, 'title' | 'authors' | 'url' | 'published'>

/** The one form in which a post is cited: everything that the terms ask for. */
export function citation({ title, authors, url, published }: Cited, publication: string): string {
  const date = published === null ? '' : ` (${published})`
  return `${inWords(authors)}${date}. “${title}”. ${publication}. ${url}`
}

export function inWords(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export interface Addressed {
  readonly post: SealedPost
  readonly section?: string
}

/**
 * Finds a post by whatever this server has called it: its id, its URL or path as a page, as markdown or as JSON, any of them with the
 * anchor of a heading, and its title; by an id as people write it, `week 4` for `week-04`, or 4 where every id is a week's; by where
 * it was before; and by a part of its id that no other has.
 */
function addressReader({ mcp, baseUrl, basePath, signposts, redirects }: Snapshot) {
  const { origin, host } = new URL(baseUrl)
  const known = once(() => {
    const posts = new Map<string, SealedPost>()
    const add = (name: string, post: SealedPost) => {
      if (!posts.has(name)) posts.set(name, post)
    }
    for (const post of mcp.posts) for (const name of namesOf(post)) add(name, post)
    for (const post of mcp.posts) add(post.entry.title.trim().toLowerCase(), post)
    return posts
  })
  /** Undefined for a spelling that two ids share. */
  const spelled = once(() => {
    const posts = new Map<string, SealedPost | undefined>()
    for (const post of mcp.posts) {
      const name = spelling(post.entry.id)
      posts.set(name, posts.has(name) ? undefined : post)
    }
    return posts
  })

  /** What comes before the number in every id; nothing if they differ. */
  const numberedName = once(() => {
    const names = new Set(mcp.posts.map(({ entry }) => /^(\D+)\d+$/.exec(entry.id)?.[1] ?? ''))
    return names.size === 1 ? ([...names][0] ?? '') : ''
  })

  function namesOf(post: SealedPost): string[] {
    const { entry, twin } = post
    const patterns = signposts.postPaths.map((path) => path.replace('{postId}', entry.id))
    const paths = [twin, pagePath(post), ...patterns]
    const withoutBase = paths.map((path) => path.slice(basePath.length))
    const files = paths.map((path) => path.slice(path.lastIndexOf('/') + 1))
    const inFull = paths.map((path) => origin + path)
    const all = [entry.id, entry.url, ...paths, ...inFull, ...withoutBase, ...files]
    return all.map(asKnown)
  }

  /** By an old address of this site. */
  function formerly(address: string): SealedPost | undefined {
    if (!URL.canParse(address, origin)) return undefined
    const asked = new URL(address, origin)
    const isHere = asked.host.replace(/^www\./, '') === host.replace(/^www\./, '')
    if (!isHere || asked.hash !== '') return undefined
    const path = normalPath(asked.pathname)
    const now = redirects.get(path) ?? redirects.get(basePath + path)
    return now === undefined ? undefined : known().get(asKnown(now))
  }

  /** By the beginning of its id, or else any part. A number or a few letters are in an id by chance. */
  function byPartOfId(part: string): SealedPost | undefined {
    if (part.length < shortestPart || /^\d+$/.test(part)) return undefined
    const having = [...spelled()].filter(([id]) => id.includes(part))
    const beginning = having.filter(([id]) => id.startsWith(part))
    const [only, ...others] = beginning.length > 0 ? beginning : having
    return others.length === 0 ? only?.[1] : undefined
  }

  function find(name: string): SealedPost | undefined {
    const address = name.trim().replace(/^<|>$/g, '')
    const plain = address.replace(/\/$/, '').toLowerCase()
    const path = plain.startsWith('http') || plain.startsWith('/') ? plain : `/${plain}`
    const byName = known().get(plain) ?? known().get(path.split('?')[0] ?? '')
    const numbered = /^\d+$/.test(plain) ? numberedName() : ''
    const newest = newestPost.test(plain) ? mcp.posts[0] : undefined
    const asSpelled = spelled().get(spelling(`${numbered}${plain}`))
    return byName ?? asSpelled ?? newest ?? formerly(address) ?? byPartOfId(spelling(plain))
  }

  return (asked: string): Addressed | undefined => {
    const whole = asked.length > longestAddress ? undefined : find(asked)
    if (whole) return { post: whole }
    const hash = asked.indexOf('#')
    if (hash === -1 || asked.length > longestAddress) return undefined
    const post = find(asked.slice(0, hash))
    return post && { post, section: decoded(asked.slice(hash + 1)) }
  }
}

function asKnown(name: string): string {
  return name.toLowerCase().replace(/(.)\/$/, '$1')
}

const longestAddress = 2048
const shortestPart = 4
/** What models ask for who have no id. Posts are in the order of time, the newest first. */
const newestPost = /^(?:the )?(?:latest|newest|most recent)(?: (?:post|article|issue))?$/

/** Letters and digits alone, numbers without leading zeros. */
function spelling(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
