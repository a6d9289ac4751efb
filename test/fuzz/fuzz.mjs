import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { judge } from './answers.mjs'
import { line } from './exchange.mjs'
import { sending } from './grammar.mjs'
import { Violation } from './violation.mjs'

/** @import { World } from './grammar.mjs' */

const root = fileURLToPath(new URL('../../', import.meta.url))
const archive = `${root}test/fixtures/archive`
const mostGrowth = 200 * 2 ** 20

/**
 * @typedef {object} Outcome
 * @property {number} sent
 * @property {ReadonlyMap<number, number>} statuses How often each was answered.
 * @property {readonly string[]} violations Each with the bytes that brought it about; the run stops soon after the first.
 * @property {number} before The server's memory in bytes; 0 where there is no /proc.
 * @property {number} after
 */

/**
 * Sends requests made from a seed to a real server and holds every answer against what is promised of all of
 * them.
 * @param {{ seed: number, count: number, from?: number, sockets?: number, progress?: (sent: number) => void }} options
 * @returns {Promise<Outcome>}
 */
export async function fuzz({ seed, count, from = 0, sockets = 48, progress }) {
  const world = await readWorld()
  const server = await start()
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
    await connection.close().catch((error) => violations.push(`on closing: ${reason(error)}`))
  }

  try {
    await Promise.all(Array.from({ length: sockets }, work))
    const after = memoryOf(server.pid)
    const response = await ping(server.port).catch(() => undefined)
    if (response?.status !== 200) violations.push('the server no longer answers')
    if (server.complaints() !== '')
      violations.push(`the server wrote to standard error: ${server.complaints()}`)
    if (after - before > mostGrowth) violations.push(`the server grew from ${before} to ${after} bytes`)
    return { sent: next - from, statuses, violations, before, after }
  } finally {
    await server.stop()
  }
}

/** @returns {Promise<World>} */
async function readWorld() {
  const { compile, folder } = await import(`${root}dist/compile.js`)
  /** @type {import('../../src/compile.ts').Checked<import('../../src/compile.ts').Snapshot>} */
  const { value: snapshot } = await compile(folder(archive))
  if (!snapshot) throw new Error(`${archive} does not compile`)
  return Array.from(snapshot.resources.values(), ({ path, representations }) => ({
    path,
    etags: representations.flatMap(({ variants }) => variants.map(({ etag }) => etag)),
  }))
}

/** The server as anybody runs it. */
async function start() {
  const child = spawn(process.execPath, [`${root}dist/cli/main.js`, 'serve', archive, '--port', '0'], {
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
      output += text
      const [, digits] = /http:\/\/\S+:(\d+)\n/.exec(output) ?? []
      if (digits) resolve(Number(digits))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
  // What is said about the content was written before the port, on another pipe: an answer is waited for, so
  // that it has come.
  await ping(port)
  const said = errors.length
  return {
    port,
    pid: child.pid ?? 0,
    complaints: () => errors.slice(said),
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

/** @param {Buffer} bytes */
function escaped(bytes) {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.replace(/[\u007f-\u00ff]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
}
