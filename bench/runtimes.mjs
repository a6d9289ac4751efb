import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate, idOf } from './generate.mjs'
import { caddy, isInstalled, nginx } from './file-servers.mjs'
import { cli, cores, root, serverFrom } from './processes.mjs'
import { atLeast, compared } from './report.mjs'
import { compare, loadGenerator, rounds } from './rounds.mjs'
import { ask, requestFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Server } from './processes.mjs' */

const page = `/posts/${idOf(7)}`
const request = requestFor(page, { Accept: 'text/html,*/*;q=0.8', 'Accept-Encoding': 'gzip' })

const runtimes = [
  { name: `Node ${process.version.slice(1)}`, command: [process.execPath], goals: { caddy: 2 } },
  {
    name: 'Bun',
    command: [`${root}tools/node_modules/@oven/bun-linux-x64/bin/bun`],
    goals: { nginx: 1 },
  },
  {
    name: 'Deno',
    command: [`${root}tools/node_modules/@deno/linux-x64-glibc/deno`, 'run', '--allow-all'],
    goals: {},
  },
].filter(({ command: [program = ''] }) => existsSync(program))

const fileServers = [
  { name: 'nginx', start: nginx },
  { name: 'caddy', start: caddy },
].filter(({ name }) => isInstalled(name))

/**
 * `citable serve` on each runtime against programs that serve files, which are not written in JavaScript.
 * @param {Plan} plan @returns {Promise<string[][]>}
 */
export async function onRuntimes({ dir, quick, say }) {
  const archive = join(dir, 'runtimes')
  generate(archive, 100)
  const [count, ms] = quick ? [2, 200] : [11, 500]
  /** @type {{ name: string, server: Server, goals: Record<string, number> }[]} */
  const ours = []
  for (const { name, command, goals } of runtimes) {
    const server = await serverFrom([...command, cli, 'serve', archive, '--port', '0'], {
      core: cores.server,
    })
    ours.push({ name, server, goals })
  }
  const { body } = await ask(ours[0]?.server.port ?? 0, request)
  const site = join(dir, 'runtimes-site')
  mkdirSync(join(site, 'posts'), { recursive: true })
  // The same address for all, so that all are asked in the same words.
  writeFileSync(site + page, 'not asked for')
  writeFileSync(`${site}${page}.gz`, body)
  /** @type {{ name: string, server: Server }[]} */
  const theirs = []
  for (const { name, start } of fileServers) theirs.push({ name, server: await start(site, dir) })

  const load = loadGenerator()
  const rows = []
  try {
    say(page)
    // Compressed by another zlib, bytes differ; their number is that of the answer's own head.
    const job = { requests: [request], connections: 32, status: 200, body: null }
    const all = [...ours, ...theirs]
    for (const { server } of all) await load.measure(server, { ...job, ms: quick ? 200 : 1500 })
    const results = await rounds(count, all, ({ server }) => load.measure(server, { ...job, ms }))
    for (const [at, { name, goals }] of ours.entries()) {
      for (const [nth, peer] of theirs.entries()) {
        const against = compare(results[at] ?? [], results[ours.length + nth] ?? [])
        const goal = goals[peer.name]
        const met =
          goal === undefined ? ['', ''] : [`≥ ${goal.toFixed(1)}`, atLeast(against.cpu.median, goal)]
        rows.push([`a page as HTML, gzip, on ${name}`, peer.name, ...compared(against), ...met])
      }
    }
  } finally {
    load.stop()
    await Promise.all([...ours, ...theirs].map(({ server }) => server.stop()))
  }
  return rows
}
