import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterFile } from '../after-file.ts'
import { emptyFolder, fixture, startServer } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { adapted } from './recipe.ts'

export interface Started {
  readonly port: number
  stop(): Promise<void>
}

/** Where a proxy listens, and the archive that it serves. */
export interface Place {
  readonly port: number
  /** Host and port. */
  readonly upstream: string
}

/** `citable serve` with a proxy in front of it, whose address is the base URL. */
export async function startBehind(
  start: (place: Place) => Promise<Started>,
  path = '',
  flags: readonly string[] = [],
) {
  const { port, release } = await heldPort()
  const base = `http://127.0.0.1:${port}${path}`
  const server = await startServer([fixture, '--port', '0', '--base-url', base, ...flags])
  await release()
  const upstream = `127.0.0.1:${server.port}`
  const proxy = await start({ port, upstream })
  return {
    base,
    served: `http://${upstream}`,
    async stop() {
      await proxy.stop()
      await server.stop()
    },
  }
}

/** The nginx cache of the recipes. */
export function nginxCache({ port, upstream }: Place, change = (text: string) => text): Promise<Started> {
  const archive = adapted('nginx/archive.conf', {
    '127.0.0.1:3000': upstream,
    'listen 80': `listen 127.0.0.1:${port}`,
    '/var/cache/nginx/archive': 'cache',
  })
  return nginx(port, change(archive))
}

/** The Varnish cache of the recipes. */
export function varnishCache({ port, upstream }: Place, flags: readonly string[]): Promise<Started> {
  const backend = `.port = "${upstream.split(':')[1]}"`
  return varnish(port, adapted('varnish/default.vcl', { '.port = "3000"': backend }), flags)
}

/** nginx with the given content of its `http` block, which must listen on the port. */
export async function nginx(port: number, http: string): Promise<Started> {
  const dir = emptyFolder()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  )
  const lines = [
    ...['daemon off;', `pid ${join(dir, 'pid')};`, 'worker_processes 1;', 'events {}'],
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['http {', 'access_log off;', ...temporary, http, '}'],
  ]
  writeFileSync(join(dir, 'nginx.conf'), lines.join('\n'))
  return started('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')], port)
}

/** Caddy with a site that must listen on the port. */
export async function caddy(port: number, site: string): Promise<Started> {
  const dir = emptyFolder()
  const file = join(dir, 'Caddyfile')
  writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${site}`)
  return started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, {
    HOME: dir,
    XDG_DATA_HOME: dir,
    XDG_CONFIG_HOME: dir,
  })
}

/** Varnish with a VCL and command-line flags. */
async function varnish(port: number, vcl: string, flags: readonly string[]): Promise<Started> {
  const dir = emptyFolder()
  const file = join(dir, 'default.vcl')
  writeFileSync(file, vcl)
  const work = join(dir, 'work')
  mkdirSync(work)
  const args = ['-F', '-n', work, '-a', `127.0.0.1:${port}`, '-f', file, '-j', 'none', ...flags]
  return started('varnishd', args, port, {}, 'SIGINT')
}

/** A port that is reserved until a proxy starts there. */
export async function heldPort(): Promise<{ readonly port: number; release(): Promise<unknown> }> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, release: () => once(server.close(), 'close') }
}

async function started(
  name: 'nginx' | 'caddy' | 'varnishd',
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Started> {
  const { PATH = '' } = process.env
  const child = spawn(installed(name) ?? name, args, {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  while (child.exitCode === null) {
    if (await listens(port)) {
      return {
        port,
        stop: async () => {
          child.kill(signal)
          await ended
        },
      }
    }
    await pause(50)
  }
  throw new Error(`${name} exited: ${output}`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
