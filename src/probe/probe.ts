import { examineAccept } from './accept.ts'
import { examineCaches, examineFreshness, type LocalPost } from './caches.ts'
import { type Client, Unanswered } from './client.ts'
import { examineContract, examineEndpoints } from './contract.ts'
import { examineDiscovery } from './discovery.ts'
import { examineEncodings, examineValidators } from './encodings.ts'
import { examineErrors, examineHead } from './errors.ts'
import { examineMcp } from './mcp.ts'
import { type Finding, type Notes, takeNotes } from './notes.ts'
import { examinePages, isBelow } from './pages.ts'
import { makeAsking, type ProbedSite, withoutMark } from './probed-site.ts'

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
  const notes = takeNotes()
  const asking = makeAsking(new URL(base).pathname.replace(/\/$/, ''), client, notes)
  const reachable = await answered(notes, async () => {
    const first = await asking.askFresh('/api/v1/index.json')
    const moved = first.status >= 300 && first.status < 400 ? first.header('Location') : undefined
    const got = moved === undefined ? 'an answer' : `${first.status} to ${moved}`
    notes.hold('reachable', 'GET /api/v1/index.json', 'an answer', got)
    return moved === undefined
  })
  if (!reachable) return notes.findings()

  const introduction = await answered(notes, () => examineContract(asking, notes))
  const [post] = introduction?.posts ?? []
  if (!introduction || !post) return notes.findings()
  const claimed = claimedBase(Object.values(introduction.endpoints), base)
  const site: ProbedSite = { ...asking, ...introduction, base, claimed, notes, post, pathOf }
  for (const subject of subjects) await answered(notes, () => subject(site))
  if (local) {
    const posts = await local(claimed)
    await answered(notes, () => examineFreshness(site, posts))
  }
  return notes.findings()

  function pathOf(url: string): string | undefined {
    const own = [claimed, base].find((one) => isBelow(url, one))
    return own === undefined
      ? undefined
      : new URL(url).href.slice(new URL(url).origin.length + pathLength(own)) || '/'
  }
}

/** A request without an answer ends its subject, not the examination. */
async function answered<T>(notes: Notes, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    notes.hold('reachable', withoutMark(error.what), 'an answer', error.message, false)
    return undefined
  }
}

/** Where the archive says that it is, by an address that the contract fixes. */
function claimedBase(urls: readonly string[], base: string): string {
  const end = '/api/v1/posts.json'
  return urls.find((url) => url.endsWith(end) && URL.canParse(url))?.slice(0, -end.length) ?? base
}

function pathLength(base: string): number {
  return new URL(base).pathname.replace(/\/$/, '').length
}
