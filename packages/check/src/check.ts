import { connect, limits, NoResponse, type Request } from './connection.ts'
import { contractRules } from './contract.ts'
import { deliveryRules } from './delivery.ts'
import { folderRules, maxCompared } from './folder.ts'
import { mcpRules } from './mcp.ts'
import { negotiationRules } from './negotiation.ts'
import { pageRules } from './pages.ts'
import type { Problem, Rule } from './rule.ts'
import texts from './rules.md?raw'
import { type FolderPost, openSite, type Site } from './site.ts'

const otherRules = { ...negotiationRules, ...pageRules, ...mcpRules, ...deliveryRules, ...folderRules }
export type RuleName = keyof typeof contractRules | keyof typeof otherRules

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

interface CheckOptions {
  readonly userAgent: string
  /** Returns the publisher's posts, as an archive at this base URL has them. */
  readonly folder?: ((claimed: string) => Promise<ReadonlyMap<string, FolderPost>>) | undefined
}

/** Judges a live archive. Knows no implementation, only the contract. */
export async function check(base: string, { userAgent, folder }: CheckOptions) {
  const connection = connect(new URL(base), userAgent, limits.requests + (folder ? maxCompared : 0))
  const replies = new Map<string, number>()
  const problems: (Required<Problem> & { readonly rule: string })[] = []
  const isReachable = () => !problems.some(({ rule }) => rule === 'reachable')
  /** A request without a response ends its rule, not the run. */
  const attempt = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error) => {
      if (!(error instanceof NoResponse)) throw error
      const what = described(error.request)
      problems.push({ rule: 'reachable', what, expected: 'a response', got: error.message })
      return undefined
    })
  const run = async (table: Readonly<Record<string, Rule>>, site: Site, isEnough: () => boolean) => {
    for (const [rule, [requests, judge]] of Object.entries(table)) {
      const judgeAll = async () => {
        for (const request of await requests(site)) {
          const reply = await site.send(request)
          const judgement = await judge(reply, site)
          if (judgement) replies.set(rule, (replies.get(rule) ?? 0) + 1)
          for (const problem of judgement ?? []) problems.push({ rule, what: described(request), ...problem })
        }
      }
      if (!isEnough()) await attempt(judgeAll())
    }
  }
  try {
    const site = await attempt(openSite(base, connection))
    if (site) await run(contractRules, site, () => !isReachable())
    if (site && isReachable() && site.posts.length > 0) {
      const posts = await folder?.(site.claimed)
      await run(otherRules, { ...site, ...(posts && { folder: posts }) }, () => false)
    }
  } finally {
    connection.close()
  }
  const names = Object.keys({ ...contractRules, ...otherRules }) as RuleName[]
  const findings = names.flatMap((rule): Finding[] => {
    const { level, meaning, fix } = rules[rule]
    const times = replies.get(rule) ?? 0
    const broken = new Map<string, Finding>()
    for (const { what, expected, got } of problems.filter((problem) => problem.rule === rule)) {
      const first = broken.get(expected + got) ?? { level, rule, what, expected, got, fix, times: 0 }
      broken.set(expected + got, { ...first, times: first.times + 1 })
    }
    return broken.size > 0 || times === 0
      ? [...broken.values()]
      : [{ level: 'ok', rule, what: meaning, times }]
  })
  return { findings, requests: connection.answered.length }
}

const shownHeaders = new Set(['Accept', 'Accept-Encoding', 'If-None-Match'])

function described({ path, method = 'GET', headers = {}, what }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name))
  const bare = path.replace(/[?&]citable-check=[^&]*$/, '')
  return what ?? [`${method} ${bare}`, ...shown.map((header) => header.join(': '))].join(', ')
}
