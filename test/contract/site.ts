import { afterAll, beforeAll, expect } from 'vitest'
import { type Ask, type Client, connect, type Reply } from './client.ts'
import { conformance, type OpenApi } from './conformance.ts'
import type { RequestKind, SkipReasons } from './request-kinds.ts'

/** Starts a runtime with the archive in a folder, published at a base URL. */
export type Start = (archiveDir: string, options: { readonly baseUrl: string }) => Promise<Running>

export interface Running {
  /** For a runtime that does not listen on a socket. */
  readonly client?: Client
  /** Where it listens, such as http://127.0.0.1:8787; its responses still contain `baseUrl`. */
  readonly origin: string
  /** Whether it is bound to a loopback address. */
  readonly isLocal?: boolean
  close(): Promise<void>
}

/** Suffix for the name of a skipped test; empty if it is not skipped. */
export function whySkipped(site: Site, kind: RequestKind | undefined): string {
  const reason = kind && site.skips[kind]
  return reason === undefined ? '' : ` (${reason})`
}

/** An archive under test. Paths are those of the contract; `ask` adds the path of the base URL. */
export interface Site {
  readonly baseUrl: string
  isLocal(): boolean
  readonly skips: SkipReasons
  ask(path: string, ask?: Ask): Promise<Reply>
  /** Requests the path unchanged. */
  askAt(path: string, ask?: Ask): Promise<Reply>
  /** The path in a request line for a path of the contract. */
  at(path: string): string
  /** The absolute URL of a path of the contract. */
  url(path: string): string
  /** The path of the contract for an absolute URL, which must be the archive's own. */
  pathOf(url: string): string
}

/** Starts before the tests of a `describe` and stops after them. */
export function startedSite(
  start: Start,
  archiveDir: string,
  baseUrl: string,
  skips: SkipReasons = {},
): Site {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  let running: Running | undefined
  let client: Client | undefined
  let check: ReturnType<typeof conformance> | undefined

  beforeAll(async () => {
    running = await start(archiveDir, { baseUrl })
    client = running.client ?? connect(running.origin)
    const contract = await client(`${basePath}/openapi.json`)
    check = conformance(contract.json<OpenApi>())
  })
  afterAll(async () => {
    client?.close()
    await running?.close()
  })

  async function askAt(path: string, ask: Ask = {}): Promise<Reply> {
    if (!client || !check) throw new Error('the site is not running')
    const reply = await client(path, ask)
    if (path.startsWith(basePath)) check(ask.method ?? 'GET', path.slice(basePath.length), reply)
    return reply
  }
  const at = (path: string) => (path === '/' ? basePath || '/' : basePath + path)
  return {
    baseUrl,
    isLocal: () => running?.isLocal === true,
    skips,
    askAt,
    ask: (path, ask) => askAt(at(path), ask),
    at,
    url: (path) => (path === '/' && basePath !== '' ? baseUrl : baseUrl + path),
    pathOf(url) {
      expect(`${url}/`.startsWith(`${baseUrl}/`), `${url} is not an absolute URL of the archive`).toBe(true)
      return url.slice(baseUrl.length) || '/'
    },
  }
}

/** The status of a GET, or of a ping for the MCP endpoint. */
export async function statusOf(site: Site, path: string): Promise<number> {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  return (await (path === '/mcp' ? call(site, ping) : site.ask(path))).status
}

/** Sends a message to the MCP endpoint. */
export function call(site: Site, message: unknown, headers: Ask['headers'] = {}): Promise<Reply> {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
  return site.ask('/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
}

/** Every page and post in the sitemap. */
export async function pagePaths(site: Site): Promise<string[]> {
  const { text } = await site.ask('/sitemap.xml')
  return Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => site.pathOf(url))
}

export const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path}.md`)

/** The lists of the fixture archive: its years, its series and its tags. */
export const listPaths = [
  ...['/years', '/years/2026', '/years/undated'],
  ...['/series', '/series/practice', '/series/research'],
  ...['/tags', '/tags/c-4c21a3f0', '/tags/encoding', '/tags/http', '/tags/method'],
]

/** Feeds of the archive and of its series. */
export const feedPaths = ['', '/series/practice', '/series/research'].flatMap((path) => [
  `${path}/feed.xml`,
  `${path}/feed.json`,
])

/** The paths of the MCP manifest. */
export const manifests = ['/.well-known/mcp', '/mcp/server-card']

export const discoveryFiles = [
  '/openapi.json',
  '/api/openapi.yaml',
  '/llms.txt',
  '/agent-instructions.md',
  '/sitemap.xml',
  '/robots.txt',
  ...manifests,
  '/.well-known/api-catalog',
  '/llms-full.txt',
]

export const endpoints = [
  '/api/v1/index.json',
  '/api/v1/posts.json',
  '/api/v1/posts/week-01.json',
  '/api/v1/stats.json',
]

interface EveryPath {
  /** Pages, posts and endpoints of the API. */
  readonly negotiated: readonly string[]
  readonly files: readonly string[]
  /** The hashed paths that pages load. */
  readonly versions: readonly string[]
  readonly all: readonly string[]
}

/** Every path that returns 200, found through sitemap, post list, pages and their twins. */
export async function everyPath(site: Site): Promise<EveryPath> {
  const pages = await pagePaths(site)
  const { posts } = (await site.ask('/api/v1/posts.json')).json<{ posts: { id: string }[] }>()
  const textsOf = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await site.ask(path)).text))
  const images = Array.from(
    (await textsOf(pages.map(twinOf))).join('\n').matchAll(/!\[[^\]]*\]\((http[^)\s]+)/g),
    ([, url = '']) => url,
  )
  const loaded = Array.from(
    (await textsOf(pages))
      .join('\n')
      .matchAll(/<(?:img|script|link)\b[^>]* (?:src|href)="([^"]*\/_files\/[^"]+)"/g),
    ([, src = '']) => src.slice(site.at('').length),
  )
  const negotiated = [
    ...new Set([...pages, ...endpoints, ...posts.map(({ id }) => `/api/v1/posts/${id}.json`)]),
  ]
  const files = [
    ...pages.map(twinOf),
    ...posts.flatMap(({ id }) => [`/posts/${id}.bib`, `/posts/${id}.csl.json`]),
    ...feedPaths,
    ...discoveryFiles,
    '/search/titles.json',
    ...images.filter((url) => url.startsWith(site.baseUrl)).map(site.pathOf),
  ]
  const versions = [...new Set(loaded)]
  return { negotiated, files, versions, all: [...negotiated, ...files, ...versions] }
}
