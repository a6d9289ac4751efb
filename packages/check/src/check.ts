import { connect, limits, NoResponse, type Request } from './connection.ts'
import { contractRules } from './contract.ts'
import { deliveryRules } from './delivery.ts'
import { folderRules, maxCompared } from './folder.ts'
import { mcpRules } from './mcp.ts'
import { negotiationRules } from './negotiation.ts'
import { pageRules } from './pages.ts'
import type { Problem, Rule } from './rule.ts'
import texts from './rules.md?raw'
import { type Folder, openSite, type Site } from './site.ts'

const otherRules = { ...negotiationRules, ...pageRules, ...mcpRules, ...deliveryRules, ...folderRules }
const allRules = { ...contractRules, ...otherRules }
export type RuleName = keyof typeof allRules

/** What the contract says, and where to look if it is broken. */
export const rules = Object.fromEntries(
  Array.from(
    texts.matchAll(/^\| `([\w-]+)` \| (error|warning) \| (.*) \| (.*) \|$/gm),
    ([, name, level, meaning, fix]) => [name, { level, meaning, fix }],
  ),
) as Readonly<Record<RuleName, { level: 'error' | 'warning'; meaning: string; fix: string }>>

export interface Finding {
  readonly level: 'error' | 'warning' | 'ok'
  readonly rule: RuleName
  /** The request; for a passed rule, its meaning. */
  readonly what: string
  readonly expected?: string
  readonly got?: string
  readonly fix?: string
  /** Number of occurrences; for a passed rule, of replies. */
  readonly times: number
}

/**
 * Judges a live archive, and compares it with a folder, whose posts `read` returns as an archive at its base URL has them. Knows no
 * implementation, only the contract.
 */
export async function check(base: string, userAgent: string, read?: (claimed: string) => Promise<Folder>) {
  const connection = connect(new URL(base), userAgent, limits.requests + (read ? maxCompared : 0))
  const replies = new Map<string, number>()
  const problems: (Required<Problem> & { readonly rule: string })[] = []
  const judge = async (site: Site, name: string, { requests, judge }: Rule) => {
    for (const request of typeof requests === 'function' ? await requests(site) : requests) {
      const reply = await site.send(request)
      const judgement = await judge(reply, site)
      if (judgement) replies.set(name, (replies.get(name) ?? 0) + 1)
      for (const problem of judgement ?? [])
        problems.push({ rule: name, what: described(reply.request), ...problem })
    }
  }
  const addUnreachable = (error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
    const what = described(error.request)
    problems.push({ rule: 'reachable', what, expected: 'a response', got: error.message })
  }
  try {
    const site = await openSite(base, connection, read)
    for (const [name, rule] of Object.entries(contractRules)) await judge(site, name, rule)
    // From here, a request without a response ends its rule, not the run.
    const [mcp, folder] = [site.mcp && mcpRules, read && folderRules]
    const others = { ...negotiationRules, ...pageRules, ...mcp, ...deliveryRules, ...folder }
    for (const [name, rule] of Object.entries(site.posts.length > 0 ? others : {}))
      await judge(site, name, rule).catch(addUnreachable)
  } catch (error) {
    addUnreachable(error)
  } finally {
    connection.close()
  }
  const findings = (Object.keys(allRules) as RuleName[]).flatMap((rule): Finding[] => {
    const { level, meaning, fix } = rules[rule]
    const times = replies.get(rule)
    const merged = new Map<string, Finding>()
    for (const { what, expected, got } of problems.filter((problem) => problem.rule === rule)) {
      const first = merged.get(expected + got) ?? { level, rule, what, expected, got, fix, times: 0 }
      merged.set(expected + got, { ...first, times: first.times + 1 })
    }
    return merged.size === 0 && times ? [{ level: 'ok', rule, what: meaning, times }] : [...merged.values()]
  })
  return { findings, requests: connection.count() }
}

const shownHeaders = new Set(['Accept', 'Accept-Encoding', 'If-None-Match'])

function described({ path, method = 'GET', headers = {}, what }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name))
  return what ?? [`${method} ${path}`, ...shown.map((header) => header.join(': '))].join(', ')
}
