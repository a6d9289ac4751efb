// `npm run bench:scale` measures what one processor carries in each way of serving, for docs/SCALE.md.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './file-servers.mjs'
import { generate, idOf } from './generate.mjs'
import { cli, cores, cpuTime, freePort, memory, root, serverFrom, timed } from './processes.mjs'
import { loadGenerator, rounds, spread } from './rounds.mjs'
import { requestFor } from './wire.mjs'

/** @import { Server } from './processes.mjs' */

const posts = Number(process.argv[2] ?? 1000)
const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'citable-scale-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
const archive = join(dir, 'archive')
generate(archive, posts)
const tools = `${root}tools/node_modules/`
const on = { core: cores.server }
const recipe = (/** @type {string} */ path) => readFileSync(`${root}recipes/${path}`, 'utf8')

const one = await serverFrom([process.execPath, cli, 'serve', archive, '--port', '0'], on)
/** @type {{ name: string, server: Server }[]} */
const ways = [
  { name: 'one process, Node', server: one },
  {
    name: 'two workers, Node',
    server: await serverFrom([process.execPath, cli, 'serve', archive, '--port', '0', '--workers', '2'], on),
  },
]
const bun = `${tools}@oven/bun-linux-x64/bin/bun`
if (existsSync(bun))
  ways.push({
    name: 'one process, Bun',
    server: await serverFrom([bun, cli, 'serve', archive, '--port', '0'], on),
  })
if (isInstalled('nginx')) ways.push({ name: 'nginx in front, answered by its cache', server: await nginx() })
if (existsSync('/usr/sbin/varnishd'))
  ways.push({ name: 'Varnish in front, answered by its cache', server: await varnish() })
const workerd = `${tools}@cloudflare/workerd-linux-64/bin/workerd`
if (existsSync(workerd)) ways.push({ name: 'the Worker, on workerd', server: await worker() })

const page = requestFor(`/posts/${idOf(7)}`, {
  Host: 'archive.example.org',
  Accept: 'text/html,*/*;q=0.8',
  'Accept-Encoding': 'gzip',
})
const search = requestFor('/search?q=torreson+calluan', { Host: 'archive.example.org' })
const load = loadGenerator()
const job = { connections: 32, status: 200, body: null }
const table = []
for (const [what, request] of /** @type {const} */ ([
  ['a page', page],
  ['a search', search],
])) {
  for (const { server } of ways) await load.measure(server, { ...job, requests: [request], ms: 1000 })
  const results = await rounds(5, ways, async ({ server }) => {
    const before = allOf(server.pid).reduce((sum, pid) => sum + cpuTime(pid), 0)
    const began = performance.now()
    const { rate } = await load.measure(server, { ...job, requests: [request], ms: 600 })
    const seconds = (performance.now() - began) / 1000
    const used = (allOf(server.pid).reduce((sum, pid) => sum + cpuTime(pid), 0) - before) / 1e9
    return { rate, cpu: (rate * seconds) / used }
  })
  for (const [at, { name, server }] of ways.entries()) {
    const median = (/** @type {'rate' | 'cpu'} */ key) =>
      Math.round(spread((results[at] ?? []).map((one) => one[key])).median / 100) * 100
    const held = allOf(server.pid).reduce((sum, pid) => sum + memory(pid), 0)
    table.push([name, what, median('cpu'), `${(held / 1e6).toFixed(0)} MB`])
  }
}
load.stop()
console.log(
  `${posts} posts; requests for a second of processor time, of all processes of a way; resident memory after them\n`,
)
console.log('| way | request | requests | memory |\n|---|---|---|---|')
for (const row of table) console.log(`| ${row.join(' | ')} |`)
for (const { server } of ways) await server.stop()
process.exit()

/** A process and those below it. @param {number} pid @returns {number[]} */
function allOf(pid) {
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
  return [pid, ...below.flatMap((name) => allOf(Number(name)))]
}

async function nginx() {
  const port = await freePort()
  const work = join(dir, 'nginx')
  mkdirSync(work)
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  const site = recipe('nginx/archive.conf')
    .replace('/var/cache/nginx/archive', `${work}/cache`)
    .replace('127.0.0.1:3000', `127.0.0.1:${one.port}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
  const settings = `daemon off; master_process off; pid ${work}/pid; error_log stderr crit;
events {} http { access_log off; keepalive_requests 1000000000; ${scratch.join(' ')} ${site} }`
  writeFileSync(join(work, 'nginx.conf'), settings)
  return serverFrom(['nginx', '-p', work, '-c', join(work, 'nginx.conf')], { ...on, port })
}

async function varnish() {
  const port = await freePort()
  const file = join(dir, 'default.vcl')
  writeFileSync(file, recipe('varnish/default.vcl').replace('.port = "3000"', `.port = "${one.port}"`))
  mkdirSync(join(dir, 'varnish'))
  const flags = ['-s', 'malloc,64m', '-p', 'http_gzip_support=off', '-j', 'none', '-n', join(dir, 'varnish')]
  return serverFrom(['varnishd', '-F', '-a', `127.0.0.1:${port}`, '-f', file, ...flags], { ...on, port })
}

async function worker() {
  const port = await freePort()
  const built = join(dir, 'worker')
  await timed([process.execPath, cli, 'build', archive, '--target', 'cloudflare', '--out', built])
  writeFileSync(
    join(built, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-10-01",
      bindings = [(name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = (path = "${built}/assets")),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  )
  return serverFrom([workerd, 'serve', join(built, 'config.capnp')], { ...on, port })
}
