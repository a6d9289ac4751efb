import type { PlannedPost } from '../archive/model.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { identityOf } from '../archive/identity.ts'
import { type BuildPlan, planArchive } from '../archive/plan.ts'
import { slugify } from '../archive/names.ts'
import { namedSeries } from '../archive/series.ts'
import { UsageError } from '../base/errors.ts'
import { nearest } from '../base/nearest.ts'
import { TextFile } from '../base/text-file.ts'
import { fieldTable } from '../content/fields.ts'
import { folder } from '../content/folder.ts'
import { idMatcher } from '../content/archive-keys.ts'
import { type Content, isDraft, readContent, readDocument } from '../content/read.ts'
import { requireFolder } from './load.ts'
import { firstName, neighboursOf, nextName, draftPath, draftText } from './new-like.ts'
import { resolveDay, type Moment, now } from './settings.ts'
import { writeNew } from './output/durable.ts'

interface NewOptions {
  readonly dir: string
  readonly series?: string
  readonly newSeries?: string
  readonly slug?: string
  readonly date?: string
  readonly edit: boolean
}

/** Writes a draft in the style of the other posts, and prints its path. Never overwrites files. */
export async function newCommand(words: string, options: NewOptions): Promise<number> {
  const { dir } = options
  requireFolder(dir)
  const editor = process.env['VISUAL'] || process.env['EDITOR']
  if (options.edit && !editor) throw new UsageError('--edit needs VISUAL or EDITOR to be set.', 2)
  const moment = {
    ...now(),
    ...(options.date !== undefined && { day: resolveDay({ asOf: options.date }).asOf }),
  } as Moment
  const title = words.replace(/\s+/g, ' ').trim()
  if (title === '') throw new UsageError('The title is empty.', 2)
  // Drafts already have a name and number, and show the style if nothing is published yet.
  const content = await readContent(folder(dir), { withDrafts: true })
  const { posts, series } = planArchive(content, { baseUrl: 'http://localhost' })
  const chosen = chooseSeries(options, series, content)
  const published = posts.filter(({ source }) => !isDraft(source))
  const neighbours = neighboursOf(published.length > 0 ? published : posts, chosen?.name)
  const slug = chooseName(title, options.slug, posts, content)
  const path = draftPath(neighbours, content, { slug, day: moment.day, folder: chosen?.text })
  const seriesText = content.settings.series === 'folder' ? undefined : chosen?.text
  const seriesNumber = nextNumber(posts, chosen?.name)
  const isDatedByPath = path.replace(/\D/g, '').includes(moment.day.replaceAll('-', ''))
  const post = { title, slug, moment, isDatedByPath, series: seriesText, seriesNumber }
  const text = draftText(neighbours, content, post)
  requireFree(path, text, posts, content)
  await writeNew(dir, { [path]: text })
  const written = join(dir, path)
  process.stdout.write(`${written}\n`)
  return options.edit && editor ? edit(editor, written) : 0
}

/** Returns the series' name and the text that posts use for it. */
function chooseSeries(
  { series: requested, newSeries }: NewOptions,
  { labels: series, listed, of }: BuildPlan['series'],
  { settings }: Content,
): { readonly name: string; readonly text: string } | undefined {
  if (requested !== undefined && newSeries !== undefined)
    throw new UsageError('A post has one series: use --series or --new-series, not both.', 2)
  if (newSeries !== undefined) {
    if (typeof settings.series === 'object')
      throw new UsageError(`archive.yaml lists the series; add "${newSeries}" there and use --series.`, 2)
    return { name: slugify(newSeries), text: newSeries }
  }
  if (requested === undefined) {
    if (listed.length < 2) return undefined
    throw new UsageError(`Every post here is in a series; add --series ${listed.join(' or --series ')}.`, 2)
  }
  const labels = namedSeries({ series })
  const found = [...labels].find(([name, label]) => requested === name || requested === label)
  if (!found) {
    const [near] = nearest(requested, [...labels.keys(), ...labels.values()], 1)
    const hint = near
      ? `did you mean "${near}"?`
      : `the series are ${[...labels.keys()].join(', ') || 'none'}.`
    throw new UsageError(`There is no series "${requested}": ${hint} --new-series starts one.`, 2)
  }
  const [name] = found
  const like = [...of].find(([{ facts }, one]) => one === name && facts.series)?.[0]
  return { name, text: like?.facts.series?.text ?? name }
}

/** Numbers the name if the others are numbered; otherwise slugifies the title. */
function chooseName(
  title: string,
  requested: string | undefined,
  posts: readonly PlannedPost[],
  content: Content,
): string {
  if (requested !== undefined && (requested === '' || slugify(requested) !== requested))
    throw new UsageError(`"${requested}" is not a slug; write it as "${slugify(requested) || 'a-name'}".`, 2)
  const { idPattern } = content.settings
  const slug = requested ?? slugify(title)
  const names = posts.map(({ source }) => identityOf(source, content).parts['name'] ?? '')
  const first = posts.length === 0 && idPattern !== undefined ? firstName(idPattern) : undefined
  const name = requested ?? nextName(names, slug) ?? first ?? slug
  if (name !== '') return name
  throw new UsageError('The title gives no slug; set one with --slug.', 2)
}

/** Returns a number only if most posts of the series have one. */
function nextNumber(posts: readonly PlannedPost[], series: string | undefined): number | undefined {
  const same = posts.filter((one) => series === undefined || one.series === series)
  const numbers = same.flatMap(({ source }) => source.facts.seriesNumber?.number ?? [])
  return numbers.length * 2 > same.length ? Math.max(...numbers) + 1 : undefined
}

function requireFree(path: string, text: string, posts: readonly PlannedPost[], content: Content): void {
  const base = posts[0]?.source.base ?? ''
  const { settings, layout } = content
  const fields = fieldTable(settings.fields, layout.generator)
  const { value: post } = readDocument(new TextFile(path, text), base, fields, layout)
  if (!post) throw new Error(`${path} would have unreadable front matter`)
  const { id } = identityOf(post, content)
  const { idPattern } = settings
  if (idPattern !== undefined && !idMatcher(idPattern)(id))
    throw new UsageError(`"${id}" does not match ${idPattern}; set one that does with --slug.`, 2)
  const other = posts.find((one) => one.id === id)
  if (!other) return
  throw new UsageError(`${other.source.file.path} already has the id "${id}"; set another with --slug.`, 2)
}

/** The editor may have arguments, such as `code --wait`, as in git. */
function edit(editor: string, path: string): number {
  const isWindows = process.platform === 'win32'
  const [program, args] = isWindows
    ? [`${editor} "${path}"`, []]
    : ['/bin/sh', ['-c', `trap : INT; ${editor} "$@"`, editor, path]]
  // Ctrl-C belongs to the editor, which may use it without exiting. The shell waits too.
  process.on('SIGINT', () => {})
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', shell: isWindows })
  if (error) throw new UsageError(`${editor} failed to start: ${error.message}.`)
  return status === 0 ? 0 : 1
}
