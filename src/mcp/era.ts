import type { RequestFacts } from '../answer/request.ts'
import { isObject, type Message } from './message.ts'
import { RpcError } from './reply.ts'

/** Before 2026-07-28 a client shakes hands first; since then every request says which version it speaks. */
export type Era = 'handshake' | 'stateless'

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Which era a message is of, or what is wrong with what it says about itself. `named` is the parameter that the header Mcp-Name
 * repeats. Headers tell proxies what the body says; one that tells something else is refused (SEP-2243). Notifications
 * need none.
 */
export function eraOf(
  message: Message,
  request: RequestFacts,
  named: 'name' | 'uri' | undefined,
): Era | RpcError {
  const meta = isObject(message.params['_meta']) ? message.params['_meta'] : {}
  const claimed = meta[versionKey]
  const { mcpProtocolVersion: header, mcpMethod } = request
  if (claimed === undefined) {
    if (header === undefined || isHandshake(header)) return 'handshake'
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
  if (typeof name === 'string' && decoded(request.mcpName) !== name) return mismatch('Mcp-Name')
  return 'stateless'
}

/** Batches came with 2025-03-26 and went with the next version. */
export function allowsBatches({ mcpProtocolVersion }: RequestFacts): boolean {
  return mcpProtocolVersion === undefined || mcpProtocolVersion === assumedVersion
}

function isHandshake(version: string): boolean {
  return (handshakeVersions as readonly string[]).includes(version)
}

function missing(key: string): RpcError {
  return new RpcError(400, 'params', `\`params._meta\` must have a valid "${key}".`)
}

function mismatch(header: string): RpcError {
  return new RpcError(400, 'header', `The header ${header} must say what the body says.`)
}

function unsupported(version: string): RpcError {
  const data = { supported: protocolVersions, requested: version.slice(0, 64) }
  return new RpcError(400, 'version', 'This protocol version is not supported.', data)
}

const encoded = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A name that does not fit into a header comes as `=?base64?…?=`; undefined when that cannot be read. */
function decoded(header: string | undefined): string | undefined {
  if (header === undefined || !header.startsWith('=?base64?')) return header
  try {
    const bytes = atob(encoded.exec(header)?.[1] ?? '!')
    return utf8.decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The version in which a request says all about itself; before it, a client begins with `initialize`. */
export const statelessVersion = '2026-07-28'

/** Newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** What a handshake-era client speaks that does not say so; the only version that has batches. */
export const assumedVersion = '2025-03-26'

export const protocolVersions: readonly string[] = [statelessVersion, ...handshakeVersions]
