import type { PlannedPost } from '../archive/model.ts'
import { countedNames, mostCommon } from '../archive/names.ts'
import { UsageError } from '../base/errors.ts'
import { type Fields, fieldTable, readFields } from '../content/fields.ts'
import type { FieldName } from '../generators/generator.ts'
import { baseOf, layoutOf } from '../content/layout.ts'
import type { ParsedValue, Part } from '../content/yaml.ts'
import { readMatter } from '../content/matter.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { readDate } from '../content/written-date.ts'
import { generatorNamed } from '../generators/registry.ts'
import { isGroup } from '../generators/settings.ts'
import type { Moment } from './settings.ts'

export interface NewPost {
  readonly title: string
  readonly slug: string
  readonly moment: Moment
  /** The path says the day; front matter need not. */
  readonly isDatedByPath: boolean
  readonly series: string | undefined
  readonly seriesNumber: number | undefined
}

/**
 * A draft like its neighbours: their notation, the keys that most of them have, in the newest one's order. What all of them say alike,
 * such as `layout: post`, is said again; what each says for itself, such as its author, is left to be filled in.
 */
export function textLike(neighbours: readonly SourceDocument[], content: Content, post: NewPost): string {
  const seen = neighbours.map((written) => look(written, content))
  const usual = generatorNamed(content.layout.generator).newPost?.notation ?? 'yaml'
  const notation = mostCommon(seen.map((one) => one.notation)) ?? usual
  const { open, close, between, before, after } = notations[notation]
  const line = (key: string, value: string) => before + key + after + value
  const isUsual = (has: (one: Neighbour) => boolean) =>
    seen.length > 0 && seen.filter(has).length * 2 >= seen.length
  const entries = new Map<string, string>()
  const add = (name: FieldName, isNeeded: boolean, value: (like: Like) => string) => {
    const written = seen.flatMap((one) => one.field(name) ?? [])
    if (!isNeeded && !isUsual((one) => one.field(name) !== undefined)) return
    const key = mostCommon(written.map((one) => one.key)) ?? usualKey(name, content)
    const like = { notation, text: written[0]?.text ?? '', value: written[0]?.value ?? null }
    entries.set(key, line(key, value(like)))
  }
  const isHeaded = seen.length > 0 && !isUsual((one) => one.field('title') !== undefined)
  if (!isHeaded) add('title', true, (like) => quoted(post.title, like))
  add('published', !post.isDatedByPath, (like) => quoted(dateLike(like.value, post.moment), like, true))
  add('slug', false, (like) => quoted(post.slug, like))
  if (post.series !== undefined) add('series', true, (like) => quoted(post.series ?? '', like))
  if (post.seriesNumber !== undefined) add('seriesNumber', true, () => String(post.seriesNumber))
  add('summary', false, (like) => quoted('', like))
  add('tags', false, (like) =>
    typeof like.value === 'string' || notation === 'comment' ? quoted('', like) : '[]',
  )
  for (const [key, lines] of keysOfMost(seen)) {
    const [{ line: newest, value, text }] = lines
    const isAlike = newest !== undefined && lines.every((one) => one.line === newest)
    if (isAlike) entries.set(key, newest)
    else if (!entries.has(key) && lines.length * 2 > seen.length && !isGroup(value))
      entries.set(key, line(key, isList(value, notation) ? '[]' : quoted('', { notation, text, value })))
  }
  const [draftKey, draftValue] = draftEntry(seen, content)
  entries.set(draftKey, line(draftKey, draftValue))

  const order = [...(seen[0]?.parts.keys() ?? [])]
  const place = (key: string) => (order.indexOf(key) + order.length + 1) % (order.length + 1)
  const lines = [...entries].sort(([a], [b]) => place(a) - place(b)).map(([, text]) => text)
  return `${open}${lines.join(between)}\n${close}\n${isHeaded ? `# ${post.title}\n\n` : ''}`
}

/** How a neighbour writes a value: the notation, the text from where it begins, and what was read of it. */
interface Like {
  readonly notation: keyof typeof notations
  readonly text: string
  readonly value: ParsedValue['value']
}

const notations = {
  yaml: { open: '---\n', close: '---\n', between: '\n', before: '', after: ': ' },
  toml: { open: '+++\n', close: '+++\n', between: '\n', before: '', after: ' = ' },
  json: { open: '{\n', close: '}\n', between: ',\n', before: '  "', after: '": ' },
  comment: { open: '<!--\n', close: '-->\n', between: '\n', before: '.. ', after: ': ' },
} as const

interface Neighbour {
  readonly notation: keyof typeof notations
  readonly parts: ReadonlyMap<string, Part>
  /** What it says under one of Citable's names, with the key at the top that it says it by. */
  field(name: FieldName): (Omit<Like, 'notation'> & { readonly key: string }) | undefined
  /** Authors, tags, images and what Citable does not know, each by its key. */
  readonly others: ReadonlyMap<string, OtherValue>
}

/** A value, and its line where it is all on it. */
interface OtherValue extends Omit<Like, 'notation'> {
  readonly line: string | undefined
}

const openings: readonly (readonly [RegExp, keyof typeof notations])[] = [
  [/^\s*\+\+\+/, 'toml'],
  [/^\{/, 'json'],
  [/^\s*(?:<!--\s*)?\.\. /, 'comment'],
]

function look({ file }: SourceDocument, { settings, layout }: Content): Neighbour {
  const parts = readMatter(file).value?.root.parts ?? new Map<string, Part>()
  const root = { value: {}, offset: 0, parts }
  const fields: Fields = readFields(root, fieldTable(settings.fields, layout.generator))
  const known = (['authors', 'tags', 'image', 'imageAlt'] as const).flatMap((name) => fields.of(name))
  const others = [...fields.unknown, ...known].flatMap(({ key }) => {
    const part = parts.get(key)
    if (!part) return []
    const { value, offset } = part
    return [[key, { line: wholeLine(file.text, part), value, text: file.text[offset] ?? '' }] as const]
  })
  return {
    notation: openings.find(([opening]) => opening.test(file.text))?.[1] ?? 'yaml',
    parts,
    others: new Map(others),
    field(name) {
      // `published: false` is no date, and a key of a group is not at the top.
      const isMeant = ({ key, value }: { key: string; value: unknown }) =>
        parts.has(key) && (name !== 'published' || readDate(typeof value === 'string' ? value : ''))
      const found = fields.of(name).find(isMeant)
      return found && { key: found.key, text: file.text[found.offset] ?? '', value: found.value }
    },
  }
}

/** The line of a key, where all of its value is on it. */
function wholeLine(text: string, { keyOffset, offset, value }: Part): string | undefined {
  const end = `${text}\n`.indexOf('\n', keyOffset)
  const line = text.slice(text.startsWith('.. ', keyOffset - 3) ? keyOffset - 3 : keyOffset, end)
  const isHere = offset > keyOffset && offset < end && !/[|>][+-]?\d*\s*$/.test(line)
  const goesOn = /^\n(?:[ \t]|- )/.test(text.slice(end))
  const isShort = typeof value === 'string' || (Array.isArray(value) && line.trimEnd().endsWith(']'))
  return isHere && isShort && !goesOn ? line.replace(/[,\s]+$/, '') : undefined
}

/** Keys that half of them have, with what each says. One post alone says nothing about others. */
function keysOfMost(seen: readonly Neighbour[]): [string, readonly [OtherValue, ...OtherValue[]]][] {
  if (seen.length < 2) return []
  const keys = new Set(seen.flatMap(({ others }) => [...others.keys()]))
  return [...keys].flatMap((key) => {
    const [newest, ...rest] = seen.flatMap(({ others }) => others.get(key) ?? [])
    return newest && (rest.length + 1) * 2 >= seen.length ? [[key, [newest, ...rest]]] : []
  })
}

function isList(value: ParsedValue['value'], notation: keyof typeof notations): boolean {
  return Array.isArray(value) && notation !== 'comment'
}

/** As the archive marks drafts, else as its generator knows them. */
function draftEntry(seen: readonly Neighbour[], { layout }: Content): readonly [key: string, value: string] {
  const key = mostCommon(seen.flatMap((one) => one.field('draft')?.key ?? []))
  if (key !== undefined) return [key, /^status$/i.test(key) ? 'draft' : 'true']
  return generatorNamed(layout.generator).newPost?.draft ?? ['draft', 'true']
}

/** Where no neighbour has it: as archive.yaml calls it, else as its generator does. */
function usualKey(name: FieldName, { settings, layout }: Content): string {
  const own = settings.fields[name]?.find((key) => !key.includes('.'))
  return own ?? (name === 'published' ? (generatorNamed(layout.generator).newPost?.dateKey ?? 'date') : name)
}

/** Between the quotation marks that a neighbour has. Without any, YAML must not take it for anything but text. */
function quoted(text: string, { notation, text: mark }: Like, isDate = false): string {
  if (notation === 'comment') return text
  if (notation === 'yaml' && mark.startsWith("'")) return `'${text.replaceAll("'", "''")}'`
  const isBare = !mark.startsWith('"') && notation !== 'json'
  if (isBare && (isDate || (notation === 'yaml' && isPlainYaml(text)))) return text
  return JSON.stringify(text)
}

function isPlainYaml(text: string): boolean {
  const isKeyword = /^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
  return !isKeyword && /^[\p{L}][^:#\n"'[\]{}&*!|>%@`]*$/u.test(text)
}

/** The moment as far as a neighbour's date goes: the day, or the time too, or its offset as well. */
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

/** Of the newest posts, so many show how the next one is written: habits change, and an archive keeps the old ones. */
const neighbourCount = 20

/** The path of a post like those that there are; in an archive without any, where its generator has them. */
export function pathLike(
  neighbours: readonly SourceDocument[],
  content: Content,
  { slug, day, folder }: { slug: string; day: string; folder?: string | undefined },
): string {
  const shapes = neighbours.map((one) =>
    shapeOf(one, content.settings.series === 'folder' ? folder : undefined),
  )
  const candidates = shapes.length > 0 ? [mostCommon(shapes) ?? ''] : emptyShapes(content)
  const [year = '', month = '', date = ''] = day.split('-')
  const parts: Readonly<Record<string, string>> = { slug, year, month, day: date }
  const paths = candidates.map((shape) => shape.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''))
  const path = paths.find((one) => isPost(one, content))
  if (path !== undefined) return path
  throw new UsageError(
    `${paths[0]} would not be a post of this archive; write the first one where \`posts\` in archive.yaml points.`,
  )
}

function isPost(path: string, { paths, settings }: Content): boolean {
  return layoutOf([...paths, path], settings).posts.some((one) => one.path === path)
}

/**
 * A path with what is its own in braces: `_posts/{year}-{month}-{day}-{slug}.md`, `blog/{year}/{slug}/index.md`. `folder` takes the
 * place of the first below the one that posts are in.
 */
function shapeOf({ file: { path }, base, facts }: SourceDocument, folder: string | undefined): string {
  const below = path.slice(base === '' ? 0 : base.length + 1)
  // `title/index.md` is named by its folder, and `title.en.md` without its language.
  const [, steps = '', name = '', ending = ''] =
    /^((?:.*\/)?)([^/]+?)(\/index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?\.\w+)$/.exec(below) ??
    /^((?:.*\/)?)([^/]+?)((?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?\.\w+)$/.exec(below) ??
    []
  const [, dated = ''] = /^(\d{4}-\d{2}-\d{2}[-_. ]+)?/.exec(name) ?? []
  const day = /\d{4}-\d{2}-\d{2}/.exec(dated)?.[0] ?? facts.published?.text ?? ''
  const [, inFolder = ''] = /^(\d{2}-\d{2}[-_. ]+)?/.exec(dated === '' ? name : '') ?? []
  const isMonthAndDay = inFolder !== '' && day.slice(5) === inFolder.slice(0, 5)
  const undated = isMonthAndDay ? `{month}-{day}${inFolder.slice(5)}` : ''
  const prefix = dated ? `{year}-{month}-{day}${dated.slice(10)}` : undated
  const folders =
    folder === undefined ? steps : steps.replace(/^(?:[^/]+\/)?/, folder === '' ? '' : `${folder}/`)
  return `${base === '' ? '' : `${base}/`}${datesInFolders(folders, day)}${prefix}{slug}${ending}`
}

/** `2024/05/`, where they are those of the post's own day. */
function datesInFolders(folders: string, day: string): string {
  const names: Readonly<Record<string, string>> = {
    [day.slice(0, 4)]: '{year}',
    [day.slice(0, 7)]: '{year}-{month}',
    [day]: '{year}-{month}-{day}',
  }
  let inYear = false
  return folders
    .split('/')
    .map((step) => {
      const isWhole = day !== '' && Object.hasOwn(names, step)
      // A number of two digits is a month, and then a day, within a year only.
      const inner = inYear && step === day.slice(5, 7) ? '{month}' : step === day.slice(8) ? '{day}' : step
      const shown = isWhole ? (names[step] ?? step) : inYear ? inner : step
      inYear ||= isWhole
      return shown
    })
    .join('/')
}

/** Where the globs say that posts are, in a folder `posts` where they leave the choice. */
function emptyShapes({ settings, layout: { generator } }: Content): string[] {
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

/** The next name where names are counted: `week-13` after `week-12`, `042-title` after `041-other`. */
export function nextName(names: readonly string[], slug: string): string | undefined {
  const counted = countedNames(names)
  return counted?.named(counted.last + 1, slug)
}

/** `week-01` for `^week-\d{2}$`: a pattern of a word and a number says how the first one is called. */
export function firstName(idPattern: string): string | undefined {
  const [, word, , width] = /^\^([a-z][a-z-]*)(\\d|\[0-9\])(?:\{(\d)\}|\+)\$$/.exec(idPattern) ?? []
  return word === undefined ? undefined : `${word}${'1'.padStart(Number(width ?? 1), '0')}`
}

/** Those that a new post of a series is written like: the newest of it, or of all. */
export function neighboursOf(posts: readonly PlannedPost[], series: string | undefined): SourceDocument[] {
  const same = posts.filter((one) => one.series === series)
  return (same.length > 0 ? same : posts).slice(0, neighbourCount).map(({ source }) => source)
}
