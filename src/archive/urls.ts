import { versionFolder } from '../base/paths.ts'

/** The one maker of addresses. Paths are what a client requests; URLs are what it is told. */
export interface Urls {
  /** Absolute, without a trailing slash. */
  readonly base: string
  /** '' or '/prefix'. */
  readonly basePath: string
  /** A service path as it is requested: after the base URL's own path. */
  path(servicePath: string): string
  /** The same as an absolute URL. */
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

/** Without trailing slashes, so that joining a path to it is concatenation. */
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
  sitemapMarkdown: '/sitemap.md',
  robots: '/robots.txt',
  mcp: '/mcp',
  mcpManifest: '/.well-known/mcp',
  aiCatalog: '/.well-known/ai-catalog.json',
  apiCatalog: '/.well-known/api-catalog',
} as const

/** The site's small picture where the publisher has none. */
export const iconPaths = { icon: '/favicon.svg', touchIcon: '/apple-touch-icon.png' } as const

/** The pictures that stand for pages where they are shared: the site's, and one of each of the newest posts. */
export const siteCardPath = '/card.png'
export const cardPath = (id: string) => `/cards/${id}.png`

/** There only if archive.yaml says whom to write to. */
export const securityPath = '/.well-known/security.txt'

/** Where else the MCP manifest is looked for; SEP-2127 reserves the last, next to the endpoint. */
export const manifestAliases = {
  file: '/.well-known/mcp.json',
  wellKnownCard: '/.well-known/mcp/server-card.json',
  card: '/mcp/server-card',
} as const

export const postPath = (id: string) => `/posts/${id}`
export const postJsonPath = (id: string) => `/api/v1/posts/${id}.json`
/** A post as an entry of a bibliography. */
export const bibtexPath = (id: string) => `/posts/${id}.bib`
export const cslPath = (id: string) => `/posts/${id}.csl.json`
export const pagePath = (name: string) => `/${name}`
/** A page's markdown twin: `.md` appended, after a slash `index.md`. */
export const twinPath = (path: string) => (path.endsWith('/') ? `${path}index.md` : `${path}.md`)

/** The feeds of a page that lists posts. */
export const feedPaths = (path: string) =>
  path === '/'
    ? { atom: servicePaths.feed, json: servicePaths.jsonFeed }
    : { atom: `${path}${servicePaths.feed}`, json: `${path}${servicePaths.jsonFeed}` }

/** Lists of lists of posts. Each is there if it has anything to list; its name is taken either way. */
export const listPaths = { years: '/years', series: '/series', tags: '/tags', authors: '/authors' } as const

/** What is below these is the service's own: the files of an index or a sitemap that is too long for one, and what pages load. */
export const ownFolders = {
  llms: '/llms/',
  llmsFull: '/llms-full/',
  sitemaps: '/sitemaps/',
  versions: versionFolder,
} as const

/** Pages that the engine makes; the publisher may write the last two instead. */
export const enginePages = [
  servicePaths.home,
  servicePaths.search,
  servicePaths.developers,
  servicePaths.contact,
  servicePaths.privacy,
] as const

/** Everything that a post is at: its page, the page's twin, JSON, and what it is cited with. */
export const postPaths = (id: string, path = postPath(id)): readonly [string, ...string[]] => [
  path,
  twinPath(path),
  postJsonPath(id),
  bibtexPath(id),
  cslPath(id),
]

/** Where a static host looks for a page. */
export const htmlFilePath = (path: string) =>
  path.endsWith('/') ? `${path}index.html` : path.endsWith('.html') ? path : `${path}.html`

/** What a static host answers with when there is nothing at a path; hosts insist on the name. */
export const notFoundPath = '/404'
