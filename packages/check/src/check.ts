import { connect, limits, NoResponse, type Request } from './connection.ts'
import { contractRules } from './contract.ts'
import { deliveryRules } from './delivery.ts'
import { folderRules, maxCompared } from './folder.ts'
import { mcpRules } from './mcp.ts'
import { negotiationRules } from './negotiation.ts'
import { pageRules } from './pages.ts'
import type { Problem, Rule } from './rule.ts'
import texts from './rules.md?raw'
import { type FolderReader, openSite, type Site } from './site.ts'

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

/** Judges a live archive, and compares it with a folder. Knows no implementation, only the contract. */
export async function check(base: string, userAgent: string, folder?: FolderReader) {
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
  const run = async (rule: string, [requests, judge]: Rule, site: Site) => {
    for (const request of await requests(site)) {
      const judgement = await judge(await site.send(request), site)
      if (judgement) replies.set(rule, (replies.get(rule) ?? 0) + 1)
      for (const problem of judgement ?? []) problems.push({ rule, what: described(request), ...problem })
    }
  }
  try {
    const site = await attempt(openSite(base, connection, folder))
    for (const [name, rule] of Object.entries(contractRules))
      if (site && isReachable()) await attempt(run(name, rule, site))
    const rest = isReachable() && site?.posts.length ? otherRules : {}
    for (const [name, rule] of Object.entries<Rule>(rest)) if (site) await attempt(run(name, rule, site))
  } finally {
    connection.close()
  }
  const names = Object.keys({ ...contractRules, ...otherRules }) as RuleName[]
  const findings = names.flatMap((rule) =>
    findingsOf(
      rule,
      problems.filter((problem) => problem.rule === rule),
      replies.get(rule) ?? 0,
    ),
  )
  return { findings, requests: connection.count() }
}

/** Merges equal problems. */
function findingsOf(rule: RuleName, problems: readonly Required<Problem>[], times: number): Finding[] {
  const { level, meaning, fix } = rules[rule]
  const findings = new Map<string, Finding>()
  for (const { what, expected, got } of problems) {
    const first = findings.get(expected + got) ?? { level, rule, what, expected, got, fix, times: 0 }
    findings.set(expected + got, { ...first, times: first.times + 1 })
  }
  return problems.length > 0 || times === 0
    ? [...findings.values()]
    : [{ level: 'ok', rule, what: meaning, times }]
}

const shownHeaders = new Set(['Accept', 'Accept-Encoding', 'If-None-Match'])

function described({ path, method = 'GET', headers = {}, what }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name))
  const bare = path.replace(/[?&]citable-check=[^&]*$/, '')
  return what ?? [`${method} ${bare}`, ...shown.map((header) => header.join(': '))].join(', ')
}
