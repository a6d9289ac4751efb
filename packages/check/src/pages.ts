import { html, isObject, jsonOf, markdown, pageOfTwin, type ProbedSite, short, typed } from './probed-site.ts'

/** Checks the HTML pages and the markdown twin each one links to. */
export async function checkPages(site: ProbedSite): Promise<void> {
  const { post, requestFresh, expect, pathOf, pageOf } = site
  for (const path of ['/', '/developers', '/contact', '/privacy', pageOf(post)]) {
    const page = await requestFresh(path, { headers: { Accept: 'text/html' } })
    const moved = page.header('Location')
    expect('pages', page, html, moved ? `${page.status} to ${moved}` : typed(page), typed(page) === html)
    if (typed(page) !== html) continue
    const href = linkHref(page.text, /\brel="?alternate\b/i, /\btype="?text\/markdown\b/i)
    const twin = href === undefined ? undefined : pathOf(absolute(href, path, site))
    expect('alternate', page, 'a link to its markdown twin', href ?? 'none', twin !== undefined)
    if (twin !== undefined) {
      const reply = await requestFresh(twin, { headers: { Accept: 'text/html' } })
      expect('alternate', `GET ${twin}, the twin of ${path}`, markdown, typed(reply))
    }
    const canonical = linkHref(page.text, /\brel="?canonical\b/i)
    if (path !== pageOf(post) && canonical) expectLinks(site, `the canonical URL of ${path}`, [canonical])
  }
  await checkTwin(site)
  await checkSearch(site)
}

/** A long query appears in the request line, in cache keys and perhaps in response headers, all of which proxies limit. */
async function checkSearch({ requestFresh, expect }: ProbedSite): Promise<void> {
  const headers = { Accept: 'text/markdown' }
  if ((await requestFresh('/search?q=a', { headers })).status !== 200) return
  const reply = await requestFresh(`/search?q=${encodeURIComponent('測量'.repeat(75))}`, { headers })
  expect('long-search', `GET /search with 150 characters`, markdown, typed(reply))
}

/** Checks the twin at its own URL, with any Accept, against the negotiated one. */
async function checkTwin({ post, requestFresh, expect, pageOf }: ProbedSite): Promise<void> {
  const page = pageOf(post)
  const twin = page.endsWith('/') ? `${page}index.md` : `${page}.md`
  const negotiated = await requestFresh(page, { headers: { Accept: 'text/markdown' } })
  if (typed(negotiated) !== markdown) return
  for (const accept of ['text/markdown', 'text/html', 'application/json']) {
    const reply = await requestFresh(twin, { headers: { Accept: accept } })
    expect('twin', reply, markdown, typed(reply))
    if (typed(reply) === markdown)
      expect('twin', reply, `the markdown of ${page}`, 'different bytes', reply.text === negotiated.text)
  }
}

/** Returns the href of the first link element with these attributes. */
function linkHref(page: string, ...attributes: readonly RegExp[]): string | undefined {
  const links = page.match(/<link\b[^<>]*>/gi) ?? []
  const link = links.find((one) => attributes.every((attribute) => attribute.test(one)))
  return link && /\bhref="?([^"\s>]+)/i.exec(link)?.[1]
}

function absolute(href: string, path: string, { claimed }: ProbedSite): string {
  return URL.canParse(href, claimed + path) ? new URL(href, claimed + path).href : href
}

/** Expects URLs of the archive to start with the checked base, and none to point to localhost. */
function expectLinks({ base, expect }: ProbedSite, document: string, urls: readonly string[]): void {
  const outside = urls.filter((url) => !isBelow(url, base))
  const [local] = outside.filter((url) => isLoopback(url))
  const [foreign] = outside.filter((url) => !isLoopback(url))
  expect('localhost-links', document, base, local ?? base, local === undefined)
  expect('base-url', document, base, foreign === undefined ? base : short(foreign), foreign === undefined)
}

/** Treats loopback names alike: a server at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i.test(url)
}

export async function checkDiscovery(site: ProbedSite): Promise<void> {
  await checkRobots(site)
  await checkSitemap(site)
  await checkLlms(site)
  await checkInstructions(site)
  await checkManifest(site)
  expectLinks(site, 'URLs in /api/v1/index.json', Object.values(site.endpoints))
  const twins = site.posts.flatMap(({ markdownUrl }) => markdownUrl ?? [])
  expectLinks(site, 'markdownUrl in /api/v1/posts.json', twins)
}

async function checkRobots(site: ProbedSite): Promise<void> {
  const reply = await site.requestFresh('/robots.txt')
  site.expect('robots', reply, '200 text/plain', typed(reply))
  if (typed(reply) !== '200 text/plain') return
  const sitemaps = Array.from(reply.text.matchAll(/^sitemap:\s*(\S+)/gim), ([, url = '']) => url)
  const isAbsolute = sitemaps.some((url) => URL.canParse(url))
  site.expect('robots', reply, 'a Sitemap line', sitemaps[0] ?? 'none', isAbsolute)
  expectLinks(site, 'the sitemap in /robots.txt', sitemaps)
}

async function checkSitemap(site: ProbedSite): Promise<void> {
  const { requestFresh, expect, posts, pathOf, pageOf } = site
  const reply = await requestFresh('/sitemap.xml')
  const isXml = reply.status === 200 && /xml/.test(reply.header('Content-Type') ?? '')
  expect('sitemap', reply, '200 application/xml', typed(reply), isXml)
  if (!isXml) return
  let urls = locations(reply.text)
  if (reply.text.includes('<sitemapindex')) {
    const parts = urls.flatMap((url) => pathOf(url) ?? []).slice(0, maxParts)
    urls = []
    for (const part of parts) urls.push(...locations((await requestFresh(part)).text))
    if (parts.length === maxParts) return
  }
  const paths = new Set(urls.map(pathOf))
  // Posts first published elsewhere need not be listed.
  const absent = posts.filter((post) => pathOf(post.url) !== undefined && !paths.has(pageOf(post)))
  expect('sitemap', reply, 'every post', without(absent), absent.length === 0)
  expectLinks(site, 'URLs in /sitemap.xml', urls)
}

/** Maximum number of sitemap files to read. */
const maxParts = 5

function locations(text: string): string[] {
  return Array.from(text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g), ([, url = '']) => url)
}

function without(absent: readonly { readonly id: string }[]): string {
  const ids = absent.map(({ id }) => id).join(', ')
  return `without ${ids.slice(0, 200)}`
}

async function checkLlms(site: ProbedSite): Promise<void> {
  const { requestFresh, expect, posts, pathOf, pageOf } = site
  const reply = await requestFresh('/llms.txt')
  const isText = reply.status === 200 && /^text\/(?:plain|markdown)/.test(reply.header('Content-Type') ?? '')
  expect('llms', reply, '200 text/plain', typed(reply), isText)
  if (!isText) return
  expect('llms', reply, 'a title in the first line', short(reply.text), /^# \S/.test(reply.text))
  const links = Array.from(reply.text.matchAll(/\]\((https?:[^()\s]+)\)/g), ([, url = '']) => url)
  const paths = links.flatMap((url) => pageOfTwin(pathOf(url) ?? '') || [])
  const named = new Set(paths)
  const isIndex = paths.some((one) => /^\/llms.*\.txt$/.test(one) && one !== '/llms-full.txt')
  const absent = posts.filter((post) => !named.has(pageOf(post)))
  expect('llms', reply, 'every post', without(absent), isIndex || absent.length === 0)
  // Links to other sites are fine, so report only loopback ones.
  const local = links.filter((url) => /^https?:\/\/(?:localhost|127\.)/.test(url))
  expectLinks(site, 'links in /llms.txt', local)
}

async function checkInstructions({ requestFresh, expect }: ProbedSite): Promise<void> {
  const reply = await requestFresh('/agent-instructions.md')
  const passes = /^200 text\/markdown/.test(typed(reply)) && reply.text.trim() !== ''
  expect('agent-instructions', reply, '200 text/markdown', typed(reply), passes)
}

async function checkManifest(site: ProbedSite): Promise<void> {
  const path = '/.well-known/mcp'
  const reply = await site.requestFresh(path)
  const isManifest = reply.status === 200 && isObject(jsonOf(reply))
  site.expect('manifest', reply, '200 application/json', typed(reply), isManifest)
  if (!isManifest) return
  const urls = Array.from(reply.text.matchAll(/"(https?:\/\/[^"\s]+\/mcp)"/g), ([, url = '']) => url)
  site.expect('manifest', reply, 'the URL of the endpoint', urls[0] ?? 'none', urls.length > 0)
  expectLinks(site, `the endpoint in ${path}`, urls)
}
