import { once } from '../answer/memo.ts'
import { pagePath, type SealedPost } from '../snapshot/mcp.ts'
import type { Snapshot } from '../snapshot/resource.ts'

/** A post, and the section that was named with it. */
export interface Addressed {
  readonly post: SealedPost
  readonly section?: string
}

/**
 * Finds a post by whatever this server has called it: its id, its URL or path as a page, as markdown or as JSON, any of them with the
 * anchor of a heading, and its title; and by an id as people write it, `week 4` for `week-04`, or 4 where every id is a week's.
 */
export function addressReader({
  mcp,
  baseUrl,
  basePath,
  signposts,
}: Snapshot): (asked: string) => Addressed | undefined {
  const { origin } = new URL(baseUrl)
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
    return all.map((name) => name.toLowerCase())
  }

  function find(name: string): SealedPost | undefined {
    const plain = name.trim().replace(/^<|>$/g, '').replace(/\/$/, '').toLowerCase()
    const path = plain.startsWith('http') || plain.startsWith('/') ? plain : `/${plain}`
    const byName = known().get(plain) ?? known().get(path.split('?')[0] ?? '')
    const numbered = /^\d+$/.test(plain) ? numberedName() : ''
    const newest = newestPost.test(plain) ? mcp.posts[0] : undefined
    return byName ?? spelled().get(spelling(`${numbered}${plain}`)) ?? newest
  }

  return (asked) => {
    const whole = asked.length > longestAddress ? undefined : find(asked)
    if (whole) return { post: whole }
    const hash = asked.indexOf('#')
    if (hash === -1 || asked.length > longestAddress) return undefined
    const post = find(asked.slice(0, hash))
    return post && { post, section: decoded(asked.slice(hash + 1)) }
  }
}

const longestAddress = 2048
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
