import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { guarded } from '../guard.ts'
import { timeouts } from '../http/http.ts'
import { isBun, openPortOnNode, untilQuiet } from '../http/port.ts'
import type { LogFormat } from '../metrics/log.ts'
import { join, noSample, remains, type Sample } from '../metrics/metrics.ts'
import { type SnapshotFile, stdioWith } from '../snapshot-file.ts'
import { connectionTaken, Handoff, holdingAnswers, noMoreConnections, ready } from './handoff.ts'

export interface ClusterOptions {
  /** With its name, by which workers open it. */
  readonly file: SnapshotFile
  readonly workers: number
  /** The built module of `worker.ts`; only the caller knows where a bundler put it. */
  readonly entry: URL
  readonly port: number
  readonly host: string
  readonly log: boolean
  readonly logFormat?: LogFormat | undefined
  readonly prefixStripped?: boolean | undefined
  /** Whether requests are timed, for metrics. */
  readonly timed?: boolean | undefined
}

export interface RunningCluster {
  readonly port: number
  readonly host: string
  /** What all workers report about themselves, those that have ended included. */
  measure(): Promise<Sample>
  /** Has every worker open a new snapshot; each answers from it as soon as it has. Throws when none can, and then nothing has changed. */
  swap(file: SnapshotFile): Promise<void>
  close(): Promise<void>
}

export type Listening = Pick<
  ClusterOptions,
  'port' | 'host' | 'log' | 'logFormat' | 'prefixStripped' | 'timed'
>

/** What the primary asks of a worker, and what it gets: the port, nothing, or a sample. The answer to `close` is the worker's end. */
export type Order =
  | { readonly listen: Listening }
  | { readonly open: string; readonly version: string | undefined }
  | 'measure'
  | 'close'
export interface Request {
  /** Of the reply as well. */
  readonly id: number
  readonly order: Order
}
export interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string | undefined
}

/**
 * Serves on several processes that share a port. The snapshot is in a file that each of them reads. A worker is born with it open,
 * so its name is needed only by those who live when a new one comes.
 */
export async function listenCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { host, log, logFormat, prefixStripped, timed } = options
  let { file } = options
  const workers = new Set<WorkerProcess>()
  const samples = new Map<WorkerProcess, Sample>()
  let ended = noSample
  let closing: Promise<void> | undefined
  const handoff = new Handoff()
  const port = isBun
    ? undefined
    : await openPortOnNode({ port: options.port, host }, (socket) => handoff.take(socket), {
        pauseOnConnect: true,
      })
  const listening = { port: port?.port ?? options.port, host, log, logFormat, prefixStripped, timed }
  file.removeName()

  async function launch(): Promise<void> {
    const bornWith = file
    const worker = new WorkerProcess(options.entry, file, () => handoff.taken(worker.process))
    workers.add(worker)
    const born = performance.now()
    void worker.ended.then((cause) => {
      workers.delete(worker)
      handoff.remove(worker.process)
      const last = samples.get(worker)
      samples.delete(worker)
      if (last) ended = join([ended, remains(last)])
      if (!closing) replace(worker, cause, performance.now() - born)
    })
    await worker.ready
    // It missed the order to open the file that has come meanwhile, and cannot be told: the file has no name any more.
    if (bornWith !== file) worker.process.kill('SIGKILL')
    else if (closing) worker.tell('close')
    else {
      await worker.ask({ listen: listening }).catch((error) => {
        worker.process.kill('SIGKILL')
        throw error
      })
      handoff.add(worker.process)
    }
  }

  /** At once, unless it died young: what kills every worker must not keep the machine busy with births. */
  function replace({ process: { pid } }: WorkerProcess, cause: string, lived: number): void {
    console.error(`Worker ${pid} ended (${cause}); starting another.`)
    setTimeout(
      () => closing ?? launch().catch((error) => console.error(error)),
      lived < shortLife ? shortLife : 0,
    )
  }

  /** The port is let go only when all workers hold their answers: until then, clients that were answered connect again. */
  async function drain(): Promise<void> {
    const all = [...workers]
    const deadline = setTimeout(() => {
      for (const { process } of all) process.kill('SIGKILL')
    }, patience)
    for (const worker of all) worker.tell('close')
    if (port) {
      await atMost(timeouts.idleGrace, Promise.all(all.map(({ holding }) => holding)))
      await untilQuiet(port, timeouts)
      void port.close()
      await atMost(timeouts.drain / 2, handoff.empty())
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

  await Promise.all(Array.from({ length: options.workers }, launch)).catch(async (error) => {
    await close()
    throw error
  })

  return {
    port: listening.port,
    host,
    /** One that timed out is as it was when it last did; what it counted since is lost if it ends. */
    async measure() {
      const read = async (worker: WorkerProcess) => {
        const sample = await atMost(samplePatience, worker.ask('measure'))
        if (sample && workers.has(worker)) samples.set(worker, sample as Sample)
      }
      await Promise.all([...workers].map((worker) => read(worker).catch((error) => console.error(error))))
      return join([ended, ...samples.values()])
    },
    async swap(next) {
      const before = file
      // From now on workers are born with it, and those that are just being born are replaced.
      file = next
      const asked = await Promise.all([...workers].map((worker) => open(worker, next)))
      const failed = asked.filter((one) => one.failure !== undefined)
      if (failed.length > 0 && failed.length === asked.length) {
        file = before
        next.close()
        throw new Error(failed[0]?.failure)
      }
      for (const { pid, failure } of failed)
        console.error(`Worker ${pid} still serves the previous version: ${failure}`)
      next.removeName()
      before.close()
    },
    close,
  }
}

/** All in milliseconds. */
const shortLife = 1000
/** Longer than a worker's own drain takes. */
const patience = 14_000
/** Prometheus gives up after ten seconds. */
const samplePatience = 2000
/** For reading the table and the index of a large archive. */
const openPatience = 60_000

/** Why it could not open the file; nothing if it has ended, since another takes its place. */
async function open(
  worker: WorkerProcess,
  { path = '', version }: SnapshotFile,
): Promise<{ readonly pid: number | undefined; readonly failure?: string }> {
  const { pid } = worker.process
  const isOpen = worker.ask({ open: path, version }).then(() => true)
  try {
    return (await atMost(openPatience, isOpen)) ? { pid } : { pid, failure: 'it does not answer' }
  } catch (error) {
    return worker.hasEnded ? { pid } : { pid, failure: (error as Error).message }
  }
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A worker as the primary sees it. It has one listener for each event, however often it is asked. */
class WorkerProcess {
  readonly process: ChildProcess
  /** It takes orders; rejected when it ends before. */
  readonly ready: Promise<void>
  /** It was told to close, and answers nobody before it hears that no more connections come; or it has ended. */
  readonly holding: Promise<void>
  /** With the cause, after its last message. */
  readonly ended: Promise<string>
  hasEnded = false
  readonly #pending = new Map<number, Pending>()
  #asked = 0

  constructor(entry: URL, file: SnapshotFile, onTaken: () => void) {
    const child = fork(entry, { stdio: [...stdioWith(file)] })
    this.process = child
    let [onReady, onHolding] = [() => {}, () => {}]
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
      child.on('error', (error) => {
        if (child.pid === undefined) resolve(error.message)
        else console.error(error)
      })
    })
    this.ready = new Promise((resolve, reject) => {
      onReady = resolve
      void this.ended.then(() => reject(new Error('A worker ended before it could listen.')))
    })
    this.holding = new Promise((resolve) => {
      onHolding = resolve
      void this.ended.then(() => resolve())
    })
    void this.ended.then(() => {
      this.hasEnded = true
      for (const { reject } of this.#pending.values()) reject(new Error('The worker has ended.'))
    })
    const hear = (message: string | Reply) => {
      if (message === connectionTaken) onTaken()
      else if (message === ready) onReady()
      else if (message === holdingAnswers) onHolding()
      else if (typeof message === 'object') this.#settle(message)
    }
    // One odd message costs nobody anything, least of all the process that all workers depend on.
    child.on(
      'message',
      guarded(hear, () => {}),
    )
  }

  ask(order: Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) reject(new Error('The worker has ended.'))
      const id = this.tell(order)
      this.#pending.set(id, { resolve, reject })
    })
  }

  tell(order: Order): number {
    const id = ++this.#asked
    send(this.process, { id, order } satisfies Request)
    return id
  }

  #settle({ id, value, error }: Reply): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(value)
    else pending?.reject(new Error(error))
  }
}

/** A worker that has just died cannot be told; its end is reported on its own. */
function send(worker: ChildProcess, message: Request | string): void {
  if (worker.connected) worker.send(message, () => {})
}

async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController()
  const late = pause(ms, undefined, { signal: over.signal }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}
