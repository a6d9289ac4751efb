import type { Index } from '../search/load.ts'
import { search, type Work } from '../search/search.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { argumentReader, toolArguments, ToolError, type ToolRun } from './arguments.ts'
import { getter } from './get-tool.ts'
import { lister } from './list-tool.ts'
import { textPart } from './post-text.ts'
import type { Posts } from './posts.ts'
import { type ConnectorName, connectorNames, mcpLimits, type ToolName, toolNames } from './protocol.ts'
import { toolResult } from './reply.ts'
import { publishedIn, searcher } from './search-tool.ts'

/** Runs a tool with unparsed arguments and returns extensible JSON. Invalid arguments give a result with advice. */
export type Call = (input: unknown, work: Work) => Uint8Array

export function toolCalls(snapshot: Snapshot, posts: Posts, index: () => Index): ReadonlyMap<unknown, Call> {
  const publication = snapshot.mcp.serverInfo.title
  const runs = {
    [toolNames.list]: lister(posts, publication),
    [toolNames.get]: getter(posts, index),
    [toolNames.search]: searcher(posts, index, publication),
    ...connectorTools(posts, index),
  } satisfies Record<ToolName | ConnectorName, ToolRun>
  const declared = new Set(snapshot.mcp.tools.map(({ name }) => name))
  const missing = Object.values(toolNames).find((name) => !declared.has(name))
  if (missing) throw new Error(`the snapshot declares no tool ${missing}`)
  const names = Object.keys(runs).filter((name) => declared.has(name)) as (keyof typeof runs)[]
  const calls = names.map((name): [string, Call] => {
    const parse = argumentReader(toolArguments[name])
    const call: Call = (input, work) => {
      const parsed = parse(input)
      const result = parsed instanceof ToolError ? parsed : runs[name](parsed, work)
      return result instanceof ToolError ? toolResult(result.advice, { isError: true }) : result
    }
    return [name, call]
  })
  return new Map(calls)
}

/** OpenAI's connectors and deep research call only `search` and `fetch`, with these results (https://platform.openai.com/docs/mcp). */
function connectorTools(posts: Posts, index: () => Index) {
  const searchRun: ToolRun = ({ values }, work) => {
    const limit = mcpLimits.hits.default * 2
    const published = publishedIn(posts)
    const found = search(index(), String(values.get('query')), { limit, work, published })
    const results = (found?.hits ?? []).flatMap(({ document }) => {
      const entry = posts.all[document]?.entry
      return entry ? [{ id: entry.id, title: entry.title, url: entry.url }] : []
    })
    return both({ results })
  }
  const fetchRun: ToolRun = ({ values }, work) => {
    const post = posts.find(String(values.get('id')))?.post
    if (!post) return new ToolError(`No document has that id. \`${connectorNames.search}\` returns them.`)
    const { id, title, url, authors, published, series, tags } = post.entry
    const metadata = {
      authors: authors.join(', '),
      published: published ?? undefined,
      series,
      tags: tags.join(', '),
    }
    const whole = posts.textOf(post)
    work.add(whole.length)
    const { max } = mcpLimits.part
    const text = whole.length > max ? textPart(whole, 0, max, id) : whole
    return both({ id, title, text, url, metadata })
  }
  return { [connectorNames.search]: searchRun, [connectorNames.fetch]: fetchRun }
}

const both = (value: object): Uint8Array => toolResult(JSON.stringify(value), { structuredContent: value })
