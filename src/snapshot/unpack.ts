import { cacheSizes, LruMap } from '../base/caches.ts'
import { checksum } from '../base/digest.ts'
import type { OnDemand } from './on-demand.ts'
import {
  type BodyRange,
  type CheckedRange,
  DamagedSnapshot,
  magic,
  type PackedBytes,
  type PackedResource,
  resourceOf,
  type Table,
  tailSize,
} from './record.ts'
import type { Resource, Snapshot } from './resource.ts'

/** A snapshot from its packed bytes. No body is copied, they are views of the block. */
export function unpack(bytes: Uint8Array, onDemand?: OnDemand): Snapshot {
  return openPacked(inMemory(bytes), { onDemand })
}

/** Where a packed snapshot is to be published; throws when it is not whole. */
export function packedBaseUrl(packed: Uint8Array | PackedBytes): string {
  return readTable(packed instanceof Uint8Array ? inMemory(packed) : packed).baseUrl
}

/** What its maker noted. */
export function readNote(packed: PackedBytes): unknown {
  const { note } = readTable(packed)
  return note && parse(readChecked(packed, note, 'the note'))
}

function inMemory(bytes: Uint8Array): PackedBytes {
  return { length: bytes.length, read: (start, length) => bytes.subarray(start, start + length) }
}

/**
 * A snapshot whose packed bytes are anywhere. The record of a resource is read when its path is asked for, and a body when it is
 * about to be sent; so a server that reloads does not stop to read them all, and keeps no more of them than `cacheBytes` bytes. What is not
 * as it was written is refused: the table and the search index here, a body by an exception that its request is answered with.
 */
export function openPacked(
  packed: PackedBytes,
  { cacheBytes = cacheSizes.resources, onDemand }: OpenOptions = {},
): Snapshot {
  const { strings, note: _, ahead, ...table } = readTable(packed)
  if (ahead !== 'all' && !onDemand) throw new Error(onlyForServers)
  return {
    ...table,
    mcp: { ...table.mcp, search: readChecked(packed, table.mcp.search, 'the search index') },
    redirects: new Map(table.redirects),
    resources: new LruMap(new Map(table.resources), unpackResource, cacheBytes),
  }

  function unpackResource(path: string, range: CheckedRange): { value: Resource; size: number } {
    const record = parse<PackedResource>(readChecked(packed, range, path))
    let size = range[1]
    for (const { variants } of record.representations) for (const { length } of variants) size += length
    const answer = (headers: readonly string[], [back, length, sum, inBrotli]: BodyRange) => {
      const kept = readChecked(packed, [range[0] - back, length, sum], path)
      return { status: 200, headers, body: (inBrotli && onDemand?.decompress(kept)) || kept }
    }
    // What is made on demand is kept with it: two encodings, each about a third as long as the body, or a card.
    const isDeferred = record.representations.some(({ recipe }) => recipe)
    return {
      value: resourceOf(path, record, strings, answer, onDemand),
      size: onDemand ? 2 * size + (isDeferred ? cardSize : 0) : size,
    }
  }
}

const onlyForServers =
  'only `citable serve` and `citable get` open a file that `citable pack` wrote; for unpack(), use pack() from citable/compile'

export interface OpenOptions {
  /** In bytes. */
  readonly cacheBytes?: number
  /** Without it, there is only what was made ahead. */
  readonly onDemand?: OnDemand | undefined
}

/** More than a card takes. */
const cardSize = 2 ** 14

function readChecked(packed: PackedBytes, [start, length, sum]: CheckedRange, what: string): Uint8Array {
  const bytes = packed.read(start, length)
  if (checksum(bytes) !== sum) throw new DamagedSnapshot(what)
  return bytes
}

/** Whatever is not exactly as long as it was written is refused, before a Content-Length can lie. */
function readTable(packed: PackedBytes): Table {
  if (packed.length < 4 + tailSize) throw new Error(notPacked)
  const tail = view(packed.read(packed.length - tailSize, tailSize))
  const [start, length] = [tail.getFloat64(4), tail.getFloat64(12)]
  const isWhole = tail.getUint32(0) === magic && start + length + tailSize === packed.length
  if (!isWhole || view(packed.read(0, 4)).getUint32(0) !== magic) throw new Error(notPacked)
  return parse(readChecked(packed, [start, length, tail.getInt32(20)], 'the table'))
}

const notPacked = 'these bytes are not a whole packed snapshot'

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function parse<Value>(json: Uint8Array): Value {
  return JSON.parse(new TextDecoder().decode(json))
}
