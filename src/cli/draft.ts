import { fillPattern, identityOf } from '../archive/identity.ts'
import { UsageError } from '../base/errors.ts'
import { toYaml, yamlText } from '../base/yaml-text.ts'
import { grouped } from '../base/grouped.ts'
import type { TextFile } from '../base/text-file.ts'
import { wordSet } from '../base/wording.ts'
import { fieldTable, type FieldTable, readFields } from '../content/fields.ts'
import { baseOf, layoutOf, withoutEnding } from '../content/layout.ts'
import { readMatter } from '../content/matter.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import type { ParsedPart } from '../content/yaml.ts'
import { type FieldName, fieldNames, type Plain } from '../generators/generator.ts'
import { isGroup } from '../generators/settings.ts'

/** What a new post has that others do not. */
interface DraftPost {
  readonly title: string
  /** YYYY-MM-DD */
  readonly day: string
  /** Of its file or folder. */
  readonly name: string
  readonly series: string | undefined
}

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

/** `2026/`, `2026/01/`, `2026/01/05/`, `2026-01-05-`. The groups precede month and day. */
const dayInPath = /(?<=^|\/)\d{4}(?:([-/])\d\d(?:([-/])\d\d(?=[-_. /])|(?=\/))|(?=\/))/

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
function yamlValue(value: Plain): string {
  return typeof value === 'string' && /^[\w.-]+$/.test(value) ? value : toYaml(value).trimEnd()
}
