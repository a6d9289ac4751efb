import * as z from 'zod'
import type { Connection, Reply, Request } from './connection.ts'

/** A live archive: what its index and list say of it. */
export interface Site extends Connection {
  /** The checked URL, without a trailing slash. */
  readonly base: string
  /** The base URL that it declares. */
  readonly claimed: string
  /** URLs in its index, by name. */
  readonly endpoints: Readonly<Record<string, string>>
  /** Newest first. */
  readonly posts: readonly ListedPost[]
  readonly newest: ListedPost
  /** Path of the newest post's page. */
  readonly page: string
  /** The publisher's posts by id, to compare with. */
  readonly folder: Folder | undefined
  /** Returns the path of a URL below the archive; undefined for other URLs. */
  pathOf(url: string): string | undefined
  /** Returns the path of a post's page, which archives may choose. */
  pageOf(post: ListedPost): string
}

export type Folder = ReadonlyMap<string, FolderPost>
/** Returns the publisher's posts, as an archive at this base URL has them. */
export type FolderReader = (claimed: string) => Promise<Folder>

/** A post as the publisher's folder has it, in the fields of the JSON endpoint. */
export type FolderPost = Readonly<Record<string, unknown>>

/** Of the contract. */
export const paths = {
  index: '/api/v1/index.json',
  list: '/api/v1/posts.json',
  statistics: '/api/v1/stats.json',
  post: (id: string) => `/api/v1/posts/${id}.json`,
} as const

/** A GET with the headers that are not empty, and what its reply should show. */
export function get(path: string, accept = '', expected = '', encoding = ''): Request {
  const headers = { ...(accept && { Accept: accept }), ...(encoding && { 'Accept-Encoding': encoding }) }
  return { path, headers, expected }
}

const listedPost = z.looseObject({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  markdownUrl: z.string().optional(),
})
const listOfPosts = z.object({ posts: z.array(listedPost.optional().catch(undefined)) })
const indexOfUrls = z.object({ endpoints: z.record(z.string(), z.string().catch('')) })
export type ListedPost = z.infer<typeof listedPost>

/** Reads the index and the list. Sends nothing more if the archive moved. */
export async function openSite(base: string, connection: Connection, read?: FolderReader): Promise<Site> {
  const reply = await connection.send(get(paths.index))
  const { endpoints } = indexOfUrls.safeParse(jsonOf(reply.text)).data ?? { endpoints: {} }
  const posts = reply.header('Location') ? [] : postsIn(await connection.send(get(paths.list)))
  const [newest = { id: '', title: '', url: '' }] = posts
  const listUrl = Object.values(endpoints).find((url) => url.endsWith(paths.list) && URL.canParse(url))
  const claimed = listUrl?.slice(0, -paths.list.length) ?? base
  const pathOf = (url: string) => {
    const root = [claimed, base].find((start) => isBelow(url, start))
    const below = root && new URL(root).pathname.replace(/\/$/, '')
    return below === undefined
      ? undefined
      : new URL(url).href.slice(new URL(url).origin.length + below.length) || '/'
  }
  const pageOf = ({ id, markdownUrl = '' }: ListedPost) => pageOfTwin(pathOf(markdownUrl) ?? `/posts/${id}`)
  const folder = posts.length > 0 ? await read?.(claimed) : undefined
  const site = { base, claimed, endpoints, posts, newest, page: pageOf(newest), folder, pathOf, pageOf }
  return { ...connection, ...site }
}

export function postsIn({ text }: Reply): ListedPost[] {
  return listOfPosts.safeParse(jsonOf(text)).data?.posts.flatMap((post) => post ?? []) ?? []
}

/** Returns undefined for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields of a JSON object; none for other values. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** `/posts/a.md` → `/posts/a`; `/posts/a/index.md` → `/posts/a/` */
export function pageOfTwin(path: string): string {
  return path.replace(/(?:(?<=\/)index)?\.md$/, '')
}

/** Treats loopback names alike: a server at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}
