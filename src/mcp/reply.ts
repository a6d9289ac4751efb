import { onEveryAnswer } from '../snapshot/headers.ts'
import { joined } from '../base/joined.ts'
import type { Answer } from '../snapshot/resource.ts'
import type { Era } from './era.ts'
import type { RpcError } from './rpc-error.ts'
import { encoded } from './json.ts'
import type { Id } from './message.ts'

/** The answer to one message, before it is given its form: JSON, or nothing for a notification. */
export interface Reply {
  readonly status: number
  readonly body: Uint8Array | null
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
export function inForm({ status, body }: Reply, form: ReplyForm, headers: readonly string[] = []): Answer {
  if (body === null) return { status, headers: ['Content-Length', '0', ...always], body }
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
  }
}

const always = ['Cache-Control', 'no-store', ...onEveryAnswer]
