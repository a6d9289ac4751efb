import type { Handler } from '../../answer/request.ts'
import { exposureAt, serve, type ServeOptions } from '../../serve.ts'
import { openPacked } from '../../snapshot/unpack.ts'
import type { Listening, Order, Report } from './cluster.ts'
import { listen, type Running } from './listen.ts'
import { errorsAsEcs } from './ecs.ts'
import { entryPrinter } from './log.ts'
import { inheritedDescriptor, openSnapshotFile, SnapshotFile } from './snapshot-file.ts'
import { type Sample, watchVitals } from './vitals.ts'

/** One process of a cluster: it does as the primary tells it and nothing else. */
let file = new SnapshotFile(inheritedDescriptor)
let serving: ServeOptions
let running: Running | undefined
let vitals: (() => Sample['vitals']) | undefined

process.on('message', async (order: Order) => {
  if (order === 'close') {
    await running?.close()
    process.exit()
  } else if (order === 'measure') tell({ sample: sample() })
  else if ('open' in order) open(order.open)
  else await work(order.listen)
})

async function work({ port, host, log, logFormat = 'text', prefixStripped }: Listening): Promise<void> {
  if (logFormat === 'ecs') errorsAsEcs()
  serving = { exposure: exposureAt(host), prefixStripped }
  try {
    const bornWith = file
    running = await listen({
      handler: handlerOf(file),
      port,
      host,
      shared: true,
      log: log ? entryPrinter(logFormat) : undefined,
    })
    // A new one may have come meanwhile.
    if (file !== bornWith) running.swap(handlerOf(file))
    tell({ port: running.port })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  }
}

function open(path: string): void {
  const before = file
  file = openSnapshotFile(path)
  running?.swap(handlerOf(file))
  // Every answer is made in one go, so nobody reads it any more.
  before.close()
  tell({ opened: path })
}

/** Watched only from the first time on that somebody wants to know. */
function sample(): Sample {
  vitals ??= watchVitals()
  const { connections = 0, counts = [] } = running?.measure() ?? {}
  return { counts, vitals: { citable_connections: connections, ...vitals() } }
}

function handlerOf(snapshot: SnapshotFile): Handler {
  return serve(openPacked(snapshot), serving)
}

// A terminal and some supervisors signal the whole group; the primary decides what happens.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

tell('ready')

function tell(report: Report, then = () => {}): void {
  process.send?.(report, undefined, undefined, then)
}
