import { createServer } from 'node:net'
import type { CompileOptions } from '../compile.ts'
import { settings } from '../config.ts'
import { listen } from '../runtime/node/listen.ts'
import { listenCluster } from '../runtime/node/cluster.ts'
import { printEntry } from '../runtime/node/log.ts'
import { exposureAt, serve } from '../serve.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { compileApart, publishable } from './load.ts'
import { report, tally } from './report.ts'
import { UsageError, chosen, chosenBaseUrl, inColour, wholeNumber } from './settings.ts'

export interface ServeOptions {
  readonly port?: string
  readonly host?: string
  readonly baseUrl?: string
  readonly workers?: string
  readonly log?: boolean
}

/** Serves until it is told to stop. */
export async function serveCommand(dir: string, options: ServeOptions): Promise<number> {
  const { log = false } = options
  const host = chosen(options.host, 'host') ?? settings.host.fallback
  const asked = wholeNumber(chosen(options.port, 'port') ?? settings.port.fallback, 'The port', 0, 65_535)
  const workers = wholeNumber(options.workers ?? settings.workers.fallback, 'The number of workers', 1, 256)
  const baseUrl = chosenBaseUrl(options.baseUrl)
  // The port is part of the default base URL, so it is known before anything is compiled.
  const port = asked === 0 ? await freePort(host).catch(giveUp) : asked
  const compiling = { baseUrl, fallbackBaseUrl: `http://localhost:${port}` }
  const snapshot = publishable(await compileApart(dir, compiling), dir)

  const server = await start(snapshot, { port, host, workers, log }).catch(giveUp)
  process.on('SIGHUP', async () => {
    process.stderr.write(`Serving ${dir} as it ${await reload(dir, compiling, server).catch(wasKept)}\n`)
  })
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(server.close()))
  })
  process.stdout.write(`Serving ${dir} at ${address(host, port)}\n`)
  await stopped
  return 0
}

/** How it is served from then on. */
async function reload(dir: string, compiling: CompileOptions, server: Started): Promise<string> {
  const { loaded, diagnostics } = await compileApart(dir, compiling)
  process.stderr.write(report(diagnostics, dir, 'text', inColour(process.stderr)))
  if (!loaded) return `was: ${tally(diagnostics)}.`
  server.swap(loaded)
  return 'is now.'
}

/** Whatever goes wrong with a reload, what is served goes on. */
function wasKept({ message }: Error): string {
  return `was: ${message}`
}

function giveUp(error: Error): never {
  throw new UsageError(error.message)
}

interface Started {
  swap(snapshot: Snapshot): void
  close(): Promise<void>
}

async function start(
  snapshot: Snapshot,
  { workers, log, ...place }: { port: number; host: string; workers: number; log: boolean },
): Promise<Started> {
  if (workers > 1) {
    const entry = new URL('../runtime/node/worker.js', import.meta.url)
    return listenCluster({ ...place, snapshot, workers, log, entry })
  }
  const exposure = exposureAt(place.host)
  const handler = serve(snapshot, { exposure })
  const running = await listen({ ...place, handler, log: log ? printEntry : undefined })
  return { swap: (next) => running.swap(serve(next, { exposure })), close: running.close }
}

/** As a person would type it. */
function address(host: string, port: number): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, host, () => {
      const bound = probe.address()
      probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })
}
