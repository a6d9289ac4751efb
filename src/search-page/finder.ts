import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { mcpLimits } from '../mcp/protocol.ts'
import { highlighter } from '../search/excerpt.ts'
import type { Index } from '../search/load.ts'
import { search, searchNotes, type SearchResult, Work } from '../search/search.ts'
import { longestQuery } from '../search/tuning.ts'
import { pagePath, type SealedPost, type Snapshot } from '../snapshot/resource.ts'
import { format } from '../words/format.ts'

export interface SearchQuery {
  /** On one line, cut to the maximum length. */
  readonly words: string
  /** Whether the words were cut. */
  readonly isCut: boolean
  /** Starts at 1. */
  readonly page: number
  /** The canonical query string. */
  readonly query: string
}

const hitsPerPage = 10
const maximumPages = mcpLimits.hits.inAll / hitsPerPage
/** Whitespace, control characters, noncharacters and bidirectional marks. */
const invisible = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]+/gu

/** Parses a query string; undefined without words. Ignores unknown parameters and invalid page numbers. */
export function parseQuery(query: string): SearchQuery | undefined {
  if (query === '') return undefined
  const parameters = new URLSearchParams(query)
  const text = (parameters.get('q') ?? '').replaceAll(invisible, ' ').trim()
  if (text === '') return undefined
  // Do not split a surrogate pair.
  const words = text.slice(0, longestQuery).replace(/[\ud800-\udbff]$/, '')
  const asked = parameters.get('page') ?? ''
  const page = /^[1-9]\d{0,8}$/.test(asked) ? Math.min(Number(asked), maximumPages) : 1
  return { words, isCut: text.length > longestQuery, page, query: queryFor(words, page) }
}

/** Returns the canonical query string. Only its ampersand needs escaping in HTML, markdown and headers. */
const queryFor = (words: string, page: number): string =>
  new URLSearchParams({ q: words, ...(page > 1 ? { page: String(page) } : {}) }).toString()

/** The results page, in any form. */
export type Results = ReturnType<Finder>
export type ResultHit = Results['hits'][number]
export type Finder = ReturnType<typeof finder>

/** Escapes foreign text for a sentence. */
export type EscapeForeign = (text: string) => string

interface FinderOptions extends Pick<Snapshot, 'baseUrl' | 'words'> {
  /** Paths of the results page and its twin. */
  readonly page: string
  readonly twin: string
  readonly postAt: (document: number) => ShownPost | undefined
}

/** The part of a post that results show. */
export type ShownPost = Pick<SealedPost, 'entry' | 'twin'>

export function finder({ baseUrl, page, twin, words: strings, postAt }: FinderOptions, index: () => Index) {
  const { origin } = new URL(baseUrl)
  /** A path for pages, and a URL for the twin. */
  const pageAt = (words: string, number: number) => {
    const query = queryFor(words, number)
    return { path: `${page}?${query}`, url: `${origin}${twin}?${query}` }
  }

  return (request: SearchQuery) => {
    const { words } = request
    const offset = (request.page - 1) * hitsPerPage
    const work = new Work()
    const published = (document: number) => postAt(document)?.entry.published
    const found = search(index(), words, { limit: hitsPerPage, offset, work, published })
    const { hits = [], total = 0, question } = found ?? {}
    const last = Math.ceil(Math.min(total, mcpLimits.hits.inAll) / hitsPerPage)
    const previous = Math.max(1, Math.min(request.page - 1, last))
    return {
      /** Sentences before the hits. `shown` escapes foreign text. */
      notes: (shown: EscapeForeign): readonly string[] => {
        if (!found) return [strings.results.noWords]
        const notes = searchNotes(found, request.isCut, strings, shown)
        return total === 0 && notes.length > 0 ? notes : [...notes, countOf(found, request)]
      },
      hits: mapCollectingMissing(hits, ({ document, passages }) => {
        const post = postAt(document)
        if (!post) return []
        const path = pagePath(post)
        return [{ post: post.entry, page: { path, url: origin + path }, passages }]
      }).flat(),
      isEmpty: total === 0,
      /** The same search without quotes, if only that has results. */
      unquoted: total === 0 ? unquoted(words, work) : undefined,
      /** Number of the first hit. */
      first: offset + 1,
      previous: found && request.page > 1 ? pageAt(words, previous) : undefined,
      next: request.page < last ? pageAt(words, request.page + 1) : undefined,
      /** Finds matches in a text. */
      matchesIn: question ? highlighter(index(), question) : () => [],
      /** Interface strings. */
      words: strings,
    }
  }

  function unquoted(words: string, work: Work) {
    const plain = words.replaceAll('"', '')
    const isFound = plain !== words && (search(index(), plain, { limit: 1, work })?.total ?? 0) > 0
    return isFound ? pageAt(plain, 1) : undefined
  }

  function countOf({ hits, total }: SearchResult, { page }: SearchQuery): string {
    const { noPage, count } = strings.results
    return total > 0 && hits.length === 0
      ? format(noPage, { page })
      : format(count, { count: total }, strings)
  }
}
