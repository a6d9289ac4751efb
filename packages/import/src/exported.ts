import type { Root } from 'hast'
import { readDate, UsageError } from './engine.ts'

/** Values of `--from`. */
export const services = ['wordpress', 'ghost', 'substack', 'medium', 'feed'] as const
export type Service = (typeof services)[number]

export interface Exported {
  readonly site: ExportedSite
  /** By the key that entries use. */
  readonly authors?: ReadonlyMap<string, Author>
  /** Oldest first: if two have the same name, the older one gets it in every import. */
  readonly entries: readonly Entry[]
  /** Skipped content that belongs to no entry. */
  readonly leftOut?: readonly Note[]
}

export interface ExportedSite {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly language?: string | undefined
  /** Without it, URLs of entries start with a slash. */
  readonly url?: string | undefined
  /** Path of the service's feed. */
  readonly feed?: string
}

export interface Author {
  readonly name: string
  readonly url?: string | undefined
}

export interface Entry {
  readonly kind: 'post' | 'page'
  readonly title: string
  /** The service's slug; becomes the file name. */
  readonly slug: string
  readonly published?: string | undefined
  readonly modified?: string | undefined
  readonly summary?: string | undefined
  readonly authors?: readonly string[]
  readonly tags?: readonly string[]
  readonly image?: Picture | undefined
  /** Old URLs, the public one first. */
  readonly addresses: readonly string[]
  /** URL of the original, for copies. */
  readonly canonical?: string | undefined
  /** Why it becomes a draft; undefined for published entries. */
  readonly draftReason?: Note | undefined
  /** Skipped content that is known before the body is read. */
  readonly leftOut?: readonly Note[]
  /** Parsed on demand, because an export may not fit in memory. */
  body(note: TakeNote): Root
}

export interface Picture {
  readonly src: string
  readonly alt: string
}

export interface ExportFiles {
  readonly name: string
  /** With forward slashes, sorted by code unit. */
  readonly paths: readonly string[]
  read(path: string): Uint8Array
  /** Reads in chunks, for large files. */
  chunks(path: string): Iterable<Uint8Array>
}

/** Sorts by date. Undated drafts come last. */
export function oldestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => ((a.published ?? '~') < (b.published ?? '~') ? -1 : 1))
}

/** Returns a date for front matter; undefined if invalid. */
export function dateOf(text: string): string | undefined {
  const written = readDate(text)
  if (!written) return undefined
  return written.moment.endsWith('T00:00:00Z') && !text.includes(':') ? written.day : written.moment
}

/** WordPress exports local time and UTC; the local day is the one readers saw. */
export function dateWithOffset(local: string, utc: string): string | undefined {
  if (/^0000|^$/.test(local)) return dateOf(utc)
  const here = Date.parse(`${local.replace(' ', 'T')}Z`)
  const there = Date.parse(`${utc.replace(' ', 'T')}Z`)
  const minutes = (here - there) / 60_000
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60) return dateOf(local.slice(0, 10))
  const time = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${time}`
  return `${local.replace(' ', 'T')}${offset}`
}

/** Something that an import skips or changes. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
  /** Defaults to 1. */
  readonly count?: number
}

export type TakeNote = (note: Note) => void

export interface FiledNote extends Note {
  readonly file: string | undefined
}

/** What can be lost, and advice. Sections of the report, in this order. */
export const noteKinds = {
  paid: ['posts for paying readers or members', 'They are drafts. Remove `draft: true` to publish one.'],
  private: ['private posts', 'They are drafts. Remove `draft: true` to publish one.'],
  password: ['posts with a password', 'They are drafts: an archive has no passwords.'],
  scheduled: [
    'posts scheduled for later',
    'They are drafts. Remove `draft: true` when they are due, or use `--as-of`.',
  ],
  draft: ['drafts', 'They have `draft: true` and are not published.'],
  response: [
    'responses to other people’s stories',
    'They are drafts, because the story each responds to is not in the export.',
  ],
  'no-text': ['posts without text', 'There was nothing to write.'],
  'summary-only': ['posts with only a summary in the feed', 'Write the rest, or import a full export.'],
  other: ['items that are neither posts nor pages', 'An archive does not publish them.'],
  comment: ['comments', 'An archive has no comments.'],
  shortcode: ['shortcodes', 'The tags are removed; the text between them is kept.'],
  embed: ['embeds', 'Each is now a link to its content.'],
  script: ['scripts, SVG and other code', 'They are removed.'],
  form: ['forms and buttons', 'They are removed.'],
  'remote-image': [
    'files on other hosts',
    'Pages still load them from there. `--images` copies the ones you have, `--fetch` downloads the rest.',
  ],
  'failed-image': [
    'files that could not be copied',
    'Pages still load them from there. Import again to retry.',
  ],
  'missing-image': [
    'files that are not in the export',
    'Import again with `--images` and the folder or zip that has them.',
  ],
  'site-link': [
    'links to other parts of the old site',
    'They still point to the old site. Remove them if it goes offline.',
  ],
  tag: ['internal tags', 'Readers never saw them.'],
  address: ['old URLs', 'Another post or the archive itself uses them.'],
  personal: ['subscriber lists and other personal data', 'They are not read.'],
} as const satisfies Record<string, readonly [noun: string, advice: string]>

export type NoteKind = keyof typeof noteKinds

/** Counts notes by kind, in the order of the table. */
export function totals(notes: readonly Note[]): [NoteKind, number][] {
  const sums = new Map<NoteKind, number>()
  for (const { kind, count = 1 } of notes) sums.set(kind, (sums.get(kind) ?? 0) + count)
  const order = Object.keys(noteKinds)
  return [...sums].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

/** Limits of an import. REFERENCE.md lists them. */
export const importLimits = {
  /** A zip may unpack to this many bytes, or this many times its size. Text rarely compresses below a tenth. */
  unpackedBytes: 16 * 2 ** 20,
  unpackedTimes: 50,
  fileBytes: 512 * 2 ** 20,
  entries: 200_000,
  /** Fields of posts.csv, about a dozen per post. */
  csvFields: 2_000_000,
  /** XML records, elements, depth, and characters per record. Exports have about sixty elements per post, in five levels. */
  xmlRecords: 500_000,
  xmlElements: 4_000_000,
  xmlDepth: 100,
  recordLength: 16_000_000,
  /** One body: characters, elements, and open elements while parsing. A post may have 4 MiB of markdown. */
  htmlLength: 8_000_000,
  htmlElements: 100_000,
  htmlDepth: 5_000,
  /** Deeper elements are flattened: each line of markdown repeats the markers of its lists and quotes. */
  keptDepth: 50,
  /** For converting all bodies. */
  processorMinutes: 20,
  /** Downloads: one file, and all files of an import. */
  fetchedFileBytes: 20 * 2 ** 20,
  fetchSeconds: 30,
  fetchedBytes: 2 * 2 ** 30,
  fetchMinutes: 60,
} as const

export const splitExportHint = 'Export fewer posts at a time, and import each part in turn.'

export function requireReadable(name: string, size: number): void {
  if (size <= importLimits.fileBytes) return
  const most = `${importLimits.fileBytes / 2 ** 20} MB`
  throw new UsageError(`${name} is larger than ${most}. Remove it from the export and copy it by hand.`)
}

/** Returns a check that throws when this process exceeds its CPU time. */
export function timeLimit(minutes: number = importLimits.processorMinutes): () => void {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    if (user + system <= minutes * 60e6) return
    throw new UsageError(`The import used more than ${minutes} minutes of CPU time. ${splitExportHint}`)
  }
}
