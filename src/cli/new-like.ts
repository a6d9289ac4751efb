import { fillPattern } from '../archive/identity.ts'
import type { PlannedPost } from '../archive/model.ts'
import { numberedNames, mostCommon } from '../archive/names.ts'
import { UsageError } from '../base/errors.ts'
import { yamlText } from '../base/escape.ts'
import { type Field, fieldTable, readFields } from '../content/fields.ts'
import { type FieldName, fieldNames } from '../generators/generator.ts'
import { baseOf, layoutOf } from '../content/layout.ts'
import type { ParsedValue, Part } from '../content/yaml.ts'
import { readMatter } from '../content/matter.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { readDate } from '../content/written-date.ts'
import { generatorNamed } from '../generators/registry.ts'
import { isGroup } from '../generators/settings.ts'
import type { Moment } from './settings.ts'

interface NewPost {
  readonly title: string
  readonly slug: string
  readonly moment: Moment
  /** The path has the date, so front matter need not. */
  readonly isDatedByPath: boolean
  readonly series: string | undefined
  readonly seriesNumber: number | undefined
}

/** Returns a draft with the usual keys of its neighbours, in the newest one's order. Repeats only values that all share. */
export function draftText(neighbours: readonly SourceDocument[], content: Content, post: NewPost): string {
  const seen = neighbours.map((one) => inspect(one, content))
  const { newPost = {} } = generatorNamed(content.layout.generator)
  const notation = mostCommon(seen.map((one) => one.notation)) ?? newPost.notation ?? 'yaml'
  const { open, close, between, before, after } = notations[notation]
  const entries = new Map<string, string>()
  const set = (key: string, value: string) => entries.set(key, before + key + after + value)
  const emptyValue = ({ value, mark }: WrittenKey) =>
    Array.isArray(value) && notation !== 'comment' ? '[]' : quoted('', notation, mark)
  const isCommon = (count: number) => seen.length > 0 && count * 2 >= seen.length
  const add = (name: FieldName, isNeeded: boolean, value: (like: WrittenKey) => string) => {
    const written = seen.flatMap(({ field }) => field(name) ?? [])
    if (!isNeeded && !isCommon(written.length)) return
    const own = content.settings.fields[name]?.find((key) => !key.includes('.'))
    const usual = name === 'published' ? (newPost.dateKey ?? 'date') : name
    const key = mostCommon(written.map((one) => one.key)) ?? own ?? usual
    set(key, value(written[0] ?? { key, value: null, mark: '', line: undefined }))
  }
  const text = (value: string) => (like: WrittenKey) => quoted(value, notation, like.mark)
  const hasTitleHeading = seen.length > 0 && !isCommon(seen.filter(({ field }) => field('title')).length)
  if (!hasTitleHeading) add('title', true, text(post.title))
  add('published', !post.isDatedByPath, ({ value, mark }) =>
    quoted(dateLike(value, post.moment), notation, mark, true),
  )
  add('slug', false, text(post.slug))
  if (post.series !== undefined) add('series', true, text(post.series))
  if (post.seriesNumber !== undefined) add('seriesNumber', true, () => String(post.seriesNumber))
  add('summary', false, text(''))
  add('tags', false, (like) => emptyValue(typeof like.value === 'string' ? like : { ...like, value: [] }))
  // A single post does not show which keys are usual.
  for (const key of seen.length < 2 ? [] : new Set(seen.flatMap(({ others }) => [...others.keys()]))) {
    const [newest, ...rest] = seen.flatMap(({ others }) => others.get(key) ?? [])
    if (!newest || !isCommon(rest.length + 1)) continue
    if (newest.line !== undefined && rest.every(({ line }) => line === newest.line))
      entries.set(key, newest.line)
    else if (!entries.has(key) && (rest.length + 1) * 2 > seen.length && !isGroup(newest.value))
      set(key, emptyValue(newest))
  }
  const draftKey = mostCommon(seen.flatMap(({ field }) => (field('draft') ?? field('status'))?.key ?? []))
  if (draftKey === undefined) set(...(newPost.draft ?? ['draft', 'true']))
  else set(draftKey, fieldNames.status.includes(draftKey.toLowerCase()) ? 'draft' : 'true')

  const order = seen[0]?.keys ?? []
  const place = (key: string) => (order.indexOf(key) + order.length + 1) % (order.length + 1)
  const lines = [...entries].sort(([a], [b]) => place(a) - place(b)).map(([, line]) => line)
  return `${open}${lines.join(between)}\n${close}\n${hasTitleHeading ? `# ${post.title}\n\n` : ''}`
}

const notations = {
  yaml: { open: '---\n', close: '---\n', between: '\n', before: '', after: ': ' },
  toml: { open: '+++\n', close: '+++\n', between: '\n', before: '', after: ' = ' },
  json: { open: '{\n', close: '}\n', between: ',\n', before: '  "', after: '": ' },
  comment: { open: '<!--\n', close: '-->\n', between: '\n', before: '.. ', after: ': ' },
} as const
type Notation = keyof typeof notations

/** A top-level key, its value, the value's first character, and its line if the value fits on one. */
interface WrittenKey {
  readonly key: string
  readonly value: ParsedValue['value']
  readonly mark: string
  readonly line: string | undefined
}

const openings: readonly (readonly [RegExp, Notation])[] = [
  [/^\s*\+\+\+/, 'toml'],
  [/^\{/, 'json'],
  [/^\s*(?:<!--\s*)?\.\. /, 'comment'],
]

function inspect({ file: { text }, file }: SourceDocument, { settings, layout }: Content) {
  const parts = readMatter(file).value?.root.parts ?? new Map<string, Part>()
  const read = readFields({ value: {}, offset: 0, parts }, fieldTable(settings.fields, layout.generator))
  const atTop = (name: FieldName) => read.of(name).filter(({ key }) => parts.has(key))
  const written = (field: Field): WrittenKey => ({
    ...field,
    mark: text[field.offset] ?? '',
    line: wholeLine(text, field),
  })
  // Skip `published: false`.
  const isValid = (name: FieldName, { value }: Field) =>
    name !== 'published' || (typeof value === 'string' && readDate(value) !== undefined)
  const others = [...read.unknown, ...(['authors', 'tags', 'image', 'imageAlt'] as const).flatMap(atTop)]
  return {
    notation: openings.find(([opening]) => opening.test(text))?.[1] ?? 'yaml',
    keys: [...parts.keys()],
    field(name: FieldName): WrittenKey | undefined {
      const field = atTop(name).find((one) => isValid(name, one))
      return field && written(field)
    },
    /** Authors, tags, images and unknown keys, by key. */
    others: new Map(others.map((one) => [one.key, written(one)])),
  }
}

/** Returns the line of a key if it holds the whole value. */
function wholeLine(text: string, { keyOffset, offset, value }: Part): string | undefined {
  const end = `${text}\n`.indexOf('\n', keyOffset)
  const line = text.slice(text.startsWith('.. ', keyOffset - 3) ? keyOffset - 3 : keyOffset, end)
  const isHere = offset > keyOffset && offset < end && !/[|>][+-]?\d*\s*$/.test(line)
  const continues = /^\n(?:[ \t]|- )/.test(text.slice(end))
  const isShort = typeof value === 'string' || (Array.isArray(value) && line.trimEnd().endsWith(']'))
  return isHere && isShort && !continues ? line.replace(/[,\s]+$/, '') : undefined
}

/** Quotes a value as its neighbours do, or as YAML needs it. */
function quoted(text: string, notation: Notation, mark: string, isDate = false): string {
  if (notation === 'comment') return text
  if (notation === 'yaml' && mark === "'") return `'${text.replaceAll("'", "''")}'`
  if (mark === '"' || notation === 'json') return JSON.stringify(text)
  if (isDate) return text
  return notation === 'yaml' ? yamlText(text) : JSON.stringify(text)
}

/** Formats the date with the precision of a neighbour's: day, time, offset. */
function dateLike(written: ParsedValue['value'], { day, time, offset }: Moment): string {
  const form = /^\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}(:\d{2})?(?:\.\d+)?( ?)(Z|[+-]\d{2}:?\d{2})?$/.exec(
    typeof written === 'string' ? written : '',
  )
  if (!form) return day
  const [, separator, seconds, space, zone] = form
  const isUtc = zone === 'Z' && offset === '+00:00'
  const here = isUtc ? 'Z' : zone === 'Z' || zone?.includes(':') ? offset : offset.replace(':', '')
  return `${day}${separator}${seconds === undefined ? time.slice(0, 5) : time}${zone === undefined ? '' : space + here}`
}

/** Only the newest posts count: style changes over time. */
const neighbourCount = 20

/** Returns a path in the style of existing posts, or the generator's default. */
export function draftPath(
  neighbours: readonly SourceDocument[],
  content: Content,
  { slug, day, folder }: { slug: string; day: string; folder?: string | undefined },
): string {
  const seriesFolder = content.settings.series === 'folder' ? folder : undefined
  const shapes = neighbours.map((one) => shapeOf(one, seriesFolder))
  const candidates = shapes.length > 0 ? [mostCommon(shapes) ?? ''] : defaultShapes(content)
  const paths = candidates.map((shape) => fillShape(shape, slug, day))
  const { paths: all, settings } = content
  const isPost = (path: string) => layoutOf([...all, path], settings).posts.some((one) => one.path === path)
  const path = paths.find(isPost)
  if (path !== undefined) return path
  throw new UsageError(
    `${paths[0]} would not be a post of this archive; write the first one where \`posts\` in archive.yaml points.`,
  )
}

/** Returns a path such as `blog/{year}/{slug}/index.md`. `folder` replaces the first folder below the base. */
function shapeOf({ file: { path }, base, facts }: SourceDocument, folder: string | undefined): string {
  const below = path.slice(base === '' ? 0 : base.length + 1)
  // `title/index.md` takes its folder's name; `title.en.md` drops its language.
  const [, steps = '', name = '', ending = ''] =
    /^((?:.*\/)?)(?!index\.)([^/]+?)((?:\/index)?(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?\.\w+)$/.exec(below) ?? []
  const folders =
    folder === undefined ? steps : steps.replace(/^(?:[^/]+\/)?/, folder === '' ? '' : `${folder}/`)
  const day = /^\d{4}-\d{2}-\d{2}(?=[-_. ])/.exec(name)?.[0] ?? facts.published?.text ?? ''
  const dated = day === '' ? folders + name : withDates(folders + name, day)
  const shape = dated.replace(/(^|\/)((?:[{}a-z-]+\{day\}[-_. ]+)?)[^/]*$/, '$1$2{slug}')
  return `${base === '' ? '' : `${base}/`}${shape}${ending}`
}

/** Replaces the post's own date: `2024/05/title` becomes `{year}/{month}/title`. */
function withDates(path: string, day: string): string {
  return datePatterns.reduce((text, pattern) => {
    // A day may precede the name; a year or month is a folder.
    const end = pattern.endsWith('{day}') ? '(?=[-/_. ])' : '(?=/)'
    return text.replace(new RegExp(`(?<=^|/)${fillShape(pattern, '', day)}${end}`), pattern)
  }, path)
}

const datePatterns = [
  '{year}-{month}-{day}',
  '{year}/{month}/{day}',
  '{year}/{month}-{day}',
  '{year}/{month}',
  '{year}-{month}',
  '{year}',
]

function fillShape(shape: string, slug: string, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return fillPattern(shape, { slug, year, month, day })
}

/** Derives paths from the globs, in a folder `posts` if they allow it. */
function defaultShapes({ settings, layout: { generator } }: Content): string[] {
  const { posts, newPost } = generatorNamed(generator)
  const globs = (settings.posts ?? posts.flat()).filter((glob) => !glob.startsWith('!'))
  const name = newPost?.file ?? '{slug}'
  return globs.flatMap((glob) => {
    const base = baseOf(glob)
    const rest = glob.slice(glob.indexOf(base) + base.length)
    const folder = /\/?_posts\//.test(rest) ? '_posts' : /^\/?\{posts\b/.test(rest) ? 'posts' : ''
    const above = [base, folder].filter((step) => step !== '' && step !== '.').map((step) => `${step}/`)
    return ['md', 'mdx', 'markdown'].map((ending) => `${above.join('')}${name}.${ending}`)
  })
}

/** Returns the next numbered name: `week-13` after `week-12`, `042-title` after `041-other`. */
export function nextName(names: readonly string[], slug: string): string | undefined {
  const counted = numberedNames(names)
  return counted?.named(counted.last + 1, slug)
}

/** Returns the first numbered id: `week-01` for `^week-\d{2}$`. */
export function firstName(idPattern: string): string | undefined {
  const [, word, , width] = /^\^([a-z][a-z-]*)(\\d|\[0-9\])(?:\{(\d)\}|\+)\$$/.exec(idPattern) ?? []
  return word === undefined ? undefined : `${word}${'1'.padStart(Number(width ?? 1), '0')}`
}

/** Returns the newest posts of a series, or of the archive. */
export function neighboursOf(posts: readonly PlannedPost[], series: string | undefined): SourceDocument[] {
  const same = posts.filter((one) => one.series === series)
  return (same.length > 0 ? same : posts).slice(0, neighbourCount).map(({ source }) => source)
}
