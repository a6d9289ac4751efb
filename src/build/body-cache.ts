import type { Body } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import { fnv1a } from '../archive/names.ts'
import { type BuildPlan, cacheBody, cachedBody, documentKey, type Records } from '../archive/plan.ts'
import { type BuildCache, noCache } from '../base/caches.ts'
import { type IndexPart, withSharedVocabulary } from '../search/read.ts'

/**
 * Caches bodies and their parts of the search index, in buckets of about 64 documents: a bucket shares one vocabulary, and one large value
 * loads faster than many small ones.
 */
export class BodyCache {
  readonly #plan: BuildPlan
  readonly #indexed: boolean
  readonly #buckets: Bucket[]

  constructor(plan: BuildPlan, indexed: boolean) {
    this.#plan = plan
    this.#indexed = indexed
    const count = 2 ** Math.max(0, Math.ceil(Math.log2(plan.documents.length / bucketSize)))
    const { cache, reader } = plan
    this.#buckets = Array.from(
      { length: count },
      (_, nth) => new Bucket(cache, cache.key('bucket', reader.urls.base, `${nth} of ${count}`)),
    )
  }

  /** Returns undefined if the title, tags or other indexed facts of a post have changed. */
  get(at: number): Body | undefined {
    const document = this.#plan.documents[at]
    if (!document || this.#plan.cache === noCache) return undefined
    const bucket = this.#bucketOf(at)
    const body = cachedBody(document, this.#plan, 'body without text', bucket)
    if (!body || !this.#indexed || !this.#plan.posts[at]) return body
    const cached = bucket.get(documentKey('index part', document, this.#plan)) as CachedPart | undefined
    return cached?.facts === this.#factsOf(at, body) ? { ...body, searchText: cached.part } : undefined
  }

  set(at: number, parsed: Body): Body {
    const document = this.#plan.documents[at]
    if (!document || this.#plan.cache === noCache) return parsed
    const { searchText, shown, file, ...rest } = parsed
    // Cloned, because a slice of the text, such as a heading, would keep the whole text in memory.
    const stored = { ...structuredClone({ ...rest, searchText: [] }), shown, file }
    const bucket = this.#bucketOf(at)
    const body = cacheBody(document, stored, this.#plan, 'body without text', bucket)
    if ('vocabulary' in searchText) bucket.newParts.set(at, searchText)
    return { ...body, searchText }
  }

  /** Stores changed buckets, and gives new parts their bucket's vocabulary. */
  save(bodies: readonly Body[]): readonly Body[] {
    const all = [...bodies]
    for (const bucket of this.#buckets) {
      const positions = [...bucket.newParts.keys()]
      for (const [nth, part] of withSharedVocabulary([...bucket.newParts.values()]).entries()) {
        const at = positions[nth] ?? -1
        const [document, body] = [this.#plan.documents[at], all[at]]
        if (!document || !body) continue
        all[at] = { ...body, searchText: part }
        bucket.set(documentKey('index part', document, this.#plan), { facts: this.#factsOf(at, body), part })
      }
      bucket.save()
    }
    return all
  }

  #bucketOf(at: number): Bucket {
    const path = this.#plan.documents[at]?.source.file.path ?? ''
    return this.#buckets[Number.parseInt(fnv1a(path), 16) % this.#buckets.length] as Bucket
  }

  #factsOf(at: number, body: Body): string {
    const post = this.#plan.posts[at]
    const facts = post && makePost(post, body, this.#plan).facts
    return JSON.stringify([this.#plan.content.settings.language, facts])
  }
}

const bucketSize = 64

interface CachedPart {
  /** Facts of the post, as JSON. */
  readonly facts: string
  readonly part: IndexPart
}

/** Stores many records in one cache value. Saving drops unused records. */
class Bucket implements Records {
  readonly newParts = new Map<number, IndexPart>()
  readonly #cache: BuildCache
  readonly #name: string
  readonly #used = new Map<string, unknown>()
  #stored: ReadonlyMap<string, unknown> | undefined
  #isChanged = false

  constructor(cache: BuildCache, name: string) {
    this.#cache = cache
    this.#name = name
  }

  get(key: string): unknown {
    this.#stored ??= (this.#cache.get(this.#name) ?? new Map()) as ReadonlyMap<string, unknown>
    const value = this.#used.get(key) ?? this.#stored.get(key)
    if (value !== undefined) this.#used.set(key, value)
    return value
  }

  set(key: string, value: unknown): void {
    this.#used.set(key, value)
    this.#isChanged = true
  }

  save(): void {
    if (this.#isChanged) this.#cache.set(this.#name, this.#used)
  }
}
