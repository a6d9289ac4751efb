import { withAllEncodings, onDemandVariant, type OnDemand } from './on-demand.ts'
import { type Ahead, headerLists } from './seal.ts'
import type { Answer, Encoding, Recipe, Representation, Resource, Snapshot, Variant } from './resource.ts'

/** A resource as plain data; `place` puts a body somewhere and says where. */
export function recordOf<Place>(
  { path, representations, ...resource }: Resource,
  strings: SharedStrings,
  place: (variant: Variant, representation: Representation) => Place,
): PackedResource<Place> {
  return {
    ...resource,
    representations: representations.map((representation) => {
      const { type, variants, deferred } = representation
      const [, contentType = deferred?.contentType ?? ''] = variants[0]?.head.headers ?? []
      // After the tag.
      const shared = deferred?.headers ?? variants[0]?.notModified.headers.slice(2) ?? []
      return {
        type,
        contentType: strings.pack(contentType),
        headers: shared.map(strings.pack),
        recipe: deferred?.recipe,
        variants: variants.map((variant): PackedVariant<Place> => {
          const { encoding, etag, head } = variant
          return { encoding, etag, length: Number(head.headers[3]), body: place(variant, representation) }
        }),
      }
    }),
  }
}

/** And back: `answer` makes the 200 of a body that is at a place, when it is first asked for. */
export function resourceOf<Place>(
  path: string,
  record: PackedResource<Place>,
  strings: readonly string[],
  answer: (headers: readonly string[], body: Place) => Answer,
  onDemand?: OnDemand,
): Resource {
  const [first, ...rest] = record.representations.map(
    ({ type, variants, recipe, ...form }): Representation => {
      const contentType = text(form.contentType)
      const headers = form.headers.map(text)
      if (recipe && onDemand)
        return { type, variants: [onDemandVariant({ recipe, contentType, headers }, onDemand)] }
      const kept = variants.map((one) => new LazyVariant(one, contentType, headers, answer))
      return onDemand ? withAllEncodings({ type, variants: kept }, onDemand) : { type, variants: kept }
    },
  )
  if (!first) throw new Error(`${path} has no form`)
  return { ...record, path, representations: [first, ...rest] }

  function text(one: number | string): string {
    return typeof one === 'string' ? one : (strings[one] ?? '')
  }
}

/** A class, since each object that is written with a getter in place has a shape of its own, and V8 optimises none of them. */
class LazyVariant<Place> implements Variant {
  readonly encoding: Encoding
  readonly etag: string
  readonly head: Answer
  readonly notModified: Answer
  readonly #body: Place
  readonly #answer: (headers: readonly string[], body: Place) => Answer
  #full: Answer | undefined

  constructor(
    packed: PackedVariant<Place>,
    contentType: string,
    shared: readonly string[],
    answer: (headers: readonly string[], body: Place) => Answer,
  ) {
    const { full, notModified } = headerLists(contentType, packed, shared)
    this.encoding = packed.encoding
    this.etag = packed.etag
    this.head = { status: 200, headers: full, body: null }
    this.notModified = { status: 304, headers: notModified, body: null }
    this.#body = packed.body
    this.#answer = answer
  }

  get full(): Answer {
    this.#full ??= this.#answer(this.head.headers, this.#body)
    return this.#full
  }
}

export interface SharedStrings {
  readonly all: readonly string[]
  readonly pack: (text: string) => number | string
}

/**
 * The strings in headers: nearly all of them are on every answer, so from the second time on each is a number. Those are met early;
 * the tags and lengths of a large archive would fill the memory, and its links the table that a server opens.
 */
export function sharedStrings(before: readonly string[] = []): SharedStrings {
  const all = [...before]
  const seen = new Map<string, number | undefined>(all.map((text, nth) => [text, nth]))
  return {
    all,
    pack(text) {
      const known = seen.get(text)
      if (known !== undefined) return known
      if (seen.has(text)) seen.set(text, all.push(text) - 1)
      else if (seen.size < mostLookedFor) seen.set(text, undefined)
      return text
    },
  }
}

const mostLookedFor = 4096

/**
 * A packed snapshot: a magic word, every distinct body once and after its bodies a record of JSON for each resource, the search index,
 * a JSON table, and where the table is. The table comes last, so that a snapshot is written as it is sealed, and read without any
 * of the rest. A record says how far before itself a body is, so that it can be copied with its bodies to another place. Whoever names a
 * block of bytes has its checksum, too, so that damage is noticed wherever it is.
 */
export const magic = 0x43495438 // "CIT8"
/** The magic word again, the table's start, its length and its checksum. */
export const tailSize = 24

/** Bytes are not as they were written: the disk or a transfer is to blame. */
export class DamagedSnapshot extends Error {
  constructor(what: string) {
    super(`The packed archive is damaged: ${what} does not match its checksum.`)
  }
}

export interface PackedBytes {
  readonly length: number
  /** Exactly so many; a view or a copy. */
  read(start: number, length: number): Uint8Array
}

export type Range = readonly [start: number, length: number]
export type CheckedRange = readonly [start: number, length: number, checksum: number]
/** Of a body, which may be kept in Brotli alone. In a record, its start counts back from that of the record. */
export type BodyRange = readonly [...CheckedRange, inBrotli?: true]

export interface PackedVariant<Place = BodyRange> {
  readonly encoding: Encoding
  readonly etag: string
  readonly length: number
  readonly body: Place
}

export interface PackedResource<Place = BodyRange> extends Omit<Resource, 'path' | 'representations'> {
  readonly representations: readonly {
    readonly type: string
    /** A number for a shared string. */
    readonly contentType: number | string
    /** What every variant has besides, on a 304 too. */
    readonly headers: readonly (number | string)[]
    readonly recipe?: Recipe | undefined
    readonly variants: readonly PackedVariant<Place>[]
  }[]
}

export interface Table extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<Snapshot['mcp'], 'search'> & { readonly search: CheckedRange }
  /** Unless all of it was made ahead, a server makes the rest. */
  readonly ahead: Ahead
  /** For who made it. */
  readonly note?: CheckedRange | undefined
  readonly strings: readonly string[]
  readonly redirects: readonly (readonly [string, string])[]
  /** Where the record of each is. */
  readonly resources: readonly (readonly [path: string, record: CheckedRange])[]
}
