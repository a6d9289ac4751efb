import { versionFolder } from '../base/paths.ts'

/** Makes all paths and URLs of the archive. */
export interface Urls {
  /** Base URL, without a trailing slash. */
  readonly base: string
  /** '' or '/prefix'. */
  readonly basePath: string
  /** Returns the request path for a service path: with the base URL's path in front. */
  path(servicePath: string): string
  /** Returns the absolute URL for a service path. */
  url(servicePath: string): string
}

export function makeUrls(base: string): Urls {
  const basePath = new URL(base).pathname.replace(/\/$/, '')
  const join = (front: string, path: string) => (path === '/' ? front || '/' : front + path)
  return {
    base,
    basePath,
    path: (path) => join(basePath, path),
    url: (path) => (path === '/' && basePath === '' ? `${base}/` : join(base, path)),
  }
}

/** Removes trailing slashes, so that paths can be appended. */
export function normalBaseUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/(?<!\/)\/+$/, '')
}

/** The fixed paths of the service. */
export const servicePaths = {
  home: '/',
  search: '/search',
  developers: '/developers',
  contact: '/contact',
  privacy: '/privacy',
  index: '/api/v1/index.json',
  list: '/api/v1/posts.json',
  stats: '/api/v1/stats.json',
  contract: '/openapi.json',
  contractYaml: '/api/openapi.yaml',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  agentInstructions: '/agent-instructions.md',
  feed: '/feed.xml',
  jsonFeed: '/feed.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  mcp: '/mcp',
  mcpManifest: '/.well-known/mcp',
  apiCatalog: '/.well-known/api-catalog',
} as const

/** What search fields suggest. */
export const searchTitlesPath = '/search/titles.json'
/** Only of exports: where the search page finds its index. */
export const searchHeadPath = '/search/head.json'

/** Icons for archives without their own. */
export const iconPaths = { icon: '/favicon.svg', touchIcon: '/apple-touch-icon.png' } as const

/** Published only if archive.yaml has a security contact. */
export const securityPath = '/.well-known/security.txt'

/** SEP-2127: where clients look for an MCP server's card. */
export const serverCardPath = '/mcp/server-card'

export const postPath = (id: string) => `/posts/${id}`
export const postJsonPath = (id: string) => `/api/v1/posts/${id}.json`
export const bibtexPath = (id: string) => `/posts/${id}.bib`
export const cslPath = (id: string) => `/posts/${id}.csl.json`
export const pagePath = (name: string) => `/${name}`
/** The markdown twin: `.md` appended, or `index.md` after a slash. */
export const twinPath = (path: string) => (path.endsWith('/') ? `${path}index.md` : `${path}.md`)

export function feedPaths(path: string) {
  const folder = path === '/' ? '' : path
  return { atom: folder + servicePaths.feed, json: folder + servicePaths.jsonFeed }
}

/** Indexes of lists. The paths are reserved even if an index is empty and not published. */
export const listPaths = { years: '/years', series: '/series', tags: '/tags', authors: '/authors' } as const

/** Reserved folders: parts of long files and sitemaps, and versioned files. */
export const ownFolders = {
  llmsFull: '/llms-full/',
  sitemaps: '/sitemaps/',
  versions: versionFolder,
} as const

const { home, search, developers, contact, privacy } = servicePaths

/** Built-in pages. Publishers can replace the last two. */
export const enginePages = [home, search, developers, contact, privacy] as const

/** All paths of a post: page, twin, JSON and citations. */
export const postPaths = (id: string, path = postPath(id)): readonly [string, ...string[]] => {
  return [path, twinPath(path), postJsonPath(id), bibtexPath(id), cslPath(id)]
}

/** The file in which a static host looks for a page. */
export const htmlFilePath = (path: string) =>
  path.endsWith('/') ? `${path}index.html` : path.endsWith('.html') ? path : `${path}.html`

/** The error page of static hosts, which require this name. */
export const notFoundPath = '/404'
