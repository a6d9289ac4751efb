import { basename, join, resolve } from 'node:path'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'
import { fallbackAuthor } from '../content/archive-keys.ts'
import { folder } from '../content/folder.ts'
import { none } from '../generators/none.ts'
import { findProblems, type FoundProblems } from './check.ts'
import { chosenDay, requireUrl } from './settings.ts'
import { describeFolder } from './init/folder.ts'
import { type InitOptions, settingsFor, starter } from './init/settings.ts'
import { withSettings } from './init/site.ts'
import { inspectFolder } from './output/inspect-folder.ts'
import { type OnProgress, Progress, reportingSource } from './progress.ts'
import { many, printNextSteps, tally, unpublished, unpublishedLine, unpublishedLines } from './report.ts'
import { writeNew } from './write-new.ts'

/** Writes the settings for the posts that a folder has, or a small archive where it has none. Overwrites nothing and asks nothing. */
export async function initCommand(dir: string, options: InitOptions = {}): Promise<number> {
  if (options.originals !== undefined) requireUrl(options.originals)
  const isNew = inspectFolder(dir).kindAt('.') === 'nothing'
  if (!isNew && inspectFolder(dir).kindAt('.') !== 'folder')
    throw new UsageError(`${dir} is not a folder.`, 2)
  const tried = isNew ? undefined : await new Progress().during((report) => tryOut(dir, options, report))
  if (!tried && !isNew) await requireFresh(dir)
  const files = tried ? { 'archive.yaml': tried.settings, ...tried.server } : starter
  await writeNew(dir, files)
  for (const path of Object.keys(files)) say(process.stdout, `Wrote ${join(dir, path)}`)
  for (const line of tried?.summary ?? []) say(process.stdout, line)
  printNextSteps(dir, tried?.hasTerms)
  return 0
}

/** A small archive is for a folder that has nothing yet but what comes with a repository, and no use among the folders of a project. */
async function requireFresh(dir: string): Promise<void> {
  const paths = await folder(dir).list()
  if (paths.every((path) => !path.includes('/') || path.startsWith('node_modules/'))) return
  const { unpublishedBelow } = await import('./unpublished.ts')
  const left = await unpublishedBelow(dir, undefined)
  const others = left.length > 0 ? ` ${unpublishedLine(left)}` : ''
  throw new UsageError(
    `${dir} has no markdown posts (.md, .markdown, .mdx).${others} To start a new archive, name an empty folder; for a WordPress, Ghost, Substack or Medium export, or a feed, see citable import --help.`,
    2,
  )
}

interface TriedOut {
  readonly hasTerms: boolean
  readonly settings: string
  /** For the registry of MCP servers, unless there is such a file. */
  readonly server: Readonly<Record<string, string>>
  readonly summary: readonly string[]
}

/** The settings, and what they give: everything is read once with them, as `check` would. Undefined when there is nothing to publish. */
async function tryOut(dir: string, options: InitOptions, report: OnProgress): Promise<TriedOut | undefined> {
  const source = folder(dir)
  const found = await describeFolder(reportingSource(source, report))
  if (!found) return undefined
  const name = basename(resolve(dir))
  const settings = withSettings(source, settingsFor(found, name, options))
  const problems = await findProblems(settings, { asOf: chosenDay(undefined) }, report)
  const { archive, diagnostics } = problems
  const left = unpublished(diagnostics)
  const { posts: listed, unlisted } = archive ?? { posts: found.posts, unlisted: { posts: [] } }
  const posts = many(listed.length + unlisted.posts.length, 'post')
  const { name: generator } = found.generator
  const place = found.below === '' ? '' : ` in ${found.below}`
  const where =
    found.generator === none ? '' : ` of ${/^[ae]/.test(generator) ? 'an' : 'a'} ${generator} site${place}`
  // What a setting leaves out is meant to be.
  const isWhole = left.every(({ severity }) => severity === 'note')
  const ready = isWhole
    ? ', ready to serve'
    : `, and ${left.length} that ${left.length === 1 ? 'is' : 'are'} not published`
  const state = archive ? ready : ', not published until its errors are fixed'
  const summary = [
    `${posts}${where}${state}: ${tally(diagnostics) || 'no problems found'}.`,
    ...unpublishedLines(left),
  ]
  if (found.unattributed > 0 && !found.site.publisher)
    summary.push(
      `${many(found.unattributed, 'post')} without an author, and the site names none. Credited to “${archive?.settings.author.name ?? fallbackAuthor}” until \`author\` is set in archive.yaml.`,
    )
  const hasTerms = found.site.terms !== undefined
  const { serverJson, serverJsonPath } = await import('./server-json.ts')
  const isFree = inspectFolder(dir).kindAt(serverJsonPath) === 'nothing'
  const entry = archive && isFree ? serverJson(archive) : undefined
  const server = entry === undefined ? {} : { [serverJsonPath]: entry }
  return { settings: settingsFor(found, name, options, outsidePrefixes(problems)), server, summary, hasTerms }
}

/** The parts of the site that posts link to most. Not those that posts were in: a link to one that is gone would never be reported. */
function outsidePrefixes({ archive, diagnostics }: FoundProblems): string[] {
  const old = [...(archive?.redirects.keys() ?? [])]
  return diagnostics
    .flatMap(({ data }) => (data && 'prefix' in data ? [data] : []))
    .filter(({ prefix }) => !old.some((path) => path.startsWith(archive?.urls.path(prefix) ?? prefix)))
    .sort((a, b) => b.links - a.links)
    .slice(0, 8)
    .map(({ prefix }) => prefix)
}
