/**
 * An approximate LRU cache in two generations, bounded by bytes. When the young generation reaches half of the bound, it replaces the
 * old one. A hit promotes its entry. That costs one lookup and keeps no list.
 */
export class BoundedCache<Key, Value> {
  readonly #bytes: number
  #young = new Map<Key, SizedValue<Value>>()
  #old: ReadonlyMap<Key, SizedValue<Value>> = new Map()
  #youngBytes = 0

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.set(key, old.value, old.size)
    return old.value
  }

  /** A value larger than a generation is not cached. */
  set(key: Key, value: Value, size: number): void {
    const generation = this.#bytes / 2
    if (size > generation) return
    if (this.#youngBytes + size > generation) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#youngBytes += size - (this.#young.get(key)?.size ?? 0)
    this.#young.set(key, { value, size })
  }
}

interface SizedValue<Value> {
  readonly value: Value
  /** The most the value may grow to, in bytes. */
  readonly size: number
}

const MiB = 2 ** 20

/** The capacity of each cache of a server process, in bytes. */
export const cacheSizes = {
  /** Records and bodies read from the snapshot file. */
  resources: 64 * MiB,
  /** Responses of the fast lane. */
  laneAnswers: 32 * MiB,
  /** Unsent output of slow clients. */
  backpressure: 16 * MiB,
  /** MCP results: posts, then pages of lists. */
  posts: 16 * MiB,
  /** Long posts, which clients read in parts. */
  postTexts: 16 * MiB,
  lists: 4 * MiB,
  resourceLists: 2 * MiB,
  /** Error responses. */
  notFound: MiB,
  /** Parsed headers. */
  accept: MiB,
  acceptEncoding: MiB / 4,
  contentType: MiB / 4,
  mcpAccept: MiB / 4,
  hosts: MiB / 4,
  origins: MiB / 4,
} as const

export const totalCacheSize = Object.values(cacheSizes).reduce((sum, bytes) => sum + bytes, 0)

/** For Workers, which have 128 MB in total. */
export const edgeCacheSizes = { shards: 8 * MiB } as const

const maxKeyLength = 256
/** The approximate heap overhead of an entry. */
const entryOverhead = 200

/** Memoizes `make` in a cache of `bytes`. Long keys are not cached: clients repeat a few short ones. */
export function memo<Key, Value>(
  make: (key: Key) => Value,
  bytes: number,
  sizeOf: (value: Value) => number = () => 0,
): (key: Key) => Value {
  const cache = new BoundedCache<Key, Value>(bytes)
  return (key) => {
    const hit = cache.get(key)
    if (hit !== undefined) return hit
    const value = make(key)
    const keySize = typeof key === 'string' ? 2 * key.length : 0
    if (value !== undefined && keySize <= 2 * maxKeyLength)
      cache.set(key, value, entryOverhead + keySize + sizeOf(value))
    return value
  }
}

/** Returns the size of an answer with its headers, for a cache. */
export function answerSize(answer: { headers: readonly string[]; body: Uint8Array | null }): number {
  return answer.headers.reduce((sum, text) => sum + text.length, answer.body?.length ?? 0)
}

/** Memoizes `make` without a bound, for as long as the returned function is in use. */
export function unboundedMemo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const value = values.get(key) ?? make(key)
    values.set(key, value)
    return value
  }
}

/** Makes a value on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A read-only map that makes values on demand and caches them. */
export function lruMap<Key, Source, Value>(
  sources: ReadonlyMap<Key, Source>,
  make: (key: Key, source: Source) => SizedValue<Value>,
  bytes: number,
) {
  const cache = new BoundedCache<Key, Value>(bytes)
  const get = (key: Key): Value | undefined => {
    const hit = cache.get(key)
    if (hit !== undefined) return hit
    const source = sources.get(key)
    if (source === undefined) return undefined
    const { value, size } = make(key, source)
    cache.set(key, value, size)
    return value
  }
  return {
    size: sources.size,
    get,
    keys: () => sources.keys(),
    *values() {
      for (const key of sources.keys()) {
        const value = get(key)
        if (value !== undefined) yield value
      }
    },
  }
}

/** A cache of build results, keyed by a digest of all inputs. `build/cache.ts` has one in memory and one on disk. */
export interface BuildCache {
  /** Returns a digest of the parts, in order, and the engine's version. */
  key(...parts: readonly (string | Uint8Array)[]): string
  get(key: string): unknown
  /** Returns a function that loads the value: a cache in memory holds the value for it, one on disk reads it while the cache is open. */
  loader(key: string): (() => unknown) | undefined
  /** The value must be structured-cloneable. */
  set(key: string, value: unknown): void
}

/** Caches nothing. */
export const noCache: BuildCache = {
  key: () => '',
  get: () => undefined,
  loader: () => undefined,
  set: () => {},
}

export function cached<Value>(cache: BuildCache, key: string, make: () => Value): Value {
  const hit = cache.get(key) as Value | undefined
  if (hit !== undefined) return hit
  const value = make()
  cache.set(key, value)
  return value
}
