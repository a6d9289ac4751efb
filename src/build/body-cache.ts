import { randomUUID } from 'node:crypto'
import type { Body } from '../archive/body.ts'
import { factsOf } from '../archive/build.ts'
import type { PostFacts } from '../archive/model.ts'
import { type BuildPlan, cacheBody, cachedBody } from '../archive/plan.ts'
import { noCache, unboundedMemo } from '../base/caches.ts'
import { type IndexPart, isIndexed } from '../search/read.ts'

/** Caches bodies with their parts of the search index. The new parts of a run have one vocabulary, that of the indexer. */
export function bodyCache(plan: BuildPlan, indexed: boolean) {
  const { documents, posts, cache, content } = plan
  // Of this run, because the vocabulary is complete only when all parts are stored.
  const vocabularyKey = cache.key('vocabulary', randomUUID())
  let vocabulary: readonly string[] = []
  const vocabularyAt = unboundedMemo((key: string) => cache.get(key) as string[] | undefined)

  const textOf = (facts: PostFacts) => JSON.stringify([content.settings.language, facts])

  return {
    /** Returns undefined if the title, tags or other indexed facts of a post have changed, or if it was cached without an index. */
    get(at: number): Body | undefined {
      const document = documents[at]
      if (!document || cache === noCache) return undefined
      const body = cachedBody(document, plan, 'body without text')
      const post = posts[at]
      if (!body || !indexed || !post) return body
      const part = body.searchText as CachedPart | readonly []
      const facts = factsOf(post, body, plan)
      if (!isIndexed(part) || part.facts !== textOf(facts)) return undefined
      const vocabulary = vocabularyAt(part.vocabularyKey)
      return vocabulary && { facts, ...body, searchText: { ...part, vocabulary } }
    },

    /** `facts` are of the post that was indexed. */
    set(at: number, parsed: Body, facts: PostFacts | undefined): Body {
      const document = documents[at]
      if (!document || cache === noCache) return parsed
      const { searchText, shown, file, ...rest } = parsed
      let part: CachedPart | readonly [] = []
      if (facts && isIndexed(searchText)) {
        vocabulary = searchText.vocabulary
        part = { facts: textOf(facts), vocabularyKey, ...searchText, vocabulary: [] }
      }
      // Cloned, because a slice of the text, such as a heading, would keep the whole text in memory.
      const stored = { searchText: part, shown, file, ...structuredClone(rest) }
      return { ...cacheBody(document, stored, plan, 'body without text'), searchText }
    },

    /** Stores the vocabulary of new parts, which are of no use without it. */
    save(): void {
      if (vocabulary.length > 0) cache.set(vocabularyKey, vocabulary)
    },
  }
}

/** Without its vocabulary, which is stored once. */
interface CachedPart extends IndexPart {
  /** Facts of the post, as JSON. */
  readonly facts: string
  readonly vocabularyKey: string
}
