import { type OptionNames, requireOptions } from '../base/options.ts'
import type { Index } from '../search/load.ts'
import type { Passage } from '../search/passages.ts'
import { type Hit, searchNotes, search, type Work } from '../search/search.ts'
import { passageShape, usualRoom } from '../search/tuning.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import en from '../words/en.json' with { type: 'json' }
import { filterArguments, ToolError } from './arguments.ts'
import {
  badCursor,
  cursorAfter,
  cursorStart,
  passes,
  type PostFilter,
  readFilter,
  resolveFilter,
  type Sort,
} from './list-tool.ts'
import { citationOf, indexOf, type Posts, postsOf } from './posts.ts'
import { cutTo, hitsAsText, longestDirective, passageUrl, type ShownHit, toolResult } from './reply.ts'
import { mcpLimits, toolNames } from './protocol.ts'
import { quoter } from './quote.ts'
import type { ToolRun } from './arguments.ts'

export function searcher(posts: Posts, index: () => Index, publication: string): ToolRun {
  return (input, work) => {
    const { values, given } = input
    const read = readFilter(input, posts, ['newest', 'relevance'])
    if (read instanceof ToolError) return read
    const { filter, sort, notes } = read
    const query = String(values.get('query'))
    const offset = cursorStart('hits', values.get('cursor'))
    if (offset === undefined || offset >= mcpLimits.hits.inAll || offset > posts.all.length) return badCursor
    const limit = Math.min(Number(values.get('limit')), mcpLimits.hits.inAll - offset)
    const maxChars = Number(values.get('max_chars'))
    const replyWith = (
      hits: readonly ShownHit[],
      total: number,
      notes: readonly string[],
      isByTime = false,
    ) => {
      const reachable = Math.min(hits.length > 0 ? total : 0, mcpLimits.hits.inAll)
      const next = cursorAfter('hits', offset + hits.length, reachable)
      return { hits, next, text: hitsAsText({ publication, total, ...next, notes, isByTime }, hits) }
    }
    const result = search(index(), query, {
      ...narrowed(filter, sort, posts),
      limit,
      offset,
      room: (documents) => {
        const heads = documents.flatMap((document) => shownHit({ document, passages: [] }, posts))
        return maxChars - replyWith(heads, posts.all.length, notes).text.length
      },
      work,
    })
    if (!result) return new ToolError('`query` has no words to search for. Name the subject in a few words.')
    if (offset > 0 && result.hits.length === 0) return badCursor
    const asMarkdown = values.get('markdown') === true
    const allHits = result.hits.flatMap((hit) => shownHit(hit, posts, asMarkdown ? work : undefined))
    const unquoted = allHits.filter(({ passages }) => passages.length === 0).length
    const allNotes = [
      ...notes,
      ...(result.total === 0 ? [nextStep(query, isSet(filter))] : []),
      ...searchNotes(result, query.length > mcpLimits.query, en),
      ...(unquoted > 0
        ? [`Hits without passages, because their posts are too long: ${unquoted}. Lower \`limit\`.`]
        : []),
    ]
    // More hits than by default may take more room, unless it is given.
    const most = given.has('max_chars') ? maxChars : maxChars * Math.max(1, limit / mcpLimits.hits.default)
    const { isForNewest, isForThisYear } = result.question
    const isDated = filter.since !== undefined || filter.until !== undefined
    const isByTime = isForNewest || isForThisYear || isDated || sort === 'newest'
    const { text, next, hits } = fitted(allHits, most, asMarkdown ? Infinity : passageShape.least, (hits) =>
      replyWith(hits, result.total, allNotes, isByTime),
    )
    const isExplained = values.get('explain') === true
    const explanations = result.hits.map(({ score, matchedTerms, matchedIn, passages }) => {
      return { score, matchedTerms, matchedIn, kinds: passages.map(({ kind }) => kind) }
    })
    const structuredContent = {
      query,
      total: result.total,
      returned: hits.length,
      ...next,
      notes: allNotes.length > 0 ? allNotes : undefined,
      interpreted: isExplained ? result.interpreted : undefined,
      hits: hits.map((hit, at) => ({
        ...hit,
        explanation: isExplained ? explanations[at] : undefined,
        citation: citationOf(hit, publication),
      })),
    }
    return toolResult(text, { structuredContent })
  }
}

/** Cuts or drops the last passages but one of each hit until the text is short enough, then the last hits, then the end of the text. */
function fitted<Reply extends { readonly text: string }>(
  hits: readonly ShownHit[],
  most: number,
  shortest: number,
  replyWith: (hits: readonly ShownHit[]) => Reply,
): Reply {
  let shown = hits
  for (;;) {
    const reply = replyWith(shown)
    const excess = reply.text.length - most
    if (excess <= 0) return reply
    const several = shown.findLastIndex(({ passages }) => passages.length > 1)
    const at = Math.max(several, 0)
    const hit = shown[at]
    const last = hit?.passages.at(-1)
    if (several === -1 && shown.length > 1) shown = shown.slice(0, -1)
    else if (!hit || !last) return { ...reply, text: cutTo(reply.text, most) }
    else {
      const left = cutTo(last.text, last.text.length - excess)
      const kept = several === -1 ? left !== '' : left.length >= shortest
      shown = shown.with(at, {
        ...hit,
        passages: [...hit.passages.slice(0, -1), ...(kept ? [{ ...last, text: left }] : [])],
      })
    }
  }
}

function nextStep(query: string, isFiltered: boolean): string {
  if (isFiltered) return 'No results with these filters: leave some out.'
  if (query.includes('"')) return 'No results: ask without quotation marks.'
  return `Use other words, or see what there is with ${toolNames.list}.`
}

const isSet = (filter: PostFilter): boolean => Object.values(filter).some((value) => value !== undefined)

/** The options of a search with a resolved filter. */
const narrowed = (filter: PostFilter, sort: Sort | undefined, posts: Posts) => ({
  filter: isSet(filter) ? (document: number) => passes(posts.all[document]?.entry, filter) : undefined,
  sort: sort === 'newest' ? sort : undefined,
  published: filter.since === undefined ? publishedIn(posts) : undefined,
})

/** The hits of a search, best first. */
export interface ArchiveSearch {
  /** Of all hits, whatever the limit. */
  readonly total: number
  readonly hits: readonly (ShownHit & { readonly citation: string })[]
}

/** Which posts to search, and how many hits to return. */
export interface ArchiveSearchOptions extends PostFilter {
  /** `newest` returns only posts that match well, newest first. Default: `relevance`. */
  readonly sort?: 'newest' | 'relevance' | undefined
  /** Default: 5. */
  readonly limit?: number | undefined
  /** How many hits to skip. */
  readonly offset?: number | undefined
  /** Approximate number of characters of all passages. */
  readonly maxChars?: number | undefined
}

const searchOptions: OptionNames<ArchiveSearchOptions> = {
  ...filterArguments,
  ...{ limit: true, offset: true, maxChars: true },
}

/** Opened indexes, which many searches share. */
const indexes = new WeakMap<Snapshot, { readonly posts: Posts; readonly index: Index }>()

/**
 * Searches a snapshot, with the same hits as the MCP tool. Returns undefined if the query has no words.
 * @example
 * const { total, hits } = search(snapshot, 'how was it measured', { tag: 'http', since: '2026' }) ?? { total: 0, hits: [] }
 */
export function searchSnapshot(
  snapshot: Snapshot,
  query: string,
  options: ArchiveSearchOptions = {},
): ArchiveSearch | undefined {
  requireOptions('search', options, searchOptions)
  const { sort, limit = mcpLimits.hits.default, offset = 0, maxChars = usualRoom } = options
  const opened = indexes.get(snapshot) ?? { posts: postsOf(snapshot), index: indexOf(snapshot) }
  indexes.set(snapshot, opened)
  const { posts, index } = opened
  const filter = resolveFilter(options, posts)
  for (const name of ['since', 'until'] as const)
    if (options[name] && !filter[name])
      throw new TypeError(`${name} must be a day, month or year, such as 2026-11-17: ${options[name]}`)
  for (const [name, number] of Object.entries({ limit, offset, maxChars }))
    if (!Number.isInteger(number) || number < 0)
      throw new TypeError(`${name} must be a whole number: ${number}`)
  if (sort !== undefined && sort !== 'newest' && sort !== 'relevance')
    throw new TypeError(`sort must be newest or relevance: ${sort}`)
  const result = search(index, query, { ...narrowed(filter, sort, posts), limit, offset, room: maxChars })
  if (!result) return undefined
  const publication = snapshot.mcp.serverInfo.title
  const hits = result.hits.flatMap((hit) => shownHit(hit, posts))
  return {
    total: result.total,
    hits: hits.map((hit) => ({ ...hit, citation: citationOf(hit, publication) })),
  }
}

/** Returns a function that looks up the day of a document. */
export const publishedIn =
  ({ all }: Posts) =>
  (document: number) =>
    all[document]?.entry.published

/** Quotes passages as markdown if `work` is given, else as text. */
function shownHit(
  hit: Pick<Hit, 'document' | 'passages'> & Partial<Hit>,
  posts: Posts,
  work?: Work,
): ShownHit[] {
  const post = posts.all[hit.document]
  if (!post) return []
  const { id, title, authors, published, url } = post.entry
  const quote =
    work && hit.source && hit.matchedIn === 'body' ? quoter(hit.source, work) : ({ text }: Passage) => text
  const page = posts.pageOf(post)
  const passages = hit.passages.map((passage) => ({
    text: quote(passage),
    heading: passage.heading,
    anchor: passage.anchor,
    url: passageUrl(page, passage, longestDirective),
  }))
  return [{ id, title, authors, published, url, ...(page === url ? {} : { page }), passages }]
}
