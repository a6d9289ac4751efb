import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { identityOf } from '../../archive/identity.ts'
import { numberedNames, slugify } from '../../archive/names.ts'
import { type BuildPlan, planArchive } from '../../archive/plan.ts'
import { namedSeries } from '../../archive/series.ts'
import { UsageError } from '../../base/errors.ts'
import { nearest } from '../../base/nearest.ts'
import { TextFile } from '../../base/text-file.ts'
import { idMatcher } from '../../content/archive-keys.ts'
import { fieldTable } from '../../content/fields.ts'
import { folder } from '../../content/folder.ts'
import { isDraft, readContent, readDocument, type SourceDocument } from '../../content/read.ts'
import { draftPath, draftText } from '../draft.ts'
import { requireFolder } from '../load.ts'
import { writeNew } from '../output/durable.ts'
import { requireDay, today } from '../settings.ts'

interface NewOptions {
  readonly dir: string
  readonly series?: string
  readonly slug?: string
  readonly date?: string
  readonly edit: boolean
}

/** Writes a draft that follows the newest post, and prints its path. Never overwrites files. */
export async function newCommand(words: string, options: NewOptions): Promise<number> {
  const { dir } = options
  requireFolder(dir)
  const editor = process.env['VISUAL'] || process.env['EDITOR']
  if (options.edit && !editor) throw new UsageError('--edit needs VISUAL or EDITOR to be set.', 2)
  const day = options.date === undefined ? today() : requireDay(options.date)
  const title = words.replace(/\s+/g, ' ').trim()
  if (title === '') throw new UsageError('The title is empty.', 2)
  // Drafts already have a name and a number, and show the style if nothing is published yet.
  const content = await readContent(folder(dir), { withDrafts: true })
  const plan = planArchive(content, { baseUrl: 'http://localhost' })
  const series = options.series === undefined ? undefined : requireSeries(options.series, plan.series)
  const inSeries = plan.posts.filter((post) => series === undefined || post.series === series.name)
  const related = (inSeries.length > 0 ? inSeries : plan.posts).map(({ source }) => source)
  const published = related.filter((post) => !isDraft(post))
  const similar = published.length > 0 ? published : related
  const isFolder = content.settings.series === 'folder'
  const name = nextName(title, options.slug, plan)
  const draft = { title, day, name, series: isFolder ? undefined : series?.text }
  const path = draftPath(similar[0], draft, content)
  const number = nextNumber(plan, similar[0])
  const text = draftText(similar, { ...draft, path, number }, content)
  requireFreeId(path, text, plan)
  await writeNew(dir, { [path]: text })
  process.stdout.write(`${join(dir, path)}\n`)
  return options.edit && editor ? edit(editor, join(dir, path)) : 0
}

/** Returns the series' name and the text that its posts use for it. */
function requireSeries(requested: string, { labels, of }: BuildPlan['series']) {
  const known = namedSeries({ series: labels })
  const [name] = [...known].find((names) => names.includes(requested)) ?? []
  if (name === undefined) {
    const [near] = nearest(requested, [...known.keys(), ...known.values()], 1)
    const names = [...known.keys()].join(', ') || 'none'
    const hint = near === undefined ? `the series are ${names}.` : `did you mean "${near}"?`
    throw new UsageError(`There is no series "${requested}": ${hint}`, 2)
  }
  const post = [...of].find(([{ facts }, series]) => series === name && facts.series)?.[0]
  return { name, text: post?.facts.series?.text ?? name }
}

/** Continues the numbers of other names: `week-13` after `week-12`, `042-title` after `041-other`. */
function nextName(title: string, requested: string | undefined, { posts, content }: BuildPlan): string {
  if (requested !== undefined && (requested === '' || slugify(requested) !== requested))
    throw new UsageError(`"${requested}" is not a slug; write it as "${slugify(requested) || 'a-name'}".`, 2)
  const slug = slugify(title)
  const numbered = numberedNames(posts.map(({ source }) => identityOf(source, content).parts['name'] ?? ''))
  const name = requested ?? numbered?.named(numbered.last + 1, slug) ?? slug
  if (name === '') throw new UsageError('The title gives no slug; set one with --slug.', 2)
  return name
}

function nextNumber({ posts, series }: BuildPlan, newest: SourceDocument | undefined): number {
  const inSeries = posts.filter(({ source }) => newest && series.of.get(source) === series.of.get(newest))
  return Math.max(0, ...inSeries.flatMap(({ source }) => source.facts.seriesNumber?.number ?? [])) + 1
}

function requireFreeId(path: string, text: string, { posts, content }: BuildPlan): void {
  const { settings, layout } = content
  const fields = fieldTable(settings.fields, layout.generator)
  const { value: draft } = readDocument(new TextFile(path, text), posts[0]?.source.base ?? '', {
    fields,
    layout,
  })
  if (!draft) throw new Error(`${path} would have unreadable front matter`)
  const { id } = identityOf(draft, content)
  const { idPattern } = settings
  if (idPattern !== undefined && !idMatcher(idPattern)(id))
    throw new UsageError(`"${id}" does not match ${idPattern}; set one that does with --slug.`, 2)
  const other = posts.find((post) => post.id === id)
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
