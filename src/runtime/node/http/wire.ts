import { STATUS_CODES } from 'node:http'
import type { Answer } from '../../../snapshot/resource.ts'

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
