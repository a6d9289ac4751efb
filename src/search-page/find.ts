import { mcpLimits } from '../mcp/protocol.ts'
import { highlighter, type TextRange } from '../search/excerpt.ts'
import type { Index } from '../search/load.ts'
import { notesOn } from '../search/notes.ts'
import type { Passage } from '../search/passages.ts'
import { search, type SearchResult } from '../search/search.ts'
import { pagePath, type PostEntry } from '../snapshot/mcp.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { hitsPerPage, queryFor, type SearchQuery } from './results.ts'

/** What a page of results says, in whatever form. */
export interface Results {
  /** Sentences, before the hits; each form has its way to show what is not ours in them. */
  readonly notes: (shown: Shown) => readonly string[]
  readonly hits: readonly ResultHit[]
  /** What the first hit is counted as. */
  readonly first: number
  /** Addresses of the pages before and after. */
  readonly previous: Address | undefined
  readonly next: Address | undefined
  /** Where a text has the words. */
  readonly matchesIn: (text: string) => readonly TextRange[]
  /** In which a page shows them. */
  readonly words: Words
}

/** A text that others have written, as a sentence has it. */
export type Shown = (text: string) => string

export interface ResultHit {
  readonly post: PostEntry
  /** The page of the post here. */
  readonly page: Address
  readonly passages: readonly Passage[]
}

/** As a page links to it, and in full for its twin. */
export interface Address {
  readonly path: string
  readonly url: string
}

export type Finder = (asked: SearchQuery) => Results

export function finder(snapshot: Snapshot, index: () => Index): Finder {
  const { origin } = new URL(snapshot.baseUrl)
  const publication = snapshot.mcp.serverInfo.title
  const spoken = wordsOf(snapshot.language)
  const [page = '', twin = ''] = snapshot.resultPages.map(({ path }) => path)
  const pageAt = (words: string, number: number): Address => {
    const query = queryFor(words, number)
    return { path: `${page}?${query}`, url: `${origin}${twin}?${query}` }
  }

  return (asked) => {
    const { words } = asked
    const offset = (asked.page - 1) * hitsPerPage
    const found = search(index(), words, { limit: hitsPerPage, offset })
    if (!found) return { ...noResults, words: spoken, notes: () => [spoken.results.noWords] }
    const { hits, total, question } = found
    const last = Math.ceil(Math.min(total, mcpLimits.hits.inAll) / hitsPerPage)
    return {
      notes: (shown) => [
        ...notesOn(found, asked.isCut, spoken.results, shown),
        countOf(found, asked, shown(publication)),
      ],
      hits: hits.flatMap(({ document, passages }) => {
        const post = snapshot.mcp.posts[document]
        if (!post) return []
        const path = pagePath(post)
        return [{ post: post.entry, page: { path, url: origin + path }, passages }]
      }),
      first: offset + 1,
      previous: asked.page > 1 ? pageAt(words, Math.max(1, Math.min(asked.page - 1, last))) : undefined,
      next: asked.page < last ? pageAt(words, asked.page + 1) : undefined,
      matchesIn: highlighter(index(), question),
      words: spoken,
    }
  }

  function countOf({ hits, total }: SearchResult, { page }: SearchQuery, publication: string): string {
    const { noPage, count } = spoken.results
    return total > 0 && hits.length === 0 ? noPage(page) : count(total, publication)
  }
}

const noResults: Omit<Results, 'words' | 'notes'> = {
  hits: [],
  first: 1,
  previous: undefined,
  next: undefined,
  matchesIn: () => [],
}
