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
import type { Snapshot } from '../../serve.ts'
import type { Packed } from '../../build/compiler.ts'
import type { CacheFlags } from '../../build/cache-folder.ts'
import { type ArchivePacker, findConfig, leftOutLine, packer, requireValue } from '../load.ts'
import { discard, isFile, snapshotIn, watchOverwriting } from '../../build/packed-file.ts'
import type { OnProgress } from '../../build/progress.ts'
import { Progress } from '../progress.ts'
import { printProblems, tally } from '../report.ts'
import {
  type Flags,
  resolveDay,
  resolveBaseUrl,
  resolvePort,
  resolveSetting,
  version,
  wholeNumber,
} from '../settings.ts'
import { oneAtATime, schedule, watchFolder } from '../watch.ts'

type ServeFlags = Flags & CacheFlags

/** Serves until stopped. */
export async function serveCommand(dir: string, flags: ServeFlags): Promise<number> {
  boundPipes()
  const settings = settingsOf(dir, flags)
  const port = await reservePort(settings.place)
  const status = await new Serving(dir, settings, port).untilStopped()
  await endPipes(status)
  return status
}

interface ServeSettings {
  readonly flags: ServeFlags
  readonly place: Place
  readonly metrics: Place | undefined
  readonly workers: number
  readonly baseUrl: string | undefined
  /** In milliseconds. */
  readonly compileTimeout: number
  readonly drainDelay: number
}

const isDeno = 'Deno' in globalThis

function settingsOf(dir: string, flags: ServeFlags): ServeSettings {
  const host = resolveSetting(flags.host, 'host')
  const place = { host, port: resolvePort(flags.port) }
  const workers = wholeNumber(resolveSetting(flags.workers, 'workers'), 'The number of workers', 1, 256)
  if (workers > 1 && isDeno)
    throw new UsageError('Deno cannot share a port between workers; leave out --workers.', 2)
  // Before the archive is compiled, which may take minutes.
  if (workers > 1 && !isFile(dir)) requireFile(createSnapshotFile()).close()
  const timeout = resolveSetting(flags.compileTimeout, 'compileTimeout')
  const delay = resolveSetting(flags.drainDelay, 'drainDelay')
  return {
    flags,
    place,
    metrics:
      flags.metrics === undefined
        ? undefined
        : {
            port: wholeNumber(flags.metrics, 'The port for metrics', 1, 65_535),
            host: resolveSetting(flags.metricsHost, 'metricsHost'),
          },
    workers,
    baseUrl: resolveBaseUrl(flags.baseUrl),
    compileTimeout: wholeNumber(timeout, 'The time limit', 1, 86_400) * 1000,
    drainDelay: wholeNumber(delay, 'The drain delay', 0, 3600) * 1000,
  }
}

/** Debounce in milliseconds: `git pull` writes files one after another. */
const debounce = 150
/** Idle milliseconds of the compile process: it uses memory for all posts, but compiles the next change faster. */
const idleTimeout = 300_000
const forever = 2 ** 31 - 1

/** A server from its first compilation to its last response. */
class Serving {
  readonly #dir: string
  readonly #settings: ServeSettings
  readonly #port: ReservedPort
  readonly #stop = stopSignal()
  readonly #history = newHistory()
  readonly #compiler: ArchivePacker
  readonly #publish = oneAtATime(async () => {
    if (this.#stop.aborted) return
    await (this.#server ? this.#reload(this.#server) : this.#start())
  })
  readonly #schedule = schedule(() => void this.#publish())
  #server: RunningServer | undefined
  #isReady = false
  /** Of a packed file. */
  #servedVersion: string | undefined
  /** Names the files that are not served. */
  #leftOut: string | undefined

  constructor(dir: string, settings: ServeSettings, port: ReservedPort) {
    this.#dir = dir
    this.#settings = settings
    this.#port = port
    const { cache = true, cacheDir, config, watch = false } = settings.flags
    this.#compiler = packer(dir, {
      keepName: settings.workers > 1,
      ahead: 'large',
      cache,
      cacheDir,
      config,
      idleTimeout: cache ? (watch ? forever : idleTimeout) : 0,
      onCompiled: (outcome, seconds) => {
        this.#history.compiles[outcome]++
        this.#history.compiles.seconds += seconds
      },
    })
  }

  async untilStopped(): Promise<number> {
    const { drainDelay, flags } = this.#settings
    await this.#openMetrics()
    removeReadyFile(flags.readyFile)
    process.on('SIGHUP', this.#publish)
    // Before reading, so that no change is missed.
    const stopWatching = this.#watch()
    try {
      await this.#publish().catch((error: Error) => {
        if (!this.#stop.aborted) throw error
      })
      if (!this.#stop.aborted) await once(this.#stop, 'abort')
    } finally {
      stopWatching()
      this.#compiler.close()
      this.#schedule.close()
      // Before closing, so that load balancers stop sending requests.
      removeReadyFile(flags.readyFile)
      this.#isReady = false
    }
    if (this.#server && drainDelay > 0) await pause(drainDelay)
    await this.#server?.close()
    return this.#leftOut === undefined ? 0 : 1
  }

  async #openMetrics(): Promise<void> {
    const { metrics } = this.#settings
    if (metrics === undefined) return
    const measure = () => this.#server?.measure()
    await openMetrics(metrics, version(), this.#history, measure, () => this.#isReady).catch(throwUsageError)
  }

  #watch(): () => void {
    const dir = this.#dir
    const publish = () => void this.#publish()
    const { flags } = this.#settings
    const codeOf = async () => (await findConfig(dir, flags))?.digest
    const watcher = flags.watch ? watchFolder(dir, debounce, publish, codeOf) : undefined
    const timer = isFile(dir)
      ? watchOverwriting(dir, () => this.#servedVersion, {
          overwritten: () =>
            warn(
              `${dir} is being overwritten in place: requests that are not in memory get 500 until it is complete. ` +
                'Replace it by a rename instead.',
            ),
          settled: publish,
        })
      : undefined
    return () => {
      watcher?.close()
      clearInterval(timer)
    }
  }

  async #start(): Promise<void> {
    const dir = this.#dir
    const { place, workers, flags } = this.#settings
    const { log = false, prefixStripped = false, metrics, readyFile } = flags
    const loading = new Progress().duringApart((report) => this.#load(report))
    const [compiled] = await Promise.all([loading, workers === 1 && serverModules()])
    printProblems(compiled.diagnostics, dir)
    const packed = requireValue(compiled, dir)
    const { port } = this.#port
    await this.#port.release()
    const snapshot = await snapshotIn(packed)
    const options = { port, host: place.host, log, prefixStripped, timed: metrics !== undefined }
    this.#server = await (workers > 1
      ? startWorkers(packed, workers, options)
      : startHere(packed, snapshot, options)
    ).catch(throwUsageError)
    this.#served(packed, compiled.diagnostics)
    const { baseUrl, basePath } = snapshot
    const localUrl = isSocket(place.host)
      ? place.host
      : address(place.host, port) + (prefixStripped ? '' : basePath)
    const publicUrl = baseUrl === localUrl ? '' : `, base URL ${baseUrl}`
    if (this.#stop.aborted) return
    writeReadyFile(readyFile)
    this.#isReady = true
    say(process.stdout, `Serving ${dir} at ${localUrl}${publicUrl}`)
    const [newest] = snapshot.mcp.posts
    // For people who try it; the log of a service has only the line above.
    if (process.stdout.isTTY && newest && !isSocket(place.host))
      say(process.stdout, `Open it in a browser, or ask it: ${searchCommand(localUrl, newest.entry.title)}`)
  }

  /** A failed reload keeps the previous version. */
  async #reload(server: RunningServer): Promise<void> {
    const dir = this.#dir
    const failure = await this.#loadAndSwap(server).catch(({ message }: Error) => message)
    this.#history.reloads[failure === undefined ? 'done' : 'failed']++
    if (this.#stop.aborted) return
    if (failure === undefined) warn(`Reloaded ${dir}.`)
    else warn(`Reload failed, still serving the previous version of ${dir}: ${failure}`)
  }

  /** Returns why it failed. */
  async #loadAndSwap(server: RunningServer): Promise<string | undefined> {
    const { value: packed, diagnostics } = await this.#load()
    printProblems(diagnostics, this.#dir)
    if (!packed) return `${tally(diagnostics)}.`
    await server.swap(packed)
    this.#served(packed, diagnostics)
    return undefined
  }

  async #load(report?: OnProgress): Promise<Built<Packed>> {
    const { baseUrl, compileTimeout, flags } = this.#settings
    const base = baseUrl
      ? { baseUrl }
      : { fallbackBaseUrl: new URL(`http://localhost:${this.#port.port}`).origin }
    const loaded = await this.#compiler.pack(
      { ...base, ...resolveDay(flags), skipBroken: flags.skipBroken },
      { stop: this.#stop, timeout: compileTimeout, report },
    )
    this.#schedule.set(loaded.nextChange)
    return loaded
  }

  #served(packed: Packed, diagnostics: readonly Diagnostic[]): void {
    this.#leftOut = leftOutLine(diagnostics)
    if (this.#leftOut !== undefined) warn(`${this.#dir}: ${this.#leftOut}`)
    this.#history.loaded = Date.now()
    this.#servedVersion = packed instanceof SnapshotFile ? packed.version : undefined
  }
}

/** Finds the post with this title. */
const searchCommand = (url: string, title: string): string =>
  `curl '${url}/search.md?${new URLSearchParams({ q: title })}'`

const warn = (line: string) => say(process.stderr, line)

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

/** First loaded while the archive is compiled, in a process that starts meanwhile. */
const serverModules = () =>
  Promise.all([
    import('../../serve.ts'),
    isDeno ? import('../../runtime/deno.ts') : import('../../runtime/node/listen.ts'),
  ])

/** In this process. */
async function startHere(
  packed: Packed,
  snapshot: Snapshot,
  { host, port, log, prefixStripped, timed }: WorkerListenOptions,
): Promise<RunningServer> {
  const [{ exposureFor, serve }, { listen }] = await serverModules()
  const exposure = exposureFor(host)
  const handlerOf = (snapshot: Snapshot) => serve(snapshot, { exposure, prefixStripped })
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

interface ReservedPort {
  readonly port: number
  release(): Promise<void>
}

/**
 * The default base URL includes the port, so it is known before compiling. A free one stays reserved until `listen`: otherwise
 * another process could take it. This also fails early if it is taken.
 */
async function reservePort({ host, port: requested }: Place): Promise<ReservedPort> {
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
