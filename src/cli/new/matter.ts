import { mostCommon } from '../../archive/counted-names.ts'
import { type FieldName, type Fields, fieldTable, readFields } from '../../content/fields.ts'
import type { ParsedValue, Part } from '../../content/locate.ts'
import { readMatter } from '../../content/matter.ts'
import type { Content, SourceDocument } from '../../content/read.ts'
import { readDate } from '../../content/written-date.ts'
import { generatorNamed } from '../../generators/registry.ts'
import type { Moment } from '../clock.ts'

/** What a new post says of itself. */
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
 * A draft like its neighbours: their notation, the keys that half of them have, in the newest one's order. What all of them say alike,
 * such as `layout: post`, is said again.
 */
export function textLike(neighbours: readonly SourceDocument[], content: Content, post: NewPost): string {
  const seen = neighbours.map((written) => look(written, content))
  const usual = generatorNamed(content.layout.generator).newPost?.notation ?? 'yaml'
  const notation = mostCommon(seen.map((one) => one.notation)) ?? usual
  const { open, close, between, line } = notations[notation]
  const isUsual = (has: (one: Neighbour) => boolean) =>
    seen.length > 0 && seen.filter(has).length * 2 >= seen.length
  const entries = new Map<string, string>()
  const add = (name: FieldName, isNeeded: boolean, value: (like: Like) => string) => {
    const written = seen.flatMap((one) => one.field(name) ?? [])
    if (!isNeeded && !isUsual((one) => one.field(name) !== undefined)) return
    const key = mostCommon(written.map((one) => one.key)) ?? usualKey(name, content)
    entries.set(
      key,
      line(key, value({ notation, text: written[0]?.text ?? '', value: written[0]?.value ?? null })),
    )
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
  for (const [key, copied] of saidByAll(seen)) entries.set(key, copied)
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
  yaml: {
    open: '---\n',
    close: '---\n',
    between: '\n',
    line: (key: string, value: string) => `${key}: ${value}`,
  },
  toml: {
    open: '+++\n',
    close: '+++\n',
    between: '\n',
    line: (key: string, value: string) => `${key} = ${value}`,
  },
  json: {
    open: '{\n',
    close: '}\n',
    between: ',\n',
    line: (key: string, value: string) => `  ${JSON.stringify(key)}: ${value}`,
  },
  comment: {
    open: '<!--\n',
    close: '-->\n',
    between: '\n',
    line: (key: string, value: string) => `.. ${key}: ${value}`,
  },
} as const

interface Neighbour {
  readonly notation: keyof typeof notations
  readonly parts: ReadonlyMap<string, Part>
  /** What it says under one of Citable's names, with the key at the top that it says it by. */
  field(
    name: FieldName,
  ): { readonly key: string; readonly text: string; readonly value: ParsedValue['value'] } | undefined
  /** What may be the same in every post: authors, tags and what Citable does not know, each with its line. */
  readonly others: ReadonlyMap<string, string>
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
  const others = [...fields.unknown, ...fields.of('authors'), ...fields.of('tags')].flatMap(({ key }) => {
    const part = parts.get(key)
    const line = part && wholeLine(file.text, part)
    return line === undefined ? [] : [[key, line] as const]
  })
  return {
    notation: openings.find(([opening]) => opening.test(file.text))?.[1] ?? 'yaml',
    parts,
    others: new Map(others),
    field(name) {
      // `published: false` is no date, and a key of a group is not at the top.
      const found = fields
        .of(name)
        .find(
          ({ key, value }) =>
            parts.has(key) && (name !== 'published' || readDate(typeof value === 'string' ? value : '')),
        )
      return (
        found && { key: found.key, text: file.text.slice(found.offset, found.offset + 1), value: found.value }
      )
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

/** One post alone says nothing about others. */
function saidByAll(seen: readonly Neighbour[]): [string, string][] {
  const [newest] = seen
  if (!newest || seen.length < 2) return []
  return [...newest.others].filter(([key, line]) => {
    const lines = seen.filter(({ parts }) => parts.has(key)).map(({ others }) => others.get(key))
    return lines.length * 2 >= seen.length && lines.every((one) => one === line)
  })
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
  return (
    /^[\p{L}][^:#\n"'[\]{}&*!|>%@`]*$/u.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
  )
}

/** The moment as far as a neighbour's date goes: the day, or the time too, or its offset as well. */
function dateLike(written: ParsedValue['value'], { day, time, offset }: Moment): string {
  const form = /^\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}(:\d{2})?(?:\.\d+)?( ?)(Z|[+-]\d{2}:?\d{2})?$/.exec(
    typeof written === 'string' ? written : '',
  )
  if (!form) return day
  const [, separator, seconds, space, zone] = form
  const here =
    zone === 'Z' && offset === '+00:00'
      ? 'Z'
      : zone?.includes(':') || zone === 'Z'
        ? offset
        : offset.replace(':', '')
  return `${day}${separator}${seconds === undefined ? time.slice(0, 5) : time}${zone === undefined ? '' : space + here}`
}
