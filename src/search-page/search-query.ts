import { mcpLimits } from '../mcp/limits.ts'
import { longestQuery } from '../search/tuning.ts'

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
