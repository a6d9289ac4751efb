import { examineCaches, examineFreshness, type LocalPost } from './caches.ts'
import { type Client, Unanswered } from './http.ts'
import { examineContract, examineEndpoints } from './contract.ts'
import { examineMcp } from './mcp.ts'
import {
  examineAccept,
  examineEncodings,
  examineErrors,
  examineHead,
  examineValidators,
} from './negotiation.ts'
import { examineDiscovery, examinePages, isBelow } from './pages.ts'
import {
  type Asking,
  type Finding,
  type ListedPost,
  makeAsking,
  pageOfTwin,
  type ProbedSite,
  withoutMark,
} from './probed-site.ts'

const subjects = [
  examineEndpoints,
  examinePages,
  examineAccept,
  examineEncodings,
  examineValidators,
  examineHead,
  examineErrors,
  examineDiscovery,
  examineCaches,
  examineMcp,
] as const

/**
 * Everything that can be told of an archive from outside, one request after another. It shares no code with what answers: the
 * tables here are those of the contract and of the RFCs, written down a second time.
 */
export async function examine(
  base: string,
  client: Client,
  local?: (claimed: string) => Promise<readonly LocalPost[]>,
): Promise<Finding[]> {
  const asking = makeAsking(pathWithoutSlash(base), client)
  const reachable = await answered(asking, async () => {
    const first = await asking.askFresh('/api/v1/index.json')
    const moved = first.status >= 300 && first.status < 400 ? first.header('Location') : undefined
    const got = moved === undefined ? 'an answer' : `${first.status} to ${moved}`
    asking.hold('reachable', first, 'an answer', got)
    return moved === undefined
  })
  if (!reachable) return asking.findings()

  const introduction = await answered(asking, () => examineContract(asking))
  const [post] = introduction?.posts ?? []
  if (!introduction || !post) return asking.findings()
  const claimed = claimedBase(Object.values(introduction.endpoints), base)
  const site: ProbedSite = { ...asking, ...introduction, base, claimed, post, pathOf, pageOf }
  for (const subject of subjects) await answered(asking, () => subject(site))
  if (local) {
    const posts = await local(claimed)
    await answered(asking, () => examineFreshness(site, posts))
  }
  return asking.findings()

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

/** A request without an answer ends its subject, not the examination. */
async function answered<T>({ hold }: Asking, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    hold('reachable', withoutMark(error.what), 'an answer', error.message)
    return undefined
  }
}

/** Where the archive says that it is, by an address that the contract fixes. */
function claimedBase(urls: readonly string[], base: string): string {
  const end = '/api/v1/posts.json'
  return urls.find((url) => url.endsWith(end) && URL.canParse(url))?.slice(0, -end.length) ?? base
}

function pathWithoutSlash(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '')
}
