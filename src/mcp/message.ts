import type { RequestFacts } from '../answer/request.ts'
import { type Era, type Id, mcpLimits } from './protocol.ts'
import { RpcError } from './reply.ts'
import { decodeStrictUtf8 } from '../base/utf8.ts'

export type Params = Readonly<Record<string, unknown>>

/** A request, or a notification when it has no id. */
export interface Message {
  readonly error?: undefined
  readonly id: Id | undefined
  readonly method: string
  readonly params: Params
}

/** An invalid message, with its id if that is valid. */
type Malformed = Pick<Message, 'id'> & { readonly error: RpcError }

/** Parses a body. Checks the depth first, because deep nesting takes seconds to parse. */
export function readJson(body: Uint8Array): { readonly value: unknown } | RpcError {
  if (body.length === 0) return new RpcError(400, 'parse', 'Empty body; send one JSON-RPC message.')
  if (depthOf(body) > mcpLimits.depth)
    return new RpcError(400, 'request', `The body nests deeper than ${mcpLimits.depth} levels.`)
  try {
    return { value: JSON.parse(decodeStrictUtf8(body)) }
  } catch {
    return new RpcError(400, 'parse', 'The body is not JSON in UTF-8.')
  }
}

/** Validates one message. Never copies keys, so `__proto__` is harmless. */
export function readMessage(value: unknown): Message | Malformed {
  if (!isObject(value)) return malformed(undefined, 'A message is a JSON object.')
  const id = isId(value['id']) ? value['id'] : undefined
  if (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))
    return malformed(undefined, 'This server sends no requests, so it accepts no responses.')
  if (value['jsonrpc'] !== '2.0') return malformed(id, '`jsonrpc` must be "2.0".')
  if (Object.hasOwn(value, 'id') && id === undefined)
    return malformed(id, `\`id\` must be a string of at most ${mcpLimits.id} characters or a safe integer.`)
  const { method, params = {} } = value
  if (typeof method !== 'string') return malformed(id, '`method` must be a string.')
  if (!isObject(params)) return malformed(id, '`params` must be an object.')
  return { id, method, params }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Larger integers and fractions may not round-trip. */
const isId = (id: unknown): id is Id =>
  typeof id === 'string' ? id.length <= mcpLimits.id : Number.isSafeInteger(id)

const malformed = (id: Id | undefined, message: string): Malformed => ({
  id,
  error: new RpcError(400, 'request', message),
})

const [quote, backslash] = [0x22, 0x5c] as const

/** Counts nested brackets in one pass. Invalid JSON gets an arbitrary depth and fails in the parser. */
function depthOf(body: Uint8Array): number {
  let [depth, deepest, quoted] = [0, 0, false]
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) quoted = !quoted
    else if (quoted) {
      if (byte === backslash) at++
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return deepest
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
export const statelessVersion = '2026-07-28'
/** Newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/**
 * Returns the protocol era of a message. Headers that contradict the body are an error (SEP-2243); `named` is the parameter that
 * Mcp-Name repeats. Notifications need no headers.
 */
export function eraOf(message: Message, request: RequestFacts, named?: 'name' | 'uri'): Era | RpcError {
  const meta = isObject(message.params['_meta']) ? message.params['_meta'] : {}
  const claimed = meta[versionKey]
  const { mcpProtocolVersion: header, mcpMethod } = request
  if (claimed === undefined) {
    if (header === undefined || handshakeVersions.some((one) => one === header)) return 'handshake'
    if (header !== statelessVersion) return unsupported(header)
    return message.id === undefined ? 'stateless' : missing(versionKey)
  }
  if (typeof claimed !== 'string') return missing(versionKey)
  if (header !== undefined && header !== claimed) return mismatch('MCP-Protocol-Version')
  if (claimed !== statelessVersion) return unsupported(claimed)
  if (message.id === undefined) return 'stateless'
  if (!isObject(meta[capabilitiesKey])) return missing(capabilitiesKey)
  if (header === undefined) return mismatch('MCP-Protocol-Version')
  if (mcpMethod !== message.method) return mismatch('Mcp-Method')
  const name = named && message.params[named]
  if (typeof name === 'string' && headerValue(request.mcpName) !== name) return mismatch('Mcp-Name')
  return 'stateless'
}

/** Used for clients that send no version. */
const assumedVersion = '2025-03-26'

/** Only 2025-03-26 has batches. */
export const allowsBatches = ({ mcpProtocolVersion }: RequestFacts): boolean =>
  mcpProtocolVersion === undefined || mcpProtocolVersion === assumedVersion

const missing = (key: string): RpcError =>
  new RpcError(400, 'params', `\`params._meta\` must have a valid "${key}".`)

const mismatch = (header: string): RpcError =>
  new RpcError(400, 'header', `The ${header} header must match the body.`)

export const protocolVersions: readonly string[] = [statelessVersion, ...handshakeVersions]

function unsupported(version: string): RpcError {
  const data = { supported: protocolVersions, requested: version.slice(0, 64) }
  return new RpcError(400, 'version', 'This protocol version is not supported.', data)
}

const base64Form = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/

/** Decodes `=?base64?…?=`, used for names that do not fit into a header; undefined if invalid. */
function headerValue(header: string | undefined): string | undefined {
  if (header === undefined || !header.startsWith('=?base64?')) return header
  try {
    const bytes = atob(base64Form.exec(header)?.[1] ?? '!')
    return decodeStrictUtf8(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return undefined
  }
}
