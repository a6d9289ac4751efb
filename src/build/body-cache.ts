import type { Body } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import { type BuildPlan, cacheBody, cachedBody, documentKey } from '../archive/plan.ts'
import { noCache, unboundedMemo } from '../base/caches.ts'
import { type IndexPart, withSharedVocabulary } from '../search/read.ts'

/** Caches bodies and their parts of the search index. The new parts of a run share one vocabulary. */
export class BodyCache {
  readonly #plan: BuildPlan
  readonly #indexed: boolean
  readonly #newParts = new Map<number, IndexPart>()
  readonly #vocabularyAt = unboundedMemo((key: string) => this.#plan.cache.get(key) as string[] | undefined)

  constructor(plan: BuildPlan, indexed: boolean) {
    this.#plan = plan
    this.#indexed = indexed
  }

  /** Returns undefined if the title, tags or other indexed facts of a post have changed. */
  get(at: number): Body | undefined {
    const { documents, posts, cache } = this.#plan
    const document = documents[at]
    if (!document || cache === noCache) return undefined
    const body = cachedBody(document, this.#plan, 'body without text')
    if (!body || !this.#indexed || !posts[at]) return body
    const cached = cache.get(documentKey('index part', document, this.#plan)) as CachedPart | undefined
    if (cached?.facts !== this.#factsOf(at, body)) return undefined
    const vocabulary = this.#vocabularyAt(cached.vocabularyKey)
    return vocabulary && { ...body, searchText: { ...cached.part, vocabulary } }
  }

  set(at: number, parsed: Body): Body {
    const document = this.#plan.documents[at]
    if (!document || this.#plan.cache === noCache) return parsed
    const { searchText, shown, file, ...rest } = parsed
    // Cloned, because a slice of the text, such as a heading, would keep the whole text in memory.
    const stored = { ...structuredClone({ ...rest, searchText: [] }), shown, file }
    if ('vocabulary' in searchText) this.#newParts.set(at, searchText)
    return { ...cacheBody(document, stored, this.#plan, 'body without text'), searchText }
  }

  /** Stores new parts, and gives them their vocabulary. */
  save(bodies: readonly Body[]): readonly Body[] {
    const { documents, cache } = this.#plan
    const all = [...bodies]
    const parts = withSharedVocabulary([...this.#newParts.values()])
    const positions = [...this.#newParts.keys()]
    const [{ vocabulary = [] } = {}] = parts
    const vocabularyKey = cache.key('vocabulary', vocabulary.join('\n'))
    if (parts.length > 0) cache.set(vocabularyKey, vocabulary)
    for (const [nth, { vocabulary: _, ...part }] of parts.entries()) {
      const at = positions[nth] ?? -1
      const [document, body] = [documents[at], all[at]]
      if (!document || !body) continue
      all[at] = { ...body, searchText: { ...part, vocabulary } }
      const cached: CachedPart = { facts: this.#factsOf(at, body), part, vocabularyKey }
      cache.set(documentKey('index part', document, this.#plan), cached)
    }
    return all
  }

  #factsOf(at: number, body: Body): string {
    const post = this.#plan.posts[at]
    const facts = post && makePost(post, body, this.#plan).facts
    return JSON.stringify([this.#plan.content.settings.language, facts])
  }
}

interface CachedPart {
  /** Facts of the post, as JSON. */
  readonly facts: string
  readonly part: Omit<IndexPart, 'vocabulary'>
  readonly vocabularyKey: string
}
