import { LateMap } from './late-map.ts'
import type { Answer, Encoding, Representation, Resource, Snapshot, Variant } from './resource.ts'

/**
 * A snapshot as one block of bytes, to hand to another process or to keep in a file: a magic word, the lengths of a JSON table
 * and of the whole, the table, every distinct body once, and a record of JSON for each resource. Unpacking copies no body, they are
 * views of the block; and a record is read when its path is first asked for, so that a server that reloads does not stop to
 * read them all.
 */
export function pack(snapshot: Snapshot): Uint8Array {
  const before = unpackedFrom.get(snapshot)
  if (before) return before
  const ranges = new Map<Uint8Array, Range>()
  let size = 0
  const add = (part: Uint8Array) => {
    const known = ranges.get(part)
    if (known) return known
    const range: Range = [size, part.length]
    ranges.set(part, range)
    size += part.length
    return range
  }
  const strings = sharedStrings(snapshot)
  const packVariant = ({ encoding, etag, full, notModified }: Variant): PackedVariant => ({
    encoding,
    etag,
    headers: full.headers.map((text) => strings.get(text) ?? text),
    kept: full.headers.length - notModified.headers.length,
    body: add(full.body ?? new Uint8Array(0)),
  })
  const search = add(snapshot.mcp.search)
  const records = Array.from(snapshot.resources.values(), ({ path, representations, ...resource }) => {
    const record: PackedResource = {
      ...resource,
      representations: representations.map(({ type, variants }) => ({
        type,
        variants: variants.map(packVariant),
      })),
    }
    return { path, bytes: utf8.encode(JSON.stringify(record)) }
  })
  const table: Table = {
    ...snapshot,
    mcp: { ...snapshot.mcp, search },
    redirects: [...snapshot.redirects],
    strings: [...strings.keys()],
    resources: records.map(({ path, bytes }) => [path, add(bytes)]),
  }
  const json = utf8.encode(JSON.stringify(table))
  const start = headSize + json.length
  const bytes = new Uint8Array(start + size)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, magic)
  head.setUint32(4, start - headSize)
  head.setUint32(8, bytes.length)
  bytes.set(json, headSize)
  for (const [part, [at]] of ranges) bytes.set(part, start + at)
  return bytes
}

export function unpack(bytes: Uint8Array): Snapshot {
  const start = startOfBodies(bytes)
  const { strings, ...table } = parse<Table>(bytes.subarray(headSize, start))
  const snapshot: Snapshot = {
    ...table,
    mcp: { ...table.mcp, search: view(table.mcp.search) },
    redirects: new Map(table.redirects),
    resources: new LateMap(new Map(table.resources), unpackResource),
  }
  unpackedFrom.set(snapshot, bytes)
  return snapshot

  function view([at, length]: Range): Uint8Array {
    return bytes.subarray(start + at, start + at + length)
  }

  function unpackResource(path: string, range: Range): Resource {
    const record = parse<PackedResource>(view(range))
    const [first, ...rest] = record.representations.map(
      ({ type, variants }): Representation => ({ type, variants: variants.map(unpackVariant) }),
    )
    if (!first) throw new Error(`${path} has no form`)
    return { ...record, path, representations: [first, ...rest] }
  }

  function unpackVariant({ encoding, etag, headers: packed, kept, body }: PackedVariant): Variant {
    const headers = packed.map((one) => (typeof one === 'string' ? one : (strings[one] ?? '')))
    const answer = (status: number, list: readonly string[], body: Uint8Array | null): Answer => ({
      status,
      headers: list,
      body,
    })
    return {
      encoding,
      etag,
      full: answer(200, headers, view(body)),
      head: answer(200, headers, null),
      notModified: answer(304, headers.slice(kept), null),
    }
  }
}

/** How long a packed snapshot is, by its first bytes; undefined while there are too few of them. */
export function packedLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < headSize) return undefined
  const head = new DataView(bytes.buffer, bytes.byteOffset, headSize)
  if (head.getUint32(0) !== magic) throw new Error('these bytes are not a packed snapshot')
  return head.getUint32(8)
}

function startOfBodies(bytes: Uint8Array): number {
  if (packedLength(bytes) !== bytes.length) throw new Error('these bytes are not a whole packed snapshot')
  return headSize + new DataView(bytes.buffer, bytes.byteOffset, headSize).getUint32(4)
}

/** What was unpacked need not be packed again. */
const unpackedFrom = new WeakMap<Snapshot, Uint8Array>()

/** The strings in the headers of more than one resource, each with its index: nearly all of them are on every answer. */
function sharedStrings({ resources }: Snapshot): ReadonlyMap<string, number> {
  const seen = new Set<string>()
  const shared = new Map<string, number>()
  for (const { representations } of resources.values()) {
    const variants = representations.flatMap(({ variants }) => variants)
    for (const text of new Set(variants.flatMap(({ full }) => full.headers))) {
      if (!seen.has(text)) seen.add(text)
      else if (!shared.has(text)) shared.set(text, shared.size)
    }
  }
  return shared
}

const magic = 0x43495434 // "CIT4"
const headSize = 12
const utf8 = new TextEncoder()

function parse<Value>(json: Uint8Array): Value {
  return JSON.parse(new TextDecoder().decode(json))
}

type Range = readonly [start: number, length: number]

interface PackedVariant {
  readonly encoding: Encoding
  readonly etag: string
  /** A number for a shared string. */
  readonly headers: readonly (number | string)[]
  /** How many leading entries of `headers` describe the body, and so are not on a 304. */
  readonly kept: number
  readonly body: Range
}

interface PackedResource extends Omit<Resource, 'path' | 'representations'> {
  readonly representations: readonly { readonly type: string; readonly variants: readonly PackedVariant[] }[]
}

interface Table extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<Snapshot['mcp'], 'search'> & { readonly search: Range }
  readonly strings: readonly string[]
  readonly redirects: readonly (readonly [string, string])[]
  /** Where the record of each is. */
  readonly resources: readonly (readonly [path: string, record: Range])[]
}
