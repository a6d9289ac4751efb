import type { Answer, Encoding, Representation, Resource, Snapshot, Variant } from './resource.ts'

/**
 * A snapshot as one block of bytes, to hand to another process or to keep in a file: a magic word, the lengths of a
 * JSON table and of the whole, the table, then every distinct body once. Unpacking copies no body; they are views of the block.
 */
export function pack(snapshot: Snapshot): Uint8Array {
  const ranges = new Map<Uint8Array, Range>()
  let size = 0
  const add = (body: Uint8Array) => {
    const known = ranges.get(body)
    if (known) return known
    const range: Range = [size, body.length]
    ranges.set(body, range)
    size += body.length
    return range
  }
  const strings = new Map<string, number>()
  const pooled = (text: string) => {
    const known = strings.get(text) ?? strings.size
    strings.set(text, known)
    return known
  }
  const packVariant = ({ encoding, etag, full, notModified }: Variant): PackedVariant => {
    const kept = full.headers.length - notModified.headers.length
    return {
      encoding,
      etag,
      headers: full.headers.map(pooled),
      kept,
      range: add(full.body ?? new Uint8Array(0)),
    }
  }
  const table: Omit<Table, 'strings'> = {
    ...snapshot,
    // First, where bodies begin at a multiple of four: there the index is opened without a copy.
    mcp: { ...snapshot.mcp, search: add(snapshot.mcp.search) },
    redirects: [...snapshot.redirects],
    resources: Array.from(snapshot.resources.values(), ({ representations, ...resource }) => ({
      ...resource,
      representations: representations.map(({ type, variants }) => ({
        type,
        variants: variants.map(packVariant),
      })),
    })),
  }
  const json = new TextEncoder().encode(JSON.stringify({ ...table, strings: [...strings.keys()] }))
  const bodies = Math.ceil((headSize + json.length) / 4) * 4
  const bytes = new Uint8Array(bodies + size)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, magic)
  head.setUint32(4, bodies - headSize)
  head.setUint32(8, bytes.length)
  bytes.fill(space, headSize, bodies)
  bytes.set(json, headSize)
  for (const [body, [at]] of ranges) bytes.set(body, bodies + at)
  return bytes
}

export function unpack(bytes: Uint8Array): Snapshot {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length >= headSize && head.getUint32(0) === magic && head.getUint32(8) === bytes.length
  if (!whole) throw new Error('these bytes are not a packed snapshot')
  const bodies = headSize + head.getUint32(4)
  const { strings, ...table } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(headSize, bodies)),
  ) as Table
  // One view for each body, however many resources share it: packing again finds them shared.
  const views = new Map<number, Uint8Array>()
  const resources = table.resources.map(({ representations, ...resource }): Resource => {
    const [first, ...rest] = representations.map(
      ({ type, variants }): Representation => ({ type, variants: variants.map(unpackVariant) }),
    )
    if (!first) throw new Error(`${resource.path} has no form`)
    return { ...resource, representations: [first, ...rest] }
  })
  return {
    ...table,
    mcp: { ...table.mcp, search: view(table.mcp.search) },
    redirects: new Map(table.redirects),
    resources: new Map(resources.map((resource) => [resource.path, resource])),
  }

  function view([at, length]: Range): Uint8Array {
    const body = views.get(at) ?? bytes.subarray(bodies + at, bodies + at + length)
    views.set(at, body)
    return body
  }

  function unpackVariant({ encoding, etag, headers: pooled, kept, range }: PackedVariant): Variant {
    const headers = pooled.map((at) => strings[at] ?? '')
    const answer = (status: number, list: readonly string[], body: Uint8Array | null): Answer => ({
      status,
      headers: list,
      body,
    })
    return {
      encoding,
      etag,
      full: answer(200, headers, view(range)),
      head: answer(200, headers, null),
      notModified: answer(304, headers.slice(kept), null),
    }
  }
}

const magic = 0x43495433 // "CIT3"
const headSize = 12
const space = 0x20

type Range = readonly [start: number, length: number]

interface PackedVariant {
  readonly encoding: Encoding
  readonly etag: string
  /** By their index among the strings: nearly all of them are on every answer. */
  readonly headers: readonly number[]
  /** How many leading entries of `headers` describe the body, and so are not on a 304. */
  readonly kept: number
  readonly range: Range
}

interface PackedResource extends Omit<Resource, 'representations'> {
  readonly representations: readonly { readonly type: string; readonly variants: readonly PackedVariant[] }[]
}

interface Table extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<Snapshot['mcp'], 'search'> & { readonly search: Range }
  readonly strings: readonly string[]
  readonly redirects: readonly (readonly [string, string])[]
  readonly resources: readonly PackedResource[]
}
