import type { QueryRenderer } from '../answer/ladder.ts'
import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { digest } from '../base/digest.ts'
import { escapeHtml } from '../base/escape.ts'
import { mcpLimits } from '../mcp/protocol.ts'
import { hitAsText } from '../mcp/reply.ts'
import { highlighter, type TextRange } from '../search/excerpt.ts'
import { type Index, openIndex } from '../search/load.ts'
import type { Passage } from '../search/passages.ts'
import { notesOn, search, type SearchResult, Work } from '../search/search.ts'
import { longestQuery } from '../search/tuning.ts'
import { inEveryEncoding, type OnDemand } from '../snapshot/on-demand.ts'
import { onResults } from '../snapshot/headers.ts'
import {
  pagePath,
  type PostEntry,
  type Representation,
  type SealedPost,
  type Snapshot,
} from '../snapshot/resource.ts'
import { sealVariant, type Template, type TextForm } from '../snapshot/seal.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { escapeWords, resultsAsHtml, resultsAsMarkdown } from './render.ts'

/** The search page at each of its paths: what a query with words makes of it. The rest is sealed, without words all of it. */
export function searchResults(
  snapshot: Snapshot,
  index: () => Index,
  onDemand?: OnDemand,
): ReadonlyMap<string, QueryRenderer> {
  const { baseUrl, mcp, language, resultPages } = snapshot
  const [page = '', twin = ''] = resultPages.map(({ path }) => path)
  const postAt = (document: number) => mcp.posts[document]
  const find = finder({ baseUrl, page, twin, words: wordsOf(language), postAt }, index)
  return new Map(resultPages.map((page) => [page.path, liveOf(page, find, onDemand)]))
}

function liveOf({ forms, negotiated }: Template, find: Finder, onDemand?: OnDemand): QueryRenderer {
  const shared = ['Vary', negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding', ...onResults]
  const makers = new Map(forms.map((form) => [typeOf(form), makerOf(form, shared, onDemand)]))
  return (query, type) => {
    const asked = readAsked(query)
    return asked && makers.get(type)?.(asked, find(asked))
  }
}

type Maker = (asked: SearchQuery, results: Results) => Representation

function makerOf(form: TextForm, shared: readonly string[], onDemand?: OnDemand): Maker {
  const type = typeOf(form)
  const valuesFor = type === 'text/html' ? htmlValues : markdownValues
  const body = fillable(form.body)
  const headers = form.headers.map(fillable)
  return (asked, results) => {
    const bytes = utf8.encode(body(valuesFor(asked, results)))
    const filled = headers.map((header) => header({ words: '', query: asked.query, results: '', none: '' }))
    const facts = { contentType: form.contentType, headers: filled }
    const plain = { type, variants: [sealVariant(facts, shared, 'identity', bytes, digest(bytes))] }
    return onDemand ? inEveryEncoding(plain, onDemand) : plain
  }
}

const utf8 = new TextEncoder()

function typeOf({ contentType }: TextForm): string {
  return contentType.split(';')[0] ?? ''
}

type Values = (asked: SearchQuery, results: Results) => Readonly<Record<Slot, string>>

export const htmlValues: Values = ({ words, query }, results) => ({
  words: escapeHtml(words),
  query: escapeHtml(query),
  results: resultsAsHtml(results),
  none: noneOf(results),
})

const markdownValues: Values = ({ words, query }, results) => ({
  words: escapeWords(words),
  query,
  results: resultsAsMarkdown(results),
  none: noneOf(results),
})

const noneOf = ({ isEmpty }: Results) => (isEmpty ? 'none' : '')

export interface SearchQuery {
  /** On one line, as much of them as is read. */
  readonly words: string
  /** Whether there were more. */
  readonly isCut: boolean
  /** From 1. */
  readonly page: number
  /** The one spelling of the query that asks this. */
  readonly query: string
}

export const hitsPerPage = 10
const mostPages = mcpLimits.hits.inAll / hitsPerPage

/** Undefined when no words are asked for. Parameters other than `q` and `page` are ignored, and so is a page that is no number. */
export function readAsked(query: string): SearchQuery | undefined {
  if (query === '') return undefined
  const parameters = new URLSearchParams(query)
  const given = (parameters.get('q') ?? '').replaceAll(notShown, ' ').trim()
  if (given === '') return undefined
  // The cut may go through a pair of surrogates.
  const words = given.slice(0, longestQuery).replace(/[\ud800-\udbff]$/, '')
  const page = pageOf(parameters.get('page') ?? '')
  return { words, isCut: given.length > longestQuery, page, query: queryFor(words, page) }
}

/** In this spelling a query has nothing that HTML, markdown or a header takes for its own, but for the ampersand. */
export function queryFor(words: string, page: number): string {
  return new URLSearchParams({ q: words, ...(page > 1 ? { page: String(page) } : {}) }).toString()
}

/** White space, controls, noncharacters, and marks that change the order of reading. */
const notShown = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]+/gu

function pageOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), mostPages) : 1
}

/**
 * What is left open in a sealed page of results: the words that were asked for, the query of its address, and the results. Each form
 * escapes them in its own way. What is between two slots called `none` is for a page without results.
 */
export type Slot = 'words' | 'query' | 'results' | 'none'

/** Between noncharacters, which Unicode keeps for such marks: no escaping changes them, and no text has them. */
export function slot(name: Slot): string {
  return `\ufdd0${name}\ufdd1`
}

const slots = /\ufdd0(words|query|results)\ufdd1/

/** A text with slots, cut at them once. */
export function fillable(text: string): (values: Readonly<Record<Slot, string>>) => string {
  const [always = '', ifNone = '', rest = ''] = text.split(slot('none'))
  const [found, nothing] = [always + rest, always + ifNone + rest].map((one) => one.split(slots))
  // `split` puts what the group matched, the name of a slot, between the parts.
  return (values) => {
    const parts = (values.none === '' ? found : nothing) ?? []
    return parts.map((part, at) => (at % 2 === 1 ? values[part as Slot] : part)).join('')
  }
}

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
  return hits.map((hit, at) => hitAsText(hit, at)).join('\n\n')
}

const mostHits = 2

/** What a page of results says, in whatever form. */
export interface Results {
  /** Sentences, before the hits; each form has its way to show what is not ours in them. */
  readonly notes: (shown: Shown) => readonly string[]
  readonly hits: readonly ResultHit[]
  readonly isEmpty: boolean
  /** The same words without quotation marks, where they are found and nothing else is. */
  readonly unquoted: Address | undefined
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

/** What is searched, for who shows what was found. */
interface Searched {
  readonly baseUrl: string
  /** Paths of the page of results and of its twin. */
  readonly page: string
  readonly twin: string
  /** Of the interface. */
  readonly words: Words
  readonly postAt: (document: number) => ShownPost | undefined
}

/** As much of a post as results show. */
export type ShownPost = Pick<SealedPost, 'entry' | 'twin'>

export function finder({ baseUrl, page, twin, words: spoken, postAt }: Searched, index: () => Index): Finder {
  const { origin } = new URL(baseUrl)
  const pageAt = (words: string, number: number): Address => {
    const query = queryFor(words, number)
    return { path: `${page}?${query}`, url: `${origin}${twin}?${query}` }
  }

  return (asked) => {
    const { words } = asked
    const offset = (asked.page - 1) * hitsPerPage
    const work = new Work()
    const found = search(index(), words, { limit: hitsPerPage, offset, work })
    if (!found) return { ...noResults, words: spoken, notes: () => [spoken.results.noWords] }
    const { hits, total, question } = found
    const last = Math.ceil(Math.min(total, mcpLimits.hits.inAll) / hitsPerPage)
    return {
      notes: (shown) => {
        const notes = notesOn(found, asked.isCut, spoken.results, shown)
        return total === 0 && notes.length > 0 ? notes : [...notes, countOf(found, asked)]
      },
      hits: mapCollectingMissing(hits, ({ document, passages }) => {
        const post = postAt(document)
        if (!post) return []
        const path = pagePath(post)
        return [{ post: post.entry, page: { path, url: origin + path }, passages }]
      }).flat(),
      isEmpty: total === 0,
      unquoted: total === 0 ? unquoted(words, work) : undefined,
      first: offset + 1,
      previous: asked.page > 1 ? pageAt(words, Math.max(1, Math.min(asked.page - 1, last))) : undefined,
      next: asked.page < last ? pageAt(words, asked.page + 1) : undefined,
      matchesIn: highlighter(index(), question),
      words: spoken,
    }
  }

  function unquoted(words: string, work: Work): Address | undefined {
    const plain = words.replaceAll('"', '')
    const isFound = plain !== words && (search(index(), plain, { limit: 1, work })?.total ?? 0) > 0
    return isFound ? pageAt(plain, 1) : undefined
  }

  function countOf({ hits, total }: SearchResult, { page }: SearchQuery): string {
    const { noPage, count } = spoken.results
    return total > 0 && hits.length === 0 ? noPage(page) : count(total)
  }
}

const noResults: Omit<Results, 'words' | 'notes'> = {
  hits: [],
  isEmpty: true,
  unquoted: undefined,
  first: 1,
  previous: undefined,
  next: undefined,
  matchesIn: () => [],
}
