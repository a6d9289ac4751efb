import type { Server } from 'node:http'
import type { Handler } from '../../answer/request.ts'
import type { BackpressureBudget } from './http/backpressure-budget.ts'
import type { Lane } from './http/lane.ts'
import type { Timeouts } from './http/http.ts'
import type { Turns } from './http/turns.ts'
import type { RequestLog } from './metrics/log.ts'
import type { Tally } from './metrics/tally.ts'

/** What all connections of a server share. */
export interface Service {
  /** The two that a swap replaces. Without a lane everything goes through node:http. */
  handler: Handler
  lane: Lane | undefined
  /** Takes the messages that are not for the lane; it listens on no port of its own. */
  readonly http: Server
  readonly log: ((entry: RequestLog) => void) | undefined
  readonly tally: Tally
  readonly timeouts: Timeouts
  readonly turns: Turns
  readonly waiting: BackpressureBudget
  /** The time by which a connection must have done something that may take so many milliseconds. */
  deadline(ms: number): number
  /** While it is true, what comes is taken in and not looked at. */
  holding: boolean
  /** From the moment the server is to close: every answer is its connection's last. */
  draining: boolean
}

export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new Error(`Cannot listen on ${host}, port ${port}: ${reason}`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has the port.',
  EACCES: 'this user may not open the port.',
  EADDRNOTAVAIL: 'this machine does not have the address.',
  ENOTFOUND: 'the host name is not known.',
}
