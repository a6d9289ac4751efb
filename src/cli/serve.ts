import { once } from 'node:events'
import { createServer } from 'node:net'
import { settings } from '../config.ts'
import type { Checked } from '../diagnostics.ts'
import { type Listening, listenCluster } from '../runtime/node/cluster.ts'
import { printEntry } from '../runtime/node/log.ts'
import { SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { exposureAt, type Snapshot, serve } from '../serve.ts'
import type { Packed } from './compiler.ts'
import { compileApart, publishable, snapshotIn } from './load.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { report, tally } from './report.ts'
import { UsageError, chosen, chosenBaseUrl, chosenDay, inColour, wholeNumber } from './settings.ts'
import { say } from '../visible.ts'
import { watchFolder } from './watch.ts'

export interface ServeFlags {
  readonly port?: string
  readonly host?: string
  readonly baseUrl?: string
  readonly asOf?: string
  readonly workers?: string
  readonly compileTimeout?: string
  readonly prefixStripped?: boolean
  readonly watch?: boolean
  readonly log?: boolean
}

/** Serves until it is told to stop. */
export async function serveCommand(dir: string, options: ServeFlags): Promise<number> {
  const { log = false, prefixStripped = false } = options
  const host = chosen(options.host, 'host') ?? settings.host.fallback
  const asked = wholeNumber(chosen(options.port, 'port') ?? settings.port.fallback, 'The port', 0, 65_535)
  const workers = wholeNumber(options.workers ?? settings.workers.fallback, 'The number of workers', 1, 256)
  if (workers > 1 && isDeno)
    throw new UsageError('Deno has no workers that share a port; leave --workers out.', 2)
  const seconds = chosen(options.compileTimeout, 'compileTimeout') ?? settings.compileTimeout.fallback
  const timeout = wholeNumber(seconds, 'The time limit', 1, 86_400) * 1000
  const baseUrl = chosenBaseUrl(options.baseUrl)
  // The port is part of the default base URL, so it is known before anything is compiled.
  const held = asked === 0 ? await holdPort(host).catch(giveUp) : undefined
  const port = held?.port ?? asked
  const compiling = { baseUrl, asOf: chosenDay(options.asOf), fallbackBaseUrl: `http://localhost:${port}` }

  const stop = stopSignal()
  const load = () => compileApart(dir, compiling, { stop, timeout }, workers > 1)

  let server: Started | undefined
  const publish = oneAtATime(async () => {
    if (stop.aborted) return
    if (server) return reload(load, dir, server, stop)
    const packed = publishable(await load(), dir)
    await held?.release()
    const snapshot = snapshotIn(packed)
    server = await start(packed, snapshot, { port, host, workers, log, prefixStripped }).catch(giveUp)
    const { baseUrl, basePath } = snapshot
    const here = address(host, port) + (prefixStripped ? '' : basePath)
    const elsewhere = baseUrl === here ? '' : `, to be published at ${baseUrl}`
    if (!stop.aborted) say(process.stdout, `Serving ${dir} at ${here}${elsewhere}`)
  })
  process.on('SIGHUP', publish)
  // From before the first file is read: what is written meanwhile is not missed.
  const watching = options.watch ? watchFolder(dir, quiet, () => void publish()) : undefined
  try {
    await publish().catch((error: Error) => {
      if (!stop.aborted) throw error
    })
    if (!stop.aborted) await once(stop, 'abort')
  } finally {
    watching?.close()
  }
  await server?.close()
  return 0
}

/** Milliseconds: `git pull` writes many files, one after another. */
const quiet = 1000

/** Aborted when the process is told to end. Told once more, it ends at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** Whatever goes wrong with it, what is served goes on. */
async function reload(
  load: () => Promise<Checked<Packed>>,
  dir: string,
  server: Started,
  stop: AbortSignal,
): Promise<void> {
  const outcome = await load().then(
    ({ value: next, diagnostics }) => {
      process.stderr.write(report(diagnostics, dir, { colour: inColour(process.stderr) }))
      if (!next) return `was: ${tally(diagnostics)}.`
      server.swap(next)
      return 'is now.'
    },
    ({ message }: Error) => `was: ${message}`,
  )
  if (!stop.aborted) say(process.stderr, `Serving ${dir} as it ${outcome}`)
}

function giveUp(error: Error): never {
  throw new UsageError(error.message)
}

interface Started {
  swap(packed: Packed): void
  close(): Promise<void>
}

async function start(
  packed: Packed,
  snapshot: Snapshot,
  { workers, log, prefixStripped, ...place }: Listening & { readonly workers: number },
): Promise<Started> {
  if (workers > 1) {
    const entry = new URL('../runtime/node/worker.js', import.meta.url)
    const cluster = await listenCluster({
      ...place,
      file: inFile(packed),
      workers,
      log,
      prefixStripped,
      entry,
    })
    return { swap: (next) => cluster.swap(inFile(next)), close: cluster.close }
  }
  const exposure = exposureAt(place.host)
  const handlerOf = (one: Snapshot) => serve(one, { exposure, prefixStripped })
  const { listen } = await (isDeno ? import('../runtime/deno.ts') : import('../runtime/node/listen.ts'))
  const running = await listen({ ...place, handler: handlerOf(snapshot), log: log ? printEntry : undefined })
  let current = packed
  return {
    swap(next) {
      running.swap(handlerOf(snapshotIn(next)))
      // Every answer is made in one go, so nobody reads the old one any more.
      if (current instanceof SnapshotFile) current.close()
      current = next
    },
    close: running.close,
  }
}

const isDeno = 'Deno' in globalThis

function inFile(packed: Packed): SnapshotFile {
  if (packed instanceof SnapshotFile) return packed
  throw new UsageError(
    'Workers share a temporary file, and none can be made here; set TMPDIR to a folder where one can, or leave --workers out.',
  )
}

/** As a person would type it. */
export function address(host: string, port: number): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** A free port that stays free while the content is compiled; with many connections about, another program would take it. */
function holdPort(host: string): Promise<{ readonly port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const holder = createServer((socket) => socket.destroy()).once('error', reject)
    holder.unref().listen(0, host, () => {
      const bound = holder.address()
      resolve({
        port: typeof bound === 'object' && bound ? bound.port : 0,
        release: () => new Promise((released) => holder.close(() => released())),
      })
    })
  })
}
