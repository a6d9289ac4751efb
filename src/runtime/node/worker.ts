import type { Handler } from '../../answer/request.ts'
import { type Exposure, exposureAt, serve } from '../../serve.ts'
import { unpack } from '../../snapshot/pack.ts'
import { listen, type Running } from './listen.ts'
import type { Order, Report } from './cluster.ts'
import { printEntry } from './log.ts'

/** One process of a cluster: it does as the primary tells it and nothing else. */
let handler: Handler
let running: Running | undefined
let exposure: Exposure = 'public'

process.on('message', async (order: Order) => {
  if (order === 'close') {
    await running?.close()
    process.exit()
  }
  if (order.listen) exposure = exposureAt(order.listen.host)
  handler = serve(unpack(asBuffer(order.packed)), { exposure })
  if (!order.listen) return running?.swap(handler)
  const { port, host, log } = order.listen
  try {
    running = await listen({ handler, port, host, log: log ? printEntry : undefined })
    running.swap(handler) // A newer one may have come meanwhile.
    tell({ port: running.port })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  }
})

// A terminal and some supervisors signal the whole group; the primary decides what happens.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

tell('ready')

function tell(report: Report, then = () => {}): void {
  process.send?.(report, undefined, undefined, then)
}

/** Views of a Buffer are Buffers, which Node sends as they are; it would wrap a plain Uint8Array for each answer. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
