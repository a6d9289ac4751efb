import { holdLinks } from './pages.ts'
import { isObject, jsonOf, type ProbedSite, describeRequest, typed } from './probed-site.ts'

/** The files that crawlers and agents look for. */
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
  site.notes.hold('robots', describeRequest('/robots.txt'), '200 text/plain', typed(reply))
  if (typed(reply) !== '200 text/plain') return
  const sitemaps = Array.from(reply.text.matchAll(/^sitemap:\s*(\S+)/gim), ([, url = '']) => url)
  const isAbsolute = sitemaps.some((url) => URL.canParse(url))
  site.notes.hold(
    'robots',
    describeRequest('/robots.txt'),
    'a Sitemap line',
    sitemaps[0] ?? 'none',
    isAbsolute,
  )
  holdLinks(site, 'the sitemap in /robots.txt', sitemaps)
}

async function examineSitemap(site: ProbedSite): Promise<void> {
  const { askFresh, notes, posts, pathOf } = site
  const path = '/sitemap.xml'
  const reply = await askFresh(path)
  const isXml = reply.status === 200 && /xml/.test(reply.header('Content-Type') ?? '')
  notes.hold('sitemap', describeRequest(path), '200 application/xml', typed(reply), isXml)
  if (!isXml) return
  let urls = locations(reply.text)
  if (reply.text.includes('<sitemapindex')) {
    const parts = urls.flatMap((url) => pathOf(url) ?? []).slice(0, mostParts)
    const texts = await inTurn(parts, async (part) => (await askFresh(part)).text)
    urls = texts.flatMap(locations)
    if (parts.length === mostParts) return
  }
  const paths = new Set(urls.map(pathOf))
  // A post that was first published elsewhere is cited from there, and need not be listed.
  const absent = posts.filter(({ id, url }) => pathOf(url) !== undefined && !paths.has(`/posts/${id}`))
  const missing = absent.map(({ id }) => id).join(', ')
  notes.hold(
    'sitemap',
    describeRequest(path),
    'every post',
    `without ${missing.slice(0, 200)}`,
    missing === '',
  )
  holdLinks(site, `addresses in ${path}`, urls)
}

/** Files of a sitemap that are read; the rest is taken on trust. */
const mostParts = 5

const locations = (text: string) =>
  Array.from(text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g), ([, url = '']) => url)

async function inTurn<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of list) results.push(await work(one))
  return results
}

async function examineLlms(site: ProbedSite): Promise<void> {
  const { askFresh, notes, posts, pathOf } = site
  const path = '/llms.txt'
  const reply = await askFresh(path)
  const isText = reply.status === 200 && /^text\/(?:plain|markdown)/.test(reply.header('Content-Type') ?? '')
  notes.hold('llms', describeRequest(path), '200 text/plain', typed(reply), isText)
  if (!isText) return
  const hasTitle = /^# \S/.test(reply.text)
  notes.hold('llms', describeRequest(path), 'a title in the first line', short(reply.text), hasTitle)
  const links = Array.from(reply.text.matchAll(/\]\((https?:[^()\s]+)\)/g), ([, url = '']) => url)
  const paths = links.flatMap((url) => pathOf(url)?.replace(/\.md$/, '') ?? [])
  const named = new Set(paths)
  const isIndex = paths.some((one) => /^\/llms.*\.txt$/.test(one) && one !== '/llms-full.txt')
  const absent = posts.filter(({ id }) => !named.has(`/posts/${id}`)).map(({ id }) => id)
  notes.hold(
    'llms',
    describeRequest(path),
    'every post',
    `without ${absent.join(', ').slice(0, 200)}`,
    isIndex || absent.length === 0,
  )
  // Other sites may be linked to as well, so only what leads to this machine is told.
  holdLinks(
    site,
    `links in ${path}`,
    links.filter((url) => /^https?:\/\/(?:localhost|127\.)/.test(url)),
  )
}

async function examineInstructions({ askFresh, notes }: ProbedSite): Promise<void> {
  const path = '/agent-instructions.md'
  const reply = await askFresh(path)
  const holds = /^200 text\/markdown/.test(typed(reply)) && reply.text.trim() !== ''
  notes.hold('agent-instructions', describeRequest(path), '200 text/markdown', typed(reply), holds)
}

async function examineManifest(site: ProbedSite): Promise<void> {
  const path = '/.well-known/mcp'
  const reply = await site.askFresh(path)
  const isManifest = reply.status === 200 && isObject(jsonOf(reply))
  site.notes.hold('manifest', describeRequest(path), '200 application/json', typed(reply), isManifest)
  if (!isManifest) return
  const urls = Array.from(reply.text.matchAll(/"(https?:\/\/[^"\s]+\/mcp)"/g), ([, url = '']) => url)
  site.notes.hold(
    'manifest',
    describeRequest(path),
    'the address of the endpoint',
    urls[0] ?? 'none',
    urls.length > 0,
  )
  holdLinks(site, `the endpoint in ${path}`, urls)
}

const short = (text: string) => JSON.stringify(text.slice(0, 40))
