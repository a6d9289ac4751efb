import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Diagnostic } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { listenCluster, type WorkerListenOptions } from '../runtime/node/cluster/cluster.ts'
import { entryPrinter, type LogFormat } from '../runtime/node/metrics/log.ts'
import { newHistory, openMetrics, type Sample } from '../runtime/node/metrics/metrics.ts'
import { boundPipes, endPipes } from '../runtime/node/metrics/pipes.ts'
import { cannotListen, isSocket } from '../runtime/node/service.ts'
import { createSnapshotFile, SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { exposureAt, serve, type Snapshot } from '../serve.ts'
import type { Packed } from './compiler.ts'
import { leftOutLine, packer, type PublishFlags, requireValue } from './load.ts'
import { type Messages, messagesIn, tally } from './report.ts'
import { oneAtATime, schedule, watchFolder } from './watch.ts'
import { onDemand } from '../snapshot/encode.ts'
import { discard, isFile, snapshotIn, watchOverwriting } from './packed-file.ts'
import { type OnProgress, Progress } from './progress.ts'
import { resolveDay, resolveBaseUrl, resolvePort, resolveSetting, version, wholeNumber } from './settings.ts'

interface ServeFlags extends PublishFlags {
  readonly port?: string
  readonly host?: string
  readonly workers?: string
  readonly compileTimeout?: string
  readonly prefixStripped?: boolean
  readonly watch?: boolean
  readonly log?: boolean
  readonly logFormat?: LogFormat
  readonly readyFile?: string
  readonly drainDelay?: string
  readonly metrics?: string
  readonly metricsHost?: string
}

/** Serves until stopped. */
export async function serveCommand(dir: string, options: ServeFlags): Promise<number> {
  const { logFormat = 'text' } = options
  boundPipes(logFormat)
  const messages = messagesIn(logFormat)
  const status = await messages.untilDone(() => serveUntilStopped(dir, options, messages))
  await endPipes(status)
  return status
}

async function serveUntilStopped(dir: string, options: ServeFlags, messages: Messages): Promise<number> {
  const { log = false, logFormat = 'text', prefixStripped = false, cache = true, watch = false } = options
  const host = resolveSetting(options.host, 'host')
  const requestedPort = resolvePort(options.port)
  const workers = wholeNumber(resolveSetting(options.workers, 'workers'), 'The number of workers', 1, 256)
  if (workers > 1 && isDeno)
    throw new UsageError('Deno cannot share a port between workers; leave out --workers.', 2)
  if (workers > 1 && !isFile(dir)) requireTemporaryFile()
  const seconds = resolveSetting(options.compileTimeout, 'compileTimeout')
  const timeout = wholeNumber(seconds, 'The time limit', 1, 86_400) * 1000
  const delay = resolveSetting(options.drainDelay, 'drainDelay')
  const drainDelay = wholeNumber(delay, 'The drain delay', 0, 3600) * 1000
  const baseUrl = resolveBaseUrl(options.baseUrl)
  // The default base URL includes the port, so reserve it before compiling. This also fails early if it is taken.
  const reserved = isSocket(host) ? { port: 80, async release() {} } : await reservePort(host, requestedPort)
  const { port } = reserved
  if (requestedPort !== 0) await reserved.release()
  const base = baseUrl ? { baseUrl } : { fallbackBaseUrl: new URL(`http://localhost:${port}`).origin }

  let server: RunningServer | undefined
  let isReady = false
  const history = newHistory()
  const measure = () => server?.measure()
  if (options.metrics !== undefined) {
    const port = wholeNumber(options.metrics, 'The port for metrics', 1, 65_535)
    const at = { port, host: resolveSetting(options.metricsHost, 'metricsHost') }
    await openMetrics(at, version(), history, measure, () => isReady).catch(throwUsageError)
  }
  const ready = readyFile(options.readyFile)
  const stop = stopSignal()
  const compiler = packer(dir, {
    keepName: workers > 1,
    ahead: 'large',
    cache,
    cacheDir: options.cacheDir,
    warn: messages.warn,
    idleTimeout: cache ? (watch ? forever : idleTimeout) : 0,
    onCompiled(outcome, seconds) {
      history.compiles[outcome]++
      history.compiles.seconds += seconds
    },
  })
  const { skipBroken } = options
  const load = async (report?: OnProgress) => {
    const loaded = await compiler.pack(
      { ...base, ...resolveDay(options), skipBroken },
      { stop, timeout, report },
    )
    scheduled.set(loaded.nextChange)
    return loaded
  }

  let servedVersion: string | undefined
  let leftOut: string | undefined
  const onServed = (packed: Packed, diagnostics: readonly Diagnostic[]) => {
    leftOut = leftOutLine(diagnostics)
    if (leftOut !== undefined) messages.warn(`${dir}: ${leftOut}`)
    history.loaded = Date.now()
    servedVersion = packed instanceof SnapshotFile ? packed.version : undefined
  }
  const publish = oneAtATime(async () => {
    if (stop.aborted) return
    if (server) return reload(server)
    const compiled = await new Progress().duringApart(load)
    messages.problems(compiled.diagnostics, dir)
    const packed = requireValue(compiled, dir)
    await reserved.release()
    const snapshot = await snapshotIn(packed)
    const timed = options.metrics !== undefined
    const listening = { port, host, workers, log, logFormat, prefixStripped, timed }
    server = await start(packed, snapshot, listening).catch(throwUsageError)
    onServed(packed, compiled.diagnostics)
    const { baseUrl, basePath } = snapshot
    const localUrl = isSocket(host) ? host : address(host, port) + (prefixStripped ? '' : basePath)
    const publicUrl = baseUrl === localUrl ? '' : `, base URL ${baseUrl}`
    if (stop.aborted) return
    ready.write()
    isReady = true
    messages.say(`Serving ${dir} at ${localUrl}${publicUrl}`)
  })
  const scheduled = schedule(() => void publish())
  process.on('SIGHUP', publish)
  // Watch before reading, so that no change is missed.
  const watcher = watch ? watchFolder(dir, debounce, () => void publish()) : undefined
  const overwriteTimer = isFile(dir)
    ? watchOverwriting(dir, () => servedVersion, {
        overwritten: () => messages.warn(overwrittenWarning(dir)),
        settled: () => void publish(),
      })
    : undefined
  try {
    await publish().catch((error: Error) => {
      if (!stop.aborted) throw error
    })
    if (!stop.aborted) await once(stop, 'abort')
  } finally {
    watcher?.close()
    clearInterval(overwriteTimer)
    compiler.close()
    scheduled.close()
    // Before closing, so that load balancers stop sending requests.
    ready.remove()
    isReady = false
  }
  if (server && drainDelay > 0) await pause(drainDelay)
  await server?.close()
  return leftOut === undefined ? 0 : 1

  /** A failed reload keeps the previous version. */
  async function reload({ swap }: RunningServer): Promise<void> {
    const failure = await load()
      .then(async ({ value: next, diagnostics }) => {
        messages.problems(diagnostics, dir)
        if (!next) return `${tally(diagnostics)}.`
        await swap(next)
        onServed(next, diagnostics)
        return undefined
      })
      .catch(({ message }: Error) => message)
    history.reloads[failure === undefined ? 'done' : 'failed']++
    if (stop.aborted) return
    if (failure === undefined) messages.note(`Reloaded ${dir}.`)
    else messages.warn(`Reload failed, still serving the previous version of ${dir}: ${failure}`)
  }
}

const overwrittenWarning = (file: string) =>
  `${file} is being overwritten in place: requests that are not in memory get 500 until it is complete. Replace it by a rename instead.`

/** Debounce in milliseconds: `git pull` writes files one after another. */
const debounce = 150

/** Idle milliseconds of the compile process: it uses memory for all posts, but compiles the next change faster. */
const idleTimeout = 300_000
const forever = 2 ** 31 - 1

/** Aborted by SIGTERM or SIGINT. A second signal kills the process. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

function throwUsageError(error: Error): never {
  throw new UsageError(error.message)
}

interface RunningServer {
  measure(): Promise<Sample>
  /** Throws, without effect, if the snapshot cannot be opened. */
  swap(packed: Packed): Promise<void>
  close(): Promise<void>
}

async function start(
  packed: Packed,
  snapshot: Snapshot,
  options: WorkerListenOptions & { readonly workers: number },
): Promise<RunningServer> {
  if (options.workers > 1) {
    const entry = new URL('./serve-worker.js', import.meta.url)
    const cluster = await listenCluster({ ...options, file: requireFile(packed), entry })
    return { ...cluster, swap: async (next) => cluster.swap(requireFile(next)) }
  }
  const { host, port, log, logFormat = 'text', prefixStripped, timed } = options
  const exposure = exposureAt(host)
  const handlerOf = (one: Snapshot) => serve(one, { exposure, prefixStripped, onDemand })
  const { listen } = await (isDeno ? import('../runtime/deno.ts') : import('../runtime/node/listen.ts'))
  const handler = handlerOf(snapshot)
  const running = await listen({ host, port, handler, timed, log: log ? entryPrinter(logFormat) : undefined })
  let current = packed
  return {
    async measure() {
      const { connections, ...counted } = running.measure()
      return { ...counted, vitals: connections === undefined ? {} : { citable_connections: connections } }
    },
    async swap(next) {
      try {
        running.swap(handlerOf(await snapshotIn(next)))
      } catch (error) {
        discard(next)
        throw error
      }
      // Responses are synchronous, so nothing reads the old one any more.
      discard(current)
      current = next
    },
    close: running.close,
  }
}

const isDeno = 'Deno' in globalThis

/** Before the archive is compiled, which may take minutes. */
function requireTemporaryFile(): void {
  const file = createSnapshotFile()
  if (!file) throw new UsageError(noTemporaryFile)
  file.close()
}

function requireFile(packed: Packed): SnapshotFile {
  if (packed instanceof SnapshotFile) return packed
  throw new UsageError(noTemporaryFile)
}

const noTemporaryFile =
  'Workers share a temporary file, and none can be created here; set TMPDIR to a writable folder, or leave out --workers.'

/** Returns a URL to print. */
export function address(host: string, port: number): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Reserves a port, or a free one for 0. Otherwise another process could take it before `listen`. */
async function reservePort(host: string, requestedPort: number) {
  const server = createServer((socket) => socket.destroy()).unref()
  const port = await listenOn(server, host, requestedPort)
  server.on('error', () => {})
  return { port, release: () => new Promise<void>((released) => server.close(() => released())) }
}

/** Returns the port. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await once(server.listen(port, host), 'listening').catch((error) => {
    throw new UsageError(cannotListen(error, { host, port }).message)
  })
  return (server.address() as AddressInfo).port
}

/** Manages a file that exists while requests are answered. It holds the process id, to recognize one left by a crash. */
export function readyFile(path: string | undefined) {
  if (path === undefined) return { write() {}, remove() {} }
  const remove = () => rmSync(path, { force: true })
  remove()
  return {
    /** Atomic, by rename. */
    write() {
      writeFileSync(`${path}.new`, `${process.pid}\n`)
      renameSync(`${path}.new`, path)
    },
    remove,
  }
}
