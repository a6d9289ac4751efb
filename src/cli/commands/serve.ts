import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Built, Diagnostic } from '../../base/diagnostics.ts'
import { UsageError } from '../../base/errors.ts'
import { say } from '../../base/terminal.ts'
import { listenCluster, type WorkerListenOptions } from '../../runtime/node/cluster/cluster.ts'
import { isSocket, type Place, startListening } from '../../runtime/node/http/port.ts'
import { printEntry } from '../../runtime/node/metrics/log.ts'
import { newHistory, openMetrics, type Sample } from '../../runtime/node/metrics/metrics.ts'
import { boundPipes, endPipes } from '../../runtime/node/metrics/pipes.ts'
import { createSnapshotFile, SnapshotFile } from '../../runtime/node/snapshot-file.ts'
import { exposureAt, serve, type Snapshot } from '../../serve.ts'
import { onDemand } from '../../snapshot/encode.ts'
import type { Packed } from '../../build/compiler.ts'
import { leftOutLine, packer, type PublishFlags, requireValue } from '../load.ts'
import { discard, isFile, snapshotIn, watchOverwriting } from '../../build/packed-file.ts'
import type { OnProgress } from '../../build/progress.ts'
import { Progress } from '../progress.ts'
import { printProblems, tally } from '../report.ts'
import { resolveDay, resolveBaseUrl, resolvePort, resolveSetting, version, wholeNumber } from '../settings.ts'
import { oneAtATime, schedule, watchFolder } from '../watch.ts'

interface ServeFlags extends PublishFlags {
  readonly port?: string
  readonly host?: string
  readonly workers?: string
  readonly compileTimeout?: string
  readonly prefixStripped?: boolean
  readonly watch?: boolean
  readonly log?: boolean
  readonly readyFile?: string
  readonly drainDelay?: string
  readonly metrics?: string
  readonly metricsHost?: string
}

/** Serves until stopped. */
export async function serveCommand(dir: string, flags: ServeFlags): Promise<number> {
  boundPipes()
  const settings = settingsOf(dir, flags)
  const port = await reservePort(settings.place)
  const status = await serveUntilStopped(dir, flags, settings, port)
  await endPipes(status)
  return status
}

function settingsOf(dir: string, flags: ServeFlags) {
  const host = resolveSetting(flags.host, 'host')
  const place: Place = { host, port: resolvePort(flags.port) }
  const workers = wholeNumber(resolveSetting(flags.workers, 'workers'), 'The number of workers', 1, 256)
  if (workers > 1 && isDeno)
    throw new UsageError('Deno cannot share a port between workers; leave out --workers.', 2)
  // Before the archive is compiled, which may take minutes.
  if (workers > 1 && !isFile(dir)) requireFile(createSnapshotFile()).close()
  const timeout = resolveSetting(flags.compileTimeout, 'compileTimeout')
  const delay = resolveSetting(flags.drainDelay, 'drainDelay')
  const metrics: Place | undefined =
    flags.metrics === undefined
      ? undefined
      : {
          port: wholeNumber(flags.metrics, 'The port for metrics', 1, 65_535),
          host: resolveSetting(flags.metricsHost, 'metricsHost'),
        }
  return {
    place,
    metrics,
    workers,
    baseUrl: resolveBaseUrl(flags.baseUrl),
    /** In milliseconds. */
    compileTimeout: wholeNumber(timeout, 'The time limit', 1, 86_400) * 1000,
    drainDelay: wholeNumber(delay, 'The drain delay', 0, 3600) * 1000,
  }
}

/** From the first compilation to the last response. Returns the exit status. */
async function serveUntilStopped(
  dir: string,
  flags: ServeFlags,
  { place, metrics, workers, baseUrl, compileTimeout, drainDelay }: ReturnType<typeof settingsOf>,
  { port, release }: Awaited<ReturnType<typeof reservePort>>,
): Promise<number> {
  const { cache = true, cacheDir, watch = false, log = false, prefixStripped = false, readyFile } = flags
  const stop = stopSignal()
  const history = newHistory()
  let server: RunningServer | undefined
  let isReady = false
  /** Of a packed file. */
  let servedVersion: string | undefined
  /** Names the files that are not served. */
  let leftOut: string | undefined
  const compiler = packer(dir, {
    keepName: workers > 1,
    ahead: 'large',
    cache,
    cacheDir,
    idleTimeout: cache ? (watch ? forever : idleTimeout) : 0,
    onCompiled: (outcome, seconds) => {
      history.compiles[outcome]++
      history.compiles.seconds += seconds
    },
  })
  const publish = oneAtATime(async () => {
    if (stop.aborted) return
    await (server ? reload(server) : start())
  })
  const publishing = schedule(() => void publish())

  if (metrics !== undefined)
    await openMetrics(
      metrics,
      version(),
      history,
      () => server?.measure(),
      () => isReady,
    ).catch(throwUsageError)
  removeReadyFile(readyFile)
  process.on('SIGHUP', publish)
  // Before reading, so that no change is missed.
  const watcher = watch ? watchFolder(dir, debounce, () => void publish()) : undefined
  const overwriting = isFile(dir)
    ? watchOverwriting(dir, () => servedVersion, {
        overwritten: () =>
          warn(
            `${dir} is being overwritten in place: requests that are not in memory get 500 until it is complete. ` +
              'Replace it by a rename instead.',
          ),
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
    clearInterval(overwriting)
    compiler.close()
    publishing.close()
    // Before closing, so that load balancers stop sending requests.
    removeReadyFile(readyFile)
    isReady = false
  }
  if (server && drainDelay > 0) await pause(drainDelay)
  await server?.close()
  return leftOut === undefined ? 0 : 1

  async function start(): Promise<void> {
    const compiled = await new Progress().duringApart(load)
    printProblems(compiled.diagnostics, dir)
    const packed = requireValue(compiled, dir)
    await release()
    const snapshot = await snapshotIn(packed)
    const options = { port, host: place.host, log, prefixStripped, timed: metrics !== undefined }
    server = await (workers > 1
      ? startWorkers(packed, workers, options)
      : startHere(packed, snapshot, options)
    ).catch(throwUsageError)
    served(packed, compiled.diagnostics)
    const { baseUrl, basePath } = snapshot
    const localUrl = isSocket(place.host)
      ? place.host
      : address(place.host, port) + (prefixStripped ? '' : basePath)
    const publicUrl = baseUrl === localUrl ? '' : `, base URL ${baseUrl}`
    if (stop.aborted) return
    writeReadyFile(readyFile)
    isReady = true
    say(process.stdout, `Serving ${dir} at ${localUrl}${publicUrl}`)
  }

  /** A failed reload keeps the previous version. */
  async function reload(server: RunningServer): Promise<void> {
    const failure = await loadAndSwap(server).catch(({ message }: Error) => message)
    history.reloads[failure === undefined ? 'done' : 'failed']++
    if (stop.aborted) return
    if (failure === undefined) warn(`Reloaded ${dir}.`)
    else warn(`Reload failed, still serving the previous version of ${dir}: ${failure}`)
  }

  /** Returns why it failed. */
  async function loadAndSwap(server: RunningServer): Promise<string | undefined> {
    const { value: packed, diagnostics } = await load()
    printProblems(diagnostics, dir)
    if (!packed) return `${tally(diagnostics)}.`
    await server.swap(packed)
    served(packed, diagnostics)
    return undefined
  }

  async function load(report?: OnProgress): Promise<Built<Packed>> {
    const base = baseUrl ? { baseUrl } : { fallbackBaseUrl: new URL(`http://localhost:${port}`).origin }
    const loaded = await compiler.pack(
      { ...base, ...resolveDay(flags), skipBroken: flags.skipBroken },
      { stop, timeout: compileTimeout, report },
    )
    publishing.set(loaded.nextChange)
    return loaded
  }

  function served(packed: Packed, diagnostics: readonly Diagnostic[]): void {
    leftOut = leftOutLine(diagnostics)
    if (leftOut !== undefined) warn(`${dir}: ${leftOut}`)
    history.loaded = Date.now()
    servedVersion = packed instanceof SnapshotFile ? packed.version : undefined
  }
}

const warn = (line: string) => say(process.stderr, line)

/** Debounce in milliseconds: `git pull` writes files one after another. */
const debounce = 150

/** Idle milliseconds of the compile process: it uses memory for all posts, but compiles the next change faster. */
const idleTimeout = 300_000
const forever = 2 ** 31 - 1

const isDeno = 'Deno' in globalThis

/** Aborted by SIGTERM or SIGINT. A second signal kills the process. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

interface RunningServer {
  measure(): Promise<Sample>
  /** Throws, without effect, if the snapshot cannot be opened. */
  swap(packed: Packed): Promise<void>
  close(): Promise<void>
}

async function startWorkers(
  packed: Packed,
  workers: number,
  options: WorkerListenOptions,
): Promise<RunningServer> {
  const entry = new URL('./serve-worker.js', import.meta.url)
  const cluster = await listenCluster({ ...options, workers, file: requireFile(packed), entry })
  return { ...cluster, swap: async (next) => cluster.swap(requireFile(next)) }
}

/** In this process. */
async function startHere(
  packed: Packed,
  snapshot: Snapshot,
  { host, port, log, prefixStripped, timed }: WorkerListenOptions,
): Promise<RunningServer> {
  const exposure = exposureAt(host)
  const handlerOf = (snapshot: Snapshot) => serve(snapshot, { exposure, prefixStripped, onDemand })
  const { listen } = await (isDeno ? import('../../runtime/deno.ts') : import('../../runtime/node/listen.ts'))
  const handler = handlerOf(snapshot)
  const running = await listen({ host, port, handler, timed, log: log ? printEntry : undefined })
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

function requireFile(packed: Packed | undefined): SnapshotFile {
  if (packed instanceof SnapshotFile) return packed
  throw new UsageError(
    'Workers share a temporary file, and none can be created here; ' +
      'set TMPDIR to a writable folder, or leave out --workers.',
  )
}

/** Returns a URL to print. */
export function address(host: string, port: number): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The default base URL includes the port, so it is known before compiling. A free one stays reserved until `listen`: otherwise
 * another process could take it. This also fails early if it is taken.
 */
async function reservePort({ host, port: requested }: Place) {
  if (isSocket(host)) return { port: 80, async release() {} }
  const server = createServer((socket) => socket.destroy()).unref()
  const port = await listenOn(server, { host, port: requested })
  const release = () => new Promise<void>((released) => server.close(() => released()))
  if (requested === 0) return { port, release }
  await release()
  return { port, async release() {} }
}

/** Returns the port. */
export async function listenOn(server: Server, place: Place): Promise<number> {
  await startListening(server, place).catch(throwUsageError)
  return (server.address() as AddressInfo).port
}

function throwUsageError(error: Error): never {
  throw new UsageError(error.message)
}

/** The file exists while requests are answered. It holds the process id, to recognize one left by a crash. */
function writeReadyFile(path: string | undefined): void {
  if (path === undefined) return
  // Atomic, by rename.
  writeFileSync(`${path}.new`, `${process.pid}\n`)
  renameSync(`${path}.new`, path)
}

function removeReadyFile(path: string | undefined): void {
  if (path !== undefined) rmSync(path, { force: true })
}
