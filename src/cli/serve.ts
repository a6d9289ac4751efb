import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Checked } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { listenCluster, type Listening } from '../runtime/node/cluster/cluster.ts'
import { entryPrinter, type LogFormat } from '../runtime/node/metrics/log.ts'
import { type History, newHistory, openMetrics, type Sample } from '../runtime/node/metrics/metrics.ts'
import { cannotListen } from '../runtime/node/service.ts'
import { SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { exposureAt, serve, type Snapshot } from '../serve.ts'
import type { Packed } from './compiler.ts'
import { packer, required } from './load.ts'
import { type Messages, messagesIn, tally } from './report.ts'
import { oneAtATime, watchFolder, Schedule } from './watch.ts'
import { discard, isFile, onDemand, snapshotIn, watchOverwriting } from './packed-file.ts'
import { type OnProgress, Progress } from './progress.ts'
import { resolveSetting, resolveBaseUrl, resolveAsOf, settings, version, wholeNumber } from './settings.ts'

export interface ServeFlags {
  readonly cache?: boolean
  readonly port?: string
  readonly host?: string
  readonly baseUrl?: string
  readonly asOf?: string
  readonly future?: boolean
  readonly workers?: string
  readonly compileTimeout?: string
  readonly prefixStripped?: boolean
  readonly watch?: boolean
  readonly log?: boolean
  readonly logFormat?: LogFormat
  readonly readyFile?: string
  readonly metrics?: string
  readonly metricsHost?: string
}

/** Serves until it is told to stop. */
export function serveCommand(dir: string, options: ServeFlags): Promise<number> {
  const messages = messagesIn(options.logFormat ?? 'text')
  return messages.untilDone(() => serveUntilStopped(dir, options, messages))
}

async function serveUntilStopped(dir: string, options: ServeFlags, messages: Messages): Promise<number> {
  const { log = false, logFormat = 'text', prefixStripped = false } = options
  const host = resolveSetting(options.host, 'host') ?? settings.host.fallback
  const asked = wholeNumber(
    resolveSetting(options.port, 'port') ?? settings.port.fallback,
    'The port',
    0,
    65_535,
  )
  const workers = wholeNumber(options.workers ?? settings.workers.fallback, 'The number of workers', 1, 256)
  if (workers > 1 && isDeno)
    throw new UsageError('Deno cannot share a port between workers; leave out --workers.', 2)
  const seconds = resolveSetting(options.compileTimeout, 'compileTimeout') ?? settings.compileTimeout.fallback
  const timeout = wholeNumber(seconds, 'The time limit', 1, 86_400) * 1000
  const baseUrl = resolveBaseUrl(options.baseUrl)
  // The port is part of the default base URL, so it is known before anything is compiled; that it is free is known then, too.
  const held = await holdPort(host, asked).catch(giveUp)
  const { port } = held
  if (asked !== 0) await held.release()
  const asOf = () => resolveAsOf(options.asOf, options.future)
  const compiling = baseUrl ? { baseUrl } : { fallbackBaseUrl: `http://localhost:${port}` }

  let server: Started | undefined
  let isReady = false
  const history = newHistory()
  await answerPrometheus(
    options,
    history,
    () => server?.measure(),
    () => isReady,
  )
  const ready = readyFile(options.readyFile)
  const stop = stopSignal()
  const { cache = true, watch = false } = options
  const stays = cache ? (watch ? forever : forAnotherSignal) : 0
  const onCompiled = (outcome: 'done' | 'failed', seconds: number) => {
    history.compiles[outcome]++
    history.compiles.seconds += seconds
  }
  const compiler = packer(dir, { keepName: workers > 1, ahead: 'large', cache, stays, onCompiled })
  const load = async (report?: OnProgress) => {
    const loaded = await compiler.pack({ ...compiling, asOf: asOf() }, { stop, timeout, report })
    schedule.set(loaded.diagnostics)
    return loaded
  }

  let servedVersion: string | undefined
  const onServed = (packed: Packed) => {
    history.loaded = Date.now()
    servedVersion = packed instanceof SnapshotFile ? packed.version : undefined
  }
  const publish = oneAtATime(async () => {
    if (stop.aborted) return
    if (server) return reload(load, dir, server, { stop, history, messages, onServed })
    const compiled = await new Progress().duringApart(load)
    messages.problems(compiled.diagnostics, dir)
    const packed = required(compiled, dir)
    await held.release()
    const snapshot = snapshotIn(packed)
    const timed = options.metrics !== undefined
    const place = { port, host, workers, log, logFormat, prefixStripped, timed }
    server = await start(packed, snapshot, place).catch(giveUp)
    onServed(packed)
    const { baseUrl, basePath } = snapshot
    const here = address(host, port) + (prefixStripped ? '' : basePath)
    const elsewhere = baseUrl === here ? '' : `, base URL ${baseUrl}`
    if (stop.aborted) return
    ready.write()
    isReady = true
    messages.say(`Serving ${dir} at ${here}${elsewhere}`)
  })
  const schedule = new Schedule(() => void publish())
  process.on('SIGHUP', publish)
  // From before the first file is read: what is written meanwhile is not missed.
  const watching = watch ? watchFolder(dir, quiet, () => void publish()) : undefined
  const overwriting = isFile(dir)
    ? watchOverwriting(dir, () => servedVersion, {
        overwritten: () => messages.warn(overwritten(dir)),
        settled: () => void publish(),
      })
    : undefined
  try {
    await publish().catch((error: Error) => {
      if (!stop.aborted) throw error
    })
    if (!stop.aborted) await once(stop, 'abort')
  } finally {
    watching?.close()
    clearInterval(overwriting)
    compiler.close()
    schedule.close()
    // Before anybody is turned away, so that a load balancer sends nobody else.
    ready.remove()
    isReady = false
  }
  await server?.close()
  return 0
}

const overwritten = (file: string) =>
  `${file} is being overwritten in place: answers that are not in memory are 500 until it is complete. Replace it by a rename instead.`

/** Milliseconds: `git pull` writes many files, one after another. */
const quiet = 150

/** Milliseconds that a compiler waits: it has as much memory as the posts take, and the next change is soon made with what it knows. */
const forAnotherSignal = 300_000
const forever = 2 ** 31 - 1

/** Aborted when the process is told to end. Told once more, it ends at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** A reload that fails leaves the previous version up. */
async function reload(
  load: () => Promise<Checked<Packed>>,
  dir: string,
  server: Started,
  {
    stop,
    history,
    messages,
    onServed,
  }: { stop: AbortSignal; history: History; messages: Messages; onServed(packed: Packed): void },
): Promise<void> {
  const failure = await load()
    .then(async ({ value: next, diagnostics }) => {
      messages.problems(diagnostics, dir)
      if (!next) return `${tally(diagnostics)}.`
      await server.swap(next)
      onServed(next)
      return undefined
    })
    .catch(({ message }: Error) => message)
  history.reloads[failure === undefined ? 'done' : 'failed']++
  if (stop.aborted) return
  messages.warn(
    failure === undefined
      ? `Reloaded ${dir}.`
      : `Reload failed, still serving the previous version of ${dir}: ${failure}`,
  )
}

async function answerPrometheus(
  { metrics, metricsHost = settings.metricsHost.fallback }: ServeFlags,
  history: History,
  read: () => Promise<Sample> | undefined,
  isReady: () => boolean,
): Promise<void> {
  if (metrics === undefined) return
  const port = wholeNumber(metrics, 'The port for metrics', 1, 65_535)
  await openMetrics({ port, host: metricsHost }, version(), history, read, isReady).catch(giveUp)
}

function giveUp(error: Error): never {
  throw new UsageError(error.message)
}

interface Started {
  measure(): Promise<Sample>
  /** Throws when the new one cannot be opened, and then nothing has changed. */
  swap(packed: Packed): Promise<void>
  close(): Promise<void>
}

async function start(
  packed: Packed,
  snapshot: Snapshot,
  {
    workers,
    log,
    logFormat = 'text',
    prefixStripped,
    timed,
    ...place
  }: Listening & { readonly workers: number },
): Promise<Started> {
  if (workers > 1) {
    const entry = new URL('./serve-worker.js', import.meta.url)
    const cluster = await listenCluster({
      ...place,
      file: inFile(packed),
      workers,
      log,
      logFormat,
      prefixStripped,
      timed,
      entry,
    })
    return { ...cluster, swap: async (next) => cluster.swap(inFile(next)) }
  }
  const exposure = exposureAt(place.host)
  const handlerOf = (one: Snapshot) => serve(one, { exposure, prefixStripped, onDemand })
  const { listen } = await (isDeno ? import('../runtime/deno.ts') : import('../runtime/node/listen.ts'))
  const running = await listen({
    ...place,
    handler: handlerOf(snapshot),
    timed,
    log: log ? entryPrinter(logFormat) : undefined,
  })
  let current = packed
  return {
    async measure() {
      const { connections, ...counted } = running.measure()
      return { ...counted, vitals: connections === undefined ? {} : { citable_connections: connections } }
    },
    async swap(next) {
      try {
        running.swap(handlerOf(snapshotIn(next)))
      } catch (error) {
        discard(next)
        throw error
      }
      // Every answer is made in one go, so nobody reads the old one any more.
      discard(current)
      current = next
    },
    close: running.close,
  }
}

const isDeno = 'Deno' in globalThis

function inFile(packed: Packed): SnapshotFile {
  if (packed instanceof SnapshotFile) return packed
  throw new UsageError(
    'Workers share a temporary file, and none can be created here; set TMPDIR to a writable folder, or leave out --workers.',
  )
}

/** As a person would type it. */
export function address(host: string, port: number): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Takes a port, or a free one for 0, until it is released: with many connections about, another program would take a free one meanwhile. */
function holdPort(host: string, asked: number): Promise<{ readonly port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const holder = createServer((socket) => socket.destroy())
    holder.once('error', (error) => reject(cannotListen(error, { host, port: asked })))
    holder.unref().listen(asked, host, () => {
      const bound = holder.address()
      resolve({
        port: typeof bound === 'object' && bound ? bound.port : 0,
        release: () => new Promise((released) => holder.close(() => released())),
      })
    })
  })
}

/** A file that is there for as long as requests are answered; it holds the process's id, so that one that was left by a crash can be told. */
export function readyFile(path: string | undefined) {
  const remove = () => {
    if (path !== undefined) rmSync(path, { force: true })
  }
  remove()
  return {
    /** By a rename: whoever finds it finds it whole. */
    write() {
      if (path === undefined) return
      writeFileSync(`${path}.new`, `${process.pid}\n`)
      renameSync(`${path}.new`, path)
    },
    remove,
  }
}
