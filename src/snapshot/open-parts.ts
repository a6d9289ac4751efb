import { requireBytes, runUntilLoaded } from '../base/bytes-missing.ts'
import { edgeCacheSizes, lruMap } from '../base/caches.ts'
import { fnvHash } from '../base/digest.ts'
import { decodeUtf8 } from '../base/utf8.ts'
import { fromJson, type PackedResource, type Range, resourceOf } from './record.ts'
import type { Answer, Redirects, Resource, Resources, SealedMcp, SealedPost, Snapshot } from './resource.ts'

/**
 * Layout of a split snapshot, for a runtime that fetches what a request needs:
 *
 * - `head.json`: data for every request;
 * - `shards/N`: resources, redirects and small bodies, by a hash of the path;
 * - `bodies/TAG`: bodies that are too large for a shard, and are streamed;
 * - `paths/N`, `posts/N` and `search/N`: data for 404s, MCP and searches, in pieces.
 */
export const headName = 'head.json'
export const shardName = (shard: number) => `shards/${shard}`
export const bodyName = (etag: string) => `bodies/${etag.replaceAll('"', '')}`
export const pieceName = (block: Block, piece: number) => `${block}/${piece}`

/** Cloudflare allows 25 MiB per static file. Smaller pieces load in parallel and use less memory. */
export const pieceSize = 4 * 2 ** 20

export type Block = 'paths' | 'posts' | 'search'

export interface Head extends Omit<Snapshot, 'resources' | 'redirects' | 'mcp' | 'onDemand'> {
  readonly mcp: Omit<SealedMcp, 'posts' | 'search'>
  /** The number of shards: a power of two, so that it rarely changes. */
  readonly shards: number
  readonly size: number
  /** Sizes in bytes. */
  readonly blocks: Readonly<Record<Block, number>>
}

/** The head of a shard's file: four bytes for its length, this JSON, then the bodies. */
export interface Shard {
  readonly strings: readonly string[]
  readonly resources: readonly (readonly [path: string, record: PackedResource<BodyPlace>])[]
  readonly redirects: readonly (readonly [from: string, to: string])[]
}

export interface BodyPlace {
  /** A range in the shard's bodies, or the name of a separate file. */
  readonly at: Range | string
  /** Stored as gzip only. */
  readonly gzipped?: true
}

/** Puts a page, its twin, its citations and its path with a trailing slash in the same shard. */
export function shardOf(path: string, shards: number): number {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const dot = path.indexOf('.', path.lastIndexOf('/', end - 1) + 1)
  let hash = fnvHash(path.slice(0, dot < 0 ? end : Math.min(dot, end)))
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return ((hash ^ (hash >>> 15)) >>> 0) & (shards - 1)
}

/** Fetches a part by name, or throws. */
type GetPart = (name: string) => Promise<Response>

/**
 * Opens a snapshot that is split into parts. Read it only inside `runUntilLoaded`. Shards are cached up to `cacheBytes`; the blocks
 * for searches and errors stay in memory once loaded.
 */
export function openParts(head: Head, getPart: GetPart, cacheBytes = edgeCacheSizes.shards): Snapshot {
  const { shards: count, size, blocks: blockSizes, mcp, ...rest } = head
  const parts: Parts = { getPart, shardBodies: (shard) => shardAt(shard).bodies }
  const shardNames = new Map(Array.from({ length: count }, (_, shard) => [shard, shardName(shard)]))
  const shards = lruMap(shardNames, readShard, cacheBytes)
  const readBlock = blockReader(blockSizes, parts)
  let posts: readonly SealedPost[] | undefined
  let paths: readonly string[] | undefined

  function shardAt(shard: number): OpenShard {
    const open = shards.get(shard)
    if (!open) throw new Error(`shard ${shard} does not exist`)
    return open
  }

  function readShard(shard: number, name: string): { value: OpenShard; size: number } {
    const bytes = requireBytes({ name, get: async () => responseBytes(await getPart(name)) })
    // Caches even an oversized shard, because it must be cached to be read.
    return { value: openShard(shard, bytes, parts), size: Math.min(2 * bytes.length, cacheBytes / 2) }
  }

  const resources: Resources = {
    size,
    get: (path) => shardAt(shardOf(path, count)).resources.get(path),
    keys() {
      paths ??= decodeUtf8(readBlock('paths')).split('\n')
      return paths
    },
    *values() {
      for (const path of this.keys()) {
        const resource = this.get(path)
        if (resource) yield resource
      }
    },
  }
  const redirects: Redirects = {
    get: (path) => shardAt(shardOf(path, count)).redirects.get(path),
    *[Symbol.iterator]() {
      for (let shard = 0; shard < count; shard++) yield* shardAt(shard).redirects
    },
  }
  return {
    ...rest,
    resources,
    redirects,
    mcp: {
      ...mcp,
      get posts() {
        posts ??= fromJson<readonly SealedPost[]>(readBlock('posts'))
        return posts
      },
      get search() {
        return readBlock('search')
      },
    },
  }
}

interface Parts {
  readonly getPart: GetPart
  shardBodies(shard: number): Uint8Array
}

interface OpenShard {
  readonly resources: ReadonlyMap<string, Resource>
  readonly redirects: ReadonlyMap<string, string>
  readonly bodies: Uint8Array
}

function openShard(number: number, bytes: Uint8Array, parts: Parts): OpenShard {
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const { strings, resources, redirects } = fromJson<Shard>(bytes.subarray(4, start))
  const open = (headers: readonly string[], place: BodyPlace) => new PartAnswer(headers, place, number, parts)
  return {
    resources: new Map(resources.map(([path, record]) => [path, resourceOf(path, record, strings, open)])),
    redirects: new Map(redirects),
    bodies: bytes.subarray(start),
  }
}

/** A 200 with the location of its body instead of its bytes, so that a cached answer keeps no shard in memory. */
export class PartAnswer implements Answer {
  readonly status = 200
  readonly headers: readonly string[]
  readonly #place: BodyPlace
  readonly #shard: number
  readonly #parts: Parts

  constructor(headers: readonly string[], place: BodyPlace, shard: number, parts: Parts) {
    this.headers = headers
    this.#place = place
    this.#shard = shard
    this.#parts = parts
  }

  /** Read only inside `runUntilLoaded`. */
  get body(): Uint8Array {
    const { at, gzipped } = this.#place
    if (typeof at !== 'string' && !gzipped) return this.#inShard(at)
    const name = typeof at === 'string' ? at : `${shardName(this.#shard)}/${at.join('+')}`
    return requireBytes({ name, get: async () => responseBytes(new Response(await this.open())) })
  }

  /** Opens the body to send it. Streams a large one. */
  async open(): Promise<Uint8Array | ReadableStream<Uint8Array>> {
    const { at, gzipped } = this.#place
    const stored =
      typeof at === 'string'
        ? (await this.#parts.getPart(at)).body
        : await runUntilLoaded(() => this.#inShard(at))
    if (!stored) throw new Error(`${at} is empty`)
    if (!gzipped) return stored
    const stream = stored instanceof Uint8Array ? new Response(stored).body : stored
    const plain = (stream as ReadableStream).pipeThrough(new DecompressionStream('gzip'))
    return typeof at === 'string' ? plain : responseBytes(new Response(plain))
  }

  #inShard([start, length]: Range): Uint8Array {
    return this.#parts.shardBodies(this.#shard).subarray(start, start + length)
  }
}

const concurrentFetches = 4

/** Returns a reader that loads each block once, since blocks are large, for all concurrent requests. */
function blockReader(sizes: Head['blocks'], { getPart }: Parts): (block: Block) => Uint8Array {
  const loaded = new Map<Block, Uint8Array>()
  const loading = new Map<Block, Promise<Uint8Array>>()

  function load(block: Block): Promise<Uint8Array> {
    const bytes = loading.get(block) ?? loadPieces(block).finally(() => loading.delete(block))
    loading.set(block, bytes)
    return bytes
  }

  /** Reads pieces into one array, so that the index is never in memory twice. */
  async function loadPieces(block: Block): Promise<Uint8Array> {
    const whole = new Uint8Array(sizes[block])
    let next = 0
    const fill = async () => {
      for (let piece = next++; piece * pieceSize < whole.length; piece = next++) {
        const bytes = await responseBytes(await getPart(pieceName(block, piece)))
        const start = piece * pieceSize
        if (bytes.length !== Math.min(pieceSize, whole.length - start))
          throw new Error(`${pieceName(block, piece)} has the wrong length`)
        whole.set(bytes, start)
      }
    }
    await Promise.all(Array.from({ length: concurrentFetches }, fill))
    return whole
  }

  return (block) => {
    const bytes = loaded.get(block) ?? requireBytes({ name: block, get: () => load(block) })
    loaded.set(block, bytes)
    return bytes
  }
}

async function responseBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}
