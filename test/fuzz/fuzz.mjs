import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { judge } from './answers.mjs'
import { line } from './exchange.mjs'
import { sending } from './grammar.mjs'
import { Violation } from './violation.mjs'
import { archive, escaped, readWorld, root } from './world.mjs'

const maxGrowth = 200 * 2 ** 20

/**
 * @typedef {object} Outcome
 * @property {number} sent
 * @property {ReadonlyMap<number, number>} statuses Number of responses by status.
 * @property {readonly string[]} violations Each with the bytes sent; the run stops soon after the first.
 * @property {number} before The server's memory in bytes; 0 without /proc.
 * @property {number} after
 */

/**
 * Sends generated requests to a real server, with or without the fast lane, and checks every response.
 * @param {{ seed: number, count: number, lane?: boolean, from?: number, sockets?: number, runtime?: string, progress?: (sent: number) => void }} options
 * @returns {Promise<Outcome>}
 */
export async function fuzz({
  seed,
  count,
  lane = true,
  from = 0,
  sockets = 48,
  runtime = process.execPath,
  progress,
}) {
  const { world } = await readWorld()
  const server = await start(lane, runtime)
  const check = judge()
  /** @type {Map<number, number>} */
  const statuses = new Map()
  /** @type {string[]} */
  const violations = []
  const before = memoryOf(server.pid)
  let next = from

  async function work() {
    const connection = line(server.port)
    while (next < from + count && violations.length === 0) {
      const index = next++
      const request = sending(seed, index, world)
      try {
        const responses = await connection.ask(request)
        for (const [place, response] of responses.entries()) {
          check(response, request.methods[place])
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        }
      } catch (error) {
        violations.push(`request ${index}: ${reason(error)}\n  ${escaped(request.bytes)}`)
      }
      if (index % 10_000 === 9_999) progress?.(index + 1 - from)
    }
    await connection.close().catch((error) => violations.push(`on close: ${reason(error)}`))
  }

  try {
    await Promise.all(Array.from({ length: sockets }, work))
    const after = memoryOf(server.pid)
    const response = await ping(server.port).catch(() => undefined)
    if (response?.status !== 200) violations.push('the server no longer responds')
    if (server.newErrors() !== '') violations.push(`the server wrote to stderr: ${server.newErrors()}`)
    if (after - before > maxGrowth) violations.push(`the server grew from ${before} to ${after} bytes`)
    return { sent: next - from, statuses, violations, before, after }
  } finally {
    await server.stop()
  }
}

/** Starts `citable serve`. With --log, no request takes the fast lane. @param {boolean} lane @param {string} runtime */
async function start(lane, runtime) {
  const command = [`${root}dist/cli/main.js`, 'serve', archive, '--port', '0', ...(lane ? [] : ['--log'])]
  const child = spawn(runtime, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BASE_URL: 'http://localhost:3000' },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  /** @type {number} */
  const port = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (output.length < 1000) output += text
      const [, digits] = /http:\/\/[^\s:]+:(\d+)[\n,/]/.exec(output) ?? []
      if (digits) resolve(Number(digits))
    })
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}: ${errors}`)))
  })
  // Content warnings were written to stderr before the port to stdout; after a response they have arrived.
  await ping(port)
  const startupErrors = errors.length
  return {
    port,
    pid: child.pid ?? 0,
    newErrors: () => errors.slice(startupErrors),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', resolve)
        child.kill('SIGTERM')
      }),
  }
}

/** @param {number} port */
async function ping(port) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/posts.json`, {
    headers: { connection: 'close' },
  })
  await response.text()
  return response
}

/** @param {number} pid */
function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** @param {unknown} error */
function reason(error) {
  if (error instanceof Violation) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
