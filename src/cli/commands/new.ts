import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fillPattern, identityOf } from '../../archive/identity.ts'
import { numberedNames, slugify } from '../../archive/names.ts'
import { type BuildPlan, planArchive } from '../../archive/plan.ts'
import { namedSeries } from '../../archive/series.ts'
import { UsageError } from '../../base/errors.ts'
import { grouped } from '../../base/grouped.ts'
import { nearest } from '../../base/nearest.ts'
import { TextFile } from '../../base/text-file.ts'
import { wordSet } from '../../base/wording.ts'
import { toYaml, yamlText } from '../../base/yaml-text.ts'
import { idMatcher } from '../../content/archive-keys.ts'
import { fieldTable, type FieldTable, readFields } from '../../content/fields.ts'
import { fromFolder } from '../../content/folder.ts'
import { baseOf, layoutOf, withoutEnding } from '../../content/layout.ts'
import { readMatter } from '../../content/matter.ts'
import { type Content, isDraft, readContent, readDocument } from '../../content/read.ts'
import type { SourceDocument } from '../../content/document.ts'
import type { ParsedPart } from '../../content/yaml.ts'
import { type FieldName, fieldNames, type Plain } from '../../generators/generator.ts'
import { isGroup } from '../../generators/settings.ts'
import { requireFolder } from '../load.ts'
import { writeNew } from '../../build/output/durable.ts'
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
  const content = await readContent(fromFolder(dir), { withDrafts: true })
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

/** What a new post has that others do not. */
interface DraftPost {
  readonly title: string
  /** YYYY-MM-DD */
  readonly day: string
  /** Of its file or folder. */
  readonly name: string
  readonly series: string | undefined
}

/** `2026/`, `2026/01/`, `2026/01/05/`, `2026-01-05-`. The groups precede month and day. */
const dayInPath = /(?<=^|\/)\d{4}(?:([-/])\d\d(?:([-/])\d\d(?=[-_. /])|(?=\/))|(?=\/))/

/** Returns a path beside the newest post, with the draft's day and name; without posts, one that the globs match. */
export function draftPath(
  newest: SourceDocument | undefined,
  { day, name }: DraftPost,
  content: Content,
): string {
  const { paths, settings, layout } = content
  const [year = '', month = '', date = ''] = day.split('-')
  const isPost = (path: string) =>
    layoutOf([...paths, path], settings, [layout.generator]).posts.some((file) => file.path === path)
  const candidates = newest ? [pathAfter(newest)] : firstPaths()
  const path = candidates.find(isPost)
  if (path !== undefined) return path
  throw new UsageError(
    `${candidates[0]} would not be a post of this archive; create one where \`posts\` points.`,
  )

  /** `blog/2026/01/05-salt/index.md` → `blog/2026/05/04-of-tides/index.md` */
  function pathAfter(post: SourceDocument): string {
    const { name: nameBefore = '' } = identityOf(post, content).parts
    const steps = post.file.path.split('/').map((step) => {
      const stem = withoutEnding(step)
      return { step, stem, prefix: stem.endsWith(nameBefore) && stem.slice(0, -nameBefore.length) }
    })
    const named = steps.findLast(({ prefix }) => prefix !== false && /^(?:[\d-]+[-_. ]+)?$/.test(prefix))
    return steps
      .map((one) => (one === named ? one.prefix + name + one.step.slice(one.stem.length) : one.step))
      .join('/')
      .replace(dayInPath, (_, first = '', second = '') => {
        return year + (first && first + month) + (second && second + date)
      })
  }

  function firstPaths(): string[] {
    const { posts, newPost } = layout.generator.layout
    const file = fillPattern(newPost?.file ?? '{slug}', { slug: name, year, month, day: date })
    const bases = (settings.posts ?? posts.flat()).filter((glob) => !glob.startsWith('!')).map(baseOf)
    return bases.flatMap((base) =>
      ['', 'posts/', '_posts/'].flatMap((below) =>
        ['md', 'mdx', 'markdown'].map((ending) => `${base && `${base}/`}${below}${file}.${ending}`),
      ),
    )
  }
}

/** Returns front matter with a title, day and draft mark, and the keys that most of the newest posts have. */
export function draftText(
  posts: readonly SourceDocument[],
  { title, day, name, path, series, number }: DraftPost & { readonly path: string; readonly number: number },
  { settings, layout }: Content,
): string {
  const table = fieldTable(settings.fields, layout.generator)
  const recent = posts.slice(0, 20).map(({ file }) => keysOf(file, table))
  const values: Partial<Record<FieldName, string>> = {
    title: yamlText(title),
    published: day,
    slug: yamlText(name),
    series: yamlText(series ?? posts[0]?.facts.series?.text ?? ''),
    seriesNumber: String(number),
    draft: 'true',
    status: 'draft',
  }
  const lines = new Map<string, string>()
  const fields = new Set<FieldName>()
  for (const [key, documents] of grouped(recent, (keys) => [...keys.keys()])) {
    if (documents.length * 2 < recent.length) continue
    const [newest, ...others] = documents.flatMap((keys) => keys.get(key) ?? [])
    if (!newest || isGroup(newest.value)) continue
    const { field, value } = newest
    // A single post does not show what others share.
    const text = yamlValue(value)
    const isShared = others.length > 0 ? others.every((other) => yamlValue(other.value) === text) : !field
    const empty = Array.isArray(value) ? '[]' : '""'
    lines.set(key, (field && values[field]) ?? (isShared ? text : empty))
    if (field) fields.add(field)
  }
  const add = (field: FieldName, key: string = field) => {
    if (!fields.has(field)) lines.set(key, values[field] ?? '')
  }
  add('title')
  if (!path.replace(/\D/g, '').includes(day.replaceAll('-', ''))) add('published', 'date')
  if (series !== undefined) add('series')
  if (!fields.has('draft') && !fields.has('status'))
    lines.set(...(layout.generator.layout.newPost?.draft ?? ['draft', 'true']))
  return `---\n${[...lines].map(([key, value]) => `${key}: ${value}\n`).join('')}---\n\n`
}

/** The fields of a draft; those of other posts alone, such as old addresses, are left out. */
const draftFields = wordSet(`title published slug series seriesNumber draft status
  summary tags authors image imageAlt`)

/** Returns the top-level keys of a post in order, with their values and meanings. */
function keysOf(file: TextFile, table: FieldTable) {
  const parts = readMatter(file).value?.root.parts ?? new Map<string, ParsedPart>()
  const read = readFields({ value: {}, offset: 0, parts }, table)
  const unknown = new Set(read.unknown.map(({ key }) => key))
  const known = new Map<string, FieldName>()
  for (const field of Object.keys(fieldNames) as FieldName[])
    if (draftFields.has(field)) for (const { key } of read.of(field)) known.set(key, field)
  const keys = [...parts].map(([key, { value }]) => [key, { field: known.get(key), value }] as const)
  return new Map(keys.filter(([key, { field }]) => field !== undefined || unknown.has(key)))
}

/** Words and numbers stay unquoted, since a value that says `true` is usually a boolean. */
const yamlValue = (value: Plain): string =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) ? value : toYaml(value).trimEnd()
