import { hitAsText } from '../mcp/reply-text.ts'
import { openIndex } from '../search/load.ts'
import { search } from '../search/search.ts'
import type { PostEntry } from '../snapshot/mcp.ts'

/** What a search answers, as far as its first hits: for documentation, which is made before anything is served. */
export function sampleAnswer(
  words: string,
  index: Uint8Array,
  posts: readonly PostEntry[],
  sourceOf: (document: number) => Uint8Array,
): string {
  const found = search(openIndex(index, sourceOf), words, { limit: mostHits })
  const hits = (found?.hits ?? []).flatMap(({ document, passages }) => {
    const post = posts[document]
    return post ? [{ ...post, passages }] : []
  })
  return hits.map(hitAsText).join('\n\n')
}

const mostHits = 2
