import type { Handler } from '../../../answer/request.ts'
import { exposureAt, serve, type ServeOptions } from '../../../serve.ts'
import type { OnDemand } from '../../../snapshot/on-demand.ts'
import { openPacked } from '../../../snapshot/unpack.ts'
import { listen, type Running } from '../listen.ts'
import { entryPrinter, errorsAsEcs } from '../metrics/log.ts'
import { type Sample, watchVitals } from '../metrics/metrics.ts'
import { inheritedDescriptor, openSnapshotFile, SnapshotFile } from '../snapshot-file.ts'
import type { Listening, Order, Reply, Request } from './cluster.ts'
import { ready } from './handoff.ts'

/** One process of a cluster: it does as the primary tells it and nothing else. */
let file: SnapshotFile
let onDemand: OnDemand
let serving: ServeOptions
let running: Running | undefined
let vitals: (() => Sample['vitals']) | undefined

export function runWorker(makes: OnDemand): void {
  file = new SnapshotFile(inheritedDescriptor)
  onDemand = makes
  process.on('message', async ({ id, order }: Request) => {
    // Connections come on the same channel.
    if (order === undefined) return
    try {
      reply({ id, value: await obey(order) })
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
  // A terminal and some supervisors signal the whole group; the primary decides what happens.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  // Nobody would replace this process, or tell it to end.
  process.once('disconnect', () => process.exit())
  process.send?.(ready)
}

async function obey(order: Order): Promise<unknown> {
  if (order === 'measure') return sample()
  if (order === 'close') {
    await running?.close()
    process.exit()
  }
  if ('open' in order) return open(order.open, order.version)
  return work(order.listen)
}

async function work({
  port,
  host,
  log,
  logFormat = 'text',
  prefixStripped,
  timed,
}: Listening): Promise<void> {
  if (logFormat === 'ecs') errorsAsEcs()
  serving = { exposure: exposureAt(host), prefixStripped }
  const bornWith = file
  running = await listen({
    handler: handlerOf(file),
    port,
    host,
    shared: true,
    timed,
    log: log ? entryPrinter(logFormat) : undefined,
  })
  // A new one may have come meanwhile.
  if (file !== bornWith) running.swap(handlerOf(file))
}

/** What cannot be opened changes nothing. */
function open(path: string, version: string | undefined): void {
  const next = openSnapshotFile(path)
  try {
    if (version !== undefined && next.version !== version) throw new Error(`${path} has changed again`)
    running?.swap(handlerOf(next))
  } catch (error) {
    next.close()
    throw error
  }
  // Every answer is made in one go, so nobody reads it any more.
  file.close()
  file = next
}

/** Watched only from the first time on that somebody wants to know. */
function sample(): Sample {
  vitals ??= watchVitals()
  const { connections = 0, ...counted } = running?.measure() ?? { counts: [], durations: [] }
  return { ...counted, vitals: { citable_connections: connections, ...vitals() } }
}

function handlerOf(snapshot: SnapshotFile): Handler {
  return serve(openPacked(snapshot, { onDemand }), { ...serving, onDemand })
}

function reply(message: Reply): void {
  process.send?.(message, undefined, undefined, () => {})
}
