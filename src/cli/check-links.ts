import { type ElsewhereLink, linksElsewhere } from '../archive/body.ts'
import { originalOf } from '../archive/build.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { type Diagnostic, type Fix, withLevels } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { ContentSource } from '../content/source.ts'
import { checkLinks, type LinkCache, type Outcome } from '../../packages/check/src/links.ts'
import { describeFolder } from './init/folder.ts'
import type { OnProgress } from '../build/progress.ts'
import { version } from './settings.ts'

export interface LinkOptions {
  readonly allowPrivate: boolean
  readonly cache: LinkCache
  /** Maximum URLs per run, newest posts first. */
  readonly maxUrls?: number
}

/** Checks links to other sites. Also returns how many are left for the next run. */
export async function outgoingLinkProblems(
  { documents, reader, content: { settings } }: BuildPlan,
  { allowPrivate, cache, maxUrls = 1000 }: LinkOptions,
  report: OnProgress,
) {
  const links = documents.flatMap(({ source }) =>
    linksElsewhere(source, reader).map((link) => ({ ...link, file: source.file })),
  )
  const urls = new Set(links.map(({ href }) => withoutFragment(href)))
  const unknown = [...urls].filter((url) => !cache.get(url))
  const batch = unknown.slice(0, maxUrls)
  const purpose = `links of ${settings.baseUrl ?? 'an unpublished archive'}`
  const pace = { hosts: 8, delay: 1000 }
  for (const [url, outcome] of await outcomesOf([batch], purpose, allowPrivate, pace, report))
    cache.set(url, outcome)
  if (batch.length > 0) cache.save()
  const problems = links.flatMap((link) => linkProblem(link, cache.get(withoutFragment(link.href))))
  return { problems: withLevels(problems, settings.rules), left: unknown.length - batch.length }
}

/** Requests the URLs of all lists at once. `purpose` identifies the sender in other sites' logs. */
async function outcomesOf(
  lists: readonly (readonly string[])[],
  purpose: string,
  allowPrivate: boolean,
  pace: { readonly hosts: number; readonly delay: number },
  report: OnProgress,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const total = lists.flat().length
  const userAgent = `citable-check/${version()} (${purpose})`
  const options = {
    ...pace,
    userAgent,
    allowPrivate,
    onAnswer(url: string, outcome: Outcome) {
      outcomes.set(url, outcome)
      report({ phase: 'links', done: outcomes.size, total })
    },
  }
  await Promise.all(lists.map((urls) => checkLinks(urls, options)))
  return outcomes
}

/** Fragments are not sent. */
function withoutFragment(href: string): string {
  const url = new URL(href)
  url.hash = ''
  return url.href
}

const linkRules = {
  gone: ['gone-link', 'Link to a copy, such as one on web.archive.org, or remove the link.'],
  unknown: ['unreachable-link', 'Open it in a browser: it may block programs, or be down for now.'],
} as const

function linkProblem(
  { file, offset, href }: ElsewhereLink & { readonly file: TextFile },
  outcome: Outcome | undefined,
): Diagnostic[] {
  if (!outcome || outcome.kind === 'ok') return []
  if (outcome.kind !== 'moved') {
    const [rule, hint] = linkRules[outcome.kind]
    return [problem(file, offset, rule, `${href} ${outcome.why}.`, hint)]
  }
  const to = outcome.to + new URL(href).hash
  const moved = problem(file, offset, 'moved-link', `${href} has moved to ${to}.`, `Write ${to}.`)
  const fix: Fix = { start: offset, end: offset + href.length, text: to }
  const isPlain = file.text.startsWith(href, offset) && /^[^\s<>()[\]"'`\\*_]*$/.test(to)
  return [isPlain ? { ...moved, fix } : moved]
}

export interface OriginalsOptions {
  /** Ask the live site; without it, nothing is sent. */
  readonly online: boolean
  readonly allowPrivate: boolean
}

const connections = 4
const maxOriginals = 1000
const againHint = 'Check again later, or open it in a browser.'
const patternHint =
  'Set `oldUrls` in archive.yaml to the pattern of the site’s posts, or `canonical_url` in the post.'

/** Checks whether posts are cited where they live: by what the folder shows, or by asking the site for each. */
export async function originalsProblems(
  source: ContentSource,
  plan: BuildPlan,
  { online, allowPrivate }: OriginalsOptions,
  report: OnProgress,
): Promise<Diagnostic[]> {
  const { settings, settingsFile } = plan.content
  if (settings.originals === undefined)
    throw new UsageError('archive.yaml sets no `originals`, so every post is cited in this archive.')
  if (!online) return withLevels(await byFolder(source, plan), settings.rules)
  const { origin } = new URL(settings.originals)
  const cited = plan.posts.map((post) => [originalOf(post, plan) ?? '', post.source.file] as const)
  const posts = new Map(cited.filter(([url]) => url.startsWith(origin)))
  // Newest first, in as many lines as a browser would open.
  const urls = [...posts.keys()].slice(0, maxOriginals)
  const lines = Array.from({ length: connections }, (_, line) =>
    urls.filter((_, nth) => nth % connections === line),
  )
  const purpose = `originals of ${settings.originals}`
  const outcomes = await outcomesOf(lines, purpose, allowPrivate, { hosts: 1, delay: 0 }, report)
  const problems = urls.flatMap((url) => {
    const [file, outcome] = [posts.get(url), outcomes.get(url)]
    if (!file || !outcome || outcome.kind === 'ok') return []
    if (outcome.kind === 'moved') {
      const message = `${url}, where the post is cited, has moved to ${outcome.to}.`
      return problem(file, 0, 'moved-link', message, patternHint)
    }
    return outcome.kind === 'gone'
      ? problem(file, 0, 'dead-original', `The post is cited at ${url}, which ${outcome.why}.`, patternHint)
      : problem(file, 0, 'unreachable-link', `${url} ${outcome.why}.`, againHint)
  })
  if (posts.size > maxOriginals) {
    const message = `Only the newest ${maxOriginals} of ${posts.size} originals were checked.`
    problems.push(problem(settingsFile, 0, 'unreachable-link', message, 'Their pattern is the same.'))
  }
  return withLevels(problems, settings.rules)
}

async function byFolder(source: ContentSource, { content }: BuildPlan): Promise<Diagnostic[]> {
  const { settings, settingsFile, layout } = content
  const [pattern = 'no address'] = [settings.urls ?? layout.oldUrls[0] ?? []].flat()
  const { addresses, generator } = (await describeFolder(source)) ?? {}
  const { evidence, patterns = [] } = addresses ?? {}
  const plain = (address: string) => address.replace(/\/$/, '')
  const shown = patterns.length > 0 ? patterns : (generator?.addresses.posts ?? [])
  const isShown = evidence !== undefined && shown.map(plain).includes(plain(pattern))
  if (isShown) return []
  const offset = Math.max(0, settingsFile.text.search(/^originals:/m))
  const message =
    evidence === undefined
      ? `Posts are cited at ${pattern}, which nothing in this folder shows.`
      : `Posts are cited at ${pattern}, but the folder shows ${shown[0]} (${evidence}).`
  const hint = `\`--online\` asks ${settings.originals} for each post.`
  return [problem(settingsFile, offset, 'guessed-original', message, hint)]
}
