import { type MessageErrorName, messageErrors, retryAfter } from '../answer/http-errors.ts'
import { chooseType } from '../answer/negotiate.ts'
import type { Handler, Need, RequestFacts } from '../answer/request.ts'
import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { cacheSizes, memo } from '../base/caches.ts'
import { concatBytes } from '../base/digest.ts'
import { errorCodes } from '../base/http.ts'
import type { Index } from '../search/load.ts'
import { Work } from '../search/search.ts'
import type { Answer, Snapshot } from '../snapshot/resource.ts'
import { allowsBatches, eraOf, readJson, readMessage } from './message.ts'
import { methodsOf } from './methods.ts'
import { mcpLimits } from './protocol.ts'
import {
  accepted,
  errorAnswer,
  errorReply,
  successReply,
  toAnswer,
  type McpReply,
  type ReplyFormat,
  RpcError,
} from './reply.ts'
import { encodeUtf8 } from '../base/utf8.ts'

const forbidden = new RpcError(403, 'request', errorCodes.forbidden_origin.meaning)
const notJson = new RpcError(415, 'request', 'Send the message as application/json.')
const notPlain = new RpcError(415, 'request', 'Send the message without a content encoding.')
const notAcceptable = new RpcError(406, 'request', 'Accept application/json or text/event-stream.')
const noBatches = new RpcError(400, 'request', 'This protocol version has no batches; send one message.')
const badBatch = new RpcError(400, 'request', `A batch has 1 to ${mcpLimits.batch.messages} messages.`)
const tooMuch = new RpcError(200, 'request', 'The batch exceeds its work limit: send fewer messages at once.')
const unknown = new RpcError(200, 'method', 'There is no such method.')
const gone = new RpcError(404, 'method', 'There is no such method in this protocol version.')

/**
 * Answers `POST /mcp`: Streamable HTTP without sessions or streams, in both eras of the protocol. Status codes, in order:
 * message error · 403 · 415 · 406 · (needs the body) · 400 · 404 · 202 · 200.
 */
export function mcpEndpoint(snapshot: Snapshot, index: () => Index, exposure: Exposure): Handler {
  // Not spread: its posts and its index are loaded when they are used.
  const { allowedHosts, allowedOrigins, serverInfo } = snapshot.mcp
  const admits = gate({ exposure, baseUrl: snapshot.baseUrl, allowedHosts, allowedOrigins })
  const methods = methodsOf(snapshot, index)
  const success = successReply(serverInfo)
  const isJson = memo((type: string) => /^application\/json[ \t]*(;|$)/i.test(type), cacheSizes.contentType)
  /** Prefers JSON; sends an event only to clients that accept nothing else. */
  const formatOf = memo((accept: string): ReplyFormat | 'none' => {
    if (chooseType(accept, ['application/json']) === 0) return 'json'
    return chooseType(accept, ['text/event-stream']) === 0 ? 'event' : 'none'
  }, cacheSizes.mcpAccept)

  return (request) => {
    if (request.messageError !== undefined) return errorAnswer(...rpcErrorFor(request.messageError))
    if (!admits(request.host, request.origin)) return errorAnswer(forbidden)
    if (!isJson(request.contentType ?? '')) return errorAnswer(notJson, ['Accept', 'application/json'])
    const encoding = request.contentEncoding?.toLowerCase() ?? ''
    if (encoding !== '' && encoding !== 'identity')
      return errorAnswer(notPlain, ['Accept-Encoding', 'identity'])
    const format = formatOf(request.accept ?? '')
    if (format === 'none') return errorAnswer(notAcceptable)
    // The headers are valid.
    if (request.body === undefined) return { needs: 'body' }
    if (request.progress instanceof Batch) return continueBatch(request.progress, request, format)

    const json = readJson(request.body)
    if (json instanceof RpcError) return errorAnswer(json)
    return Array.isArray(json.value)
      ? batch(json.value, request, format)
      : toAnswer(single(json.value, request, new Work()), format)
  }

  function single(value: unknown, request: RequestFacts, work: Work): McpReply {
    const message = readMessage(value)
    if (message.error) return errorReply(message.error, message.id)
    const method = methods.get(message.method)
    const era = eraOf(message, request, method?.named)
    if (era instanceof RpcError) return errorReply(era, message.id)
    if (message.id === undefined) return accepted
    if (!method?.eras.includes(era)) return errorReply(era === 'stateless' ? gone : unknown, message.id)
    if (work.isOver) return errorReply(tooMuch, message.id)
    const result = method.answer(message.params, era, work)
    const operation = method.operation?.(message.params)
    const sent =
      result instanceof RpcError
        ? errorReply(result, message.id)
        : success(result, message.id, era, method.cacheable === true)
    return { ...sent, operation }
  }

  /**
   * Answers each message independently. The whole batch may cost as much work as one message; the rest get errors. Where work takes
   * turns, each message is a turn of its own.
   */
  function batch(values: readonly unknown[], request: RequestFacts, format: ReplyFormat): Answer | Need {
    if (!allowsBatches(request)) return errorAnswer(noBatches)
    if (values.length === 0 || values.length > mcpLimits.batch.messages) return errorAnswer(badBatch)
    if (request.mayWork === true) return continueBatch(new Batch(values), request, format)
    const spent = new Work()
    return batchAnswer(
      mapCollectingMissing(values, (value) => member(value, request, spent)),
      format,
    )
  }

  function continueBatch(batch: Batch, request: RequestFacts, format: ReplyFormat): Answer | Need {
    const { values, replies, spent } = batch
    replies.push(member(values[replies.length], request, spent))
    if (replies.length === values.length) return batchAnswer(replies, format)
    const heldBytes = replies.reduce((sum, held) => sum + (held?.length ?? 0), 0)
    return { needs: 'time', operation: 'mcp', progress: batch, heldBytes }
  }

  function member(value: unknown, request: RequestFacts, spent: Work): Uint8Array | null {
    const work = spent.isOver ? spent : new Work()
    const { body } = single(value, request, work)
    if (work !== spent) spent.add(work.spent + (body?.length ?? 0) + mcpLimits.batch.steps)
    return body
  }
}

/** A batch that is answered in several turns. */
class Batch {
  readonly values: readonly unknown[]
  /** To the messages answered so far; null for a notification. */
  readonly replies: (Uint8Array | null)[] = []
  readonly spent = new Work()

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

const [opening, comma, closing] = [encodeUtf8('['), encodeUtf8(','), encodeUtf8(']')] as const

function batchAnswer(replies: readonly (Uint8Array | null)[], format: ReplyFormat): Answer {
  const bodies = replies.filter((body) => body !== null)
  if (bodies.length === 0) return toAnswer(accepted, format)
  const list = bodies.flatMap((body, at) => [at === 0 ? opening : comma, body])
  return toAnswer({ status: 200, body: concatBytes([...list, closing]) }, format)
}

function rpcErrorFor(messageError: MessageErrorName): [error: RpcError, headers: readonly string[]] {
  const { code } = messageErrors[messageError]
  const { status, meaning } = errorCodes[code]
  const error = new RpcError(status, status === 500 || status === 503 ? 'internal' : 'request', meaning)
  return [error, messageError === 'overloaded' ? retryAfter : []]
}

/** Whether a server is reachable only from its own machine. */
export type Exposure = 'loopback' | 'public'

type GateOptions = Pick<Snapshot, 'baseUrl'> &
  Pick<Snapshot['mcp'], 'allowedHosts' | 'allowedOrigins'> & { readonly exposure: Exposure }

/** `scheme "://" host [ ":" port ]` (RFC 6454 §7.1). */
const originForm = /^[a-z][a-z\d+.-]*:\/\/((?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d{1,5})?)$/i

/**
 * Checks Host and Origin. On loopback, both must be loopback names, the archive's own or listed in archive.yaml, against DNS
 * rebinding. A public archive has nothing to protect and answers everyone, unless archive.yaml lists who may call.
 */
export function gate({ exposure, baseUrl, ...allowed }: GateOptions) {
  const own = new URL(baseUrl)
  const hosts = new Set([own.host, ...allowed.allowedHosts].map((name) => name.toLowerCase()))
  const origins = new Set([own.origin, ...allowed.allowedOrigins].map((name) => name.toLowerCase()))
  const local = exposure === 'loopback'
  const anyHost = !local && allowed.allowedHosts.length === 0
  const anyOrigin = origins.has('*') || (!local && allowed.allowedOrigins.length === 0)

  const admitsHost = memo((host: string) => {
    const name = host.toLowerCase()
    return hosts.has(name) || hosts.has(withoutPort(name)) || (local && isLoopback(withoutPort(name)))
  }, cacheSizes.hosts)
  const admitsOrigin = memo((origin: string) => {
    const [, authority = ''] = originForm.exec(origin) ?? []
    if (authority === '' && origin !== 'null') return false
    if (anyOrigin || origins.has(origin.toLowerCase())) return true
    return local && isLoopback(withoutPort(authority.toLowerCase()))
  }, cacheSizes.origins)
  return (host: string | undefined, origin: string | undefined): boolean =>
    (anyHost || admitsHost(host ?? '')) && (origin === undefined || admitsOrigin(origin))
}

/** Returns the exposure of a server bound to this address. */
export function exposureFor(address: string): Exposure {
  return isLoopback(address.includes(':') ? `[${address}]` : address.toLowerCase()) ? 'loopback' : 'public'
}

const withoutPort = (authority: string): string => authority.replace(/:\d*$/, '')

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
