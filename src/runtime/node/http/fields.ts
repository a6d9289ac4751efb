import { STATUS_CODES } from 'node:http'
import { decisiveHeaders, type HeaderFacts } from '../../../answer/request.ts'
import { requestLimits } from '../../../base/http.ts'
import type { Answer } from '../../../snapshot/resource.ts'

/** Headers that control the end of a message or the connection. */
const framingHeaders = {
  connection: 'connection',
  'proxy-connection': 'proxyConnection',
  'content-length': 'contentLength',
  'transfer-encoding': 'transferEncoding',
  expect: 'expect',
  upgrade: 'upgrade',
} as const

/** Headers that tell who asks, for logs and turns. */
const clientHeaders = {
  'user-agent': 'userAgent',
  traceparent: 'traceparent',
  'x-forwarded-for': 'forwardedFor',
} as const

type Values<Names extends Readonly<Record<string, string>>> = {
  readonly [Name in Names[keyof Names]]?: string | undefined
}

export interface Fields {
  readonly facts: HeaderFacts
  readonly framing: Values<typeof framingHeaders>
  readonly client: Values<typeof clientHeaders>
}

const groups = { facts: decisiveHeaders, framing: framingHeaders, client: clientHeaders }

/** Where the value of a header goes, by its name in lower case. */
const places = new Map(
  Object.entries(groups).flatMap(([group, names]) =>
    Object.entries(names).map(([name, key]) => [name, { group: group as keyof Fields, key }] as const),
  ),
)

/** Names of headers that can change an answer or its connection, in lower case. */
export const decidingNames = [...Object.keys(decisiveHeaders), ...Object.keys(framingHeaders)]

export const maxFields = requestLimits.headerFields

/** All keys in advance, so that V8 sees one object shape. */
const [noFacts = {}, noFraming = {}, noClient = {}] = Object.values(groups).map(
  (names): Record<string, string | undefined> =>
    Object.fromEntries(Object.values(names).map((key) => [key, undefined])),
)

/** Reads names and values in turn, as in `rawHeaders`. Used by the lane and by node:http. */
export function readFields(list: readonly string[]): Fields {
  const fields = { facts: { ...noFacts }, framing: { ...noFraming }, client: { ...noClient } }
  for (let at = 0; at < list.length; at += 2) {
    const place = places.get((list[at] ?? '').toLowerCase())
    if (place === undefined) continue
    const [group, value] = [fields[place.group], list[at + 1] ?? '']
    const before = group[place.key]
    // Repeated headers form one list (RFC 9110 §5.3).
    group[place.key] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}

/** `uri-host [":" port]` (RFC 9110 §7.2), without user info and with a non-empty host. */
export const authority = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d*)?$/i

/** Formats the header section in node:http's order: sealed headers, Date, connection headers. */
export function headOf({ status, headers }: Answer, connection: string, second: number): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}Date: ${dateOf(second)}\r\n${connection}\r\n`
}

export const closing = 'Connection: close\r\n'

export const keepingAlive = (ms: number): string =>
  `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(ms / 1000)}\r\n`

/** The time of the Date header. */
export const thisSecond = (): number => Math.floor(Date.now() / 1000)

let latest = { second: 0, text: '' }

function dateOf(second: number): string {
  if (latest.second !== second) latest = { second, text: new Date(second * 1000).toUTCString() }
  return latest.text
}

export const emptyBuffer = Buffer.alloc(0)
