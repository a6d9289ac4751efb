import { checksum, concatBytes } from '../base/digest.ts'
import {
  type BodyRange,
  type CheckedRange,
  magic,
  type PackedBytes,
  recordOf,
  sharedStrings,
  type Table,
  tailSize,
} from './record.ts'
import type { Resource, Snapshot, Variant } from './resource.ts'
import type { Ahead } from './seal.ts'

/** A snapshot as one block of bytes, to hand to another process or to keep in a file. */
export function pack(snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = []
  const packer = packInto((part) => parts.push(part))
  for (const resource of snapshot.resources.values()) packer.add(resource)
  packer.end(snapshot)
  return concatBytes(parts)
}

export interface Packer {
  /** Writes a resource, which need not be kept for it. Those with the same key come one after another. */
  add(resource: Resource, key?: string): void
  /** Writes again what was packed before under these keys. */
  copy(keys: Iterable<string>): void
  /** Writes the rest, and what its maker wants to know of it later: plain data, of which nothing is served. */
  end(rest: Omit<Snapshot, 'resources'>, note?: (blocks: PackedBlocks) => object): PackedBlocks
}

/** What of a packed snapshot the next one may copy. */
export interface PackedBlocks {
  readonly blocks: ReadonlyMap<string, PackedBlock>
  readonly strings: readonly string[]
}

/** The resources that share a key, with their bodies. None of its bytes say where it is, so it may be copied to any place. */
export interface PackedBlock {
  readonly start: number
  length: number
  readonly resources: [path: string, record: CheckedRange][]
}

/** A packed snapshot that was made before, and whose bytes can still be read. */
export interface PreviousPack extends PackedBlocks, Pick<PackedBytes, 'read'> {}

/** Packs a snapshot as it is sealed, one part after another. `ahead` is what was made of it. */
export function packInto(
  write: (part: Uint8Array) => void,
  ahead: Ahead = 'all',
  before?: PreviousPack,
): Packer {
  const bodies = new WeakMap<Uint8Array, CheckedRange>()
  const resources: [string, CheckedRange][] = []
  const blocks = new Map<string, PackedBlock>()
  const strings = sharedStrings(before?.strings)
  let size = 0

  function put(part: Uint8Array): CheckedRange {
    const range: CheckedRange = [size, part.length, checksum(part)]
    write(part)
    size += part.length
    return range
  }

  /** One that was put before the block is put again: what is copied refers to nothing outside of itself. */
  function putBody(body: Uint8Array, block: PackedBlock | undefined): CheckedRange {
    const known = bodies.get(body)
    const range = known && known[0] >= (block?.start ?? 0) ? known : put(body)
    bodies.set(body, range)
    return range
  }

  function blockFor(key: string | undefined): PackedBlock | undefined {
    if (key === undefined) return undefined
    const block = blocks.get(key) ?? { start: size, length: 0, resources: [] }
    blocks.set(key, block)
    return block
  }

  const word = new DataView(new ArrayBuffer(4))
  word.setUint32(0, magic)
  put(new Uint8Array(word.buffer))
  return {
    add(resource, key) {
      const block = blockFor(key)
      const places = new Map<Variant, CheckedRange>()
      for (const { variants } of resource.representations)
        for (const one of variants) {
          const stored = storedFor(one, variants, ahead)
          places.set(one, places.get(stored) ?? putBody(stored.full.body ?? noBytes, block))
        }
      const record = recordOf(resource, strings, (variant, { variants }): BodyRange => {
        const [start, length, sum] = places.get(variant) as CheckedRange
        const isStored = storedFor(variant, variants, ahead) === variant
        return isStored ? [size - start, length, sum] : [size - start, length, sum, true]
      })
      const row: [string, CheckedRange] = [resource.path, put(json(record))]
      resources.push(row)
      block?.resources.push(row)
      if (block) block.length = size - block.start
    },
    copy(keys) {
      const old = Array.from(keys, (key) => [key, before?.blocks.get(key)] as const)
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
        for (let at = from; at < to; at += together) {
          const part = before?.read(at, Math.min(together, to - at)) ?? noBytes
          write(part)
          size += part.length
        }
      }
    },
    end({ baseUrl, basePath, language, signposts, redirects, mcp, resultPages }, note) {
      const search = put(mcp.search)
      const all = { blocks, strings: strings.all }
      const noted = note && put(json(note(all)))
      const table: Table = {
        baseUrl,
        basePath,
        language,
        signposts,
        resultPages,
        note: noted,
        ahead,
        mcp: { ...mcp, search },
        redirects: [...redirects],
        strings: strings.all,
        // In order of their paths, which a server would otherwise sort when something is missing, with a client waiting.
        resources: resources.sort(([one], [other]) => (one < other ? -1 : 1)),
      }
      const [start, length, sum] = put(json(table))
      const tail = new DataView(new ArrayBuffer(tailSize))
      tail.setUint32(0, magic)
      // A 32-bit number would end at 4 GB.
      tail.setFloat64(4, start)
      tail.setFloat64(12, length)
      tail.setInt32(20, sum)
      put(new Uint8Array(tail.buffer))
      return all
    },
  }
}

const noBytes = new Uint8Array()

/** The variant whose bytes are written for this one: a plain body is not, where all that there is besides it is in Brotli. */
function storedFor(variant: Variant, variants: readonly Variant[], ahead: Ahead): Variant {
  const [first, second, ...others] = variants
  const isPair = first?.encoding === 'br' && second?.encoding === 'identity' && others.length === 0
  return ahead === 'packed' && isPair ? first : variant
}

/** Bytes that are copied at once. */
const together = 2 ** 20

/** Blocks that lie one after another can be copied as one. */
function runsOf<Kept extends { readonly block: PackedBlock }>(kept: readonly Kept[]): Kept[][] {
  const runs: Kept[][] = []
  let end = -1
  for (const one of kept.toSorted((a, b) => a.block.start - b.block.start)) {
    if (one.block.start === end) runs.at(-1)?.push(one)
    else runs.push([one])
    end = one.block.start + one.block.length
  }
  return runs
}

const utf8 = new TextEncoder()

function json(value: object): Uint8Array {
  return utf8.encode(JSON.stringify(value))
}
