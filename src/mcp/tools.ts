import { memo } from '../answer/memo.ts'
import { openIndex } from '../search/load.ts'
import { type Hit, search } from '../search/search.ts'
import type { SealedPost, Tool } from '../snapshot/mcp.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { argumentReader, type Arguments, ToolError } from './arguments.ts'
import { cursorAfter, pageOf, startOf, unknownCursor } from './cursor.ts'
import { encoded, extensibleJson } from './json.ts'
import { mcpLimits } from './limits.ts'
import { type ToolName, toolNames } from './names.ts'
import { partOf } from './part.ts'
import { didYouMean, isOf, type Posts } from './posts.ts'

/** From a call's arguments to the result, as extensible JSON. Wrong arguments have a result too, one that says what to do. */
export type Call = (given: unknown) => Uint8Array

type Run = (values: Arguments) => Uint8Array | ToolError

export function toolCalls({ mcp }: Snapshot, posts: Posts): ReadonlyMap<unknown, Call> {
  const runs = {
    [toolNames.list]: lister(posts),
    [toolNames.get]: getter(posts),
    [toolNames.search]: searcher(posts, mcp.search),
  } satisfies Record<ToolName, Run>
  return new Map(Object.entries(runs).map(([name, run]) => [name, callOf(schemaOf(mcp.tools, name), run)]))
}

function callOf(schema: Tool['inputSchema'], run: Run): Call {
  const read = argumentReader(schema)
  return (given) => {
    const values = read(given)
    const result = values instanceof ToolError ? values : run(values)
    return result instanceof ToolError ? errorResult(result) : result
  }
}

function schemaOf(tools: readonly Tool[], name: string): Tool['inputSchema'] {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`the snapshot declares no tool ${name}`)
  return tool.inputSchema
}

function lister(posts: Posts): Run {
  const list = memo(
    (key: string) => {
      const [series, tag, limit, from] = JSON.parse(key) as [string | null, string | null, number, number]
      const entries = posts.all
        .map(({ entry }) => entry)
        .filter((entry) => isOf(entry, series ?? undefined, tag ?? undefined))
      if (from > 0 && from >= entries.length) return badCursor
      const { items, nextCursor } = pageOf('posts', entries, from, limit)
      return structured({ total: entries.length, returned: items.length, nextCursor, posts: items })
    },
    { entries: 100 },
  )
  return (values) => {
    const filter = filterOf(values, posts)
    const from = startOf('posts', values.get('cursor'))
    if (filter instanceof ToolError) return filter
    return from === undefined
      ? badCursor
      : list(JSON.stringify([filter.series ?? null, filter.tag ?? null, values.get('limit'), from]))
  }
}

function getter(posts: Posts): Run {
  /** Undefined, and so not remembered, for a post that is usually given in parts. */
  const wholes = memo((post: SealedPost) => {
    const whole = posts.textOf(post)
    return whole.length <= mcpLimits.part.usual ? { length: whole.length, result: text(whole) } : undefined
  })
  return (values) => {
    const asked = String(values.get('id'))
    const post = posts.find(asked)
    if (!post) return unknownPost(posts, asked)
    const offset = Number(values.get('offset'))
    const most = Number(values.get('max_chars'))
    const short = wholes(post)
    if (short && offset === 0 && short.length <= most) return short.result
    const whole = posts.textOf(post)
    if (offset === 0 && whole.length <= most) return text(whole)
    if (offset >= whole.length)
      return new ToolError(`The post has ${whole.length} characters: \`offset\` must be less than that.`)
    return text(partOf(whole, offset, most, post.entry.id))
  }
}

function searcher(posts: Posts, bytes: Uint8Array): Run {
  const index = openIndex(bytes)
  return (values) => {
    const filter = filterOf(values, posts)
    if (filter instanceof ToolError) return filter
    const { series, tag } = filter
    const query = String(values.get('query'))
    const offset = startOf('hits', values.get('cursor'))
    if (offset === undefined || offset >= mcpLimits.hits.inAll || offset > posts.all.length) return badCursor
    const limit = Math.min(Number(values.get('limit')), mcpLimits.hits.inAll - offset)
    const wanted = (document: number) => {
      const post = posts.all[document]
      return post !== undefined && isOf(post.entry, series, tag)
    }
    const filtered = series !== undefined || tag !== undefined
    const found = search(index, query, { limit, offset, filter: filtered ? wanted : undefined })
    if (!found) return new ToolError('`query` has no words to search for. Name the subject in a few words.')
    const { total, complete, interpreted } = found
    const hits = found.hits.flatMap((hit) => hitOf(posts, hit))
    const reachable = Math.min(hits.length > 0 ? total : 0, mcpLimits.hits.inAll)
    const next = cursorAfter('hits', offset + hits.length, reachable)
    return structured({ query, total, returned: hits.length, ...next, complete, interpreted, hits })
  }
}

function hitOf(posts: Posts, hit: Hit): object[] {
  const post = posts.all[hit.document]
  if (!post) return []
  const { id, title, authors, url, published, series, tags } = post.entry
  const { sentence, matchedTerms, score } = hit
  const { text, anchor, heading, kind, matchedIn } = sentence
  const page = posts.pageOf(post)
  const anchorUrl = anchor === '' ? page : `${page}#${encodeURIComponent(anchor)}`
  const where = { id, title, authors, url, anchorUrl, heading, sentence: text, kind }
  return [{ ...where, matchedIn, matchedTerms, score, published, series, tags }]
}

function filterOf(values: Arguments, posts: Posts): { series?: string; tag?: string } | ToolError {
  const series = values.get('series')
  const asked = values.get('tag')
  const tag = asked === undefined ? undefined : posts.tagLike(String(asked))
  if (asked !== undefined && tag === undefined) {
    const advice = didYouMean(posts.nearTags(String(asked))) || ' Leave `tag` out, or search for it.'
    const known = posts.tags().slice(0, mostTagsNamed).join(', ') || 'none'
    return new ToolError(`No post has that tag.${advice} Tags in use: ${known}.`)
  }
  return {
    ...(series === undefined ? {} : { series: String(series) }),
    ...(tag === undefined ? {} : { tag }),
  }
}

const mostTagsNamed = 50

function unknownPost(posts: Posts, id: string): ToolError {
  const meant = didYouMean(posts.near(id))
  const example = posts.all[0]?.entry.id
  return new ToolError(
    `No post has that id.${meant} Ids look like ${example}; ${toolNames.list} and ${toolNames.search} return them.`,
  )
}

const badCursor = new ToolError(unknownCursor)

/** Clients show their model one channel or the other, so each holds all of it. */
function structured(value: object): Uint8Array {
  const json = JSON.stringify(value)
  return encoded(`{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`)
}

function text(whole: string): Uint8Array {
  return extensibleJson({ content: [{ type: 'text', text: whole }] })
}

function errorResult({ advice }: ToolError): Uint8Array {
  return extensibleJson({ content: [{ type: 'text', text: advice }], isError: true })
}
