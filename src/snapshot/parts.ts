import type { SealedMcp } from './mcp.ts'
import type { PackedResource, Range } from './packed.ts'
import type { Snapshot } from './resource.ts'

/**
 * A snapshot as files of moderate size, for a runtime that has none of it in memory and fetches what a request needs:
 *
 * - `head.json`: what every request needs;
 * - `shards/N`: resources, redirects and small bodies, by a hash of the path;
 * - `bodies/TAG`: each body that is too large for a shard, to be sent as it is fetched;
 * - `paths/N`, `posts/N` and `search/N`: what only a 404, MCP and searches need, in pieces that a host takes.
 */
export const headName = 'head.json'
export const shardName = (shard: number) => `shards/${shard}`
export const bodyName = (etag: string) => `bodies/${etag.replaceAll('"', '')}`
export const pieceName = (block: Block, piece: number) => `${block}/${piece}`

/** Bytes. A static file of Cloudflare may have 25 MiB; of smaller ones several come at once, and little is in memory twice. */
export const pieceSize = 4 * 2 ** 20

export type Block = 'paths' | 'posts' | 'search'

export interface Head extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp'> {
  readonly mcp: Omit<SealedMcp, 'posts' | 'search'>
  /** How many shards there are: a power of two, so that a few more posts move nothing. */
  readonly shards: number
  /** How many resources. */
  readonly size: number
  /** In bytes. */
  readonly blocks: Readonly<Record<Block, number>>
}

/** What a shard's file begins with, after four bytes that say how long it is; the bodies follow. */
export interface Shard {
  readonly strings: readonly string[]
  readonly resources: readonly (readonly [path: string, record: PackedResource<BodyPlace>])[]
  readonly redirects: readonly (readonly [from: string, to: string])[]
}

export interface BodyPlace {
  /** Among the bodies of the shard, or a file of its own. */
  readonly at: Range | string
  /** Kept as gzip only, and decompressed to be sent plain. Nearly every client takes gzip, and plain bodies are two thirds of all bytes. */
  readonly gzipped?: true
}

/** A page, its twin, its citations and its address with a slash too many are in one shard. */
export function shardOf(path: string, shards: number): number {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const dot = path.indexOf('.', path.lastIndexOf('/', end - 1) + 1)
  let hash = 0x811c9dc5
  for (let at = 0; at < (dot < 0 ? end : Math.min(dot, end)); at++) {
    hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x7feb352d)
  return ((hash ^ (hash >>> 15)) >>> 0) & (shards - 1)
}
