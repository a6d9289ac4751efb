/**
 * A cache that is bounded by the size of what it holds, in two generations. A value that is asked for is in the young one; when that
 * has half of the bound, it becomes the old one, and the old one is evicted whole. A hit costs one look-up, and no order is kept.
 */
export class BoundedCache<Key, Value> {
  readonly #bytes: number
  #young = new Map<Key, Entry<Value>>()
  #old: ReadonlyMap<Key, Entry<Value>> = new Map()
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

  /** `size`: as much as the value may come to hold. One that is larger than a generation is not kept at all. */
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

interface Entry<Value> {
  readonly value: Value
  readonly size: number
}

const MiB = 2 ** 20

/** What each cache of a serving process may hold, in bytes. Each is bounded by `BoundedCache` or by the class it names. */
export const cacheSizes = {
  /** Records and bodies that were read from the snapshot's file. */
  resources: 64 * MiB,
  /** Answers that the fast lane writes again as they are. */
  laneAnswers: 32 * MiB,
  /** What connections hold back until their clients read: `Waiting`. */
  backpressure: 16 * MiB,
  /** Results of MCP: whole posts, pages of lists. */
  posts: 16 * MiB,
  /** Long posts, of which clients read parts. */
  postTexts: 16 * MiB,
  lists: 4 * MiB,
  resourceLists: 2 * MiB,
  /** Answers to what is not there, or not in that form or by that method. */
  notFound: MiB,
  notAllowed: MiB,
  notAcceptable: MiB,
  /** What headers were found to mean. */
  accept: MiB,
  acceptEncoding: MiB / 4,
  contentType: MiB / 4,
  mcpAccept: MiB / 4,
  hosts: MiB / 4,
  origins: MiB / 4,
} as const

/** What a server needs at most besides its index and what it was started with. */
export const totalCacheSize = Object.values(cacheSizes).reduce((sum, bytes) => sum + bytes, 0)

/** A Worker has 128 MB for everything: shards of the snapshot that it keeps. */
export const edgeCacheSizes = { shards: 8 * MiB } as const

/**
 * Remembers what `make` gave for a key, in a cache of so many bytes. Clients send a handful of spellings over and over, so the hit
 * is all that matters; a long key is never kept.
 */
export function memo<Key, Value>(
  make: (key: Key) => Value,
  bytes: number,
  sizeOf: (value: Value) => number = () => 0,
): (key: Key) => Value {
  const cache = new BoundedCache<Key, Value>(bytes)
  return (key) => {
    const kept = cache.get(key)
    if (kept !== undefined) return kept
    const value = make(key)
    const keySize = typeof key === 'string' ? 2 * key.length : 0
    if (value !== undefined && keySize <= 2 * longestKey)
      cache.set(key, value, entrySize + keySize + sizeOf(value))
    return value
  }
}

const longestKey = 256
/** What an entry takes of the heap besides its key and value, roughly. */
const entrySize = 200

/** Of an answer that is kept, its headers included. */
export function answerSize({
  headers,
  body,
}: {
  headers: readonly string[]
  body: Uint8Array | null
}): number {
  return headers.reduce((sum, text) => sum + text.length, body?.length ?? 0)
}

/** Makes a value when it is first needed: a server that takes over new content answers at once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A map whose values are made when they are asked for, and kept as long as the cache has room for them. */
export class LruMap<Key, Source, Value> {
  readonly #sources: ReadonlyMap<Key, Source>
  readonly #make: (key: Key, source: Source) => SizedValue<Value>
  readonly #cache: BoundedCache<Key, Value>

  constructor(
    sources: ReadonlyMap<Key, Source>,
    make: (key: Key, source: Source) => SizedValue<Value>,
    bytes: number,
  ) {
    this.#sources = sources
    this.#make = make
    this.#cache = new BoundedCache(bytes)
  }

  get size(): number {
    return this.#sources.size
  }

  get(key: Key): Value | undefined {
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    const source = this.#sources.get(key)
    if (source === undefined) return undefined
    const { value, size } = this.#make(key, source)
    this.#cache.set(key, value, size)
    return value
  }

  keys(): Iterable<Key> {
    return this.#sources.keys()
  }

  *values(): Iterable<Value> {
    for (const key of this.keys()) {
      const value = this.get(key)
      if (value !== undefined) yield value
    }
  }
}

export interface SizedValue<Value> {
  readonly value: Value
  /** As much as it may come to hold. */
  readonly size: number
}

/**
 * For what several forms share: made once for a subject whose forms are made one after another, and forgotten with it or for the next.
 */
export function memoizeLast<Subject extends object, Made, Rest extends readonly unknown[]>(
  make: (subject: Subject, ...rest: Rest) => Made,
): (subject: Subject, ...rest: Rest) => Made {
  let latest = new WeakMap<Subject, { readonly value: Made }>()
  return (subject, ...rest) => {
    const kept = latest.get(subject)
    if (kept) return kept.value
    const value = make(subject, ...rest)
    latest = new WeakMap([[subject, { value }]])
    return value
  }
}

/**
 * What was made before, under a key of everything that it was made of. Whoever compiles the same archive again gives the same cache;
 * `content/cache.ts` has one in memory and one on disk.
 */
export interface BuildCache {
  /** Of these parts in this order, by this version of the engine. */
  key(...parts: readonly (string | Uint8Array)[]): string
  /** Undefined where there is none. */
  get(key: string): unknown
  /** Whether `get` will return a value for as long as the cache is open. */
  has(key: string): boolean
  /** Plain data: what a message between threads could carry. */
  set(key: string, value: unknown): void
}

/** Keeps nothing, and makes no keys for it. */
export const noCache: BuildCache = { key: () => '', get: () => undefined, has: () => false, set: () => {} }

export function cached<Value>(cache: BuildCache, key: string, make: () => Value): Value {
  const kept = cache.get(key) as Value | undefined
  if (kept !== undefined) return kept
  const value = make()
  cache.set(key, value)
  return value
}
