import { html, isObject, jsonOf, markdown, pageOfTwin, type ProbedSite, short, typed } from './probed-site.ts'

/** Pages for people, each at its own address, and the twin that each leads to. */
export async function examinePages(site: ProbedSite): Promise<void> {
  const { post, askFresh, hold, pathOf, pageOf } = site
  for (const path of ['/', '/developers', '/contact', '/privacy', pageOf(post)]) {
    const page = await askFresh(path, { headers: { Accept: 'text/html' } })
    const moved = page.header('Location')
    hold('pages', page, html, moved ? `${page.status} to ${moved}` : typed(page), typed(page) === html)
    if (typed(page) !== html) continue
    const href = linked(page.text, /\brel="?alternate\b/i, /\btype="?text\/markdown\b/i)
    const twin = href === undefined ? undefined : pathOf(absolute(href, path, site))
    hold('alternate', page, 'a link to a twin of the archive', href ?? 'none', twin !== undefined)
    if (twin !== undefined) {
      const reply = await askFresh(twin, { headers: { Accept: 'text/html' } })
      hold('alternate', `GET ${twin}, the twin of ${path}`, markdown, typed(reply))
    }
    const canonical = linked(page.text, /\brel="?canonical\b/i)
    if (path !== pageOf(post) && canonical) holdLinks(site, `the canonical address of ${path}`, [canonical])
  }
  await examineTwin(site)
  await examineSearch(site)
}

/** A long query is in the request line, in what a cache keeps it by, and perhaps in headers of the answer: proxies limit each. */
async function examineSearch({ askFresh, hold }: ProbedSite): Promise<void> {
  const headers = { Accept: 'text/markdown' }
  if ((await askFresh('/search?q=a', { headers })).status !== 200) return
  const reply = await askFresh(`/search?q=${encodeURIComponent('測量'.repeat(75))}`, { headers })
  hold('long-search', `GET /search with 150 characters`, markdown, typed(reply))
}

/** The twin at its own address, with any Accept, and at the page's. */
async function examineTwin({ post, askFresh, hold, pageOf }: ProbedSite): Promise<void> {
  const page = pageOf(post)
  const twin = page.endsWith('/') ? `${page}index.md` : `${page}.md`
  const negotiated = await askFresh(page, { headers: { Accept: 'text/markdown' } })
  if (typed(negotiated) !== markdown) return
  for (const accept of ['text/markdown', 'text/html', 'application/json']) {
    const reply = await askFresh(twin, { headers: { Accept: accept } })
    hold('twin', reply, markdown, typed(reply))
    if (typed(reply) === markdown)
      hold('twin', reply, `the markdown of ${page}`, 'different bytes', reply.text === negotiated.text)
  }
}

/** Where the first link element of a page that has all of these attributes leads. */
function linked(page: string, ...attributes: readonly RegExp[]): string | undefined {
  const links = page.match(/<link\b[^<>]*>/gi) ?? []
  const link = links.find((one) => attributes.every((attribute) => attribute.test(one)))
  return link && /\bhref="?([^"\s>]+)/i.exec(link)?.[1]
}

/** A path is where the page is; whatever is absolute is where it says. */
function absolute(href: string, path: string, { claimed }: ProbedSite): string {
  return URL.canParse(href, claimed + path) ? new URL(href, claimed + path).href : href
}

/** Addresses in a document that should be the archive's own: none may lead to localhost, and all should be where it is examined. */
function holdLinks({ base, hold }: ProbedSite, document: string, urls: readonly string[]): void {
  const astray = urls.filter((url) => !isBelow(url, base))
  const [local] = astray.filter((url) => isLoopback(url))
  const [foreign] = astray.filter((url) => !isLoopback(url))
  hold('localhost-links', document, base, local ?? base, local === undefined)
  hold('base-url', document, base, foreign === undefined ? base : short(foreign), foreign === undefined)
}

/** Names of this machine are one name: a server that is examined at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i.test(url)
}

export async function examineDiscovery(site: ProbedSite): Promise<void> {
  await examineRobots(site)
  await examineSitemap(site)
  await examineLlms(site)
  await examineInstructions(site)
  await examineManifest(site)
  holdLinks(site, 'addresses in /api/v1/index.json', Object.values(site.endpoints))
  const twins = site.posts.flatMap(({ markdownUrl }) => markdownUrl ?? [])
  holdLinks(site, 'markdownUrl in /api/v1/posts.json', twins)
}

async function examineRobots(site: ProbedSite): Promise<void> {
  const reply = await site.askFresh('/robots.txt')
  site.hold('robots', reply, '200 text/plain', typed(reply))
  if (typed(reply) !== '200 text/plain') return
  const sitemaps = Array.from(reply.text.matchAll(/^sitemap:\s*(\S+)/gim), ([, url = '']) => url)
  const isAbsolute = sitemaps.some((url) => URL.canParse(url))
  site.hold('robots', reply, 'a Sitemap line', sitemaps[0] ?? 'none', isAbsolute)
  holdLinks(site, 'the sitemap in /robots.txt', sitemaps)
}

async function examineSitemap(site: ProbedSite): Promise<void> {
  const { askFresh, hold, posts, pathOf, pageOf } = site
  const reply = await askFresh('/sitemap.xml')
  const isXml = reply.status === 200 && /xml/.test(reply.header('Content-Type') ?? '')
  hold('sitemap', reply, '200 application/xml', typed(reply), isXml)
  if (!isXml) return
  let urls = locations(reply.text)
  if (reply.text.includes('<sitemapindex')) {
    const parts = urls.flatMap((url) => pathOf(url) ?? []).slice(0, mostParts)
    urls = []
    for (const part of parts) urls.push(...locations((await askFresh(part)).text))
    if (parts.length === mostParts) return
  }
  const paths = new Set(urls.map(pathOf))
  // A post that was first published elsewhere is cited from there, and need not be listed.
  const absent = posts.filter((post) => pathOf(post.url) !== undefined && !paths.has(pageOf(post)))
  hold('sitemap', reply, 'every post', without(absent), absent.length === 0)
  holdLinks(site, 'addresses in /sitemap.xml', urls)
}

/** Files of a sitemap that are read; the rest is taken on trust. */
const mostParts = 5

function locations(text: string): string[] {
  return Array.from(text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g), ([, url = '']) => url)
}

function without(absent: readonly { readonly id: string }[]): string {
  const ids = absent.map(({ id }) => id).join(', ')
  return `without ${ids.slice(0, 200)}`
}

async function examineLlms(site: ProbedSite): Promise<void> {
  const { askFresh, hold, posts, pathOf, pageOf } = site
  const reply = await askFresh('/llms.txt')
  const isText = reply.status === 200 && /^text\/(?:plain|markdown)/.test(reply.header('Content-Type') ?? '')
  hold('llms', reply, '200 text/plain', typed(reply), isText)
  if (!isText) return
  hold('llms', reply, 'a title in the first line', short(reply.text), /^# \S/.test(reply.text))
  const links = Array.from(reply.text.matchAll(/\]\((https?:[^()\s]+)\)/g), ([, url = '']) => url)
  const paths = links.flatMap((url) => pageOfTwin(pathOf(url) ?? '') || [])
  const named = new Set(paths)
  const isIndex = paths.some((one) => /^\/llms.*\.txt$/.test(one) && one !== '/llms-full.txt')
  const absent = posts.filter((post) => !named.has(pageOf(post)))
  hold('llms', reply, 'every post', without(absent), isIndex || absent.length === 0)
  // Other sites may be linked to as well, so only what leads to this machine is told.
  const local = links.filter((url) => /^https?:\/\/(?:localhost|127\.)/.test(url))
  holdLinks(site, 'links in /llms.txt', local)
}

async function examineInstructions({ askFresh, hold }: ProbedSite): Promise<void> {
  const reply = await askFresh('/agent-instructions.md')
  const holds = /^200 text\/markdown/.test(typed(reply)) && reply.text.trim() !== ''
  hold('agent-instructions', reply, '200 text/markdown', typed(reply), holds)
}

async function examineManifest(site: ProbedSite): Promise<void> {
  const path = '/.well-known/mcp'
  const reply = await site.askFresh(path)
  const isManifest = reply.status === 200 && isObject(jsonOf(reply))
  site.hold('manifest', reply, '200 application/json', typed(reply), isManifest)
  if (!isManifest) return
  const urls = Array.from(reply.text.matchAll(/"(https?:\/\/[^"\s]+\/mcp)"/g), ([, url = '']) => url)
  site.hold('manifest', reply, 'the address of the endpoint', urls[0] ?? 'none', urls.length > 0)
  holdLinks(site, `the endpoint in ${path}`, urls)
}
