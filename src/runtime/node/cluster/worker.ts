import type { Handler } from '../../../answer/request.ts'
import { exposureFor, serve, type ServeOptions } from '../../../serve.ts'
import { onDemand } from '../../../snapshot/encode.ts'
import type { Snapshot } from '../../../snapshot/resource.ts'
import { openAtOnce } from '../../../snapshot/unpack.ts'
import { listen, type Running } from '../listen.ts'
import { printEntry } from '../metrics/log.ts'
import { type Sample, watchVitals } from '../metrics/metrics.ts'
import { boundPipes } from '../metrics/pipes.ts'
import { inheritedDescriptor, openSnapshotFile, SnapshotFile, openInSteps } from '../snapshot-file.ts'
import type { Command, Reply, Request, WorkerListenOptions } from './cluster.ts'
import { ready } from './handoff.ts'

/** A worker process of a cluster, controlled by the primary. */
let file: SnapshotFile
let serving: ServeOptions
let running: Running | undefined
let vitals: (() => Sample['vitals']) | undefined

export function runWorker(): void {
  file = new SnapshotFile(inheritedDescriptor)
  process.on('message', async ({ id, command }: Request) => {
    // Connections arrive on the same channel.
    if (command === undefined) return
    const reply: Reply = await execute(command).then(
      (value) => ({ id, value }),
      (error) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    process.send?.(reply, undefined, undefined, () => {})
  })
  // Terminals and some supervisors signal the whole process group; the primary decides what happens.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  // Without a primary, nothing would stop this process.
  process.once('disconnect', () => process.exit())
  process.send?.(ready)
}

async function execute(command: Command): Promise<unknown> {
  if (command === 'measure') return sample()
  if (command === 'close') {
    await running?.close()
    process.exit()
  }
  return command.listen ? startListening(command.listen) : open(command.open, command.version)
}

async function startListening(options: WorkerListenOptions): Promise<void> {
  const { log: isLogged, prefixStripped, ...place } = options
  boundPipes()
  serving = { exposure: exposureFor(place.host), prefixStripped }
  const initialFile = file
  const log = isLogged ? printEntry : undefined
  running = await listen({ ...place, handler: handlerOf(file), shared: true, log })
  // A new snapshot may have been opened meanwhile.
  if (file !== initialFile) running.swap(handlerOf(file))
}

/** Switches to a new snapshot. On failure, keeps the old one. */
async function open(path: string, version: string | undefined): Promise<void> {
  const next = openSnapshotFile(path)
  try {
    if (version !== undefined && next.version !== version) throw new Error(`${path} has changed again`)
    const handler = handlerIn(await openInSteps(next))
    running?.swap(handler)
  } catch (error) {
    next.close()
    throw error
  }
  // Answers are synchronous, so nothing reads the old file any more.
  file.close()
  file = next
}

/** Starts monitoring on first use. */
function sample(): Sample {
  vitals ??= watchVitals()
  const { connections = 0, ...counted } = running?.measure() ?? { counts: [], durations: [] }
  return { ...counted, vitals: { citable_connections: connections, ...vitals() } }
}

const handlerOf = (packed: SnapshotFile): Handler => handlerIn(openAtOnce(packed, { onDemand }))

const handlerIn = (snapshot: Snapshot): Handler => serve(snapshot, serving)
