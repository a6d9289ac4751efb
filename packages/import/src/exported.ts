import type { Root } from 'hast'
import type noteKinds from './note-kinds.json'

/** Values of `--from`. */
export const services = ['wordpress', 'ghost', 'substack', 'medium', 'feed'] as const
export type Service = (typeof services)[number]

export interface Exported {
  readonly site: {
    readonly title?: string | undefined
    readonly description?: string | undefined
    readonly language?: string | undefined
    /** Without it, URLs of entries start with a slash. */
    readonly url?: string | undefined
    /** Path of the service's feed. */
    readonly feed?: string
  }
  /** By the key that entries use. */
  readonly authors?: ReadonlyMap<string, Author>
  readonly entries: readonly Entry[]
  /** Skipped content that belongs to no entry. */
  readonly leftOut?: readonly Note[]
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
  readonly image?: { readonly src: string; readonly alt: string } | undefined
  /** Old URLs, the public one first. */
  readonly addresses: readonly string[]
  /** URL of the original, for copies. */
  readonly canonical?: string | undefined
  /** Why it becomes a draft; undefined for published entries. */
  readonly draftReason?: Note | undefined
  /** Parsed on demand, because an export may not fit in memory. Notes everything of the entry that is skipped. */
  body(note: TakeNote): Root
}

export interface ExportFiles {
  readonly name: string
  /** With forward slashes, sorted by code unit. */
  readonly paths: readonly string[]
  read(path: string): Uint8Array
  /** Reads in chunks, for large files. */
  chunks(path: string): Iterable<Uint8Array>
}

/** Something that an import skips or changes. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
  /** Defaults to 1. */
  readonly count?: number
}

export interface FiledNote extends Note {
  readonly file: string | undefined
}

export type NoteKind = keyof typeof noteKinds
export type TakeNote = (note: Note) => void
