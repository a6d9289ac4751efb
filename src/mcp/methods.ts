import type { Index } from '../search/load.ts'
import type { Work } from '../search/work.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { type Era, handshakeVersions, type Params, protocolVersions } from './message.ts'
import { postsOf } from './posts.ts'
import { promptGetter } from './prompts.ts'
import { extensibleJson, RpcError } from './reply.ts'
import { resourceList, resourceReader } from './resources.ts'
import { toolCalls } from './tools.ts'

/** A method of the protocol: a row of the table that answers every request. */
export interface Method {
  readonly eras: readonly Era[]
  /** Since 2026-07-28 the result says how long it may be kept. */
  readonly cacheable?: boolean
  /** The parameter that the header Mcp-Name repeats. */
  readonly named?: 'name' | 'uri'
  /** The result, as extensible JSON. */
  readonly answer: (params: Params, era: Era, work: Work) => Uint8Array | RpcError
}

export function methodsOf(snapshot: Snapshot, index: () => Index): ReadonlyMap<string, Method> {
  const { serverInfo, capabilities, instructions, tools, prompts, resourceTemplates } = snapshot.mcp
  const posts = postsOf(snapshot)
  const calls = toolCalls(snapshot, posts, index)
  const names = [...calls.keys()].join(', ')
  const noSuchTool = new RpcError(200, 'params', `There is no such tool. The tools are: ${names}.`)

  const greeting = (protocolVersion: string) =>
    extensibleJson({ protocolVersion, capabilities, serverInfo, instructions })
  const greetings = new Map<unknown, Uint8Array>(handshakeVersions.map((one) => [one, greeting(one)]))
  const offer = greeting(handshakeVersions[0])
  const empty = extensibleJson({})

  const fixed = (result: object) => {
    const bytes = extensibleJson(result)
    return () => bytes
  }
  const rows: Readonly<Record<string, Method>> = {
    initialize: {
      eras: ['handshake'],
      answer: ({ protocolVersion }) => greetings.get(protocolVersion) ?? offer,
    },
    ping: { eras: ['handshake'], answer: () => empty },
    'server/discover': {
      eras: ['stateless'],
      cacheable: true,
      answer: fixed({ supportedVersions: protocolVersions, capabilities, instructions }),
    },
    'tools/list': { eras: both, cacheable: true, answer: fixed({ tools }) },
    'tools/call': {
      eras: both,
      named: 'name',
      answer: ({ name, arguments: given }, _, work) => calls.get(name)?.(given, work) ?? noSuchTool,
    },
    'resources/list': { eras: both, cacheable: true, answer: resourceList(posts) },
    'resources/templates/list': { eras: both, cacheable: true, answer: fixed({ resourceTemplates }) },
    'resources/read': {
      eras: both,
      cacheable: true,
      named: 'uri',
      answer: resourceReader(posts),
    },
    'prompts/list': { eras: both, cacheable: true, answer: fixed({ prompts }) },
    'prompts/get': { eras: both, named: 'name', answer: promptGetter(snapshot, posts) },
  }
  return new Map(Object.entries(rows))
}

const both = ['handshake', 'stateless'] as const
