import type { Root } from 'hast'
import { readDate } from '../content/written-date.ts'
import { UsageError } from '../base/errors.ts'

export interface Exported {
  readonly site: ExportedSite
  /** By the key that entries name them with. */
  readonly authors?: ReadonlyMap<string, Author>
  /** The oldest first: when two want the same name, the older one has it, in every import. */
  readonly entries: readonly Entry[]
  /** What of the export belongs to no entry and is not carried over. */
  readonly leftOut?: readonly Note[]
}

export interface ExportedSite {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly language?: string | undefined
  /** Where it was published; services that do not say so have addresses that begin with a slash. */
  readonly url?: string | undefined
  /** Where the service has the feed of every site. */
  readonly feed?: string
}

export interface Author {
  readonly name: string
  readonly url?: string | undefined
}

export interface Entry {
  readonly kind: 'post' | 'page'
  readonly title: string
  /** As the service spelt it; a file's name is made of it. */
  readonly slug: string
  readonly published?: string | undefined
  readonly modified?: string | undefined
  readonly summary?: string | undefined
  /** Keys of authors. */
  readonly authors?: readonly string[]
  readonly tags?: readonly string[]
  readonly image?: Picture | undefined
  /** Where it was, first of all as readers know it. */
  readonly addresses: readonly string[]
  /** The original, where the export says that this is a copy. */
  readonly canonical?: string | undefined
  /** Why it becomes a draft; what was published has no reason. */
  readonly withheld?: Note | undefined
  /** What is known to be missing before the body is read. */
  readonly leftOut?: readonly Note[]
  /** Made when it is needed and let go after: an export may be larger than memory likes. */
  body(note: TakeNote): Root
}

export interface Picture {
  readonly src: string
  readonly alt: string
}

export interface ExportFiles {
  readonly name: string
  /** With forward slashes, in the order of their code units. */
  readonly paths: readonly string[]
  read(path: string): Uint8Array
  /** In pieces, for what is too large to be read at once. */
  pieces(path: string): Iterable<Uint8Array>
}

/** By when they were published; drafts without a date come last. */
export function oldestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => ((a.published ?? '~') < (b.published ?? '~') ? -1 : 1))
}

/** A date in a form that front matter has; undefined for none, and for what is none. */
export function dateOf(text: string): string | undefined {
  const written = readDate(text)
  if (!written) return undefined
  return written.moment.endsWith('T00:00:00Z') && !text.includes(':') ? written.day : written.moment
}

/** WordPress has the time on the site's clock and in UTC: the day is the one that readers saw. */
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

/** One thing, or several alike, that an import does not carry over or carries over changed. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
  /** How many of them; 1 unless it says. */
  readonly count?: number
}

export type TakeNote = (note: Note) => void

export interface FiledNote extends Note {
  /** The file of the archive that it concerns; undefined for what has none. */
  readonly file: string | undefined
}

/** What can be lost, and what to do about it: the sections of the report, in this order. */
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

/** The sum of each kind, in the order of the table; kinds without any are left out. */
export function totals(notes: readonly Note[]): [NoteKind, number][] {
  const sums = new Map<NoteKind, number>()
  for (const { kind, count = 1 } of notes) sums.set(kind, (sums.get(kind) ?? 0) + count)
  const order = Object.keys(noteKinds)
  return [...sums].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

/** What an import may cost, whatever its export holds. REFERENCE.md lists them. */
export const importLimits = {
  /** Of a zip: bytes that any may unpack to, and for larger ones how many times their size. Text is seldom packed to a tenth. */
  unpackedBytes: 16 * 2 ** 20,
  unpackedTimes: 50,
  /** Bytes of a file that is read as a whole. */
  fileBytes: 512 * 2 ** 20,
  /** Posts, pages and drafts. */
  entries: 200_000,
  /** Of a list of posts. A field is one of a dozen in a row. */
  csvFields: 2_000_000,
  /** Of XML: records, which attachments are, too; elements, their levels, and characters of one record. Exports have sixty elements a post in five levels. */
  xmlRecords: 500_000,
  xmlElements: 4_000_000,
  xmlDepth: 100,
  recordLength: 16_000_000,
  /** Of one body: characters, elements, and levels that are open while it is parsed. A post may have 4 MiB of markdown. */
  htmlLength: 8_000_000,
  htmlElements: 100_000,
  htmlDepth: 5_000,
  /** Levels that are kept of a body; every line of markdown begins with the signs of all lists and quotes that it is in. */
  keptDepth: 50,
  /** For all bodies, which are converted one after another. */
  processorMinutes: 20,
  /** Of what is fetched: one file, and all of one import. */
  fetchedFileBytes: 20 * 2 ** 20,
  fetchSeconds: 30,
  fetchedBytes: 2 * 2 ** 30,
  fetchMinutes: 60,
} as const

export const exportLess = 'Export fewer posts at a time, and import each part in turn.'

export function requireReadable(name: string, size: number): void {
  if (size <= importLimits.fileBytes) return
  const most = `${importLimits.fileBytes / 2 ** 20} MB`
  throw new UsageError(`${name} is larger than ${most}. Remove it from the export and copy it by hand.`)
}

/** Gives a check that fails once this process has worked for so long. */
export function timeLimit(minutes: number = importLimits.processorMinutes): () => void {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    if (user + system <= minutes * 60e6) return
    throw new UsageError(`The import used more than ${minutes} minutes of CPU time. ${exportLess}`)
  }
}
