import type { IncomingMessage } from 'node:http'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { longestBody, type RequestFacts } from '../../../answer/request.ts'
import type { ClientFacts } from '../peer.ts'
import { authority, maxFields, readFields } from './fields.ts'

/** Request facts, plus what only the runtime needs. */
export interface NodeRequest {
  readonly facts: RequestFacts & { body: Uint8Array | undefined; messageError: MessageErrorName | undefined }
  readonly client: ClientFacts
  /** Declared length of the body; infinite if chunked. */
  readonly length: number
  /** It has an Upgrade, which is ignored. */
  readonly upgrades: boolean
}

/** The authority of an absolute target overrides Host (RFC 9112 §3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/** Applies the HTTP rules that Node's parser leaves open. Avoids `req.headers`: building it costs more than the whole answer. */
export function readRequest(
  req: IncomingMessage,
  error?: MessageErrorName,
  url = req.url ?? '',
): NodeRequest {
  const { method = '' } = req
  const { facts, framing, client } = readFields(req.rawHeaders)
  const { transferEncoding, upgrade } = framing
  const target = url.startsWith('/') ? url : originForm(url)
  const declared = Number(framing.contentLength ?? 0)
  const tooLarge = readsOnly(method) && declared > longestBody ? 'body' : undefined
  const messageError = error ?? messageErrorIn(req, target, facts.host, transferEncoding) ?? tooLarge
  // Spread last: adding keys to a copy is 30 times slower in V8.
  const headers = target === url ? facts : { ...facts, host: absolute.exec(url)?.[1] }
  return {
    facts: { method, target: target ?? '', messageError, body: undefined, ...headers },
    client: { address: req.socket.remoteAddress, ...client },
    length: transferEncoding === undefined ? declared : Number.POSITIVE_INFINITY,
    upgrades: upgrade !== undefined,
  }
}

function messageErrorIn(
  req: IncomingMessage,
  target: string | undefined,
  host: string | undefined,
  transferEncoding: string | undefined,
): MessageErrorName | undefined {
  if (req.httpVersionMajor !== 1) return 'version'
  if (req.rawHeaders.length > 2 * maxFields) return 'headers'
  // HTTP/1.0 has no Host (RFC 9112 §3.2). Two Host lines are joined with a comma, which no host contains.
  if (host === undefined ? req.httpVersionMinor > 0 : !authority.test(host)) return 'host'
  if (target === undefined) return 'target'
  if (transferEncoding === undefined) return undefined
  // Not defined in HTTP/1.0: a proxy may have seen another end of the message (RFC 9112 §6.1).
  if (req.httpVersionMinor === 0) return 'malformed'
  return transferEncoding.toLowerCase() === 'chunked' ? undefined : 'unknownTransferEncoding'
}

/** Whether the connection must close after the answer to a request. */
export function endsConnection({ facts, length, upgrades }: NodeRequest): boolean {
  // Node's parser stops after a message with an Upgrade.
  if (facts.messageError !== undefined || upgrades) return true
  // An unread body: that of a GET may be a smuggled request (RFC 9110 §9.3.1), and a long one is not worth reading.
  return facts.body === undefined && length > 0 && (length > longestBody || readsOnly(facts.method))
}

const readsOnly = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Returns the path and query of an absolute target, `*` unchanged, and undefined for anything else. */
function originForm(url: string): string | undefined {
  if (url === '*') return url
  const [, host = '', rest = ''] = absolute.exec(url) ?? []
  if (!authority.test(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}
