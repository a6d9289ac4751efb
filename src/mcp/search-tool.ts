import type { Index } from '../search/load.ts'
import type { Passage } from '../search/passages.ts'
import { type Hit, notesOn, search, type Work } from '../search/search.ts'
import { en } from '../words/en.ts'
import { ToolError } from './arguments.ts'
import { type AskedFilter, badCursor, cursorAfter, readFilter, startOf } from './list-tool.ts'
import { citation, isOf, type Posts } from './posts.ts'
import { mcpLimits } from './protocol.ts'
import { quoter } from './quote.ts'
import { extensibleJson, hitsAsText, type ShownHit } from './reply.ts'
import type { Run } from './tools.ts'

export function searcher(posts: Posts, index: () => Index, publication: string): Run {
  return ({ values, notes }, work) => {
    const filter = readFilter(values, posts)
    if (filter instanceof ToolError) return filter
    const query = String(values.get('query'))
    const offset = startOf('hits', values.get('cursor'))
    if (offset === undefined || offset >= mcpLimits.hits.inAll || offset > posts.all.length) return badCursor
    const limit = Math.min(Number(values.get('limit')), mcpLimits.hits.inAll - offset)
    const found = search(index(), query, { limit, offset, filter: wanted(filter, posts), work })
    if (!found) return new ToolError('`query` has no words to search for. Name the subject in a few words.')
    const asIs = values.get('markdown') !== true
    const hits = found.hits.flatMap((hit) => hitOf(hit, posts, asIs ? undefined : work))
    const reachable = Math.min(hits.length > 0 ? found.total : 0, mcpLimits.hits.inAll)
    const next = cursorAfter('hits', offset + hits.length, reachable)
    const named = hits.filter(({ passages }) => passages.length === 0).length
    const told = [
      ...notes,
      ...notesOn(found, query.length > mcpLimits.query, en.results),
      ...(named > 0 ? [`${named} of the posts are too long to be quoted at once: ask for fewer.`] : []),
    ]
    const text = hitsAsText({ publication, total: found.total, ...next, notes: told }, hits)
    const explained = values.get('explain') === true
    return extensibleJson({
      content: [{ type: 'text', text }],
      structuredContent: {
        query,
        total: found.total,
        returned: hits.length,
        ...next,
        ...(told.length > 0 ? { notes: told } : {}),
        ...(explained ? { interpreted: found.interpreted } : {}),
        hits: hits.map((hit, at) => ({
          ...hit,
          ...(explained ? { explanation: explanationOf(found.hits[at]) } : {}),
          citation: citation(hit, publication),
        })),
      },
    })
  }
}

function wanted({ series, tag }: AskedFilter, posts: Posts): ((document: number) => boolean) | undefined {
  if (series === undefined && tag === undefined) return undefined
  return (document) => {
    const post = posts.all[document]
    return post !== undefined && isOf(post.entry, series, tag)
  }
}

/** With passages in markdown, if there is work for that. */
function hitOf(hit: Hit, posts: Posts, work: Work | undefined): ShownHit[] {
  const post = posts.all[hit.document]
  if (!post) return []
  const { id, title, authors, published, url } = post.entry
  const isOfBody = hit.matchedIn === 'body'
  const quote = work && hit.source && isOfBody ? quoter(hit.source, work) : ({ text }: Passage) => text
  const passages = hit.passages.map((passage) => ({
    text: quote(passage),
    heading: passage.heading,
    anchor: passage.anchor,
  }))
  const page = posts.pageOf(post)
  return [{ id, title, authors, published, url, ...(page === url ? {} : { page }), passages }]
}

function explanationOf(hit: Hit | undefined): object {
  const { score, matchedTerms, matchedIn, passages } = hit ?? {}
  return { score, matchedTerms, matchedIn, kinds: passages?.map(({ kind }) => kind) }
}
