import { checkCaches, checkFreshness, type LocalPost } from './caches.ts'
import { type Client, NoResponse } from './http.ts'
import { checkContract, checkEndpoints } from './contract.ts'
import { checkMcp } from './mcp.ts'
import { checkAccept, checkEncodings, checkErrors, checkHead, checkValidators } from './negotiation.ts'
import { checkDiscovery, checkPages, isBelow } from './pages.ts'
import type { Finding, ListedPost, ProbedSite, Prober } from './probed-site.ts'
import { createProber, pageOfTwin, withoutCacheBuster } from './probed-site.ts'

const subjects = [
  checkEndpoints,
  checkPages,
  checkAccept,
  checkEncodings,
  checkValidators,
  checkHead,
  checkErrors,
  checkDiscovery,
  checkCaches,
  checkMcp,
] as const

/** Checks a live archive. Shares no code with the server: its tables repeat the contract and the RFCs. */
export async function probe(
  base: string,
  client: Client,
  local?: (claimed: string) => Promise<readonly LocalPost[]>,
): Promise<Finding[]> {
  const prober = createProber(pathWithoutSlash(base), client)
  const reachable = await attempt(prober, async () => {
    const first = await prober.requestFresh('/api/v1/index.json')
    const moved = first.status >= 300 && first.status < 400 ? first.header('Location') : undefined
    const got = moved === undefined ? 'a response' : `${first.status} to ${moved}`
    prober.expect('reachable', first, 'a response', got)
    return moved === undefined
  })
  if (!reachable) return prober.findings()

  const description = await attempt(prober, () => checkContract(prober))
  const [post] = description?.posts ?? []
  if (!description || !post) return prober.findings()
  const claimed = claimedBase(Object.values(description.endpoints), base)
  const site: ProbedSite = { ...prober, ...description, base, claimed, post, pathOf, pageOf }
  for (const subject of subjects) await attempt(prober, () => subject(site))
  if (local) {
    const posts = await local(claimed)
    await attempt(prober, () => checkFreshness(site, posts))
  }
  return prober.findings()

  function pageOf({ id, markdownUrl }: ListedPost): string {
    const twin = markdownUrl === undefined ? undefined : pathOf(markdownUrl)
    return twin === undefined ? `/posts/${id}` : pageOfTwin(twin)
  }

  function pathOf(url: string): string | undefined {
    const own = [claimed, base].find((one) => isBelow(url, one))
    if (own === undefined) return undefined
    const { href, origin } = new URL(url)
    return href.slice(origin.length + pathWithoutSlash(own).length) || '/'
  }
}

/** A request without a response ends its check, not the run. */
async function attempt<T>({ expect }: Prober, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    expect('reachable', withoutCacheBuster(error.what), 'a response', error.message)
    return undefined
  }
}

/** Returns the archive's own base URL, taken from a URL that the contract fixes. */
function claimedBase(urls: readonly string[], base: string): string {
  const end = '/api/v1/posts.json'
  return urls.find((url) => url.endsWith(end) && URL.canParse(url))?.slice(0, -end.length) ?? base
}

function pathWithoutSlash(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '')
}
