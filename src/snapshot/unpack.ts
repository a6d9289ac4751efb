import { cacheSizes, lruMap } from '../base/caches.ts'
import { checksum } from '../base/digest.ts'
import { DamagedSnapshot } from '../base/errors.ts'
import {
  type BodyRange,
  type ByteBlocks,
  type CheckedRange,
  fromJson,
  type ListBlocks,
  magic,
  type PackedBytes,
  type PackedResource,
  resourceOf,
  type Table,
  tailSize,
} from './record.ts'
import type { OnDemand, Resource, SealedPost, Snapshot } from './resource.ts'

/** Opens a snapshot from its packed bytes. Bodies are views of these bytes. */
export const unpack = (bytes: Uint8Array, onDemand?: OnDemand): Snapshot =>
  openAtOnce(inMemory(bytes), { onDemand })

/** Returns the base URL of a packed snapshot. Throws if the file is incomplete. */
export const packedBaseUrl = (packed: Uint8Array | PackedBytes): string =>
  readTable(packed instanceof Uint8Array ? inMemory(packed) : packed).baseUrl

/** Returns the note that `packWriter` wrote. */
export function readNote(packed: PackedBytes): unknown {
  const { note } = readTable(packed)
  return note && fromJson(readChecked(packed, note, 'the note'))
}

export function inMemory(bytes: Uint8Array): PackedBytes {
  const { length } = bytes
  return { length, inMemory: true, read: (start, length) => bytes.subarray(start, start + length) }
}

/** Opens a packed snapshot in one piece. */
export function openAtOnce(packed: PackedBytes, options?: OpenOptions): Snapshot {
  for (const steps = opening(packed, options); ; ) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export interface OpenOptions {
  readonly cacheBytes?: number
  /** Makes missing encodings. Required for files written by `citable pack`. */
  readonly onDemand?: OnDemand | undefined
}

const onlyForServers =
  'unpack() does not open what `citable pack` wrote: open it with openPacked() from citable/node, ' +
  'or write it with packInMemory()'

/**
 * Opens a packed snapshot in steps of about one block, so that a server can answer requests in between. Records and bodies are read on
 * demand, so that memory stays within `cacheBytes`. Checksums are verified on read: a damaged table or index throws here, a damaged
 * body when it is requested.
 */
export function* opening(
  packed: PackedBytes,
  { cacheBytes = cacheSizes.resources, onDemand }: OpenOptions = {},
): Generator<undefined, Snapshot, undefined> {
  const { strings, note: _, ahead, ...table } = readTable(packed)
  if (ahead !== 'all' && !onDemand) throw new Error(onlyForServers)
  const posts: SealedPost[] = []
  yield* readList(table.mcp.posts, 'the list of posts', (post) => posts.push(post))
  const redirects = new Map<string, string>()
  yield* readList(table.redirects, 'the redirects', ([from, to]) => redirects.set(from, to))
  const records = new Map<string, CheckedRange>()
  yield* readList(table.resources, 'the list of paths', ([path, record]) => records.set(path, record))
  const search = yield* readBytes(table.mcp.search, 'the search index')
  return {
    ...table,
    mcp: { ...table.mcp, search, posts },
    redirects,
    onDemand,
    resources: lruMap(records, readResource, cacheBytes),
  }

  function* readList<Item>(blocks: ListBlocks<Item>, name: string, add: (item: Item) => void) {
    for (const block of blocks) {
      for (const item of fromJson<Item[]>(readStored(block, name))) add(item)
      yield
    }
  }

  /** Views the packed bytes if possible; otherwise, systems commit memory only when a block is written. */
  function* readBytes({ length, blocks }: ByteBlocks, name: string) {
    const [first] = blocks
    const isView = packed.inMemory === true && first?.[3] !== true
    const whole = isView ? packed.read(first?.[0] ?? 0, length) : new Uint8Array(length)
    let at = 0
    for (const block of blocks) {
      const bytes = readStored(block, name)
      if (!isView) whole.set(bytes, at)
      at += bytes.length
      yield
    }
    return whole
  }

  function readStored([start, length, sum, inBrotli]: BodyRange, name: string): Uint8Array {
    const stored = readChecked(packed, [start, length, sum], name)
    return (inBrotli && onDemand?.decompress(stored)) || stored
  }

  function readResource(path: string, range: CheckedRange): { value: Resource; size: number } {
    const record = fromJson<PackedResource>(readChecked(packed, range, path))
    let size = range[1]
    for (const { variants } of record.representations) for (const [, , length] of variants) size += length
    const open = (headers: readonly string[], [back, ...rest]: BodyRange) => {
      return { status: 200, headers, body: readStored([range[0] - back, ...rest], path) }
    }
    // The entry also holds what is made on demand: two encodings, each about a third of the body.
    return {
      value: resourceOf(path, record, strings, open, onDemand),
      size: onDemand ? 2 * size : size,
    }
  }
}

function readChecked(packed: PackedBytes, [start, length, sum]: CheckedRange, name: string): Uint8Array {
  const bytes = packed.read(start, length)
  if (checksum(bytes) !== sum) throw new DamagedSnapshot(name)
  return bytes
}

const notPacked = 'not a complete packed snapshot'

/** Rejects a file of the wrong length, before a Content-Length can be wrong. */
function readTable(packed: PackedBytes): Table {
  if (packed.length < 4 + tailSize) throw new Error(notPacked)
  const tail = viewOf(packed.read(packed.length - tailSize, tailSize))
  const [start, length] = [tail.getFloat64(4), tail.getFloat64(12)]
  const isWhole = tail.getUint32(0) === magic && start + length + tailSize === packed.length
  if (!isWhole || viewOf(packed.read(0, 4)).getUint32(0) !== magic) throw new Error(notPacked)
  return fromJson(readChecked(packed, [start, length, tail.getInt32(20)], 'the table'))
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
