import type { Handler } from '../answer/request.ts'
import { toFetch } from './fetch.ts'
import type { ListenOptions, Running } from './node/listen.ts'
import { entry } from './node/metrics/log.ts'
import { Durations, Tally } from './node/metrics/tally.ts'

declare const Deno: {
  serve(options: {
    readonly port: number
    readonly hostname: string
    readonly automaticCompression: boolean
    readonly onListen: () => void
    readonly handler: (request: Request) => Promise<Response>
  }): { readonly addr: { readonly port: number }; shutdown(): Promise<void> }
}

/** Uses Deno's own server, because Deno's node:http accepts no foreign streams. */
export async function listen({ handler, port, host, log }: ListenOptions): Promise<Running> {
  let current = handler
  const tally = new Tally()
  const durations = new Durations()
  const answerTo: Handler = (request) => {
    const start = performance.now()
    const answer = current(request)
    // Called again with the body.
    if (answer.status === 100) return answer
    tally.of('http', request.method, answer).count++
    durations.observe(answer.operation, start)
    log?.(entry(request, answer, start))
    return answer
  }
  const server = Deno.serve({
    port,
    hostname: host,
    // Bodies are already compressed, and Deno's compression would weaken the ETag.
    automaticCompression: false,
    onListen: () => {},
    handler: toFetch(answerTo),
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
