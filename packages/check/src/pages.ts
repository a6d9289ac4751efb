import type { Reply } from './connection.ts'
import { hasType, html, json, markdown, type Problem, rule, same, short, typed, unless } from './rule.ts'
import { fieldsOf, get, isBelow, jsonOf, pageOfTwin, paths, type Site } from './site.ts'

const asHtml = (path: string) => get(path, 'text/html', html)
const fixedPages = ['/', '/developers', '/contact', '/privacy'].map(asHtml)
const htmlPages = [...fixedPages, asHtml(paths.page)]

/** Where each document has URLs of the archive. */
const urlPatterns: Readonly<Record<string, RegExp>> = {
  '/robots.txt': /^sitemap:\s*(\S+)/gim,
  '/sitemap.xml': /<loc>\s*([^<\s]+)\s*<\/loc>/g,
  '/llms.txt': /\]\((https?:[^()\s]+)\)/g,
  '/.well-known/mcp': /"(https?:\/\/[^"\s]+\/mcp)"/g,
}
const documents = [
  ...fixedPages,
  ...[...Object.keys(urlPatterns), paths.index, paths.list].map((path) => get(path)),
]

/** The HTML pages, their twins, and the files that machines discover the archive by. */
export const pageRules = {
  pages: rule(htmlPages, (reply) => {
    const moved = reply.header('Location')
    return unless(typed(reply) === html, html, moved ? `${reply.status} to ${moved}` : typed(reply))
  }),
  alternate: rule(htmlPages, async (reply, { claimed, pathOf, send }) => {
    if (typed(reply) !== html) return undefined
    const { path } = reply.request
    const href = linkHref(reply.text, /\brel="?alternate\b/i, /\btype="?text\/markdown\b/i)
    const isUrl = href !== undefined && URL.canParse(href, claimed + path)
    const twin = isUrl ? pathOf(new URL(href, claimed + path).href) : undefined
    if (twin === undefined) return [{ expected: 'a link to its markdown twin', got: href ?? 'none' }]
    return same(markdown, typed(await send(get(twin, 'text/html'))), `GET ${twin}, the twin of ${path}`)
  }),
  twin: rule(
    async ({ page, send }) => {
      const path = page.endsWith('/') ? `${page}index.md` : `${page}.md`
      const isNegotiated = typed(await send(get(page, 'text/markdown'))) === markdown
      const accepts = isNegotiated ? ['text/markdown', 'text/html', 'application/json'] : []
      return accepts.map((accept) => get(path, accept, markdown))
    },
    async (reply, { page, send }) => {
      const { text } = await send(get(page, 'text/markdown'))
      const isSame = typed(reply) !== markdown || reply.text === text
      return [...hasType(reply), ...unless(isSame, `the markdown of ${page}`, 'different bytes')]
    },
  ),
  // A query stands in the request line, in cache keys and perhaps in headers, all of which proxies limit.
  'long-search': rule(async ({ send }) => {
    const { status } = await send(get('/search?q=a', 'text/markdown'))
    const long = get(`/search?q=${encodeURIComponent('測量'.repeat(75))}`, 'text/markdown', markdown)
    return status === 200 ? [{ ...long, what: 'GET /search with 150 characters' }] : []
  }),
  robots: rule([get('/robots.txt', '', '200 text/plain')], (reply, site) => {
    const [sitemap = 'none'] = urlsIn(reply, site)
    return [...hasType(reply), ...unless(URL.canParse(sitemap), 'a Sitemap line', sitemap)]
  }),
  sitemap: rule([get('/sitemap.xml')], async (reply, site) => {
    const isXml = reply.status === 200 && reply.header('Content-Type').includes('xml')
    const urls = await sitemapUrls(reply, site)
    if (!isXml || urls === undefined) return unless(isXml, '200 application/xml', typed(reply))
    const paths = new Set(urls.map(site.pathOf))
    // Posts first published elsewhere need not be listed.
    return missing(site, (post) => site.pathOf(post.url) === undefined || paths.has(site.pageOf(post)))
  }),
  llms: rule([get('/llms.txt')], (reply, site) => {
    if (!/^200 text\/(?:plain|markdown)/.test(typed(reply))) return same('200 text/plain', typed(reply))
    const paths = new Set(urlsIn(reply, site).map((url) => pageOfTwin(site.pathOf(url) ?? '')))
    const isIndex = [...paths].some((path) => /^\/llms.*(?<!-full)\.txt$/.test(path))
    return [
      ...unless(/^# \S/.test(reply.text), 'a title in the first line', short(reply.text)),
      ...missing(site, (post) => isIndex || paths.has(site.pageOf(post))),
    ]
  }),
  'agent-instructions': rule([get('/agent-instructions.md')], (reply) => {
    const isMarkdown = typed(reply).startsWith('200 text/markdown')
    return unless(isMarkdown && reply.text.trim() !== '', '200 text/markdown', typed(reply))
  }),
  manifest: rule([get('/.well-known/mcp')], (reply, site) => {
    const isManifest = reply.status === 200 && Object.keys(fieldsOf(jsonOf(reply.text))).length > 0
    if (!isManifest) return [{ expected: json, got: typed(reply) }]
    return unless(urlsIn(reply, site).length > 0, 'the URL of the endpoint', 'none')
  }),
  'localhost-links': rule(documents, (reply, site) => strangers(reply, site, true)),
  'base-url': rule(documents, (reply, site) => strangers(reply, site, false)),
  'mcp-endpoint': rule([get(paths.index)], (_, { mcp, mcpUrl = 'none' }) =>
    unless(mcp !== undefined, 'the same origin', mcpUrl),
  ),
}

/** Returns the href of the first link element with these attributes. */
function linkHref(page: string, ...attributes: readonly RegExp[]): string | undefined {
  const links = page.match(/<link\b[^<>]*>/gi) ?? []
  const link = links.find((tag) => attributes.every((attribute) => attribute.test(tag)))
  return link && /\bhref="?([^"\s>]+)/i.exec(link)?.[1]
}

function urlsIn(reply: Reply, { endpoints, posts }: Site): string[] {
  const { path } = reply.request
  if (path === paths.index) return Object.values(endpoints)
  if (path === paths.list) return posts.flatMap(({ markdownUrl }) => markdownUrl ?? [])
  const pattern = urlPatterns[path]
  if (pattern) return Array.from(reply.text.matchAll(pattern), ([, url = '']) => url)
  return [linkHref(reply.text, /\brel="?canonical\b/i) ?? []].flat()
}

const maxParts = 5

/** Reads the files that a sitemap index lists; undefined if there are too many. */
async function sitemapUrls(reply: Reply, site: Site): Promise<string[] | undefined> {
  const urls = urlsIn(reply, site)
  if (!reply.text.includes('<sitemapindex')) return urls
  const parts = urls.flatMap((url) => site.pathOf(url) ?? [])
  if (parts.length >= maxParts) return undefined
  const replies = await Promise.all(parts.map((path) => site.send(get(path))))
  return replies.flatMap(({ text }) => urlsIn({ ...reply, text }, site))
}

function missing({ posts }: Site, isListed: (post: Site['newest']) => boolean): Problem[] {
  const ids = posts.filter((post) => !isListed(post)).map(({ id }) => id)
  return unless(ids.length === 0, 'every post', `without ${ids.join(', ').slice(0, 200)}`)
}

/** Expects the URLs of a document below the checked base, and judges those on this machine, or the others. */
async function strangers(reply: Reply, site: Site, isLocal: boolean): Promise<Problem[]> {
  const { path } = reply.request
  const urls = path === '/sitemap.xml' ? ((await sitemapUrls(reply, site)) ?? []) : urlsIn(reply, site)
  const loopback = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i
  const url = urls.find((link) => !isBelow(link, site.base) && loopback.test(link) === isLocal)
  // llms.txt may link to other sites.
  return unless(url === undefined || (path === '/llms.txt' && !isLocal), site.base, url ?? '')
}
