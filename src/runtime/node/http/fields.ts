import { STATUS_CODES } from 'node:http'
import { decisiveHeaders, type HeaderFacts } from '../../../answer/request.ts'
import { requestLimits } from '../../../base/errors.ts'
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

const facts = new Map(Object.entries(decisiveHeaders))
const framing = new Map(Object.entries(framingHeaders))
const client = new Map(Object.entries(clientHeaders))

/** Names of headers that can change an answer or its connection, in lower case. */
export const decidingNames: readonly string[] = [...facts.keys(), ...framing.keys()]

export const maxFields = requestLimits.headerFields

/** All keys in advance, so that V8 sees one object shape. */
const noFacts: Partial<Record<keyof HeaderFacts, string>> = blank(decisiveHeaders)
const noFraming: Partial<Record<keyof Fields['framing'], string>> = blank(framingHeaders)
const noClient: Partial<Record<keyof Fields['client'], string>> = blank(clientHeaders)

function blank<Key extends string>(names: Readonly<Record<string, Key>>): { [Name in Key]?: string } {
  return Object.fromEntries(Object.values(names).map((key) => [key, undefined])) as { [Name in Key]?: string }
}

/** Reads names and values in turn, as in `rawHeaders`. Used by the lane and by node:http. */
export function readFields(list: readonly string[]): Fields {
  const fields = { facts: { ...noFacts }, framing: { ...noFraming }, client: { ...noClient } }
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] ?? '').toLowerCase()
    const value = list[at + 1] ?? ''
    add(fields.facts, facts.get(name), value)
    add(fields.framing, framing.get(name), value)
    add(fields.client, client.get(name), value)
  }
  return fields
}

/** Repeated headers form one list (RFC 9110 §5.3). */
function add<Key extends string>(to: { [Name in Key]?: string }, key: Key | undefined, value: string): void {
  if (key === undefined) return
  const before = to[key]
  to[key] = before === undefined ? value : `${before}, ${value}`
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

export function keepingAlive(ms: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(ms / 1000)}\r\n`
}

/** The time of the Date header. */
export function thisSecond(): number {
  return Math.floor(Date.now() / 1000)
}

let latest = { second: 0, text: '' }

function dateOf(second: number): string {
  if (latest.second !== second) latest = { second, text: new Date(second * 1000).toUTCString() }
  return latest.text
}

export const emptyBuffer = Buffer.alloc(0)
