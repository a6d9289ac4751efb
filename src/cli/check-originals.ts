import { originalOf } from '../archive/build.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { type Diagnostic, withLevels } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { problem } from '../base/text-file.ts'
import type { ContentSource } from '../content/source.ts'
import { checkLink, checkLinks, type Outcome } from '../../packages/check/src/links.ts'
import { describeFolder } from './init/folder.ts'
import type { OnProgress } from '../build/progress.ts'
import { version } from './settings.ts'

export interface OriginalsOptions {
  /** Ask the live site; without it, nothing is sent. */
  readonly online: boolean
  readonly allowPrivate: boolean
}

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
  const urls = [...posts.keys()].slice(0, maxUrls)
  const lines = Array.from({ length: connections }, (_, line) =>
    urls.filter((_, nth) => nth % connections === line),
  )
  const outcomes = new Map<string, Outcome>()
  const userAgent = `citable-check/${version()} (originals of ${settings.originals})`
  const options = {
    checkLink: (url: string) => checkLink(url, { userAgent, allowPrivate, timeout: 10_000 }),
    hosts: 1,
    delay: 0,
    onAnswer(url: string, outcome: Outcome) {
      outcomes.set(url, outcome)
      report({ phase: 'links', done: outcomes.size, total: urls.length })
    },
  }
  await Promise.all(lines.map((line) => checkLinks(line, options)))
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
  if (posts.size > maxUrls) {
    const message = `Only the newest ${maxUrls} of ${posts.size} originals were checked.`
    problems.push(problem(settingsFile, 0, 'unreachable-link', message, 'Their pattern is the same.'))
  }
  return withLevels(problems, settings.rules)
}

const connections = 4
const maxUrls = 1000
const againHint = 'Check again later, or open it in a browser.'
const patternHint =
  'Set `oldUrls` in archive.yaml to the pattern of the site’s posts, or `canonical_url` in the post.'

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
