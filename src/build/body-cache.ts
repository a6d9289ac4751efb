import type { Body } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import { type BuildPlan, cacheBody, cachedBody, documentKey } from '../archive/plan.ts'
import { noCache, unboundedMemo } from '../base/caches.ts'
import { type IndexPart, isIndexed, withSharedVocabulary } from '../search/read.ts'

/** Caches bodies and their parts of the search index. The new parts of a run share one vocabulary. */
export function bodyCache(plan: BuildPlan, indexed: boolean) {
  const { documents, posts, cache, content } = plan
  const newParts = new Map<number, IndexPart>()
  const vocabularyAt = unboundedMemo((key: string) => cache.get(key) as string[] | undefined)

  function factsOf(at: number, body: Body): string {
    const post = posts[at]
    return JSON.stringify([content.settings.language, post && makePost(post, body, plan).facts])
  }

  return {
    /** Returns undefined if the title, tags or other indexed facts of a post have changed. */
    get(at: number): Body | undefined {
      const document = documents[at]
      if (!document || cache === noCache) return undefined
      const body = cachedBody(document, plan, 'body without text')
      if (!body || !indexed || !posts[at]) return body
      const cached = cache.get(documentKey('index part', document, plan)) as CachedPart | undefined
      if (cached?.facts !== factsOf(at, body)) return undefined
      const vocabulary = vocabularyAt(cached.vocabularyKey)
      return vocabulary && { ...body, searchText: { ...cached.part, vocabulary } }
    },

    set(at: number, parsed: Body): Body {
      const document = documents[at]
      if (!document || cache === noCache) return parsed
      const { searchText, shown, file, ...rest } = parsed
      // Cloned, because a slice of the text, such as a heading, would keep the whole text in memory.
      const stored = { ...structuredClone({ ...rest, searchText: [] }), shown, file }
      if (isIndexed(searchText)) newParts.set(at, searchText)
      return { ...cacheBody(document, stored, plan, 'body without text'), searchText }
    },

    /** Stores new parts, and gives them their vocabulary. */
    save(bodies: readonly Body[]): readonly Body[] {
      const all = [...bodies]
      const parts = withSharedVocabulary([...newParts.values()])
      const positions = [...newParts.keys()]
      const [{ vocabulary = [] } = {}] = parts
      const vocabularyKey = cache.key('vocabulary', vocabulary.join('\n'))
      if (parts.length > 0) cache.set(vocabularyKey, vocabulary)
      for (const [nth, { vocabulary: _, ...part }] of parts.entries()) {
        const at = positions[nth] ?? -1
        const [document, body] = [documents[at], all[at]]
        if (!document || !body) continue
        all[at] = { ...body, searchText: { ...part, vocabulary } }
        const cached: CachedPart = { facts: factsOf(at, body), part, vocabularyKey }
        cache.set(documentKey('index part', document, plan), cached)
      }
      return all
    },
  }
}

interface CachedPart {
  /** Facts of the post, as JSON. */
  readonly facts: string
  readonly part: Omit<IndexPart, 'vocabulary'>
  readonly vocabularyKey: string
}
