import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { memo } from '../answer/memo.ts'
import type { Handler, RequestFacts } from '../answer/request.ts'
import type { Answer } from '../snapshot/resource.ts'
import { authority, mostFields } from './node-request.ts'

/** From a packet to the bytes it is answered with; undefined for what is not plain beyond doubt. */
export type Lane = (packet: Buffer) => Buffer | undefined

/**
 * The fast lane. Nearly every request is a plain GET that comes in one packet, and an answer depends on nothing but its
 * request: so the whole text of a request that was seen before is looked up, and the same bytes are written. Anything out
 * of the ordinary (a body, another method, half a request, two of them, a header that changes the connection, a character
 * that has no business there) goes to node:http with its connection, and is answered or refused there.
 */
export function makeLane(handler: Handler, keepAlive: number): Lane {
  const wire = makeWire(keepAlive)
  const replyTo = memo(
    (text: string) => {
      const request = readPlainRequest(text)
      return request && { answer: handler(request), asked: 0 }
    },
    { entries: 1000, longestKey: 2048 },
  )
  return (packet) => {
    const reply = packet.length > largestPacket ? undefined : replyTo(packet.toString('latin1'))
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

/** One request, whole and alone: RFC 9112's grammar with nothing left to interpretation. Linear: no part overlaps another. */
const plainRequest = /^(GET|HEAD) (\/[!"$-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+)\r\n$/

export function readPlainRequest(text: string): RequestFacts | undefined {
  const [, method, target, lines] = plainRequest.exec(text) ?? []
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
  if (framing.some((name) => seen.has(name))) return undefined
  if ((seen.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined
  if (!authority.test(seen.get('host') ?? '')) return undefined
  return {
    method,
    target,
    accept: seen.get('accept'),
    acceptEncoding: seen.get('accept-encoding'),
    ifNoneMatch: seen.get('if-none-match'),
    ifMatch: seen.get('if-match'),
  }
}

/** Headers that say where a request ends, or that it wants something else of the connection. */
const framing = ['content-length', 'transfer-encoding', 'expect', 'upgrade']
const deciding = ['host', 'connection', 'accept', 'accept-encoding', 'if-none-match', 'if-match']
const matters = new Set([...framing, ...deciding])

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
