import { checksum, concatBytes, emptyBytes } from '../base/digest.ts'
import { encodeUtf8 } from '../base/utf8.ts'
import {
  blockSize,
  type BodyRange,
  type CheckedRange,
  magic,
  type PackedBytes,
  recordOf,
  SharedStrings,
  type Table,
  tailSize,
  toJson,
} from './record.ts'
import type { Resource, Snapshot, Variant } from './resource.ts'
import type { Ahead } from './seal.ts'
import { packedFor } from './variant.ts'

/** Packs a snapshot into one block of bytes, for a file or another process. */
export function packInMemory(snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = []
  const { add, end } = packWriter((part) => parts.push(part))
  for (const resource of snapshot.resources.values()) add(resource)
  end(snapshot)
  return concatBytes(parts)
}

/** What the next pack needs to copy blocks of a packed snapshot. */
export interface PackedBlocks {
  readonly blocks: ReadonlyMap<string, PackedBlock>
  readonly strings: readonly string[]
}

/** The resources that share a key, with their bodies. All offsets inside are relative, so a block can be copied anywhere. */
export interface PackedBlock {
  readonly start: number
  readonly length: number
  readonly resources: readonly PathRow[]
}

type PathRow = readonly [path: string, record: CheckedRange]

/** The previous packed snapshot, with access to its bytes. */
export interface PreviousPack extends PackedBlocks, Pick<PackedBytes, 'read'> {}

interface PackOptions {
  readonly ahead?: Ahead | undefined
  readonly previous?: PreviousPack | undefined
  /** Compresses what a server reads at its start. */
  readonly compress?: ((bytes: Uint8Array) => Uint8Array) | undefined
}

const copyChunkSize = 2 ** 20

/** Packs a snapshot while it is sealed, one part at a time. */
export function packWriter(
  write: (part: Uint8Array) => void,
  { ahead = 'all', previous, compress }: PackOptions = {},
) {
  const bodies = new WeakMap<Uint8Array, CheckedRange>()
  const resources: PathRow[] = []
  const blocks = new Map<string, PackedBlock>()
  const strings = new SharedStrings(previous?.strings)
  let size = 0
  const prefix = new DataView(new ArrayBuffer(4))
  prefix.setUint32(0, magic)
  put(new Uint8Array(prefix.buffer))

  function put(part: Uint8Array): CheckedRange {
    const range: CheckedRange = [size, part.length, checksum(part)]
    write(part)
    size += part.length
    return range
  }

  /** Writes a body again if its first copy is before the block's start: a block must be self-contained to be copied. */
  function putBody(body: Uint8Array, blockStart: number): CheckedRange {
    const existing = bodies.get(body)
    const range = existing && existing[0] >= blockStart ? existing : put(body)
    bodies.set(body, range)
    return range
  }

  const putBlock = (bytes: Uint8Array): BodyRange => (compress ? [...put(compress(bytes)), true] : put(bytes))
  const putList = (list: Iterable<unknown>): BodyRange[] => Array.from(jsonBlocks(list), putBlock)
  const stored = (variant: Variant, variants: readonly Variant[]) =>
    ahead === 'packed' ? packedFor(variant, variants) : variant

  return {
    /** Writes a resource. Resources with the same key must be adjacent. */
    add(resource: Resource, key?: string): void {
      const block = key === undefined ? undefined : blocks.get(key)
      const start = key === undefined ? 0 : (block?.start ?? size)
      const ranges = new Map<Variant, CheckedRange>()
      for (const { variants } of resource.representations)
        for (const variant of variants) {
          const source = stored(variant, variants)
          ranges.set(variant, ranges.get(source) ?? putBody(source.full.body ?? emptyBytes, start))
        }
      const record = recordOf(resource, strings, (variant, variants): BodyRange => {
        const [start, length, sum] = ranges.get(variant) as CheckedRange
        const place = [size - start, length, sum] as const
        return stored(variant, variants) === variant ? place : [...place, true]
      })
      const row: PathRow = [resource.path, put(toJson(record))]
      resources.push(row)
      if (key === undefined) return
      blocks.set(key, { start, length: size - start, resources: [...(block?.resources ?? []), row] })
    },

    /** Copies the blocks with these keys from the previous pack. */
    copy(keys: ReadonlySet<string>): void {
      const copied = [...(previous?.blocks ?? [])].filter(([key]) => keys.has(key))
      for (const run of runsOf(copied)) {
        const shift = size - run.start
        for (const [key, { start, length, resources: rows }] of run.blocks) {
          const moved = rows.map(
            ([path, [start, length, sum]]): PathRow => [path, [start + shift, length, sum]],
          )
          blocks.set(key, { start: start + shift, length, resources: moved })
          for (const row of moved) resources.push(row)
        }
        for (let at = run.start; at < run.end; at += copyChunkSize) {
          const part = previous?.read(at, Math.min(copyChunkSize, run.end - at)) ?? emptyBytes
          write(part)
          size += part.length
        }
      }
    },

    /** Writes the index and the table. `note` adds plain data for the builder, which is never served. */
    end(rest: Omit<Snapshot, 'resources'>, note?: (blocks: PackedBlocks) => object): PackedBlocks {
      const { baseUrl, basePath, words, signposts, redirects, mcp, resultPages } = rest
      const search = Array.from(byteBlocks(mcp.search), putBlock)
      const posts = putList(mcp.posts)
      const packed = { blocks, strings: strings.all }
      const noted = note && put(toJson(note(packed)))
      const table: Table = {
        baseUrl,
        basePath,
        words,
        signposts,
        resultPages,
        note: noted,
        ahead,
        mcp: { ...mcp, search: { length: mcp.search.length, blocks: search }, posts },
        redirects: putList(redirects),
        strings: strings.all,
        // Sorted by path, so that the first 404 does not have to sort them.
        resources: putList(resources.sort(([a], [b]) => (a < b ? -1 : 1))),
      }
      const [start, length, sum] = put(toJson(table))
      const tail = new DataView(new ArrayBuffer(tailSize))
      tail.setUint32(0, magic)
      // A 32-bit integer would limit the file to 4 GB.
      tail.setFloat64(4, start)
      tail.setFloat64(12, length)
      tail.setInt32(20, sum)
      put(new Uint8Array(tail.buffer))
      return packed
    },
  }
}

function* byteBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += blockSize) yield bytes.subarray(at, at + blockSize)
}

function* jsonBlocks(list: Iterable<unknown>): Generator<Uint8Array> {
  let items: string[] = []
  let size = 0
  for (const item of list) {
    const json = JSON.stringify(item)
    items.push(json)
    size += json.length
    if (size < blockSize) continue
    yield encodeUtf8(`[${items.join()}]`)
    items = []
    size = 0
  }
  if (items.length > 0) yield encodeUtf8(`[${items.join()}]`)
}

type KeyedBlock = readonly [key: string, block: PackedBlock]

interface BlockRun {
  readonly start: number
  end: number
  readonly blocks: KeyedBlock[]
}

/** Groups adjacent blocks, which are copied together. */
function runsOf(blocks: readonly KeyedBlock[]): BlockRun[] {
  const runs: BlockRun[] = []
  for (const keyed of blocks.toSorted(([, a], [, b]) => a.start - b.start)) {
    const [, { start, length }] = keyed
    const last = runs.at(-1)
    if (last?.end === start) {
      last.blocks.push(keyed)
      last.end += length
    } else runs.push({ start, end: start + length, blocks: [keyed] })
  }
  return runs
}
