import * as z from 'zod'
import { type Connection, NoResponse, type Reply, type Request } from './connection.ts'

/** Of the contract, and of the newest post, which `send` fills in. */
export const paths = {
  index: '/api/v1/index.json',
  list: '/api/v1/posts.json',
  statistics: '/api/v1/stats.json',
  post: (id: string) => `/api/v1/posts/${id}.json`,
  newest: '/api/v1/posts/{newest}.json',
  page: '{page}',
} as const

/** A GET with the headers that are not empty, and what its reply should show. */
export function get(path: string, accept = '', expected = '', encoding = ''): Request {
  const headers = { ...(accept && { Accept: accept }), ...(encoding && { 'Accept-Encoding': encoding }) }
  return { path, headers, expected }
}

/** The publisher's posts by id, in the fields of the JSON endpoint. */
export type Folder = ReadonlyMap<string, Fields>
export type Fields = Readonly<Record<string, unknown>>

const text = z.string()
const listedPost = z.looseObject({ id: text, title: text, url: text, markdownUrl: text.optional() })
const listOfPosts = z.object({ posts: z.array(listedPost.optional().catch(undefined)) })
const indexOfUrls = z.object({ endpoints: z.record(text, text.catch('')) })
export type ListedPost = z.infer<typeof listedPost>

export type Site = Awaited<ReturnType<typeof openSite>>

/** Reads the index and the list of a live archive, unless it moved. Its URL is without a trailing slash. */
export async function openSite(
  base: string,
  connection: Connection,
  read: (claimed: string) => Promise<Folder> = async () => new Map(),
) {
  const index = await connection.send(get(paths.index))
  const { status, header, request } = index
  if (header('Location')) throw new NoResponse(`${status} to ${header('Location')}`, request)
  const { endpoints } = indexOfUrls.safeParse(jsonOf(index.text)).data ?? { endpoints: {} }
  const posts = postsIn(await connection.send(get(paths.list)))
  const [newest = { id: '', title: '', url: '' }] = posts
  const listUrl = Object.values(endpoints).find((url) => url.endsWith(paths.list) && URL.canParse(url))
  /** The base URL that it declares. */
  const claimed = listUrl?.slice(0, -paths.list.length) ?? base
  /** Returns the path of a URL below the archive; undefined for other URLs. */
  const pathOf = (url: string) => {
    const root = [claimed, base].find((start) => isBelow(url, start))
    if (root === undefined) return undefined
    const { href, origin } = new URL(url)
    return href.slice(origin.length + new URL(root).pathname.replace(/\/$/, '').length) || '/'
  }
  /** Returns the path of a post's page, which archives may choose. */
  const pageOf = ({ id, markdownUrl = '' }: ListedPost) => pageOfTwin(pathOf(markdownUrl) ?? `/posts/${id}`)
  const page = pageOf(newest)
  const mcpUrl = Object.values(endpoints).find((url) => /\/mcp\/?$/.test(url) && !url.includes('.well-known'))
  const send = ({ path, ...request }: Request) => {
    const filled = path.replace('{page}', () => page).replace('{newest}', () => newest.id)
    return connection.send({ path: filled, ...request })
  }
  /** Path of the MCP endpoint, if it is on the same origin. */
  const mcp = mcpUrl && pathOf(mcpUrl)
  const folder = posts.length > 0 ? await read(claimed) : new Map<string, Fields>()
  const facts = { base, claimed, endpoints, posts, newest, page, mcpUrl, mcp, folder }
  return { ...facts, answered: connection.answered, send, pathOf, pageOf }
}

export const postsIn = ({ text }: Reply): ListedPost[] =>
  listOfPosts.safeParse(jsonOf(text)).data?.posts.flatMap((post) => post ?? []) ?? []

/** Returns undefined for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields of a JSON object; none for other values. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** `/posts/a.md` → `/posts/a`; `/posts/a/index.md` → `/posts/a/` */
export const pageOfTwin = (path: string): string => path.replace(/(?:(?<=\/)index)?\.md$/, '')

/** Treats loopback names alike: a server at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}
