import type { Need, RequestFacts } from '../answer/request.ts'
import type { Answer } from '../snapshot/resource.ts'
import { toFetch } from './fetch.ts'
import type { ListenOptions, Running } from './node/listen.ts'
import { logEntry } from './node/metrics/log.ts'
import { Durations, Tally } from './node/metrics/tally.ts'
import { peerOf } from './node/peer.ts'
import { type Client, sealedOnly, Turns } from './node/turns.ts'

declare const Deno: {
  serve(options: {
    readonly port: number
    readonly hostname: string
    readonly automaticCompression: boolean
    readonly onListen: () => void
    readonly handler: (request: Request, info: { readonly remoteAddr: RemoteAddress }) => Promise<Response>
  }): { readonly addr: { readonly port: number }; shutdown(): Promise<void> }
}

/** On a Unix socket, it has no hostname. */
type RemoteAddress = { readonly hostname?: string }

/** Uses Deno's own server, because Deno's node:http accepts no foreign streams. */
export async function listen({ handler, port, host, log, queuedWork }: ListenOptions): Promise<Running> {
  let current = handler
  const tally = new Tally()
  const durations = new Durations()
  const turns = new Turns(queuedWork)
  const answerTo = (request: RequestFacts, start: number): Answer | Need => {
    const answer = current(request)
    if (answer.needs) return answer
    tally.of('http', request.method, answer).count++
    durations.observe(answer.operation, start)
    log?.(logEntry(request, answer, start))
    return answer
  }
  /** A connection waits for one answer at most: Deno reads its next request afterwards. It does not tell when a client has left. */
  const answerInTurn = (request: RequestFacts, peer: string): Promise<Answer | Need> => {
    const start = performance.now()
    return new Promise((resolve) => {
      const client: Client = {
        peer,
        hasEnded: false,
        need: undefined,
        takeTurn(turn) {
          const answer = answerTo({ ...request, ...turn }, start)
          if (answer.needs === 'time') turns.addWork(client, answer)
          else resolve(answer)
        },
        destroy: () => resolve(answerTo({ ...request, messageError: 'internal' }, start)),
      }
      client.takeTurn(sealedOnly)
    })
  }
  const server = Deno.serve({
    port,
    hostname: host,
    // Bodies are already compressed, and Deno's compression would weaken the ETag.
    automaticCompression: false,
    onListen: () => {},
    handler(request, { remoteAddr }) {
      const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
      const peer = peerOf({ address: remoteAddr.hostname, forwardedFor })
      return toFetch((facts) => answerInTurn(facts, peer))(request)
    },
  })
  return {
    port: server.addr.port,
    host,
    measure: () => ({ connections: undefined, counts: tally.counts, durations: durations.all }),
    swap(next) {
      current = next
    },
    close: () => server.shutdown(),
  }
}
