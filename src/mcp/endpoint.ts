import { chooseType } from '../answer/accept.ts'
import { messageErrors } from '../answer/http-errors.ts'
import { memo } from '../answer/memo.ts'
import type { Handler, RequestFacts } from '../answer/request.ts'
import { errorCodes } from '../errors.ts'
import type { Answer, Snapshot } from '../snapshot/resource.ts'
import { allowsBatches, eraOf } from './era.ts'
import { RpcError } from './rpc-error.ts'
import { type Exposure, gate } from './gate.ts'
import { encoded, joined } from './json.ts'
import { readJson, readMessage } from './message.ts'
import { methodsOf } from './methods.ts'
import { type Form, inForm, nothing, refusal, type Reply, replies } from './reply.ts'

/**
 * `POST /mcp`: Streamable HTTP without sessions or streams, in both eras of the protocol. A request walks down these rungs:
 * message error · 403 · 415 · 406 · 100 · 400 · 404 · 202 · 200.
 */
export function mcpEndpoint(snapshot: Snapshot, exposure: Exposure): Handler {
  const { allowedHosts, allowedOrigins, serverInfo } = snapshot.mcp
  const admits = gate({ exposure, baseUrl: snapshot.baseUrl, allowedHosts, allowedOrigins })
  const methods = methodsOf(snapshot)
  const { success, failed } = replies(serverInfo)
  const isJson = memo((type: string) => /^application\/json[ \t]*(;|$)/i.test(type))
  const formOf = memo(acceptedForm)

  return (request) => {
    if (request.messageError !== undefined) return refusal(messageRpcError(request.messageError))
    if (!admits(request.host, request.origin)) return refusal(forbidden)
    if (!isJson(request.contentType ?? '')) return refusal(notJson, ['Accept', 'application/json'])
    if (!isPlain(request.contentEncoding)) return refusal(notPlain, ['Accept-Encoding', 'identity'])
    const form = formOf(request.accept ?? '')
    if (form === 'none') return refusal(notAcceptable)
    if (request.body === undefined) return proceed

    const json = readJson(request.body)
    if (json instanceof RpcError) return refusal(json)
    return Array.isArray(json.value)
      ? batch(json.value, request, form)
      : inForm(single(json.value, request), form)
  }

  function single(value: unknown, request: RequestFacts): Reply {
    const message = readMessage(value)
    if ('failure' in message) return failed(message.failure, message.id)
    const method = methods.get(message.method)
    const era = eraOf(message, request, method?.named)
    if (era instanceof RpcError) return failed(era, message.id)
    if (message.id === undefined) return nothing
    if (!method?.eras.includes(era)) return failed(era === 'stateless' ? gone : unknown, message.id)
    const result = method.answer(message.params, era)
    if (result instanceof RpcError) return failed(result, message.id)
    return success(result, message.id, era, method.cacheable === true)
  }

  /** Each message is answered in its turn; there is no state that would let one disturb another. */
  function batch(values: readonly unknown[], request: RequestFacts, form: Form): Answer {
    if (!allowsBatches(request)) return refusal(noBatches)
    if (values.length === 0 || values.length > mostMessages) return refusal(badBatch)
    const bodies = values.map((value) => single(value, request).body).filter((body) => body !== null)
    if (bodies.length === 0) return inForm(nothing, form)
    const list = bodies.flatMap((body, at) => [at === 0 ? opening : comma, body])
    return inForm({ status: 200, body: joined(...list, closing) }, form)
  }
}

const mostMessages = 16
const [opening, comma, closing] = [encoded('['), encoded(','), encoded(']')] as const

/** The headers are in order; now the body is wanted. */
const proceed: Answer = { status: 100, headers: [], body: null }

const forbidden = new RpcError(403, 'request', errorCodes.forbidden_origin.meaning)
const notJson = new RpcError(415, 'request', 'Send the message as application/json.')
const notPlain = new RpcError(415, 'request', 'Send the message without a content encoding.')
const notAcceptable = new RpcError(406, 'request', 'Accept application/json or text/event-stream.')
const noBatches = new RpcError(400, 'request', 'This protocol version has no batches; send one message.')
const badBatch = new RpcError(400, 'request', `A batch has 1 to ${mostMessages} messages.`)
const unknown = new RpcError(200, 'method', 'There is no such method.')
const gone = new RpcError(404, 'method', 'There is no such method in this protocol version.')

/** JSON for everybody who takes it; an event for those who take nothing else. */
function acceptedForm(accept: string): Form | 'none' {
  if (chooseType(accept, ['application/json']) === 0) return 'json'
  return chooseType(accept, ['text/event-stream']) === 0 ? 'event' : 'none'
}

function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity'
}

function messageRpcError(messageError: keyof typeof messageErrors): RpcError {
  const { code } = messageErrors[messageError]
  const { status, meaning } = errorCodes[code]
  return new RpcError(status, messageError === 'internal' ? 'internal' : 'request', meaning)
}
