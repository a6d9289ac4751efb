import about from './init/starter/about.md?raw'
import firstPost from './init/starter/2026-01-05-a-first-post.md?raw'
import secondPost from './init/starter/2026-01-12-links-and-pictures.md?raw'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '../base/errors.ts'
import { say, yamlText } from '../base/escape.ts'
import { fallbackAuthor, termsComment } from '../content/archive-keys.ts'
import { folder } from '../content/folder.ts'
import { none } from '../generators/none.ts'
import { findProblems, type FoundProblems } from './check.ts'
import { serverJson, serverJsonPath } from './server-json.ts'
import { unpublishedBelow } from './unpublished.ts'
import { resolveAsOf, requireUrl } from './settings.ts'
import { describeFolder, type FoundFolder } from './init/folder.ts'
import { withSettings } from './init/site.ts'
import { inspectFolder } from './output/inspect-folder.ts'
import { type OnProgress, Progress, reportingSource } from './progress.ts'
import {
  plural,
  printNextSteps,
  shortList,
  tally,
  unpublished,
  unpublishedLine,
  unpublishedLines,
} from './report.ts'
import { writeNew } from './output/durable.ts'
import { isGroupName } from '../content/bylines.ts'

/** Writes the settings for the posts that a folder has, or a small archive where it has none. Overwrites nothing and asks nothing. */
export async function initCommand(dir: string, options: InitOptions = {}): Promise<number> {
  if (options.originals !== undefined) requireUrl(options.originals)
  const isNew = inspectFolder(dir).kindAt('.') === 'nothing'
  if (!isNew && inspectFolder(dir).kindAt('.') !== 'folder')
    throw new UsageError(`${dir} is not a folder.`, 2)
  const tried = isNew ? undefined : await new Progress().during((report) => tryOut(dir, options, report))
  if (!tried && !isNew) await requireFresh(dir)
  const files = tried?.files ?? starter
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
  const left = await unpublishedBelow(dir, undefined)
  const others = left.length > 0 ? ` ${unpublishedLine(left)}` : ''
  throw new UsageError(
    `${dir} has no markdown posts (.md, .markdown, .mdx).${others} To start a new archive, name an empty folder; for a WordPress, Ghost, Substack or Medium export, or a feed, see citable import --help.`,
    2,
  )
}

/** The settings, and what they give: everything is read once with them, as `check` would. Undefined when there is nothing to publish. */
async function tryOut(dir: string, options: InitOptions, report: OnProgress) {
  const source = folder(dir)
  const found = await describeFolder(reportingSource(source, report))
  if (!found) return undefined
  const name = basename(resolve(dir))
  const first = withSettings(source, settingsFor(found, name, options))
  const problems = await findProblems(first, resolveAsOf(undefined), report)
  const { archive, diagnostics } = problems
  const left = unpublished(diagnostics)
  const { posts: listed, unlisted } = archive ?? { posts: found.posts, unlisted: { posts: [] } }
  const posts = plural(listed.length + unlisted.posts.length, 'post')
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
      `${plural(found.unattributed, 'post')} without an author, and the site names none. Credited to “${archive?.settings.author.name ?? fallbackAuthor}” until \`author\` is set in archive.yaml.`,
    )
  // For the registry of MCP servers, unless there is such a file.
  const isFree = inspectFolder(dir).kindAt(serverJsonPath) === 'nothing'
  const entry = archive && isFree ? serverJson(archive) : undefined
  const settings = settingsFor(found, name, options, outsidePrefixes(problems))
  const files = { 'archive.yaml': settings, ...(entry !== undefined && { [serverJsonPath]: entry }) }
  return { files, summary, hasTerms: found.site.terms !== undefined }
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

export interface InitOptions {
  readonly keepUrls?: boolean
  readonly originals?: string
}

/**
 * The archive.yaml for a folder that was looked at. `name` is the folder's own, and `outside` are addresses of the same site that its posts
 * link to.
 */
export function settingsFor(
  found: FoundFolder,
  name: string,
  { keepUrls = false, originals }: InitOptions = {},
  outside: readonly string[] = [],
): string {
  const { generator, site, globs, translations, fileRoots } = found
  const { ids, fields, linkedAddresses, authors, variables } = found
  const { patterns: ownPatterns, lost } = site.addresses ?? { patterns: [], lost: [] }
  const usual = linkedAddresses.length > 0 ? (generator.oldUrls ?? []) : []
  const patterns = [...new Set([...ownPatterns, ...linkedAddresses, ...usual])]
  const [rule] = keepUrls ? [...ownPatterns, ...(generator.oldUrls ?? [])] : []
  if (keepUrls && rule === undefined)
    throw new UsageError(
      'The site’s URL pattern is unknown; set `urls` in archive.yaml instead of --keep-urls.',
    )
  // Many a repository is called as its site is.
  const title = site.title ?? (/\.[a-z]{2,}$/.test(name) ? name : (site.packageName ?? name))
  return [
    '# Settings of this archive, as `citable init` found them. Citable’s docs/REFERENCE.md lists every setting.',
    `title: ${yamlText(title)}`,
    line('description', site.description, 'One sentence about the publication.'),
    site.language && `language: ${yamlText(site.language)}`,
    '# Cited when a post names no author; type is person or organization.',
    authorLine(site),
    site.timeZone && `timeZone: ${yamlText(site.timeZone)}`,
    line('baseUrl', originals === undefined ? site.baseUrl : undefined, 'https://archive.example'),
    originals !== undefined && `originals: ${yamlText(originals)}`,
    rule !== undefined && `urls: ${yamlText(rule)}`,
    '',
    ...(site.terms === undefined
      ? [termsComment]
      : ['# The license, as the site states it.', `terms: ${yamlText(site.terms)}`, '']),
    '# The generator the posts were written for, and where posts and files are.',
    `generator: ${generator.name}`,
    `posts: ${list(globs)}`,
    translations.length > 0 &&
      `# Excluded, because an archive has one language: ${shortList(translations, 8)}.`,
    `files: ${list(fileRoots)}`,
    site.future !== undefined && `future: ${site.future}`,
    ...block(
      fields.size > 0,
      '# Your own front matter keys, by Citable’s name for each.',
      'fields:',
      ...Array.from(fields, ([name, key]) => `  ${name}: ${yamlText(key)}`),
    ),
    ...idLines(ids),
    ...block(
      patterns.length > 0 || lost.length > 0,
      '# Old URLs of posts; each redirects to the post.',
      ...lost.map((name) => `# Not carried over: \`${name}\` in the site’s permalinks.`),
      patterns.length > 0 && `oldUrls: ${list(patterns)}`,
    ),
    ...block(
      outside.length > 0,
      '# Posts link to these parts of the site, which are not in the archive. If they stay online, uncomment the line.',
      `# siteLinks: ${list(outside)}`,
    ),
    ...block(
      variables.size > 0,
      '# Values for {{ … }} in posts, from the site’s settings.',
      'components:',
      ...Array.from(variables, ([name, value]) => `  ${name}: ${yamlText(value)}`),
    ),
    ...block(
      authors.size > 0,
      '# Authors, by the key that posts use for them.',
      'authors:',
      ...Array.from(
        authors,
        ([key, { name, url, email, picture }]) =>
          `  ${yamlText(key)}: ${onOneLine({ name, url, email, picture })}`,
      ),
    ),
    '',
  ]
    .filter((one) => typeof one === 'string')
    .join('\n')
}

/** A publication may be its own author; what its folder or its package is called is nobody. */
function authorLine({ publisher, title }: FoundFolder['site']): string {
  const { name = title, url } = publisher ?? {}
  if (name === undefined) return '# author: { name: Your Name, type: person }'
  const type = !publisher || isGroupName(name) ? 'organization' : 'person'
  return `author: ${onOneLine({ name, type, url })}`
}

function onOneLine(facts: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${yamlText(value)}`,
  )
  return `{ ${known.join(', ')} }`
}

/** Lines that belong together, after an empty one. */
function block<Line>(isNeeded: boolean, ...lines: readonly Line[]): (Line | string)[] {
  return isNeeded ? ['', ...lines] : []
}

function idLines(ids: string | undefined): string[] {
  const why = '# Some posts have the same name, so their ids need more than that.'
  const lines = ids === undefined ? [`${why} Give them a \`slug\`.`] : [why, `ids: ${yamlText(ids)}`]
  return block(ids !== '{slug}', ...lines)
}

/** What is not known is left for the publisher, as a comment. */
function line(key: string, value: string | undefined, example: string): string {
  return value === undefined ? `# ${key}: ${example}` : `${key}: ${yamlText(value)}`
}

function list(values: readonly string[]): string {
  return values.length === 1 ? yamlText(values[0] ?? '') : `[${values.map(yamlText).join(', ')}]`
}

/** A small archive that serves at once, and whose posts say how more are written. */
const starter: Readonly<Record<string, string>> = {
  'archive.yaml': `# Settings of this archive. All of them are optional; Citable’s docs/REFERENCE.md lists the rest.
title: A new archive
description: A publication that programs and agents can read and cite.
author:
  name: Your Name
  type: person # or organization
# Where it will be published, such as https://archive.example:
# baseUrl: https://archive.example
${termsComment}`,
  'posts/2026-01-05-a-first-post.md': firstPost,
  'posts/2026-01-12-links-and-pictures.md': secondPost,
  'pages/about.md': about,
}
