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

/** Writes archive.yaml for a folder of posts, or a starter archive if it has none. Never overwrites files. */
export async function initCommand(dir: string, options: InitOptions = {}): Promise<number> {
  if (options.originals !== undefined) requireUrl(options.originals)
  const isNew = inspectFolder(dir).kindAt('.') === 'nothing'
  if (!isNew && inspectFolder(dir).kindAt('.') !== 'folder')
    throw new UsageError(`${dir} is not a folder.`, 2)
  const prepared = isNew ? undefined : await new Progress().during((report) => prepare(dir, options, report))
  if (!prepared && !isNew) await requireEmpty(dir)
  const files = prepared?.files ?? starter
  await writeNew(dir, files)
  for (const path of Object.keys(files)) say(process.stdout, `Wrote ${join(dir, path)}`)
  for (const line of prepared?.summary ?? []) say(process.stdout, line)
  printNextSteps(dir, prepared?.hasTerms)
  return 0
}

/** Allows the starter archive only in a folder without subfolders, such as a new repository. */
async function requireEmpty(dir: string): Promise<void> {
  const paths = await folder(dir).list()
  if (paths.every((path) => !path.includes('/') || path.startsWith('node_modules/'))) return
  const skipped = await unpublishedBelow(dir, undefined)
  const others = skipped.length > 0 ? ` ${unpublishedLine(skipped)}` : ''
  throw new UsageError(
    `${dir} has no markdown posts (.md, .markdown, .mdx).${others} To start a new archive, name an empty folder; for a WordPress, Ghost, Substack or Medium export, or a feed, see citable import --help.`,
    2,
  )
}

/** Derives settings and runs `check` with them. Returns undefined if there is nothing to publish. */
async function prepare(dir: string, options: InitOptions, report: OnProgress) {
  const source = folder(dir)
  const found = await describeFolder(reportingSource(source, report))
  if (!found) return undefined
  const name = basename(resolve(dir))
  const first = withSettings(source, settingsFor(found, name, options))
  const problems = await findProblems(first, resolveAsOf(undefined), report)
  const { archive, diagnostics } = problems
  const skipped = unpublished(diagnostics)
  const { posts: listed, unlisted } = archive ?? { posts: found.posts, unlisted: { posts: [] } }
  const posts = plural(listed.length + unlisted.posts.length, 'post')
  const { title } = found.generator
  const place = found.below === '' ? '' : ` in ${found.below}`
  const where =
    found.generator === none ? '' : ` from ${/^[AE]/.test(title) ? 'an' : 'a'} ${title} site${place}`
  // Posts excluded by a setting are intended.
  const isComplete = skipped.every(({ severity }) => severity === 'note')
  const outcome = isComplete
    ? ', ready to serve'
    : `, and ${skipped.length} that ${skipped.length === 1 ? 'is' : 'are'} not published`
  const state = archive ? outcome : ', not published until its errors are fixed'
  const summary = [
    `${posts}${where}${state}: ${tally(diagnostics) || 'no problems found'}.`,
    ...unpublishedLines(skipped),
  ]
  if (found.unattributed > 0 && !found.site.publisher)
    summary.push(
      `${plural(found.unattributed, 'post')} without an author, and the site names none. Credited to “${archive?.settings.author.name ?? fallbackAuthor}” until \`author\` is set in archive.yaml.`,
    )
  // For the MCP registry, unless the file exists.
  const isFree = inspectFolder(dir).kindAt(serverJsonPath) === 'nothing'
  const entry = archive && isFree ? serverJson(archive) : undefined
  const settings = settingsFor(found, name, options, outsidePrefixes(problems))
  const files = { 'archive.yaml': settings, ...(entry !== undefined && { [serverJsonPath]: entry }) }
  return { files, summary, hasTerms: found.site.terms !== undefined }
}

/** Returns the path prefixes that posts link to most. Excludes former post folders, where dead links must be reported. */
function outsidePrefixes({ archive, diagnostics }: FoundProblems): string[] {
  const old = [...(archive?.redirects.keys() ?? [])]
  return diagnostics
    .flatMap(({ data }) => (data && 'prefix' in data ? [data] : []))
    .filter(({ prefix }) => !old.some((path) => path.startsWith(archive?.urls.path(prefix) ?? prefix)))
    .sort((a, b) => b.links - a.links)
    .slice(0, 8)
    .map(({ prefix }) => prefix)
}

interface InitOptions {
  readonly keepUrls?: boolean
  readonly originals?: string
}

/** Returns the archive.yaml of a folder. `name` is the folder's name, `outside` are path prefixes of the same site outside the archive. */
function settingsFor(
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
  // Many repositories are named after their domain.
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
          `  ${yamlText(key)}: ${inlineMap({ name, url, email, picture })}`,
      ),
    ),
    '',
  ]
    .filter((one) => typeof one === 'string')
    .join('\n')
}

/** A publication may be its own author; a folder or package name may not. */
function authorLine({ publisher, title }: FoundFolder['site']): string {
  const { name = title, url } = publisher ?? {}
  if (name === undefined) return '# author: { name: Your Name, type: person }'
  const type = !publisher || isGroupName(name) ? 'organization' : 'person'
  return `author: ${inlineMap({ name, type, url })}`
}

function inlineMap(facts: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${yamlText(value)}`,
  )
  return `{ ${known.join(', ')} }`
}

/** Lines after an empty one. */
function block<Line>(isNeeded: boolean, ...lines: readonly Line[]): (Line | string)[] {
  return isNeeded ? ['', ...lines] : []
}

function idLines(ids: string | undefined): string[] {
  const why = '# Some posts have the same name, so their ids need more than that.'
  const lines = ids === undefined ? [`${why} Give them a \`slug\`.`] : [why, `ids: ${yamlText(ids)}`]
  return block(ids !== '{slug}', ...lines)
}

/** An unknown value becomes a comment with an example. */
function line(key: string, value: string | undefined, example: string): string {
  return value === undefined ? `# ${key}: ${example}` : `${key}: ${yamlText(value)}`
}

function list(values: readonly string[]): string {
  return values.length === 1 ? yamlText(values[0] ?? '') : `[${values.map(yamlText).join(', ')}]`
}

/** Starter archive; its posts explain how to write more. */
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
