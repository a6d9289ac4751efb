import { exposureAt, serve } from '../../serve.ts'
import { unpack } from '../../snapshot/pack.ts'
import type { Order, Report } from './cluster.ts'
import { listen, type Running } from './listen.ts'
import { printEntry } from './log.ts'
import { packedSnapshots, snapshotPipe } from './snapshot-pipe.ts'

/** One process of a cluster: it does as the primary tells it and nothing else. */
let running: Running | undefined

process.on('message', async (order: Order) => {
  if (order !== 'close') return work(order.listen)
  await running?.close()
  process.exit()
})

async function work({ port, host, log }: Exclude<Order, 'close'>['listen']): Promise<void> {
  const exposure = exposureAt(host)
  try {
    for await (const packed of packedSnapshots(snapshotPipe())) {
      const handler = serve(unpack(packed), { exposure })
      running?.swap(handler)
      if (running) continue
      running = await listen({ handler, port, host, log: log ? printEntry : undefined })
      tell({ port: running.port })
    }
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  }
}

// A terminal and some supervisors signal the whole group; the primary decides what happens.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

tell('ready')

function tell(report: Report, then = () => {}): void {
  process.send?.(report, undefined, undefined, then)
}
