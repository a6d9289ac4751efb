import { concatBytes, emptyBytes } from '../base/digest.ts'
import { groupedBy } from '../base/grouped.ts'
import { encodeUtf8 } from '../base/utf8.ts'
import {
  type Block,
  bodyName,
  type BodyPlace,
  type Head,
  headName,
  pieceName,
  pieceSize,
  type Shard,
  shardName,
  shardOf,
} from './open-parts.ts'
import { recordOf, SharedStrings, toJson } from './record.ts'
import type { Resource, Snapshot, Variant } from './resource.ts'
import { storedFor } from './variant.ts'

export interface Part {
  readonly name: string
  readonly body: Uint8Array
}

/**
 * Splits a snapshot into parts, deterministically. Each shard has its own string table, so a new post changes only its own shards, and
 * a deployment uploads only those.
 */
export function* split({ resources, redirects, mcp, onDemand: _, ...rest }: Snapshot): Generator<Part> {
  const count = shardCount(resources.values())
  const paths = [...resources.keys()].sort()
  const pathsIn = groupedBy(paths, (path) => shardName(shardOf(path, count)))
  const redirectsIn = groupedBy([...redirects], ([from]) => shardName(shardOf(from, count)))

  const bodyNames = new Set<string>()
  for (let number = 0; number < count; number++) {
    const name = shardName(number)
    const inShard = (pathsIn.get(name) ?? []).flatMap((path) => resources.get(path) ?? [])
    const { shard, largeBodies } = packShard(inShard, redirectsIn.get(name) ?? [])
    yield { name, body: shard }
    for (const part of largeBodies) {
      if (!bodyNames.has(part.name)) yield part
      bodyNames.add(part.name)
    }
  }

  const { posts, search, ...mcpHead } = mcp
  const blocks: Record<Block, Uint8Array> = {
    paths: encodeUtf8(paths.join('\n')),
    posts: toJson(posts),
    search,
  }
  for (const [block, bytes] of Object.entries(blocks) as [Block, Uint8Array][]) {
    for (let at = 0; at < bytes.length; at += pieceSize)
      yield { name: pieceName(block, at / pieceSize), body: bytes.subarray(at, at + pieceSize) }
  }
  const sizes = { paths: blocks.paths.length, posts: blocks.posts.length, search: blocks.search.length }
  const head: Head = { ...rest, mcp: mcpHead, shards: count, size: resources.size, blocks: sizes }
  yield { name: headName, body: toJson(head) }
}

function packShard(resources: readonly Resource[], redirects: Shard['redirects']) {
  const strings = new SharedStrings()
  const bodies: Uint8Array[] = []
  const places = new Map<string, BodyPlace['at']>()
  const largeBodies: Part[] = []
  let size = 0

  function put(variant: Variant): BodyPlace['at'] {
    const body = variant.full.body ?? emptyBytes
    if (isLarge(variant)) {
      const name = bodyName(variant.etag)
      largeBodies.push({ name, body })
      return name
    }
    bodies.push(body)
    size += body.length
    return [size - body.length, body.length]
  }

  function place(variant: Variant, variants: readonly Variant[]): BodyPlace {
    const stored = storedFor(variant, variants, 'gzip')
    const at = places.get(stored.etag) ?? put(stored)
    places.set(stored.etag, at)
    return stored === variant ? { at } : { at, gzipped: true }
  }

  const head: Shard = {
    resources: resources.map((resource) => [resource.path, recordOf(resource, strings, place)]),
    redirects,
    strings: strings.all,
  }
  const table = toJson(head)
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, table.length)
  return { shard: concatBytes([new Uint8Array(length.buffer), table, ...bodies]), largeBodies }
}

const targetShardSize = 96 * 1024
const typicalRecordSize = 1000
const maxBodyInShard = 24 * 1024

/** Picks a power of two, so that a shard is small enough to load for a single answer. */
function shardCount(resources: Iterable<Resource>): number {
  let size = 0
  for (const { representations } of resources) {
    size += typicalRecordSize
    for (const { variants } of representations) {
      const stored = new Set(variants.map((variant) => storedFor(variant, variants, 'gzip')))
      for (const variant of stored) if (!isLarge(variant)) size += variant.length
    }
  }
  return 2 ** Math.max(0, Math.ceil(Math.log2(size / targetShardSize)))
}

const isLarge = ({ length }: Variant): boolean => length > maxBodyInShard
