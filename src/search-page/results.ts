import type { QueryRenderer } from '../answer/ladder.ts'
import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { digest } from '../base/digest.ts'
import { escapeHtml } from '../base/escape.ts'
import { mcpLimits } from '../mcp/protocol.ts'
import { hitAsText } from '../mcp/reply.ts'
import { highlighter } from '../search/excerpt.ts'
import { type Index, openIndex } from '../search/load.ts'
import { searchNotes, search, type SearchResult, Work } from '../search/search.ts'
import { longestQuery } from '../search/tuning.ts'
import { searchResultHeaders } from '../snapshot/headers.ts'
import {
  type OnDemand,
  pagePath,
  type PostEntry,
  type Representation,
  type SealedPost,
  type Snapshot,
  type Template,
  type TextForm,
} from '../snapshot/resource.ts'
import { sealVariant, withAllEncodings } from '../snapshot/variant.ts'
import { format } from '../words/format.ts'
import { escapeWords, resultsAsHtml, resultsAsMarkdown } from './render.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** Returns a renderer for each path of the search page. Without words, the sealed page is served. */
export function searchResults(snapshot: Snapshot, index: () => Index): ReadonlyMap<string, QueryRenderer> {
  const { baseUrl, mcp, words, resultPages, onDemand } = snapshot
  const [page = '', twin = ''] = resultPages.map(({ path }) => path)
  const postAt = (document: number) => mcp.posts[document]
  const find = finder({ baseUrl, page, twin, words, postAt }, index)
  return new Map(resultPages.map((page) => [page.path, queryRenderer(page, find, onDemand)]))
}

function queryRenderer({ forms, negotiated }: Template, find: Finder, onDemand?: OnDemand): QueryRenderer {
  const shared = ['Vary', negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding', ...searchResultHeaders]
  const renderers = new Map(forms.map((form) => [typeOf(form), resultRenderer(form, shared, onDemand)]))
  return (query, type) => {
    const request = parseQuery(query)
    return request && renderers.get(type)?.(request, find(request))
  }
}

function resultRenderer(form: TextForm, shared: readonly string[], onDemand?: OnDemand) {
  const type = typeOf(form)
  const valuesFor = type === 'text/html' ? htmlValues : markdownValues
  const body = compileTemplate(form.body)
  const headers = form.headers.map(compileTemplate)
  return (request: SearchQuery, results: Results): Representation => {
    const bytes = encodeUtf8(body(valuesFor(request, results)))
    const filled = headers.map((header) => header({ words: '', query: request.query, results: '', none: '' }))
    const facts = { contentType: form.contentType, encoding: 'identity', tag: digest(bytes) } as const
    const plain = { type, variants: [sealVariant({ ...facts, shared: [...shared, ...filled] }, bytes)] }
    return onDemand ? withAllEncodings(plain, onDemand) : plain
  }
}

const typeOf = ({ contentType }: TextForm): string => contentType.split(';')[0] ?? ''

type FormValues = (request: SearchQuery, results: Results) => Readonly<Record<ResultSlot, string>>

export const htmlValues: FormValues = ({ words, query }, results) => ({
  words: escapeHtml(words),
  query: escapeHtml(query),
  results: resultsAsHtml(results),
  none: results.isEmpty ? 'none' : '',
})

const markdownValues: FormValues = ({ words, query }, results) => ({
  words: escapeWords(words),
  query,
  results: resultsAsMarkdown(results),
  none: results.isEmpty ? 'none' : '',
})

interface SearchQuery {
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

/** Whitespace, control characters, noncharacters and bidirectional marks. */
const invisible = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]+/gu

/**
 * Slots of the results page: the words, the query string, the results. Each form escapes them in its own way. Text
 * between two `none` slots is shown if there are no results.
 */
export type ResultSlot = 'words' | 'query' | 'results' | 'none'

/** Noncharacters as delimiters: no text contains them, and escaping leaves them alone. */
export const resultSlot = (name: ResultSlot): string => `\ufdd0${name}\ufdd1`

const slots = /\ufdd0(words|query|results)\ufdd1/

/** Splits a text at its slots, and returns a function that fills them. */
export function compileTemplate(text: string): (values: Readonly<Record<ResultSlot, string>>) => string {
  const [always = '', ifNone = '', rest = ''] = text.split(resultSlot('none'))
  const [found, nothing] = [always + rest, always + ifNone + rest].map((one) => one.split(slots))
  // `split` puts the captured slot names between the parts.
  return (values) => {
    const parts = (values.none === '' ? found : nothing) ?? []
    return parts.map((part, at) => (at % 2 === 1 ? values[part as ResultSlot] : part)).join('')
  }
}

/** Returns the first two hits of a search, for the documentation. */
export function sampleHits(
  words: string,
  index: Uint8Array,
  posts: readonly PostEntry[],
  sourceOf: (document: number) => Uint8Array,
): string {
  const { hits = [] } = search(openIndex(index, sourceOf), words, { limit: 2 }) ?? {}
  const shown = hits.map(({ document, passages }, at) =>
    hitAsText({ ...(posts[document] as PostEntry), passages }, at),
  )
  return shown.join('\n\n')
}

/** The results page, in any form. */
export type Results = ReturnType<Finder>
export type ResultHit = Results['hits'][number]
type Finder = ReturnType<typeof finder>

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
