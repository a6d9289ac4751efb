import { type ElsewhereLink, linksElsewhere } from '../archive/body.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { type Diagnostic, type Fix, withLevels } from '../base/diagnostics.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import { ask, askAll, type LinkCache, type Outcome } from '../probe/outgoing-links.ts'
import type { OnProgress } from './progress.ts'
import { version } from './settings.ts'

export interface LinkOptions {
  readonly allowPrivate: boolean
  readonly cache: LinkCache
  /** Addresses asked for in one run, those of the newest posts first. */
  readonly most?: number
}

/** Where links to other sites lead. What was learned is kept, so that the next run asks for the others. */
export async function checkLinks(
  plan: BuildPlan,
  { allowPrivate, cache, most = 1000 }: LinkOptions,
  report: OnProgress,
): Promise<{ diagnostics: Diagnostic[]; left: number }> {
  const { documents, reader, content } = plan
  const links = documents.flatMap(({ source }) =>
    linksElsewhere(source, reader).map((link) => ({ ...link, file: source.file })),
  )
  const outcomes = new Map<string, Outcome>()
  const unknown = new Set<string>()
  for (const url of new Set(links.map(({ href }) => addressOf(href)))) {
    const kept = cache.get(url)
    if (kept) outcomes.set(url, kept)
    else unknown.add(url)
  }
  const asked = [...unknown].slice(0, most)
  // Whoever reads a log there can tell who asked, and for whom.
  const userAgent = `citable-check/${version()} (links of ${content.settings.baseUrl ?? 'an unpublished archive'})`
  let done = 0
  await askAll(asked, {
    ask: (url) => ask(url, { userAgent, allowPrivate, timeout: 10_000 }),
    hosts: 8,
    delay: 1000,
    onAnswer(url, outcome) {
      outcomes.set(url, outcome)
      cache.set(url, outcome)
      report({ phase: 'links', done: ++done, total: asked.length })
    },
  })
  if (asked.length > 0) cache.save()
  const found = links.flatMap((link) => {
    const outcome = outcomes.get(addressOf(link.href))
    return outcome ? told(link, outcome) : []
  })
  return { diagnostics: withLevels(found, content.settings.rules), left: unknown.size - asked.length }
}

/** A fragment is not sent. */
function addressOf(href: string): string {
  const url = new URL(href)
  url.hash = ''
  return url.href
}

function told(
  { file, offset, href }: ElsewhereLink & { readonly file: TextFile },
  outcome: Outcome,
): Diagnostic[] {
  if (outcome.kind === 'there') return []
  if (outcome.kind !== 'moved') {
    const [rule, hint] = notThere[outcome.kind]
    return [problem(file, offset, rule, `${href} ${outcome.why}.`, hint)]
  }
  const to = outcome.to + new URL(href).hash
  const found = problem(file, offset, 'moved-link', `${href} has moved to ${to}.`, `Write ${to}.`)
  const fix: Fix = { start: offset, end: offset + href.length, text: to }
  const isPlain = file.text.startsWith(href, offset) && /^[^\s<>()[\]"'`\\*_]*$/.test(to)
  return [isPlain ? { ...found, fix } : found]
}

const notThere = {
  gone: ['gone-link', 'Link to a copy, such as one on web.archive.org, or remove the link.'],
  unknown: ['unreachable-link', 'Open it in a browser: it may block programs, or be down for now.'],
} as const
