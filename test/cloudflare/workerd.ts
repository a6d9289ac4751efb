import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Running } from '../contract/site.ts'

export interface RunningWorkerd extends Running {
  readonly pid: number
}

/**
 * Runs the output of `citable build --target cloudflare` on workerd. Its disk service replaces the ASSETS binding: it serves files by
 * name, which is all that the Worker needs.
 */
export async function startWorkerd(
  program: string,
  built: string,
  v8Flags: readonly string[] = [],
): Promise<RunningWorkerd> {
  // Embedded files are relative to the configuration.
  const config = join(built, 'config.capnp')
  writeFileSync(config, configFor(built, v8Flags))
  const workerd = spawn(program, ['serve', '--control-fd=3', config], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const [line] = await Promise.race([
    once(createInterface({ input: workerd.stdio[3] as Readable }), 'line'),
    once(workerd, 'exit').then(() => Promise.reject(new Error('workerd exited before it listened'))),
  ])
  return {
    origin: `http://127.0.0.1:${JSON.parse(String(line)).port}`,
    pid: workerd.pid ?? 0,
    async close() {
      workerd.kill('SIGKILL')
      await once(workerd, 'exit')
      rmSync(config)
    },
  }
}

/** The variables in `wrangler.jsonc`, whose first line is a comment. */
export function varsOf(built: string): { readonly SIGNPOSTS: Readonly<Record<string, string>> } {
  const [, ...lines] = readFileSync(join(built, 'wrangler.jsonc'), 'utf8').split('\n')
  return JSON.parse(lines.join('\n')).vars
}

/** Like `wrangler.jsonc`: without Node compatibility flags. */
function configFor(built: string, v8Flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ${JSON.stringify(v8Flags)},
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-10-01",
      bindings = [
        (name = "ASSETS", service = "assets"),
        (name = "SIGNPOSTS", json = ${JSON.stringify(JSON.stringify(varsOf(built).SIGNPOSTS))}),
      ],
    )),
    (name = "assets", disk = (path = ${JSON.stringify(join(built, 'assets'))})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`
}
