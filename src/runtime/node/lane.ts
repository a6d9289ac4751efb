import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { memo } from '../../answer/memo.ts'
import { decisiveHeaders, type Handler, type HeaderFacts, type RequestFacts } from '../../answer/request.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { authority, mostFields } from './request.ts'

/** From a packet to the bytes it is answered with; undefined for what is not plain beyond doubt. */
export type Lane = (packet: Buffer) => Buffer | undefined

/**
 * The fast lane. Nearly every request is a plain GET, or a short message for /mcp, that comes in one packet, and an answer depends on nothing but its
 * request: so the whole text of a request that was seen before is looked up, and the same bytes are written. Anything out
 * of the ordinary (another method, a body that is not all there, half a request, two of them, a header that changes the connection, a character
 * that has no business there) goes to node:http with its connection, and is answered or refused there.
 */
export function makeLane(handler: Handler, keepAlive: number): Lane {
  const wire = makeWire(keepAlive)
  const bounds = { entries: 1000, longestKey: 2048 }
  const headOf = memo(readPlainHead, bounds)
  const replyTo = memo((text: string) => {
    const head = readPlainHead(text)
    return head && head.length === undefined ? { answer: handler(head.request), asked: 0 } : undefined
  }, bounds)

  /** A message and its body in one packet. The head of a client's messages stays the same; the bodies do not. */
  function post(packet: Buffer, text: string): Buffer | undefined {
    const end = text.indexOf('\r\n\r\n') + 4
    const head = end < 4 ? undefined : headOf(text.slice(0, end))
    if (head?.length === undefined || end + head.length !== packet.length) return undefined
    const answer = handler({ ...head.request, body: packet.subarray(end) })
    return wire.make(answer)
  }

  return (packet) => {
    if (packet.length > largestPacket) return undefined
    const text = packet.toString('latin1')
    if (text.startsWith('POST ')) return post(packet, text)
    const reply = replyTo(text)
    if (reply === undefined) return undefined
    // Bytes are kept from the second time on: most of what is asked once is never asked again.
    return reply.asked++ === 0 ? wire.make(reply.answer) : wire.keep(reply.answer)
  }
}

const largestPacket = 8192

export interface LaneOptions {
  /** Undefined when the packet is not for the lane. */
  readonly answer: Lane
  /** Takes the connection over; its unread packet is back in it. */
  readonly leave: (socket: Socket) => void
  readonly timeouts: { readonly headers: number; readonly keepAlive: number; readonly stalled: number }
}

/** Answers on a connection until a packet comes that is not plain; from then on the connection is somebody else's. */
export function enterLane(socket: Socket, { answer, leave, timeouts }: LaneOptions): void {
  const giveUp = () => socket.destroy()
  const hangUp = () => socket.end()
  const goOn = () => socket.setTimeout(timeouts.keepAlive).resume()
  const take = (packet: Buffer) => {
    const bytes = answer(packet)
    if (bytes !== undefined) {
      if (socket.timeout !== timeouts.keepAlive) socket.setTimeout(timeouts.keepAlive)
      // A client that does not read its answers gets no more of them.
      if (!socket.write(bytes)) socket.setTimeout(timeouts.stalled).pause()
      return
    }
    socket.off('data', take).off('timeout', giveUp).off('error', giveUp).off('end', hangUp).off('drain', goOn)
    socket.setTimeout(0).pause().unshift(packet)
    leave(socket)
    socket.resume()
  }
  socket.setTimeout(timeouts.headers)
  socket.on('timeout', giveUp).on('error', giveUp).on('end', hangUp).on('drain', goOn).on('data', take)
}

/** A whole head and nothing else: RFC 9112's grammar with nothing left to interpretation. Linear: no part overlaps another. */
const plainHead = /^(GET|HEAD|POST) (\/[!"$-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+)\r\n$/

export interface PlainHead {
  readonly request: RequestFacts
  /** Of the body that must follow; only a POST has one. */
  readonly length: number | undefined
}

export function readPlainHead(text: string): PlainHead | undefined {
  const [, method, target, lines] = plainHead.exec(text) ?? []
  if (method === undefined || target === undefined || lines === undefined) return undefined
  const fields = lines.split('\r\n')
  if (fields.length - 1 > mostFields) return undefined
  const seen = new Map<string, string>()
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    if (!matters.has(name)) continue
    // A second line of a name may be a list, or an attempt to be read differently by two parsers.
    if (seen.has(name)) return undefined
    seen.set(name, field.slice(colon + 1).trim())
  }
  if (leaving.some((name) => seen.has(name))) return undefined
  if ((seen.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined
  if (!authority.test(seen.get('host') ?? '')) return undefined
  const length = seen.get('content-length')
  if (method === 'POST' ? !/^\d{1,4}$/.test(length ?? '') : length !== undefined) return undefined
  const headers: { -readonly [Name in keyof HeaderFacts]?: string } = {}
  for (const [name, fact] of Object.entries(decisiveHeaders)) {
    const value = seen.get(name)
    if (value !== undefined) headers[fact] = value
  }
  return {
    request: { method, target, ...headers },
    length: length === undefined ? undefined : Number(length),
  }
}

/** Headers that make the end of a request a matter of opinion, or want something else of the connection. */
const leaving = ['transfer-encoding', 'expect', 'upgrade']
const matters = new Set([...leaving, 'connection', 'content-length', ...Object.keys(decisiveHeaders)])

/** Answers as they go on the wire, in node:http's own order of headers; good for as long as the second of their Date lasts. */
function makeWire(keepAlive: number) {
  const kept = new WeakMap<Answer, { readonly second: number; readonly bytes: Buffer }>()
  const persistence = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`
  const now = () => Math.floor(Date.now() / 1000)

  function make({ status, headers, body }: Answer, second = now()): Buffer {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
    head += `Date: ${dateOf(second)}\r\n${persistence}`
    return Buffer.concat([Buffer.from(head, 'latin1'), body ?? nothing])
  }

  function keep(answer: Answer): Buffer {
    const second = now()
    const known = kept.get(answer)
    if (known?.second === second) return known.bytes
    const bytes = make(answer, second)
    kept.set(answer, { second, bytes })
    return bytes
  }

  return { make, keep }
}

const nothing = new Uint8Array(0)

let latest = { second: 0, text: '' }

function dateOf(second: number): string {
  if (latest.second !== second) latest = { second, text: new Date(second * 1000).toUTCString() }
  return latest.text
}
