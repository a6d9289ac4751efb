import type { Index } from '../search/load.ts'
import type { Work } from '../search/work.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { argumentReader, type ArgumentRule, type Arguments, ToolError, toolArguments } from './arguments.ts'
import { connectorTools } from './connectors.ts'
import { extensibleJson } from './reply.ts'
import { lister } from './list-tool.ts'
import { type ConnectorName, type ToolName, toolNames } from './protocol.ts'
import type { Posts } from './posts.ts'
import { getter } from './get-tool.ts'
import { searcher } from './search-tool.ts'

/** From a call's arguments to the result, as extensible JSON. Wrong arguments have a result too, one that says what to do. */
export type Call = (given: unknown, work: Work) => Uint8Array

export type Run = (given: Arguments, work: Work) => Uint8Array | ToolError

/** The tools that the snapshot declares, by name. */
export function toolCalls(snapshot: Snapshot, posts: Posts, index: () => Index): ReadonlyMap<unknown, Call> {
  const publication = snapshot.mcp.serverInfo.title
  const runs = {
    [toolNames.list]: lister(posts, publication),
    [toolNames.get]: getter(posts, index),
    [toolNames.search]: searcher(posts, index, publication),
    ...connectorTools(posts, index),
  } satisfies Record<ToolName | ConnectorName, Run>
  const declared = new Set(snapshot.mcp.tools.map(({ name }) => name))
  const missing = Object.values(toolNames).find((name) => !declared.has(name))
  if (missing) throw new Error(`the snapshot declares no tool ${missing}`)
  const names = Object.keys(runs).filter((name) => declared.has(name)) as (keyof typeof runs)[]
  return new Map(names.map((name) => [name, callOf(toolArguments[name], runs[name])]))
}

function callOf(rules: Readonly<Record<string, ArgumentRule>>, run: Run): Call {
  const read = argumentReader(rules)
  return (given, work) => {
    const values = read(given)
    const result = values instanceof ToolError ? values : run(values, work)
    return result instanceof ToolError ? errorResult(result) : result
  }
}

function errorResult({ advice }: ToolError): Uint8Array {
  return extensibleJson({ content: [{ type: 'text', text: advice }], isError: true })
}
