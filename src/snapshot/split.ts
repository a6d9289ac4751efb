import { concatBytes } from '../base/digest.ts'
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
import { type Range, recordOf, sharedStrings } from './record.ts'
import type { Representation, Resource, Snapshot, Variant } from './resource.ts'
import { headerIn } from './headers.ts'

export interface Part {
  readonly name: string
  readonly body: Uint8Array
}

/**
 * A snapshot as parts, one after another, the same for the same snapshot. Each shard has a table of strings of its own, so that a new
 * post changes the shards that it is in, and a deployment sends no others.
 */
export function* split({ resources, redirects, mcp, ...rest }: Snapshot): Generator<Part> {
  const shards = shardCount(resources.values())
  const inShard = Array.from({ length: shards }, () => ({
    paths: [] as string[],
    redirects: [] as (readonly [string, string])[],
  }))
  const paths = [...resources.keys()].sort()
  for (const path of paths) inShard[shardOf(path, shards)]?.paths.push(path)
  for (const one of redirects) inShard[shardOf(one[0], shards)]?.redirects.push(one)

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

  const { posts, search, ...described } = mcp
  const blocks: Record<Block, Uint8Array> = {
    paths: utf8.encode(paths.join('\n')),
    posts: json(posts),
    search,
  }
  for (const [block, bytes] of Object.entries(blocks) as [Block, Uint8Array][]) {
    for (let at = 0; at < bytes.length; at += pieceSize)
      yield { name: pieceName(block, at / pieceSize), body: bytes.subarray(at, at + pieceSize) }
  }
  const sizes = { paths: blocks.paths.length, posts: blocks.posts.length, search: blocks.search.length }
  const head: Head = { ...rest, mcp: described, shards, size: resources.size, blocks: sizes }
  yield { name: headName, body: json(head) }
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
    const kept = keptFor(variant, representation)
    const at = places.get(kept.etag) ?? put(kept)
    places.set(kept.etag, at)
    return kept === variant ? { at } : { at, gzipped: true }
  }

  const head: Shard = {
    resources: resources.map((one) => [one.path, recordOf(one, strings, place)]),
    redirects,
    strings: strings.all,
  }
  const table = json(head)
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, table.length)
  return { shard: concatBytes([new Uint8Array(length.buffer), table, ...bodies]), large }
}

function keptFor(variant: Variant, { variants }: Representation): Variant {
  if (variant.encoding !== 'identity') return variant
  return variants.find(({ encoding }) => encoding === 'gzip') ?? variant
}

/** As many as make them small enough to be read for a single answer, and large enough to be few. */
function shardCount(resources: Iterable<Resource>): number {
  let size = 0
  for (const { representations } of resources) {
    size += usualRecord
    for (const one of representations) {
      const kept = new Set(one.variants.map((variant) => keptFor(variant, one)))
      for (const variant of kept) if (!isLarge(variant)) size += lengthOf(variant)
    }
  }
  return 2 ** Math.max(0, Math.ceil(Math.log2(size / usualShard)))
}

/** All in bytes. */
const usualShard = 96 * 1024
const usualRecord = 1500
const largestInShard = 24 * 1024

function isLarge(variant: Variant): boolean {
  return lengthOf(variant) > largestInShard
}

/** As it is declared, since the bytes need not be in memory. */
function lengthOf({ head: { headers } }: Variant): number {
  return Number(headerIn(headers, 'Content-Length'))
}

const emptyBytes = new Uint8Array(0)
const utf8 = new TextEncoder()

function json(value: object): Uint8Array {
  return utf8.encode(JSON.stringify(value))
}
