import { cacheSizes, memo } from '../base/caches.ts'
import { didYouMean } from '../base/nearest.ts'
import type { Index } from '../search/load.ts'
import type { Work } from '../search/search.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { badCursor, cursorAfter, cursorStart } from './list-tool.ts'
import { handshakeVersions, isObject, type Params, protocolVersions } from './message.ts'
import type { Era } from './protocol.ts'
import { citationOf, type Posts, postsOf } from './posts.ts'
import { mcpLimits, type PromptName, promptNames, toolNames } from './protocol.ts'
import { extensibleJson, RpcError } from './reply.ts'
import { toolCalls } from './tools.ts'

/** A method of the protocol. */
export interface Method {
  readonly eras: readonly Era[]
  /** Since 2026-07-28 such results carry a TTL. */
  readonly cacheable?: boolean
  /** The parameter that the header Mcp-Name repeats. */
  readonly named?: 'name' | 'uri'
  /** Name in the metrics; default `mcp`. */
  readonly operation?: (params: Params) => string | undefined
  /** Returns the result as extensible JSON. */
  readonly answer: (params: Params, era: Era, work: Work) => Uint8Array | RpcError
}

const bothEras = ['handshake', 'stateless'] as const
const badListCursor = new RpcError(200, 'params', badCursor.advice)

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

  const discovery = extensibleJson({ supportedVersions: protocolVersions, capabilities, instructions })
  /** A list that fits on one page, and so accepts no cursor. */
  const onePage = (result: object) => {
    const bytes = extensibleJson(result)
    return ({ cursor }: Params) => (cursorStart('', cursor) === 0 ? bytes : badListCursor)
  }
  const rows: Readonly<Record<string, Method>> = {
    initialize: {
      eras: ['handshake'],
      answer: ({ protocolVersion }) => greetings.get(protocolVersion) ?? offer,
    },
    ping: { eras: ['handshake'], answer: () => empty },
    'server/discover': { eras: ['stateless'], cacheable: true, answer: () => discovery },
    'tools/list': { eras: bothEras, cacheable: true, answer: onePage({ tools }) },
    'tools/call': {
      eras: bothEras,
      named: 'name',
      operation: ({ name }) => (typeof name === 'string' && calls.has(name) ? name : undefined),
      answer: ({ name, arguments: input }, _, work) => calls.get(name)?.(input, work) ?? noSuchTool,
    },
    'resources/list': { eras: bothEras, cacheable: true, answer: resourceList(posts) },
    'resources/templates/list': { eras: bothEras, cacheable: true, answer: onePage({ resourceTemplates }) },
    'resources/read': { eras: bothEras, cacheable: true, named: 'uri', answer: resourceReader(posts) },
    'prompts/list': { eras: bothEras, cacheable: true, answer: onePage({ prompts }) },
    'prompts/get': { eras: bothEras, named: 'name', answer: promptGetter(snapshot, posts) },
    'completion/complete': { eras: bothEras, answer: completer(snapshot, posts) },
  }
  return new Map(Object.entries(rows))
}

const mimeType = 'text/markdown'

function resourceList(posts: Posts): Method['answer'] {
  const makePage = (from: number) => {
    const end = from + mcpLimits.resources
    const resources = posts.all.slice(from, end).map(({ entry, size, changedAt }) => {
      const { id, title, summary: description, url: uri } = entry
      const annotations = changedAt === null ? undefined : { lastModified: changedAt }
      return { uri, name: id, title, description, mimeType, size, annotations }
    })
    return extensibleJson({ resources, ...cursorAfter('resources', end, posts.all.length) })
  }
  const page = memo(makePage, cacheSizes.resourceLists, (bytes) => bytes.length)
  return ({ cursor }) => {
    const from = cursorStart('resources', cursor)
    return from !== undefined && (from === 0 || from < posts.all.length) ? page(from) : badListCursor
  }
}

/** SEP-2164 asks for the URI in the error. None of ours is longer. */
const longestUri = 1024

function resourceReader(posts: Posts): Method['answer'] {
  return ({ uri }, era, work) => {
    if (typeof uri !== 'string') return new RpcError(200, 'params', '`uri` must be a string.')
    const post = posts.at(uri)
    if (post) {
      const text = posts.textOf(post)
      work.add(text.length)
      return extensibleJson({ contents: [{ uri, mimeType, text }] })
    }
    const kind = era === 'stateless' ? 'params' : 'resource'
    const message = 'No resource has that URI. resources/list returns all of them.'
    return new RpcError(200, kind, message, { uri: uri.slice(0, longestUri) })
  }
}

type Prompt = (input: Params) => Uint8Array | RpcError

function promptGetter(snapshot: Snapshot, posts: Posts): Method['answer'] {
  const prompts: Record<PromptName, Prompt> = { [promptNames.cite]: citePrompt(snapshot, posts) }
  const byName = new Map<unknown, Prompt>(Object.entries(prompts))
  const names = Object.keys(prompts).join(', ')
  const noSuchPrompt = new RpcError(200, 'params', `There is no such prompt. The prompts are: ${names}.`)
  return ({ name, arguments: input }) => byName.get(name)?.(isObject(input) ? input : {}) ?? noSuchPrompt
}

function citePrompt({ mcp }: Snapshot, posts: Posts): Prompt {
  return ({ id }) => {
    const entry = typeof id === 'string' ? posts.find(id)?.post.entry : undefined
    if (!entry) {
      const near = typeof id === 'string' ? posts.near(id) : []
      return new RpcError(200, 'params', `\`id\` must be the id of a post. ${didYouMean(near)}`.trim())
    }
    const text = `Cite this post as follows, adapted to the style of your text:

${citationOf(entry, mcp.serverInfo.title)}

Keep the ${entry.authors.length > 1 ? 'authors' : 'author'}, the title and the canonical URL. If you quote a benchmark number from the post, read the post with ${toolNames.get} (id ${entry.id}) and cite the primary source that it names as well.`
    const content = { type: 'text', text }
    return extensibleJson({ description: `Citation of ${entry.id}`, messages: [{ role: 'user', content }] })
  }
}

/** Completes ids, tags and series: prefix matches first, then other matches. Posts are newest first. */
function completer({ mcp }: Snapshot, posts: Posts): Method['answer'] {
  const ids = () => posts.all.map(({ entry }) => entry.id)
  const lists = new Map(Object.entries({ id: ids, postId: ids, tag: posts.tags, series: posts.series }))
  const isKnown = ({ type, name, uri }: Params) =>
    type === 'ref/prompt'
      ? mcp.prompts.some((one) => one.name === name)
      : type === 'ref/resource' && mcp.resourceTemplates.some(({ uriTemplate }) => uriTemplate === uri)
  const unknown = new RpcError(
    200,
    'params',
    `Name a prompt or a resource template, one of the arguments ${[...lists.keys()].join(', ')}, and a value.`,
  )
  return ({ ref, argument }) => {
    const { name, value } = isObject(argument) ? argument : {}
    const list = isObject(ref) && isKnown(ref) && typeof name === 'string' ? lists.get(name) : undefined
    if (!list || typeof value !== 'string') return unknown
    const prefix = value.toLowerCase()
    const matching = list().filter((one) => one.toLowerCase().includes(prefix))
    const hasPrefix = (one: string) => one.toLowerCase().startsWith(prefix)
    const all = [...matching.filter(hasPrefix), ...matching.filter((one) => !hasPrefix(one))]
    const values = all.slice(0, mcpLimits.completions)
    return extensibleJson({ completion: { values, total: all.length, hasMore: values.length < all.length } })
  }
}
