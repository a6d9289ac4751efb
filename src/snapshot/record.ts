import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts'
import type {
  Answer,
  Encoding,
  OnDemand,
  Resource,
  Representation,
  SealedPost,
  Snapshot,
  Variant,
} from './resource.ts'
import type { Ahead } from './seal.ts'
import { SealedVariant, withAllEncodings } from './variant.ts'

/** Replaces the resource's own name in packed strings, so that resources share links that differ only in it. Never part of a header. */
const ownName = '\x7f'

/** Converts a resource to plain data. `place` stores a body and returns its location. */
export function recordOf<Place>(
  { path, representations, ...resource }: Resource,
  strings: SharedStrings,
  place: (variant: Variant, variants: readonly Variant[]) => Place,
): PackedResource<Place> {
  const name = lastName(path)
  const pack = (text: string) => strings.pack(text.replaceAll(name, ownName))
  return {
    representations: representations.map(({ type, variants }) => ({
      type,
      contentType: pack(variants[0]?.contentType ?? ''),
      headers: (variants[0]?.shared ?? []).map(pack),
      variants: variants.map((variant): PackedVariant<Place> => {
        const { encoding, etag, length } = variant
        return [encoding, etag.slice(1, -1), length, place(variant, variants)]
      }),
    })),
    ...resource,
  }
}

/** Returns the last segment of a path, without extensions. */
const lastName = (path: string): string => path.slice(path.lastIndexOf('/')).split('.', 1)[0] ?? ''

/** Restores a resource from its record. `open` returns the 200 with the body at a location; it is called on first use. */
export function resourceOf<Place>(
  path: string,
  record: PackedResource<Place>,
  strings: readonly string[],
  open: (headers: readonly string[], body: Place) => Answer,
  onDemand?: OnDemand,
): Resource {
  const name = lastName(path)
  const unpack = (packed: number | string) =>
    (typeof packed === 'string' ? packed : (strings[packed] ?? '')).replaceAll(ownName, name)
  const [first, ...rest] = record.representations.map(({ type, variants, ...form }): Representation => {
    const contentType = unpack(form.contentType)
    const shared = form.headers.map(unpack)
    const stored = variants.map(([encoding, tag, length, body]) => {
      const facts = { contentType, encoding, tag, shared }
      return new SealedVariant(facts, length, (headers) => open(headers, body))
    })
    return onDemand ? withAllEncodings({ type, variants: stored }, onDemand) : { type, variants: stored }
  })
  if (!first) throw new Error(`${path} has no form`)
  return { path, ...record, representations: [first, ...rest] }
}

const maxTrackedStrings = 4096

/**
 * Packs header strings: from its second use on, a string is a number. Common strings appear early, so the number of tracked strings is
 * limited; unique tags, lengths and links would fill memory and the table.
 */
export class SharedStrings {
  readonly all: string[]
  /** The number of each string seen; undefined for one that was seen once. */
  readonly #numbers: Map<string, number | undefined>

  constructor(initial: readonly string[] = []) {
    this.all = [...initial]
    this.#numbers = new Map(initial.map((text, nth) => [text, nth]))
  }

  pack(text: string): number | string {
    const number = this.#numbers.get(text)
    if (number !== undefined) return number
    if (this.#numbers.has(text)) this.#numbers.set(text, this.all.push(text) - 1)
    else if (this.#numbers.size < maxTrackedStrings) this.#numbers.set(text, undefined)
    return text
  }
}

/**
 * Layout of a packed snapshot: a magic number, the bodies and then the JSON record of each resource, the search index, the posts for MCP, the
 * lists of paths, a JSON table, and a tail that locates the table. The table comes last, so that a snapshot can be written while it is sealed. A record
 * locates its bodies by the distance back from itself, so that both can be copied together. Every range has a checksum. What grows with
 * the archive and is read when the file is opened is in blocks, each compressed and parsed on its own.
 */
export const magic = 0x43495461 // "CITa"
/** The magic number, then the table's start, length and checksum. */
export const tailSize = 24

export interface PackedBytes {
  readonly length: number
  /** Whether `read` returns views. */
  readonly inMemory?: boolean
  /** Returns exactly `length` bytes, as a view or a copy. */
  read(start: number, length: number): Uint8Array
}

export type Range = readonly [start: number, length: number]
export type CheckedRange = readonly [start: number, length: number, checksum: number]
/** In a record, `start` counts back from the record. `inBrotli`: decompress to get the bytes. */
export type BodyRange = readonly [...CheckedRange, inBrotli?: true]

/** A list in blocks, each a JSON array of some items. The type names the items. */
export type ListBlocks<_Item> = readonly BodyRange[]
/** Adjacent blocks of some bytes, which have `length` in all. */
export interface ByteBlocks {
  readonly length: number
  readonly blocks: readonly BodyRange[]
}

/** The size of a block, before compression: a few milliseconds of work. */
export const blockSize = 2 ** 18

/** The tag is without quotation marks. */
type PackedVariant<Place = BodyRange> = readonly [
  encoding: Encoding,
  tag: string,
  length: number,
  body: Place,
]

export interface PackedResource<Place = BodyRange> extends Omit<Resource, 'path' | 'representations'> {
  readonly representations: readonly {
    readonly type: string
    /** A number refers to a shared string. */
    readonly contentType: number | string
    /** The headers of every variant, also sent on a 304. */
    readonly headers: readonly (number | string)[]
    readonly variants: readonly PackedVariant<Place>[]
  }[]
}

export interface Table extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<Snapshot['mcp'], 'search' | 'posts'> & {
    readonly search: ByteBlocks
    readonly posts: ListBlocks<SealedPost>
  }
  readonly ahead: Ahead
  readonly note?: CheckedRange | undefined
  readonly strings: readonly string[]
  readonly redirects: ListBlocks<readonly [from: string, to: string]>
  readonly resources: ListBlocks<readonly [path: string, record: CheckedRange]>
}

export const toJson = (value: object): Uint8Array => encodeUtf8(JSON.stringify(value))

export const fromJson = <Value>(json: Uint8Array): Value => JSON.parse(decodeUtf8(json))
