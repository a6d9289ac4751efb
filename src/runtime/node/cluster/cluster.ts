import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { guarded } from '../guard.ts'
import { isBun, openPort, untilQuiet } from '../http/port.ts'
import { timeouts } from '../http/service.ts'
import { countersOf, join, noSample, type Sample } from '../metrics/metrics.ts'
import { type SnapshotFile, stdioWith } from '../snapshot-file.ts'
import { connectionTaken, Handoff, holdingAnswers, noMoreConnections, ready } from './handoff.ts'

interface ClusterOptions extends WorkerListenOptions {
  readonly file: SnapshotFile
  readonly workers: number
  /** The bundled `worker.ts`. */
  readonly entry: URL
}

export interface WorkerListenOptions {
  readonly port: number
  readonly host: string
  readonly log: boolean
  readonly prefixStripped?: boolean | undefined
  /** Whether requests are timed, for metrics. */
  readonly timed?: boolean | undefined
}

/** A command to a worker. It replies to each but `close`, after which it exits. */
export type Command =
  | { readonly listen: WorkerListenOptions }
  | { readonly open: string; readonly version: string | undefined; readonly listen?: undefined }
  | 'measure'
  | 'close'
export interface Request {
  readonly id: number
  readonly command: Command
}
export interface Reply {
  /** Of a request, or a signal of its own. */
  readonly id: number | string
  readonly value?: unknown
  readonly error?: string | undefined
}

/** All in milliseconds. */
const restartDelay = 1000
/** Longer than a worker's own drain. */
const drainTimeout = 14_000
/** Prometheus times out after ten seconds. */
const sampleTimeout = 2000

/** Serves from several processes that share a port. Workers inherit the open snapshot file, so its name is removed at once. */
export async function listenCluster(options: ClusterOptions) {
  const { entry, workers: count, file: initial, ...requested } = options
  let file = initial
  const workers = new Set<WorkerProcess>()
  const samples = new Map<WorkerProcess, Sample>()
  let ended = noSample
  let closing: Promise<void> | undefined
  const handoff = new Handoff()
  const port = isBun
    ? undefined
    : await openPort(requested, (socket) => handoff.take(socket), { pauseOnConnect: true })
  const listening = { ...requested, port: port?.port ?? requested.port }
  file.removeName()

  async function launch(): Promise<void> {
    const initialFile = file
    const worker = new WorkerProcess(entry, file, (free) => handoff.taken(free))
    workers.add(worker)
    const start = performance.now()
    void worker.ended.then((cause) => {
      workers.delete(worker)
      handoff.remove(worker.process)
      const last = samples.get(worker)
      samples.delete(worker)
      if (last) ended = join([ended, countersOf(last)])
      if (!closing) replace(worker, cause, performance.now() - start)
    })
    await worker.ready
    // It missed the switch to a new file, which has no name any more.
    if (initialFile !== file) worker.process.kill('SIGKILL')
    else if (closing) worker.close()
    else {
      await worker.request({ listen: listening }).catch((error) => {
        worker.process.kill('SIGKILL')
        throw error
      })
      handoff.add(worker.process)
    }
  }

  /** Restarts at once, but with a delay after a short life, to avoid a crash loop. */
  function replace({ process: { pid } }: WorkerProcess, cause: string, uptime: number): void {
    console.error(`Worker ${pid} ended (${cause}); starting another.`)
    setTimeout(
      () => closing ?? launch().catch((error) => console.error(error)),
      uptime < restartDelay ? restartDelay : 0,
    )
  }

  /** Closes the port only after all workers hold their answers: until then, answered clients connect again. */
  async function drain(): Promise<void> {
    const all = [...workers]
    const deadline = setTimeout(() => {
      for (const { process } of all) process.kill('SIGKILL')
    }, drainTimeout)
    for (const worker of all) worker.close()
    if (port) {
      await withTimeout(timeouts.idleGrace, Promise.all(all.map(({ holding }) => holding)))
      await untilQuiet(port, timeouts)
      void port.close()
      await withTimeout(timeouts.drain / 2, handoff.empty())
      for (const { process } of all) send(process, noMoreConnections)
    }
    await Promise.all(all.map((worker) => worker.ended))
    clearTimeout(deadline)
    handoff.close()
  }

  const close = () => {
    closing ??= drain()
    return closing
  }

  await Promise.all(Array.from({ length: count }, launch)).catch(async (error) => {
    await close()
    throw error
  })

  return {
    port: listening.port,
    host: listening.host,
    /** Sums up all workers, including those that have ended. A worker that does not reply in time keeps its last sample. */
    async measure() {
      const read = async (worker: WorkerProcess) => {
        const sample = await withTimeout(sampleTimeout, worker.request('measure'))
        if (sample && workers.has(worker)) samples.set(worker, sample as Sample)
      }
      await Promise.all([...workers].map((worker) => read(worker).catch((error) => console.error(error))))
      return join([ended, ...samples.values()])
    },
    /** Switches every worker to a new snapshot. If none can open it, throws and changes nothing. */
    async swap(next: SnapshotFile) {
      const previous = file
      // New workers inherit this file; those still starting are replaced.
      file = next
      const all = [...workers]
      const failures = await Promise.all(all.map((worker) => worker.open(next)))
      if (all.length > 0 && failures.every((failure) => failure !== undefined)) {
        file = previous
        next.close()
        throw new Error(failures[0])
      }
      for (const [nth, failure] of failures.entries()) {
        if (failure === undefined) continue
        console.error(`Worker ${all[nth]?.process.pid} still serves the previous version: ${failure}`)
      }
      next.removeName()
      previous.close()
    },
    close,
  }
}

/** Enough to read the table and index of a large archive. */
const openTimeout = 60_000

/** The primary's view of a worker. */
class WorkerProcess {
  readonly process: ChildProcess
  /** Resolves with the cause, after its last message. */
  readonly ended: Promise<string>
  /** Resolves when it accepts commands. */
  readonly ready: Promise<unknown>
  /** Resolves when it is closing and holds its answers until the last connection is handed over, or when it ends. */
  readonly holding: Promise<unknown>
  #hasEnded = false
  /** By the id of a request, or by the signal that is awaited. Rejected if the worker ends first. */
  readonly #pending = new Map<Reply['id'], { resolve(value: unknown): void; reject(error: Error): void }>()
  #lastId = 0

  constructor(entry: URL, file: SnapshotFile, onTaken: (worker: ChildProcess) => void) {
    const child = fork(entry, { stdio: [...stdioWith(file)] })
    this.process = child
    this.ready = this.#replyTo(ready)
    this.holding = this.#replyTo(holdingAnswers).catch(() => {})
    this.ended = new Promise<string>((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
      child.on('error', (error) => {
        if (child.pid === undefined) resolve(error.message)
        else console.error(error)
      })
    })
    void this.ended.then(() => {
      this.#hasEnded = true
      for (const { reject } of this.#pending.values()) reject(new Error('The worker has ended.'))
    })
    const receive = (message: string | Reply) => {
      if (message === connectionTaken) onTaken(child)
      else this.#settle(typeof message === 'string' ? { id: message } : message)
    }
    child.on(
      'message',
      guarded(receive, () => {}),
    )
  }

  request(command: Command): Promise<unknown> {
    const id = ++this.#lastId
    const reply = this.#replyTo(id)
    send(this.process, { id, command })
    return reply
  }

  /** Returns why it could not open the file. A worker that has ended is no failure: another replaces it. */
  async open({ path = '', version }: SnapshotFile): Promise<string | undefined> {
    const isOpen = this.request({ open: path, version }).then(() => true)
    try {
      return (await withTimeout(openTimeout, isOpen)) ? undefined : 'it does not respond'
    } catch (error) {
      return this.#hasEnded ? undefined : (error as Error).message
    }
  }

  close(): void {
    send(this.process, { id: 0, command: 'close' })
  }

  #replyTo(id: Reply['id']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) reject(new Error('The worker has ended.'))
      this.#pending.set(id, { resolve, reject })
    })
  }

  #settle({ id, value, error }: Reply): void {
    const { resolve, reject } = this.#pending.get(id) ?? {}
    this.#pending.delete(id)
    if (error === undefined) resolve?.(value)
    else reject?.(new Error(error))
  }
}

/** Skips a worker that has just died; its exit is handled elsewhere. */
function send(worker: ChildProcess, message: Request | string): void {
  if (worker.connected) worker.send(message, () => {})
}

/** Resolves to undefined on timeout. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, pause(ms, undefined, { ref: false })])
}
