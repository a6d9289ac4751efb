import { textFragment } from '../base/text-fragment.ts'
import type { Passage } from '../search/passages.ts'
import { concatBytes } from '../base/digest.ts'
import { commonHeaders } from '../snapshot/headers.ts'
import type { Answer, PostEntry } from '../snapshot/resource.ts'
import en from '../words/en.json' with { type: 'json' }
import { format, joinNames } from '../words/format.ts'
import { type Era, type Id, toolNames } from './protocol.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** The answer to one message; without a body for a notification. */
export interface McpReply {
  readonly status: number
  readonly body: Uint8Array | null
  readonly operation?: string | undefined
}

/** JSON, or a stream with a single event. */
export type ReplyFormat = 'json' | 'event'

export const accepted: McpReply = { status: 202, body: null }

/** In milliseconds; the same as `Cache-Control` of pages. */
const timeToLive = 3_600_000

/** Returns a function that appends the fields of the era to a result, which is extensible JSON. */
export function successReply(serverInfo: object) {
  const meta = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': serverInfo })
  const complete = `,"resultType":"complete","_meta":${meta}}}`
  const plainEnd = encodeUtf8('}}')
  const statelessEnd = encodeUtf8(complete)
  const cacheableEnd = encodeUtf8(`,"ttlMs":${timeToLive},"cacheScope":"public"${complete}`)
  return (result: Uint8Array, id: Id, era: Era, cacheable: boolean): McpReply => {
    const head = encodeUtf8(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
    const end = era === 'handshake' ? plainEnd : cacheable ? cacheableEnd : statelessEnd
    return { status: 200, body: concatBytes([head, result, end]) }
  }
}

/** Omits an unknown id: the schema of 2026-07-28 does not allow null. */
export function errorReply({ status, code, message, data }: RpcError, id: Id | undefined): McpReply {
  return { status, body: encodeUtf8(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })) }
}

export const errorAnswer = (error: RpcError, headers: readonly string[] = []): Answer =>
  toAnswer(errorReply(error, undefined), 'json', headers)

const [eventStart, eventEnd] = [encodeUtf8('event: message\ndata: '), encodeUtf8('\n\n')] as const
const replyHeaders = ['Cache-Control', 'no-store', ...commonHeaders]

/** Creates the HTTP answer. Errors are always JSON: clients do not read them from a stream. */
export function toAnswer(
  { status, body, operation = 'mcp' }: McpReply,
  format: ReplyFormat,
  headers: readonly string[] = [],
): Answer {
  const isEvent = body !== null && format === 'event' && status === 200
  const content = isEvent ? concatBytes([eventStart, body, eventEnd]) : body
  const type = body === null ? [] : ['Content-Type', isEvent ? 'text/event-stream' : 'application/json']
  const length = ['Content-Length', String(content?.length ?? 0)]
  const all = [...type, ...length, ...headers, ...replyHeaders]
  return { status, headers: all, body: content, operation, transient: true }
}

/** Serializes an object without its closing brace, so that a cached result can be extended with the fields of an era. */
export const extensibleJson = (value: object): Uint8Array => encodeUtf8(JSON.stringify(value).slice(0, -1))

/** Returns the result of a tool call. */
export const toolResult = (text: string, more: object = {}): Uint8Array =>
  extensibleJson({ content: [{ type: 'text', text }], ...more })

/** Error codes of JSON-RPC and MCP. */
const rpcCodes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** Handshake era only; since then a missing resource is an invalid parameter. */
  resource: -32002,
  header: -32020,
  version: -32022,
} as const

/** A JSON-RPC error with its HTTP status. The message never echoes input. */
export class RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: object | undefined

  constructor(status: number, kind: keyof typeof rpcCodes, message: string, data?: object) {
    this.status = status
    this.code = rpcCodes[kind]
    this.message = message
    this.data = data
  }
}

export interface ShownHit extends Pick<PostEntry, 'id' | 'title' | 'authors' | 'published' | 'url'> {
  /** URL on this server, if the canonical URL is elsewhere. */
  readonly page?: string
  readonly passages: readonly (Pick<Passage, 'text' | 'heading' | 'anchor'> & { readonly url?: string })[]
}

interface ResultFacts {
  readonly publication: string
  readonly total: number
  readonly nextCursor?: string
  readonly notes: readonly string[]
}

/** Formats search results for a model, in few tokens but with everything that a citation needs. */
export function hitsAsText(
  { publication, total, nextCursor, notes, isByTime = false }: ResultFacts & { readonly isByTime?: boolean },
  hits: readonly ShownHit[],
): string {
  const [first] = hits
  const anchor = first?.passages.find((one) => one.anchor !== '')?.anchor
  const example = first && JSON.stringify({ id: first.id, ...(anchor ? { section: anchor } : {}) })
  return [
    ...notes,
    `${format(en.results.count, { count: total }, en)} in ${publication}`,
    ...hits.map((hit, at) => hitAsText(hit, at, isByTime)),
    ...(example ? [`To read on: ${toolNames.get} ${example}`] : []),
    ...(nextCursor === undefined ? [] : [`For more hits: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}

/** Formats a hit with one line per passage, each with its anchor unless it repeats. `at` is zero-based. `isByTime` puts the date first. */
export function hitAsText({ passages, ...hit }: ShownHit, at: number, isByTime = false): string {
  const lines = passages.map(({ text, anchor }, nth) => {
    const prefix = anchor === '' || anchor === passages[nth - 1]?.anchor ? '' : `#${anchor}: `
    return `- ${prefix}${text.replaceAll('\n', '\n  ')}`
  })
  const date = isByTime && hit.published !== null ? `${hit.published}: ` : ''
  const head = headLine(date === '' ? hit : { ...hit, published: null })
  return [`${at + 1}. ${date}${head}`, ...lines].join('\n')
}

/** Everything a citation needs. A URL that ends in the id stands for it. */
function headLine({ id, title, authors, published, url, page }: Omit<ShownHit, 'passages'>): string {
  const address = page ? `${url} (here ${page})` : url.endsWith(`/${id}`) ? url : `${url} (id ${id})`
  return `“${title}”, ${joinNames(authors, en)}${published === null ? '' : `, ${published}`}, ${address}`
}

export function postsAsText(
  { publication, total, nextCursor, notes }: ResultFacts,
  posts: readonly PostEntry[],
  sort: string,
): string {
  if (total === 0) return hitsAsText({ publication, total, notes }, [])
  return [
    ...notes,
    `${total} ${total === 1 ? 'post' : 'posts'} in ${publication}, ${sort} first:`,
    posts.map((post) => `- ${headLine(post)}\n  ${post.summary}`).join('\n'),
    ...(nextCursor === undefined ? [] : [`For the next: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}

/** Cuts a text to a length, between words if it has spaces. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, Math.max(0, max - 1)).replace(/(?<=\s)\S{1,40}$|[\ud800-\udbff]$/, '')
  return cut.trim() === '' ? '' : `${cut.trimEnd()}…`
}

/** In characters. Percent-encoding makes a few words of some scripts hundreds of characters long. */
export const longestDirective = 120

/** Links to a passage: its section, and a text fragment for prose. Table rows and code look different on the page. */
export function passageUrl(page: string, { parts: [first], anchor }: Passage, longest = Infinity): string {
  const words = first?.form === 'prose' ? first.text.replace(/^…|…$/g, '') : ''
  const directive = words === '' ? '' : textFragment(words)
  const fragment = encodeURIComponent(anchor) + (directive.length > longest ? '' : directive)
  return fragment === '' ? page : `${page}#${fragment}`
}
