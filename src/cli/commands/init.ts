import about from '../init/starter/about.md?raw'
import firstPost from '../init/starter/2026-01-05-a-first-post.md?raw'
import secondPost from '../init/starter/2026-01-12-links-and-pictures.md?raw'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { type Diagnostic, pathsWithErrors } from '../../base/diagnostics.ts'
import { toYaml } from '../../base/yaml-text.ts'
import { say } from '../../base/terminal.ts'
import { fallbackAuthor, termsComment, untitled } from '../../content/archive-keys.ts'
import { fromFolder } from '../../content/folder.ts'
import { none } from '../../generators/none/none.ts'
import { findProblems } from './check.ts'
import type { Archive } from '../../archive/model.ts'
import { serverJson, serverJsonPath } from '../server-json.ts'
import { unpublishedIn } from '../../archive/checks/unpublished.ts'
import { readContent } from '../../content/read.ts'
import { resolveDay, requireUrl } from '../settings.ts'
import { describeFolder, type FoundFolder, globOfFile } from '../init/folder.ts'
import { addressLine } from '../init/addresses.ts'
import type { AuthorEntry } from '../init/authors.ts'
import { withSettings } from '../init/site.ts'
import { inspectFolder } from '../../build/output/inspect-folder.ts'
import { type OnProgress, reportingSource } from '../../build/progress.ts'
import { Progress } from '../progress.ts'
import {
  otherLines,
  printNextSteps,
  report as reportText,
  tally,
  unpublished,
  unpublishedSummary,
} from '../report.ts'
import { plural, shortList, wordSet } from '../../base/wording.ts'
import { writeNew } from '../../build/output/durable.ts'
import { isGroupName } from '../../content/bylines.ts'

/** Starter archive; its posts explain how to write more. */
const starter: Readonly<Record<string, string>> = {
  'archive.yaml': `# Settings of this archive. All of them are optional; Citable’s docs/REFERENCE.md lists the rest.
title: A new archive
# description: One sentence about the publication.
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

/** Writes archive.yaml for a folder of posts, or a starter archive if it has none. Never overwrites files. */
export async function initCommand(dir: string, options: InitOptions = {}): Promise<number> {
  if (options.originals !== undefined) requireUrl(options.originals)
  const kind = inspectFolder(dir).kindAt('.')
  const isNew = kind === 'nothing'
  if (!isNew && kind !== 'folder') throw new UsageError(`${dir} is not a folder.`, 2)
  const prepared = isNew ? undefined : await new Progress().during((report) => survey(dir, options, report))
  const others = prepared || isNew ? [] : await requireEmpty(dir)
  const files = prepared?.files ?? starter
  await writeNew(dir, files)
  for (const path of Object.keys(files)) say(process.stdout, `Wrote ${join(dir, path)}`)
  for (const line of prepared?.summary ?? others) say(process.stdout, line)
  printNextSteps(dir, prepared)
  return 0
}

/** Allows the starter archive only in a folder without subfolders, such as a new repository. Returns what is there. */
async function requireEmpty(dir: string): Promise<string[]> {
  const source = fromFolder(dir)
  const paths = await source.list()
  const skipped = await unpublishedIn(source, await readContent(source))
  const others = [...unpublishedSummary(skipped), ...otherLines(skipped)]
  if (paths.every((path) => !path.includes('/') || path.startsWith('node_modules/'))) return others
  throw new UsageError(
    [
      `${dir} has no markdown posts (.md, .markdown, .mdx).`,
      ...others,
      'To start a new archive, name an empty folder;',
      'for a WordPress, Ghost, Substack or Medium export, or a feed, see citable import --help.',
    ].join(' '),
    2,
  )
}

/** Derives settings and runs `check` with them. Returns undefined if there is nothing to publish. */
async function survey(dir: string, options: InitOptions, report: OnProgress) {
  const source = fromFolder(dir)
  const found = await describeFolder(reportingSource(source, report))
  if (!found) return undefined
  const name = basename(resolve(dir))
  const first = withSettings(source, settingsFor(found, name, options))
  const reading = { ...resolveDay({}), skipBroken: true }
  const { archive, diagnostics } = await findProblems(first, reading, report)
  const skipped = unpublished(diagnostics)
  const count = archive ? archive.posts.length + archive.unlisted.posts.length : found.posts
  const { title } = found.generator
  const place = found.below === '' ? '' : ` in ${found.below}`
  const where =
    found.generator === none ? '' : ` from ${/^[AE]/.test(title) ? 'an' : 'a'} ${title} site${place}`
  // Posts excluded by a setting are intended.
  const isComplete = skipped.every(({ severity }) => severity === 'note')
  const outcome = isComplete
    ? ', ready to serve'
    : `, and ${skipped.length} that ${skipped.length === 1 ? 'is' : 'are'} not published`
  const broken = pathsWithErrors(diagnostics)
  const state = broken.size === 0 ? outcome : ', not published until its errors are fixed'
  const summary = [
    `${plural(count, 'post')}${where}${state}: ${tally(diagnostics) || 'no problems found'}.`,
    ...reportText(diagnostics, dir, { color: false, brief: true }).split('\n').slice(0, -1),
    ...otherLines(diagnostics),
    ...(archive && broken.size > 0 ? withoutBroken(found.globs, broken) : []),
    ...addressLine(found.addresses, found.generator),
  ]
  const home = found.home && `${found.home} stays the home page of your site; the archive makes its own.`
  if (home) summary.push(`${home} To use this text there, add \`pages: ${found.home}\` to archive.yaml.`)
  if (found.heldBack.length > 0)
    summary.push('To publish posts that are held back, uncomment lines of `statuses` in archive.yaml.')
  if (found.site.title === undefined) {
    const title = guessTitle(name, found.site)
    const source = title === name ? 'its folder' : 'its package.json'
    const how =
      title === undefined ? `It is called “${untitled}”` : `It is called “${title}”, after ${source},`
    summary.push(`The site states no title. ${how} until you change \`title\` in archive.yaml.`)
  }
  if (found.unattributed > 0 && !found.site.publisher) {
    const credited = `Credited to “${archive?.settings.author.name ?? fallbackAuthor}”`
    const hint = defaultAuthor(found.site)
      ? '. Change `author` in archive.yaml if that is wrong.'
      : ' until `author` is set in archive.yaml.'
    summary.push(
      `${plural(found.unattributed, 'post')} without an author, and the site names none. ${credited}${hint}`,
    )
  }
  for (const { key, posts, people } of found.ambiguousAuthors) {
    const who = `it may be ${shortList(people, 3)}. Say who in \`authors\`.`
    summary.push(`${plural(posts, 'post')} by "${key}", credited as written: ${who}`)
  }
  // For the MCP registry, unless the file exists.
  const isFree = inspectFolder(dir).kindAt(serverJsonPath) === 'nothing'
  const entry = archive && isFree ? serverJson(archive) : undefined
  const settings = settingsFor(found, name, options, outsidePrefixes(archive, diagnostics))
  const files = { 'archive.yaml': settings, ...(entry !== undefined && { [serverJsonPath]: entry }) }
  return { files, summary, hasTerms: found.site.terms !== undefined, isReady: broken.size === 0 }
}

/** The line of archive.yaml that leaves out broken files. */
function withoutBroken(globs: readonly string[], broken: ReadonlySet<string>): string[] {
  const option = 'Until they are fixed, `--skip-broken` publishes the rest.'
  if (broken.size > 8) return [option]
  const excluded = Array.from(broken, (path) => `!${globOfFile(path)}`)
  const line = `posts: ${JSON.stringify([...globs, ...excluded])}`
  return [`${option} To leave them out for good, write in archive.yaml:`, line]
}

/** Returns the path prefixes that posts link to most. Excludes former post folders, where dead links must be reported. */
function outsidePrefixes(archive: Archive | undefined, diagnostics: readonly Diagnostic[]): string[] {
  const old = [...(archive?.redirects.keys() ?? [])]
  return diagnostics
    .toSorted((a, b) => (b.data?.links ?? 0) - (a.data?.links ?? 0))
    .flatMap(({ data }) => data?.prefix ?? [])
    .filter((prefix) => !old.some((path) => path.startsWith(archive?.urls.path(prefix) ?? prefix)))
    .slice(0, 8)
}

interface InitOptions {
  readonly keepUrls?: boolean
  readonly originals?: string
}

/** Returns the archive.yaml of a folder. `name` is the folder's name, `outside` are path prefixes of the same site outside the archive. */
function settingsFor(
  found: FoundFolder,
  name: string,
  { keepUrls = false, originals }: InitOptions,
  outside: readonly string[] = [],
): string {
  const { generator, site, translations, ids } = found
  const { patterns, lost, differIn = [], evidence, computedIn } = found.addresses
  // Citations and `urls` follow the first.
  const [pattern = generator.addresses.posts?.[0]] = patterns
  const urls = keepUrls ? pattern : undefined
  const folders = `Posts in ${shortList(differIn, 8)} have different URL patterns`
  if (keepUrls || originals !== undefined) {
    const [option, setting] = keepUrls
      ? ['--keep-urls', '`urls`']
      : ['--originals', '`originals` and `oldUrls`']
    if (differIn.length > 0)
      throw new UsageError(`${folders}, and ${option} needs one for all; make an archive of each folder.`)
    const reason = computedIn === undefined ? 'nothing in this folder shows it' : `${computedIn} computes it`
    const why = lost.length > 0 ? `\`${lost.join('`, `')}\` has no counterpart` : reason
    if (evidence === undefined || pattern === undefined)
      throw new UsageError(
        [
          `The site’s URL pattern is unknown: ${why}. Run \`citable init\` without ${option},`,
          `then set ${setting} in archive.yaml, with a pattern such as /blog/{year}/{slug}/.`,
        ].join(' '),
      )
  }
  const guessedTitle = guessTitle(name, site)
  const baseUrl = originals === undefined ? site.baseUrl : undefined
  const about = ({ name, url, email, picture }: AuthorEntry) => ({ name, url, email, picture })
  const authors = new Map(Array.from(found.authors, ([key, entry]) => [key, about(entry)]))
  const duplicates = '# Some posts have the same name, so their ids need more than that.'
  return [
    '# Settings of this archive, as `citable init` found them. Citable’s docs/REFERENCE.md lists every setting.',
    ...(site.title === undefined && guessedTitle !== undefined
      ? ['# After the folder or its package.json: the site states no title.']
      : []),
    ...settingLines({ title: site.title ?? guessedTitle }, '# title: The publication’s name.'),
    ...settingLines({ description: site.description }, '# description: One sentence about the publication.'),
    ...settingLines({ language: site.language }),
    '# Cited when a post names no author; type is person or organization.',
    ...settingLines({ author: defaultAuthor(site) }, '# author: { name: Your Name, type: person }'),
    ...settingLines({ timeZone: site.timeZone }),
    ...settingLines({ baseUrl }, '# baseUrl: https://archive.example'),
    ...settingLines({ originals, urls }),
    '',
    ...(site.terms === undefined
      ? [termsComment]
      : ['# The license, as the site states it.', ...settingLines({ terms: site.terms }), '']),
    '# The generator the posts were written for, and where posts and files are.',
    ...settingLines({ generator: generator.name, posts: found.globs }),
    ...(translations.length > 0
      ? [`# Excluded, because an archive has one language: ${shortList(translations, 8)}.`]
      : []),
    ...settingLines({
      files: [...found.mounts, ...found.fileRoots],
      future: site.future,
      syntaxes: site.syntaxes,
    }),
    ...settingSection(
      '# Your own front matter keys, by Citable’s name for each.',
      settingLines({ fields: found.fields }),
    ),
    ...statusLines(found),
    ...(ids === undefined
      ? ['', `${duplicates} Give them a \`slug\`.`]
      : settingSection(duplicates, ids === '{slug}' ? [] : settingLines({ ids }))),
    ...settingSection('# Old URLs of posts; each redirects to the post.', [
      ...(differIn.length > 0 ? [`# ${folders}. Each pattern is tried for all posts.`] : []),
      ...lost.map((name) => `# Not carried over: \`${name}\` in the site’s permalinks.`),
      ...settingLines({ oldUrls: patterns }),
    ]),
    ...settingSection(
      '# Posts link to these parts of the site, which are not in the archive. If they stay online, uncomment the line.',
      settingLines({ siteLinks: outside }).map((line) => `# ${line}`),
    ),
    ...settingSection(
      '# Values for {{ … }} in posts, from the site’s settings.',
      settingLines({ components: found.variables }),
    ),
    ...settingSection('# Authors, by the key that posts use for them.', [
      ...found.ambiguousAuthors.map(({ key, people }) => `# Several people: ${key} (${people.join('; ')}).`),
      ...settingLines({ authors }),
    ]),
    '',
  ].join('\n')
}

const genericNames = wordSet(`app archive archives articles blog content contents data doc docs home main
  markdown master md notes pages post posts project public repo site source src static temp test tmp
  web website work www`)

/** Many repositories are named after their domain. A name such as `_content` says what a folder holds, not whose it is. */
function guessTitle(name: string, { packageName = '' }: FoundFolder['site']): string | undefined {
  const names = /\.[a-z]{2,}$/.test(name) ? [name] : [packageName, name]
  return names.find((one) => one !== '' && !/^[._]/.test(one) && !genericNames.has(one.toLowerCase()))
}

/** A publication may be its own author; a folder or package name may not. */
function defaultAuthor({ publisher, title }: FoundFolder['site']) {
  const { name = title, url } = publisher ?? {}
  const type = !publisher || isGroupName(name ?? '') ? 'organization' : 'person'
  return name === undefined ? undefined : { name, type, url }
}

/** Publishes the status of most posts, and leaves the others to the publisher. */
function statusLines({ statuses, heldBack }: FoundFolder): string[] {
  const row = ([word, posts]: readonly [string, number]) =>
    `  ${toYaml({ [word]: 'publish' }).trimEnd()} # ${plural(posts, 'post')}`
  const others = heldBack.slice(0, 20).map((one) => `# ${row(one)}`)
  if (statuses.length > 0) {
    const heading = '# Most posts have this `status`. Others that are not understood hold a post back.'
    return settingSection(heading, ['statuses:', ...statuses.map(row), ...others])
  }
  const heading =
    '# Posts with these values are held back. Uncomment a line to publish them; `hold` confirms it.'
  return settingSection(heading, others.length > 0 ? ['# statuses:', ...others] : [])
}

/** A heading and its lines after an empty one. */
const settingSection = (heading: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', heading, ...lines] : []

/** Returns the settings that have a value, as YAML; if none has, the comment. */
function settingLines(settings: Readonly<Record<string, unknown>>, ...comment: string[]): string[] {
  const known = Object.entries(settings).flatMap(([key, value]) => {
    const plain = value instanceof Map ? Object.fromEntries(value) : value
    if (plain === undefined || (typeof plain === 'object' && Object.keys(plain).length === 0)) return []
    return [[key, Array.isArray(plain) && plain.length === 1 ? plain[0] : plain]]
  })
  return known.length > 0 ? toYaml(Object.fromEntries(known)).trimEnd().split('\n') : comment
}
