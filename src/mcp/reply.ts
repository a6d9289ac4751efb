import { textFragment } from '../base/text-fragment.ts'
import type { Passage } from '../search/passages.ts'
import { joined } from '../base/digest.ts'
import { onEveryAnswer } from '../snapshot/headers.ts'
import type { Answer, PostEntry } from '../snapshot/resource.ts'
import { en } from '../words/en.ts'
import type { Era, Id } from './message.ts'
import { inWords } from './posts.ts'
import { toolNames } from './protocol.ts'

const utf8 = new TextEncoder()

/** The answer to one message, before it is given its form: JSON, or nothing for a notification. */
export interface Reply {
  readonly status: number
  readonly body: Uint8Array | null
  readonly operation?: string | undefined
}

/** How a client takes its answers: as JSON, or as the only event of a stream. */
export type ReplyForm = 'json' | 'event'

export const accepted: Reply = { status: 202, body: null }

/** In milliseconds: what `Cache-Control` says of pages holds here, too. */
const timeToLive = 3_600_000

export function replies(serverInfo: object) {
  const meta = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': serverInfo })
  const complete = `,"resultType":"complete","_meta":${meta}}}`
  const plainEnd = encoded('}}')
  const statelessEnd = encoded(complete)
  const cacheableEnd = encoded(`,"ttlMs":${timeToLive},"cacheScope":"public"${complete}`)
  return {
    /** `result` is extensible JSON; what its era adds follows it. */
    success(result: Uint8Array, id: Id, era: Era, cacheable: boolean): Reply {
      const head = encoded(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
      const end = era === 'handshake' ? plainEnd : cacheable ? cacheableEnd : statelessEnd
      return { status: 200, body: joined([head, result, end]) }
    },
    error: errorReply,
  }
}

/** An id that is not known is left out: the schema of 2026-07-28 has no null there. */
function errorReply({ status, code, message, data }: RpcError, id: Id | undefined): Reply {
  return { status, body: encoded(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })) }
}

export function errorAnswer(error: RpcError, headers: readonly string[] = []): Answer {
  return inForm(errorReply(error, undefined), 'json', headers)
}

const [eventStart, eventEnd] = [encoded('event: message\ndata: '), encoded('\n\n')] as const

/** As it goes over the wire. An error status is JSON for everybody: nobody reads it from a stream. */
export function inForm(
  { status, body, operation = 'mcp' }: Reply,
  form: ReplyForm,
  headers: readonly string[] = [],
): Answer {
  if (body === null) return { status, headers: ['Content-Length', '0', ...always], body, operation }
  const event = form === 'event' && status === 200
  const content = event ? joined([eventStart, body, eventEnd]) : body
  return {
    status,
    headers: [
      ...['Content-Type', event ? 'text/event-stream' : 'application/json'],
      ...['Content-Length', String(content.length)],
      ...headers,
      ...always,
    ],
    body: content,
    operation,
  }
}

const always = ['Cache-Control', 'no-store', ...onEveryAnswer]

/**
 * The JSON of an object up to its closing brace. Results are kept so, as bytes: what a protocol era adds to them goes after it, and
 * nothing is copied but bytes.
 */
export function extensibleJson(value: object): Uint8Array {
  return utf8.encode(JSON.stringify(value).slice(0, -1))
}

export function encoded(text: string): Uint8Array {
  return utf8.encode(text)
}

/** JSON-RPC's codes, and those that MCP adds. */
const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** Of the handshake era; later a resource that is not there is a wrong parameter. */
  resource: -32002,
  header: -32020,
  version: -32022,
} as const

/** An error answer: a JSON-RPC error, and the HTTP status it travels with. Its message never repeats what was sent. */
export class RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: object | undefined

  constructor(status: number, kind: keyof typeof codes, message: string, data?: object) {
    this.status = status
    this.code = codes[kind]
    this.message = message
    this.data = data
  }
}

export interface ShownHit extends Pick<PostEntry, 'id' | 'title' | 'authors' | 'published' | 'url'> {
  /** Where it is here, if it is cited from elsewhere. */
  readonly page?: string
  readonly passages: readonly ShownPassage[]
}

export interface ShownPassage {
  readonly text: string
  readonly heading: string
  readonly anchor: string
  readonly url?: string
}

interface Found {
  readonly publication: string
  readonly total: number
  readonly nextCursor?: string
  readonly notes: readonly string[]
}

/** The facts of a search, as a model reads them with the fewest tokens. It can be cited from alone. */
export function hitsAsText(
  { publication, total, nextCursor, notes, isByTime = false }: Found & { readonly isByTime?: boolean },
  hits: readonly ShownHit[],
): string {
  const [first] = hits
  const anchor = first?.passages.find((one) => one.anchor !== '')?.anchor
  const example = first && JSON.stringify({ id: first.id, ...(anchor ? { section: anchor } : {}) })
  return [
    ...notes,
    `${en.results.count(total)} in ${publication}`,
    ...hits.map((hit, at) => hitAsText(hit, at, isByTime)),
    ...(example ? [`To read on: ${toolNames.get} ${example}`] : []),
    ...(nextCursor === undefined ? [] : [`For more hits: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}

/**
 * Each passage on its line, `at` counted from 0, after the anchor of its section unless that is the one before. Where time was asked
 * for, the date is first.
 */
export function hitAsText({ passages, ...hit }: ShownHit, at: number, isByTime = false): string {
  const lines = passages.map(({ text, anchor }, nth) => {
    const named = anchor === '' || anchor === passages[nth - 1]?.anchor ? '' : `#${anchor}: `
    return `- ${named}${text.replaceAll('\n', '\n  ')}`
  })
  const date = isByTime && hit.published !== null ? `${hit.published}: ` : ''
  const head = headLine(date === '' ? hit : { ...hit, published: null })
  return [`${at + 1}. ${date}${head}`, ...lines].join('\n')
}

/** What a citation needs; an address is as good as the id. */
function headLine({ id, title, authors, published, url, page }: Omit<ShownHit, 'passages'>): string {
  const named = page ? `${url} (here ${page})` : url.endsWith(`/${id}`) ? url : `${url} (id ${id})`
  return `“${title}”, ${inWords(authors)}${published === null ? '' : `, ${published}`}, ${named}`
}

export function postsAsText(
  { publication, total, nextCursor, notes }: Found,
  posts: readonly PostEntry[],
): string {
  if (total === 0) return [...notes, `${en.results.count(total)} in ${publication}`].join('\n\n')
  return [
    ...notes,
    `${total} ${total === 1 ? 'post' : 'posts'} in ${publication}, newest first:`,
    posts.map((post) => `- ${headLine(post)}\n  ${post.summary}`).join('\n'),
    ...(nextCursor === undefined ? [] : [`For the next: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}

/**
 * The address of a passage on its page: of its section, and for a browser that knows how, of the very words. Rows and code are not on the
 * page as they are quoted.
 */
export function passageUrl(page: string, { parts: [first], anchor }: Passage, longest = Infinity): string {
  const words = first?.form === 'prose' ? first.text.replace(/^…|…$/g, '') : ''
  const directive = words === '' ? '' : textFragment(words)
  const fragment = encodeURIComponent(anchor) + (directive.length > longest ? '' : directive)
  return fragment === '' ? page : `${page}#${fragment}`
}
