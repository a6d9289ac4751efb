import type { Encoding, Resource, Snapshot } from './resource.ts'

/**
 * A packed snapshot: a magic word, every distinct body once and after its bodies a record of JSON for each resource, the search index,
 * a JSON table, and where the table is. The table comes last, so that a snapshot is written as it is sealed, and read without any
 * of the rest. Whoever names a block of bytes has its checksum, too, so that damage is noticed wherever it is.
 */
export const magic = 0x43495436 // "CIT6"
/** The magic word again, the table's start, its length and its checksum. */
export const tailSize = 24

/** Bytes are not as they were written: the disk or a transfer is to blame. */
export class DamagedSnapshot extends Error {
  constructor(what: string) {
    super(`The packed archive is damaged: ${what} does not match its checksum.`)
  }
}

/** The bytes of a packed snapshot, wherever they are. */
export interface PackedBytes {
  readonly length: number
  /** Exactly so many; a view or a copy. */
  read(start: number, length: number): Uint8Array
}

export type Range = readonly [start: number, length: number]
export type CheckedRange = readonly [start: number, length: number, checksum: number]

export interface PackedVariant<Place = CheckedRange> {
  readonly encoding: Encoding
  readonly etag: string
  /** A number for a shared string. */
  readonly headers: readonly (number | string)[]
  /** How many leading entries of `headers` describe the body, and so are not on a 304. */
  readonly kept: number
  readonly body: Place
}

export interface PackedResource<Place = CheckedRange> extends Omit<Resource, 'path' | 'representations'> {
  readonly representations: readonly {
    readonly type: string
    readonly variants: readonly PackedVariant<Place>[]
  }[]
}

export interface Table extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<Snapshot['mcp'], 'search'> & { readonly search: CheckedRange }
  readonly strings: readonly string[]
  readonly redirects: readonly (readonly [string, string])[]
  /** Where the record of each is. */
  readonly resources: readonly (readonly [path: string, record: CheckedRange])[]
}
