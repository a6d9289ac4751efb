import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { LogFormat } from './log.ts'
import { type SnapshotFile, stdioWith } from './snapshot-file.ts'
import type { Sample } from './vitals.ts'
import { WorkerSamples } from './worker-samples.ts'

export interface ClusterOptions {
  /** With its name, by which workers open it. */
  readonly file: SnapshotFile
  readonly workers: number
  /** The built module of `worker.ts`; only the caller knows where a bundler put it. */
  readonly entry: URL
  readonly port: number
  readonly host: string
  /** Whether each worker prints a line for each request. */
  readonly log: boolean
  readonly logFormat?: LogFormat | undefined
  readonly prefixStripped?: boolean | undefined
}

export interface RunningCluster {
  readonly port: number
  readonly host: string
  /** What all workers tell about themselves. */
  measure(): Promise<Sample>
  /** Has every worker open a new snapshot; each answers from it as soon as it has. */
  swap(file: SnapshotFile): void
  /** Drains every worker. */
  close(): Promise<void>
}

export type Listening = Pick<ClusterOptions, 'port' | 'host' | 'log' | 'logFormat' | 'prefixStripped'>

/** What a worker is told; and what it says: that it hears, then that it listens or cannot, and what it has opened. */
export type Order = { readonly listen: Listening } | { readonly open: string } | 'measure' | 'close'
export type Report =
  | 'ready'
  | { readonly port: number }
  | { readonly error: string }
  | { readonly opened: string }
  | { readonly sample: Sample }

/**
 * Serves on several processes that share a port. The snapshot is in a file that each of them reads. A worker is born with it open,
 * so its name is needed only by those who live when a new one comes.
 */
export async function listenCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { port, host, log, logFormat, prefixStripped } = options
  let { file } = options
  const samples = new WorkerSamples()
  let closing: Promise<void> | undefined
  file.removeName()

  function launch(): Promise<number> {
    return new Promise((resolve, reject) => {
      const bornWith = file
      cluster.setupPrimary({ exec: fileURLToPath(options.entry), args: [], stdio: [...stdioWith(file)] })
      const worker = cluster.fork()
      const born = performance.now()
      worker.on('message', (report: Report) => {
        // What is sent before a worker asks for it is lost while its modules load; so may be that it should open a new file.
        if (report === 'ready' && bornWith !== file) worker.process.kill('SIGKILL')
        else if (report === 'ready')
          tell(worker, closing ? 'close' : { listen: { port, host, log, logFormat, prefixStripped } })
        else if ('port' in report) resolve(report.port)
        else if ('error' in report) reject(new Error(report.error))
      })
      worker.once('exit', (code, signal) => {
        reject(new Error('A worker ended before it could listen.'))
        samples.end(worker)
        if (!closing) replace(worker, signal ?? `exit code ${code}`, performance.now() - born)
      })
    })
  }

  /** At once, unless it died young: what kills every worker must not keep the machine busy with births. */
  function replace(worker: Worker, cause: string, lived: number): void {
    console.error(`Worker ${worker.process.pid} ended (${cause}); another takes its place.`)
    setTimeout(() => closing ?? launch().catch(() => {}), lived < shortLife ? shortLife : 0)
  }

  async function drain(): Promise<void> {
    await Promise.all(
      living().map((worker) => {
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        const deadline = setTimeout(() => worker.process.kill('SIGKILL'), patience)
        tell(worker, 'close')
        return ended.then(() => clearTimeout(deadline))
      }),
    )
  }

  const close = () => {
    closing ??= drain()
    return closing
  }

  const ports = await Promise.all(Array.from({ length: options.workers }, launch)).catch(async (error) => {
    await close()
    throw error
  })

  return {
    port: ports[0] ?? port,
    host,
    measure: () => samples.read(living(), (worker) => tell(worker, 'measure')),
    swap(next) {
      const before = file
      file = next
      void Promise.all(living().map((worker) => open(worker, next))).then(() => {
        next.removeName()
        before.close()
      })
    },
    close,
  }
}

const shortLife = 1000
/** Longer than a worker's own drain takes. */
const patience = 12_000

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** Resolved when the worker has opened it, or has ended. */
function open(worker: Worker, { path = '' }: SnapshotFile): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', resolve).on('message', (report: Report) => {
      if (typeof report === 'object' && 'opened' in report && report.opened === path) resolve()
    })
    tell(worker, { open: path })
  })
}

/** A worker that has just died cannot be told; its end is reported on its own. */
function tell(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => {})
}
