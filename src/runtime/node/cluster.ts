import cluster, { type Worker } from 'node:cluster'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pack } from '../../snapshot/pack.ts'
import type { Snapshot } from '../../snapshot/resource.ts'
import { pipeAt, stdioWithPipe } from './snapshot-pipe.ts'

export interface ClusterOptions {
  readonly snapshot: Snapshot
  readonly workers: number
  /** The built module of `worker.ts`; only the caller knows where a bundler put it. */
  readonly entry: URL
  readonly port: number
  readonly host: string
  /** Whether each worker prints a line for each request. */
  readonly log: boolean
}

export interface RunningCluster {
  readonly port: number
  readonly host: string
  /** Hands a new snapshot to every worker; each answers from it as soon as it has come. */
  swap(snapshot: Snapshot): void
  /** Drains every worker. */
  close(): Promise<void>
}

/**
 * What a worker is told, besides the snapshots that come down its pipe; and what it says: that it hears, then that it listens or
 * cannot.
 */
export type Order = { readonly listen: Pick<ClusterOptions, 'port' | 'host' | 'log'> } | 'close'
export type Report = 'ready' | { readonly port: number } | { readonly error: string }

/** Serves on several processes that share a port. The snapshot is made once; workers get it as bytes. */
export async function listenCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { port, host, log } = options
  let packed = pack(options.snapshot)
  let closing: Promise<void> | undefined
  cluster.setupPrimary({
    exec: fileURLToPath(options.entry),
    args: [],
    stdio: [...stdioWithPipe],
  })

  function launch(): Promise<number> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork()
      const born = performance.now()
      // A worker that has just died cannot be told; its end is reported on its own.
      worker.process.stdio[pipeAt]?.on('error', () => {})
      hand(worker, packed)
      worker.on('message', (report: Report) => {
        // What is sent before a worker asks for it is lost while its modules load.
        if (report === 'ready') tell(worker, closing ? 'close' : { listen: { port, host, log } })
        else if ('port' in report) resolve(report.port)
        else reject(new Error(report.error))
      })
      worker.once('exit', (code, signal) => {
        reject(new Error('A worker ended before it could listen.'))
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
    swap(snapshot) {
      packed = pack(snapshot)
      for (const worker of living()) hand(worker, packed)
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

function hand(worker: Worker, packed: Uint8Array): void {
  const pipe = worker.process.stdio[pipeAt]
  if (pipe instanceof Socket) pipe.write(packed)
}

/** A worker that has just died cannot be told; its end is reported on its own. */
function tell(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => {})
}
