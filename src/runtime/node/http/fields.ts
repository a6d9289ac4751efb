import { STATUS_CODES } from 'node:http'
import { decisiveHeaders, type HeaderFacts } from '../../../answer/request.ts'
import { requestLimits } from '../../../base/errors.ts'
import type { Answer } from '../../../snapshot/resource.ts'

/** The headers that say where a message ends or what becomes of its connection. */
const framingHeaders = {
  connection: 'connection',
  'proxy-connection': 'proxyConnection',
  'content-length': 'contentLength',
  'transfer-encoding': 'transferEncoding',
  expect: 'expect',
  upgrade: 'upgrade',
} as const

/** What the header lines of a message say, as far as it decides anything; undefined where there is no such line. */
export interface Fields {
  readonly facts: HeaderFacts
  readonly framing: {
    readonly [Name in (typeof framingHeaders)[keyof typeof framingHeaders]]?: string | undefined
  }
}

const facts = new Map(Object.entries(decisiveHeaders))
const framing = new Map(Object.entries(framingHeaders))

/** In lower case, the names of the lines that `readFields` reads. */
export const decidingNames: readonly string[] = [...facts.keys(), ...framing.keys()]

export const mostFields = requestLimits.headerFields

/** With every key, so that all that is read has one shape: V8 is quick with few of them. */
const noFacts: Partial<Record<keyof HeaderFacts, string>> = blank(decisiveHeaders)
const noFraming: Partial<Record<keyof Fields['framing'], string>> = blank(framingHeaders)

function blank<Key extends string>(names: Readonly<Record<string, Key>>): { [Name in Key]?: string } {
  return Object.fromEntries(Object.values(names).map((key) => [key, undefined])) as { [Name in Key]?: string }
}

/** From names and values in turn, as node:http lists them. Both ways in read headers here and nowhere else. */
export function readFields(list: readonly string[]): Fields {
  const fields = { facts: { ...noFacts }, framing: { ...noFraming } }
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] ?? '').toLowerCase()
    const value = list[at + 1] ?? ''
    add(fields.facts, facts.get(name), value)
    add(fields.framing, framing.get(name), value)
  }
  return fields
}

/** Lines of one name make one list (RFC 9110 §5.3). */
function add<Key extends string>(to: { [Name in Key]?: string }, key: Key | undefined, value: string): void {
  if (key === undefined) return
  const before = to[key]
  to[key] = before === undefined ? value : `${before}, ${value}`
}

/** `uri-host [":" port]` (RFC 9110 §7.2), with a host: a user name or an empty host is refused. */
export const authority = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d*)?$/i

/** The header section of an answer, in node:http's own order: the sealed headers, Date, then what concerns the connection. */
export function headOf({ status, headers }: Answer, connection: string, second: number): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}Date: ${dateOf(second)}\r\n${connection}\r\n`
}

export const closing = 'Connection: close\r\n'

export function keepingAlive(ms: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(ms / 1000)}\r\n`
}

/** The clock that Date is written by. */
export function thisSecond(): number {
  return Math.floor(Date.now() / 1000)
}

let latest = { second: 0, text: '' }

function dateOf(second: number): string {
  if (latest.second !== second) latest = { second, text: new Date(second * 1000).toUTCString() }
  return latest.text
}
