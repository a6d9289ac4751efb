import type { Root } from 'hast'
import { readDate } from '../content/written-date.ts'
import type { Note } from './left-out.ts'

/** What every service's export turns out to be. */
export interface Exported {
  readonly site: ExportedSite
  /** By the key that entries name them with. */
  readonly authors: ReadonlyMap<string, Author>
  /** The oldest first: when two want the same name, the older one has it, in every import. */
  readonly entries: readonly Entry[]
  /** What of the export belongs to no entry and is not carried over. */
  readonly leftOut: readonly Note[]
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
  readonly authors: readonly string[]
  readonly tags: readonly string[]
  readonly image?: Picture | undefined
  /** Where it was, first of all as readers know it. */
  readonly addresses: readonly string[]
  /** The original, where the export says that this is a copy. */
  readonly canonical?: string | undefined
  readonly isDraft: boolean
  /** What is known to be missing before the body is read. */
  readonly leftOut: readonly Note[]
  /** Made when it is needed and let go after: an export may be larger than memory likes. */
  body(note: (note: Note) => void): Root
}

export interface Picture {
  readonly src: string
  readonly alt: string
}

export type Reader = (files: ExportFiles) => Promise<Exported>

/** The files of an export: one file, a folder or a zip. */
export interface ExportFiles {
  /** As it was named on the command line. */
  readonly name: string
  /** With forward slashes, in the order of their code units. */
  readonly paths: readonly string[]
  read(path: string): Uint8Array
  /** In pieces, for what is too large to be read at once. */
  pieces(path: string): Iterable<Uint8Array>
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
  if (Number.isNaN(minutes) || !Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60)
    return dateOf(local.slice(0, 10))
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
  return `${local.replace(' ', 'T')}${offset}`
}
