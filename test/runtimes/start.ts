import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { packInMemory, type Snapshot } from '../../src/compile.ts'
import { type Fetch, toFetch } from '../../src/runtime/fetch.ts'
import { listen, type Middleware, toMiddleware } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import type { SkipReasons } from '../contract/request-kinds.ts'
import type { Running } from '../contract/site.ts'
import { installed } from '../installed.ts'

interface Runtime {
  readonly needs?: Parameters<typeof installed>[0]
  readonly start: (snapshot: Snapshot) => Promise<Running>
  readonly skips: SkipReasons
}

const normalized = {
  'dot segments': 'the URL of a Request is normalized, so they are resolved',
  'unencoded characters': 'the URL of a Request is normalized, so they are encoded',
}

const table = {
  'Node, listen': { start: startListen, skips: {} },
  'node:http': { start: startHttp, skips: {} },
  Express: { needs: 'express', start: startExpress, skips: {} },
  Fastify: {
    needs: 'fastify',
    start: startFastify,
    skips: { 'bad escapes': "Fastify's router sends 400 for a path that it cannot decode" },
  },
  Hono: {
    needs: 'hono',
    start: startHono,
    skips: {
      ...normalized,
      backslashes: '@hono/node-server sends 400 for them',
      'odd hosts': '@hono/node-server sends 400 for a host that is not in normal form',
    },
  },
  workerd: {
    needs: 'workerd',
    start: startWorkerd,
    skips: {
      'empty headers': 'workerd drops empty headers',
      'unencoded characters': 'workerd sends 400 for some of them',
      'bytes beyond ASCII': 'workerd decodes headers as UTF-8',
    },
  },
  Bun: {
    needs: 'bun',
    start: startBun,
    skips: {
      ...normalized,
      backslashes: 'the URL of a Request is normalized, so they are slashes',
      trailers: 'Bun sends 400 for a trailer, after the response to its message',
    },
  },
  Deno: {
    needs: 'deno',
    start: startDeno,
    skips: { upgrades: 'Deno sends 400 for a WebSocket that it cannot open' },
  },
} satisfies Record<string, Runtime>

export type RuntimeName = keyof typeof table
/** Every way to serve a snapshot, each on a real socket, and what its server decides before the archive sees a request. */
export const runtimes: Readonly<Record<RuntimeName, Runtime>> = table

/** The reason to skip a runtime; undefined if it is installed. */
export function missing(name: RuntimeName): string | undefined {
  const { needs } = runtimes[name]
  if (needs === undefined || installed(needs)) return undefined
  return `${needs} is not installed: npm ci --prefix tools`
}

async function startListen(snapshot: Snapshot): Promise<Running> {
  const { port, close } = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${port}`, close }
}

function startHttp(snapshot: Snapshot): Promise<Running> {
  return listening(toMiddleware(serve(snapshot)))
}

/**
 * Mounted at the path of the base URL, and at the root too instead of `next`, so that the archive gets all other paths, as on the
 * other runtimes.
 */
async function startExpress(snapshot: Snapshot): Promise<Running> {
  const app = (await expressModule())()
  app.disable('x-powered-by')
  const archive = toMiddleware(serve(snapshot))
  app.use(snapshot.basePath || '/', (req, res) => archive(req, res))
  app.use('/', (req, res) => archive(req, res))
  return listening(app)
}

export function expressModule(): Promise<(() => Application) & { json(): Middleware }> {
  return tool('express')
}

interface Application extends Middleware {
  disable(setting: string): void
  use(path: string, middleware: Middleware): void
}

async function startFastify(snapshot: Snapshot): Promise<Running> {
  const { default: fastify } = await tool<{ default: () => FastifyLike }>('fastify')
  const app = fastify()
  const archive = toMiddleware(serve(snapshot))
  app.addHook('onRequest', (request, reply) => archive(request.raw, reply.raw))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, close: () => app.close() }
}

interface FastifyLike {
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse }, done: () => void) => void,
  ): void
  listen(options: { port: number; host: string }): Promise<string>
  close(): Promise<void>
}

async function startHono(snapshot: Snapshot): Promise<Running> {
  const { Hono } = await tool<{ Hono: new () => HonoLike }>('hono')
  const { getRequestListener } = await tool<{ getRequestListener(fetch: Fetch): Middleware }>(
    '@hono/node-server',
  )
  const app = new Hono()
  const archive = toFetch(serve(snapshot))
  app.all('*', ({ req }) => archive(req.raw))
  return listening(getRequestListener(app.fetch))
}

interface HonoLike {
  all(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void
  fetch: Fetch
}

/** Imports a package of `tools/`. */
function tool<Module>(name: string): Promise<Module> {
  const path = createRequire(join(tools, 'x.js')).resolve(name)
  return import(pathToFileURL(path).href).then((module) => module.default ?? module)
}

export async function listening(listener: Middleware): Promise<Running> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function startBun(snapshot: Snapshot): Promise<Running> {
  return startProgram('bun', packInMemory(snapshot), (dir) => [
    join(here, 'bun.mjs'),
    join(dir, 'archive.bin'),
  ])
}

function startDeno(snapshot: Snapshot): Promise<Running> {
  const allowed = ['--allow-net=127.0.0.1', '--allow-read', '--no-config', '--quiet']
  return startProgram('deno', packInMemory(snapshot), (dir) => [
    'run',
    ...allowed,
    join(here, 'deno.mjs'),
    join(dir, 'archive.bin'),
  ])
}

function startWorkerd(snapshot: Snapshot): Promise<Running> {
  return startWorker(join(here, 'worker.mjs'), packInMemory(snapshot))
}

/** Bundles and starts a Worker that imports the packed snapshot as `./archive.bin`. */
export function startWorker(source: string, packed: Uint8Array): Promise<Running> {
  return startProgram('workerd', packed, async (dir) => {
    await build({
      entryPoints: [source],
      outfile: join(dir, 'worker.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      external: ['./archive.bin'],
      logLevel: 'warning',
    })
    writeFileSync(join(dir, 'worker.capnp'), workerConfig)
    return ['serve', join(dir, 'worker.capnp'), '--control-fd=1']
  })
}

/** Runs a program with a folder that has the packed snapshot as `archive.bin`, and waits until it prints its port. */
async function startProgram(
  name: 'bun' | 'deno' | 'workerd',
  packed: Uint8Array,
  argumentsIn: (dir: string) => string[] | Promise<string[]>,
): Promise<Running> {
  const program = installed(name)
  if (!program) throw new Error(`${name} is not installed`)
  const dir = mkdtempSync(join(tmpdir(), `citable-${name}-`))
  writeFileSync(join(dir, 'archive.bin'), packed)
  const child = spawn(program, await argumentsIn(dir), { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const port = await new Promise<string>((resolve, reject) => {
    ended.then(([code]) => reject(new Error(`${name} exited with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, digits] = /(?:listening on |"port":)(\d+)/.exec(line) ?? []
      if (digits !== undefined) resolve(digits)
    })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      child.kill()
      await ended
      rmSync(dir, { recursive: true })
    },
  }
}

const here = fileURLToPath(new URL('.', import.meta.url))
const tools = fileURLToPath(new URL('../../tools/', import.meta.url))

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "archive", worker = .archive)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "archive")],
);
const archive :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "archive.bin", data = embed "archive.bin"),
  ],
  compatibilityDate = "2026-11-01",
);
`
