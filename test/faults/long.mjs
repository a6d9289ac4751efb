import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { randomFor } from '../fuzz/random.mjs'
import { putState, scratch } from './archive.mjs'
import { pause, serve, start } from './server.mjs'
import { visitors } from './visitors.mjs'

/** @import { Plan, Outcome } from './scenarios.mjs' */

const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 2 ** 20)
const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** Two servers behind nginx are restarted in turn. @param {Plan} plan @returns {Promise<Outcome>} */
export async function restarts({ short }) {
  if (!hasNginx) return { counts: {}, failures: [], skipped: 'needs nginx' }
  const rounds = short ? 1 : 20
  const dir = scratch()
  const archive = join(dir, 'archive')
  putState(archive, 0)
  const servers = [await serve(archive), await serve(archive)]
  const port = await freePort()
  const ports = servers.map((one) => one.port)
  writeFileSync(join(dir, 'nginx.conf'), nginxFor(dir, port, ports))
  const proxy = start(['nginx', '-p', dir, '-c', join(dir, 'nginx.conf')])
  await untilListening(port)
  const load = visitors(port)
  const failures = []
  for (let round = 0; round < rounds; round++) {
    for (const at of [0, 1]) {
      const { code } = (await servers[at]?.stop()) ?? {}
      if (code !== 0) failures.push(`a server exited with ${code}`)
      servers[at] = await serve(archive, ['--port', String(ports[at])])
      await pause(200)
    }
  }
  const seen = await load.stop()
  failures.push(...seen.failures)
  for (const server of servers) await server.stop()
  proxy.child.kill('SIGTERM')
  await proxy.ended
  return {
    counts: { restarts: rounds * 2, responses: seen.answers, 'failed requests': failures.length },
    failures,
  }
}

/** @param {string} dir @param {number} port @param {readonly number[]} ports */
function nginxFor(dir, port, ports) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
  upstream archive { ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://archive;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout;
    }
  }
}
`
}

/** Waits until the port accepts connections. @param {number} port */
async function untilListening(port) {
  for (let isOpen = false; !isOpen; await pause(20)) {
    isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  }
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const minSamples = 80

/**
 * Mixed load over a long time: keep-alive and short connections, searches, tool calls, errors and reloads. Compares memory and file
 * descriptors of the last quarter with those of the second.
 * @param {Plan} plan @returns {Promise<Outcome>}
 */
export async function soak({ short, seed, minutes = short ? 0.1 : 30 }) {
  const random = randomFor(seed, 1)
  const dir = scratch()
  putState(dir, 0)
  const server = await serve(dir)
  const crowds = [
    visitors(server.port, { clients: 8 }),
    visitors(server.port, { clients: 4, keepAlive: false }),
  ]
  const failures = []
  const counts = { minutes, responses: 0, 'searches, tool calls and errors': 0, reloads: 0 }
  /** @type {{ memory: number, descriptors: number }[]} */
  const samples = []
  let state = 0
  let nextReload = 0
  const began = performance.now()
  const end = began + minutes * 60_000
  // A short run on a busy machine has too few samples to compare quarters.
  while (performance.now() < end || samples.length < minSamples) {
    const [path, init, expected] = random.pick(mixedRequests)
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
    await response.arrayBuffer()
    if (response.status !== expected) failures.push(`${path}: status ${response.status}`)
    counts['searches, tool calls and errors']++
    if (performance.now() > nextReload) {
      putState(dir, ++state)
      const outcome = await server.reload()
      if (!outcome.startsWith('Reloaded ')) failures.push(outcome)
      counts.reloads++
      nextReload = performance.now() + (short ? 1000 : 15_000)
    }
    samples.push({ memory: server.memory(), descriptors: server.descriptors() })
    await pause(20)
  }
  for (const one of crowds) {
    const seen = await one.stop()
    counts.responses += seen.answers
    failures.push(...seen.failures)
  }
  const quarter = (/** @type {number} */ nth) =>
    samples.slice(Math.floor((samples.length * nth) / 4), Math.floor((samples.length * (nth + 1)) / 4))
  const figure = (/** @type {number} */ nth, /** @type {'memory' | 'descriptors'} */ what) =>
    quarter(nth)
      .map((one) => one[what])
      .sort((a, b) => a - b)[Math.floor(quarter(nth).length / 2)] ?? 0
  const [memory, later] = [figure(1, 'memory'), figure(3, 'memory')]
  const [descriptors, then] = [figure(1, 'descriptors'), figure(3, 'descriptors')]
  // A heap that grew once stays large for a while; a leak keeps growing.
  if (!short && later > memory * 1.15)
    failures.push(`memory grew from ${megabytes(memory)} to ${megabytes(later)} MB`)
  if (then > descriptors + 10) failures.push(`file descriptors grew from ${descriptors} to ${then}`)
  const { code } = await server.stop()
  if (code !== 0) failures.push(`the server exited with ${code}`)
  return {
    counts: {
      ...counts,
      'MB, second quarter': megabytes(memory),
      'MB, last quarter': megabytes(later),
      'file descriptors, second quarter': descriptors,
      'file descriptors, last quarter': then,
    },
    failures,
  }
}

const call = (/** @type {string} */ name, /** @type {object} */ args) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
})

/** @type {(readonly [string, RequestInit, number])[]} */
const mixedRequests = [
  ['/search?q=words+text', {}, 200],
  ['/search.md?q=%22a+text%22', {}, 200],
  ['/mcp', call('search_archive_posts', { query: 'words' }), 200],
  ['/mcp', call('get_archive_post', { id: 'week-03' }), 200],
  ['/mcp', call('list_archive_posts', {}), 200],
  ['/none', {}, 404],
  ['/api/v1/posts.json', { method: 'DELETE' }, 405],
  ['/posts/week-01', { headers: { accept: 'image/png' } }, 406],
]
