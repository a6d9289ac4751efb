import { checksum, concatBytes, emptyBytes } from '../base/digest.ts'
import {
  blockSize,
  type BodyRange,
  type CheckedRange,
  magic,
  type PackedBytes,
  recordOf,
  sharedStrings,
  type Table,
  tailSize,
  toJson,
} from './record.ts'
import type { Resource, Snapshot, Variant } from './resource.ts'
import type { Ahead } from './seal.ts'

/** Packs a snapshot into one block of bytes, for a file or another process. */
export function pack(snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = []
  const packer = packInto((part) => parts.push(part))
  for (const resource of snapshot.resources.values()) packer.add(resource)
  packer.end(snapshot)
  return concatBytes(parts)
}

export interface Packer {
  /** Writes a resource. Resources with the same key must be adjacent. */
  add(resource: Resource, key?: string): void
  /** Copies the blocks with these keys from the previous pack. */
  copy(keys: Iterable<string>): void
  /** Writes the index and the table. `note` adds plain data for the builder, which is never served. */
  end(rest: Omit<Snapshot, 'resources'>, note?: (blocks: PackedBlocks) => object): PackedBlocks
}

/** The blocks of a packed snapshot that the next one can copy. */
export interface PackedBlocks {
  readonly blocks: ReadonlyMap<string, PackedBlock>
  readonly strings: readonly string[]
}

/** The resources that share a key, with their bodies. All offsets inside are relative, so a block can be copied anywhere. */
export interface PackedBlock {
  readonly start: number
  length: number
  readonly resources: [path: string, record: CheckedRange][]
}

/** The previous packed snapshot, with access to its bytes. */
export interface PreviousPack extends PackedBlocks, Pick<PackedBytes, 'read'> {}

/** Packs a snapshot while it is sealed, one part at a time. */
export function packInto(
  write: (part: Uint8Array) => void,
  ahead: Ahead = 'all',
  previous?: PreviousPack,
  /** Compresses what a server reads at its start. */
  compress?: (bytes: Uint8Array) => Uint8Array,
): Packer {
  const bodies = new WeakMap<Uint8Array, CheckedRange>()
  const resources: [string, CheckedRange][] = []
  const blocks = new Map<string, PackedBlock>()
  const strings = sharedStrings(previous?.strings)
  let size = 0

  function put(part: Uint8Array): CheckedRange {
    const range: CheckedRange = [size, part.length, checksum(part)]
    write(part)
    size += part.length
    return range
  }

  /** Writes a body again if its first copy is outside the block: a block must be self-contained to be copied. */
  function putBody(body: Uint8Array, block: PackedBlock | undefined): CheckedRange {
    const existing = bodies.get(body)
    const range = existing && existing[0] >= (block?.start ?? 0) ? existing : put(body)
    bodies.set(body, range)
    return range
  }

  function blockFor(key: string | undefined): PackedBlock | undefined {
    if (key === undefined) return undefined
    const block = blocks.get(key) ?? { start: size, length: 0, resources: [] }
    blocks.set(key, block)
    return block
  }

  const prefix = new DataView(new ArrayBuffer(4))
  prefix.setUint32(0, magic)
  put(new Uint8Array(prefix.buffer))
  return {
    add(resource, key) {
      const block = blockFor(key)
      const ranges = new Map<Variant, CheckedRange>()
      for (const { variants } of resource.representations)
        for (const variant of variants) {
          const stored = storedFor(variant, variants, ahead)
          ranges.set(variant, ranges.get(stored) ?? putBody(stored.full.body ?? emptyBytes, block))
        }
      const record = recordOf(resource, strings, (variant, { variants }): BodyRange => {
        const [start, length, sum] = ranges.get(variant) as CheckedRange
        const isStored = storedFor(variant, variants, ahead) === variant
        return isStored ? [size - start, length, sum] : [size - start, length, sum, true]
      })
      const row: [string, CheckedRange] = [resource.path, put(toJson(record))]
      resources.push(row)
      block?.resources.push(row)
      if (block) block.length = size - block.start
    },
    copy(keys) {
      const old = Array.from(keys, (key) => [key, previous?.blocks.get(key)] as const)
      for (const run of runsOf(old.flatMap(([key, block]) => (block ? [{ key, block }] : [])))) {
        const from = run[0]?.block.start ?? 0
        const to = run.reduce((end, { block }) => Math.max(end, block.start + block.length), from)
        const shift = size - from
        for (const { key, block } of run) {
          const moved = block.resources.map(([path, [start, ...rest]]): [string, CheckedRange] => [
            path,
            [start + shift, ...rest],
          ])
          blocks.set(key, { start: block.start + shift, length: block.length, resources: moved })
          for (const row of moved) resources.push(row)
        }
        for (let at = from; at < to; at += copyChunkSize) {
          const part = previous?.read(at, Math.min(copyChunkSize, to - at)) ?? emptyBytes
          write(part)
          size += part.length
        }
      }
    },
    end({ baseUrl, basePath, words, signposts, redirects, mcp, resultPages }, note) {
      const putBlock = (bytes: Uint8Array): BodyRange =>
        compress ? [...put(compress(bytes)), true] : put(bytes)
      const putList = (list: Iterable<unknown>) => Array.from(jsonBlocks(list), putBlock)
      const search = { length: mcp.search.length, blocks: Array.from(byteBlocks(mcp.search), putBlock) }
      const posts = putList(mcp.posts)
      const all = { blocks, strings: strings.all }
      const noted = note && put(toJson(note(all)))
      const table: Table = {
        baseUrl,
        basePath,
        words,
        signposts,
        resultPages,
        note: noted,
        ahead,
        mcp: { ...mcp, search, posts },
        redirects: putList(redirects),
        strings: strings.all,
        // Sorted by path, so that the first 404 does not have to sort them.
        resources: putList(resources.sort(([one], [other]) => (one < other ? -1 : 1))),
      }
      const [start, length, sum] = put(toJson(table))
      const tail = new DataView(new ArrayBuffer(tailSize))
      tail.setUint32(0, magic)
      // A 32-bit integer would limit the file to 4 GB.
      tail.setFloat64(4, start)
      tail.setFloat64(12, length)
      tail.setInt32(20, sum)
      put(new Uint8Array(tail.buffer))
      return all
    },
  }
}

function* byteBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += blockSize) yield bytes.subarray(at, at + blockSize)
}

function* jsonBlocks(list: Iterable<unknown>): Generator<Uint8Array> {
  let items: unknown[] = []
  let size = 0
  for (const item of list) {
    items.push(item)
    size += JSON.stringify(item).length
    if (size < blockSize) continue
    yield toJson(items)
    items = []
    size = 0
  }
  if (items.length > 0) yield toJson(items)
}

/** Returns the variant to store. In a packed file, a Brotli body also stands for the plain one. */
function storedFor(variant: Variant, variants: readonly Variant[], ahead: Ahead): Variant {
  const [first, second, ...others] = variants
  const isPair = first?.encoding === 'br' && second?.encoding === 'identity' && others.length === 0
  return ahead === 'packed' && isPair ? first : variant
}

const copyChunkSize = 2 ** 20

/** Groups adjacent blocks, which are copied together. */
function runsOf<Item extends { readonly block: PackedBlock }>(items: readonly Item[]): Item[][] {
  const runs: Item[][] = []
  let end = -1
  for (const item of items.toSorted((a, b) => a.block.start - b.block.start)) {
    if (item.block.start === end) runs.at(-1)?.push(item)
    else runs.push([item])
    end = item.block.start + item.block.length
  }
  return runs
}
