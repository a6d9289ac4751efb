import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))
export const cli = `${root}dist/cli/main.js`

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
/** One core for what is measured and one for what measures it. */
export const cores = { server: '0', load: '1' }
export const pinning = canPin
  ? `servers on core ${cores.server}, load generator on core ${cores.load}`
  : 'not pinned: that takes taskset and two cores'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1))

/**
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions & { core?: string | undefined }} options
 */
export function start(command, { core, ...options } = {}) {
  const [program = '', ...args] = canPin && core !== undefined ? ['taskset', '-c', core, ...command] : command
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** @typedef {{ pid: number, port: number, stop: () => Promise<void> }} Server */

/**
 * A server that says its address on standard output, or is known to listen on a port.
 * @param {readonly string[]} command
 * @param {{ core?: string | undefined, port?: number, env?: Record<string, string>, cwd?: string }} options
 * @returns {Promise<Server>}
 */
export async function serverFrom(command, { port, env, ...options } = {}) {
  const child = start(command, { ...options, env: { ...process.env, NODE_ENV: 'production', ...env } })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  const said = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        const [, digits] = /http:\/\/[^\s:]+:(\d+)[\n,/]/.exec(output) ?? []
        if (digits) resolve(Number(digits))
      })
    }
    exited.then(() => reject(new Error(`${command.join(' ')} ended: ${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    port: port === undefined ? await said : await Promise.race([said, listening(port)]).then(() => port),
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** @param {string} dir @param {{ core?: string | undefined, flags?: readonly string[] }} options */
export function citable(dir, { flags = [], ...options } = {}) {
  return serverFrom([process.execPath, cli, 'serve', dir, '--port', '0', ...flags], options)
}

/** @param {number} port */
async function listening(port) {
  const { connect } = await import('node:net')
  for (;;) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function freePort() {
  const { createServer } = await import('node:net')
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** What takes longer than ten minutes is an error, and not waited for. */
const mostMs = 600_000

/** Milliseconds from start to exit. @param {readonly string[]} command @param {{ cwd?: string }} options */
export async function timed(command, options = {}) {
  const began = performance.now()
  const child = start(command, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearTimeout(late)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${errors}`)
  return performance.now() - began
}

/** Nanoseconds of processor time, all threads together; NaN where there is no /proc. @param {number} pid */
export function cpuTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce(
      (sum, id) => sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
      0,
    )
  } catch {
    return Number.NaN
  }
}

/** Resident memory in bytes; NaN where there is no /proc. @param {number} pid */
export function memory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
