import { concatBytes, emptyBytes } from '../base/digest.ts'
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
import { type Range, recordOf, sharedStrings, toJson } from './record.ts'
import type { Representation, Resource, Snapshot, Variant } from './resource.ts'
import { headerIn } from './headers.ts'
import { encodeUtf8 } from '../base/utf8.ts'

export interface Part {
  readonly name: string
  readonly body: Uint8Array
}

/**
 * Splits a snapshot into parts, deterministically. Each shard has its own string table, so a new post changes only its own shards, and
 * a deployment uploads only those.
 */
export function* split({ resources, redirects, mcp, ...rest }: Snapshot): Generator<Part> {
  const shards = shardCount(resources.values())
  const inShard = Array.from({ length: shards }, () => ({
    paths: [] as string[],
    redirects: [] as (readonly [string, string])[],
  }))
  const paths = [...resources.keys()].sort()
  for (const path of paths) inShard[shardOf(path, shards)]?.paths.push(path)
  for (const redirect of redirects) inShard[shardOf(redirect[0], shards)]?.redirects.push(redirect)

  const written = new Set<string>()
  for (const [number, { paths, redirects }] of inShard.entries()) {
    const all = paths.map((path) => resources.get(path)).filter((one) => one !== undefined)
    const { shard, large } = shardWith(all, redirects)
    yield { name: shardName(number), body: shard }
    for (const { etag, full } of large) {
      const name = bodyName(etag)
      if (!written.has(name)) yield { name, body: full.body ?? emptyBytes }
      written.add(name)
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
  const head: Head = { ...rest, mcp: mcpHead, shards, size: resources.size, blocks: sizes }
  yield { name: headName, body: toJson(head) }
}

function shardWith(resources: readonly Resource[], redirects: Shard['redirects']) {
  const strings = sharedStrings()
  const bodies: Uint8Array[] = []
  const places = new Map<string, BodyPlace['at']>()
  const large: Variant[] = []
  let size = 0

  function put(variant: Variant): Range | string {
    if (isLarge(variant)) {
      large.push(variant)
      return bodyName(variant.etag)
    }
    const body = variant.full.body ?? emptyBytes
    bodies.push(body)
    size += body.length
    return [size - body.length, body.length]
  }

  function place(variant: Variant, representation: Representation): BodyPlace {
    const stored = storedFor(variant, representation)
    const at = places.get(stored.etag) ?? put(stored)
    places.set(stored.etag, at)
    return stored === variant ? { at } : { at, gzipped: true }
  }

  const head: Shard = {
    resources: resources.map((one) => [one.path, recordOf(one, strings, place)]),
    redirects,
    strings: strings.all,
  }
  const table = toJson(head)
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, table.length)
  return { shard: concatBytes([new Uint8Array(length.buffer), table, ...bodies]), large }
}

/** A plain body is stored as gzip if there is one. */
function storedFor(variant: Variant, { variants }: Representation): Variant {
  if (variant.encoding !== 'identity') return variant
  return variants.find(({ encoding }) => encoding === 'gzip') ?? variant
}

/** Picks a power of two, so that a shard is small enough to load for a single answer. */
function shardCount(resources: Iterable<Resource>): number {
  let size = 0
  for (const { representations } of resources) {
    size += typicalRecordSize
    for (const representation of representations) {
      const stored = new Set(representation.variants.map((variant) => storedFor(variant, representation)))
      for (const variant of stored) if (!isLarge(variant)) size += lengthOf(variant)
    }
  }
  return 2 ** Math.max(0, Math.ceil(Math.log2(size / targetShardSize)))
}

const targetShardSize = 96 * 1024
const typicalRecordSize = 1000
const maxBodyInShard = 24 * 1024

function isLarge(variant: Variant): boolean {
  return lengthOf(variant) > maxBodyInShard
}

/** From the header, to avoid loading the body. */
function lengthOf({ head: { headers } }: Variant): number {
  return Number(headerIn(headers, 'Content-Length'))
}
