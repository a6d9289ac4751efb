import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Handler } from '../../answer/request.ts'
import type { Diagnostic } from '../../base/diagnostics.ts'
import { guarded } from '../../runtime/node/guard.ts'
import { toMiddleware } from '../../runtime/node/listen.ts'
import { counts, tally } from '../report.ts'
import type { DevState } from './browser/state.ts'
import { devPaths, nothingYet, scriptAnswer, withScript } from './pages.ts'

export interface DevServer {
  readonly port: number
  /** What is told to every page that is open; without a handler, what was shown last is shown on. */
  show(state: DevState, handler?: Handler): void
  close(): void
}

/** Serves a preview to its writer, and tells open pages of changes as server-sent events. */
export async function startServer(host: string, port: number): Promise<DevServer> {
  const open = new Set<ServerResponse>()
  let state: DevState | undefined
  let shown: Handler | undefined
  let answer: Handler = nothingYet('')

  const middleware = toMiddleware((request) => answer(request))
  const reply = guarded(
    (req: IncomingMessage, res: ServerResponse) => {
      const path = (req.url ?? '').split('?', 1)[0]
      if (!isMeant(req, host)) refuse(res)
      else if (path === devPaths.events) follow(req, res)
      else if (path === devPaths.script) {
        const { status, headers, body } = scriptAnswer()
        res.writeHead(status, headers as string[]).end(body)
      } else middleware(req, res)
    },
    (_, res) => res.destroy(),
  )
  const server = createServer(reply)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  server.on('error', (error) => console.error(error))
  // A line that is never answered: proxies and browsers take a silent connection for a dead one.
  const pulse = setInterval(() => {
    for (const res of open) res.write(':\n\n')
  }, betweenPulses).unref()

  return {
    port: (server.address() as AddressInfo).port,
    show(next, handler) {
      state = next
      shown = handler ?? shown
      answer = shown ? withScript(shown, next.version) : nothingYet(next.version)
      for (const res of open) res.write(message(next))
    },
    close() {
      clearInterval(pulse)
      server.close()
      server.closeAllConnections()
    },
  }

  function follow(req: IncomingMessage, res: ServerResponse): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    res.write(state ? message(state) : ':\n\n')
    open.add(res)
    req.on('close', () => open.delete(res))
  }
}

/** In milliseconds. */
const betweenPulses = 20_000

function message(state: DevState): string {
  return `data: ${JSON.stringify(state)}\n\n`
}

/** A page of another site can have its own name lead to this machine, and would then be let read what is here. */
function isMeant({ headers }: IncomingMessage, host: string): boolean {
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|::1)$/
  if (!isLocal.test(host)) return true
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return isLocal.test(name) || name.endsWith('.localhost')
}

function refuse(res: ServerResponse): void {
  res.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' })
  res.end('The preview answers on localhost only. To use another name, start it with --host.\n')
}

export function stateOf(
  version: string,
  problems: string,
  diagnostics: readonly Diagnostic[],
  unpublished: ReadonlyMap<string, string>,
  isShown: boolean,
): DevState {
  return {
    version,
    tally: tally(diagnostics),
    isBroken: counts(diagnostics).errors > 0,
    isShown,
    problems,
    unpublished: Object.fromEntries(unpublished),
  }
}
