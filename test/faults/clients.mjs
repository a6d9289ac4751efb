import { fork } from 'node:child_process'
import { once } from 'node:events'
import { differential } from '../fuzz/differential.mjs'
import { fuzz } from '../fuzz/fuzz.mjs'
import { putState, scratch } from './archive.mjs'
import { bound, pause, serve } from './server.mjs'

/** @import { Plan, Outcome } from './scenarios.mjs' */

const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 2 ** 20)

/** Clients that send one request and stay connected. @param {Plan} plan @returns {Promise<Outcome>} */
export async function idle({ short }) {
  const count = short ? 300 : 10_000
  const dir = scratch()
  putState(dir, 0)
  const server = await serve(dir)
  const before = server.memory()
  const there = await crowd(server.port, count, 'idle')
  const [memory, descriptors] = [server.memory(), server.descriptors()]
  const failures = await askMany(server.port, 100)
  if (there.closed > 0) failures.push(`${there.closed} of ${count} were closed`)
  if (descriptors < count) failures.push(`only ${descriptors} file descriptors for ${count} connections`)
  there.leave()
  for (let waited = 0; waited < 100 && server.descriptors() > 100; waited++) await pause(100)
  if (server.descriptors() > 100)
    failures.push(`${server.descriptors()} file descriptors after all clients left`)
  const { code } = await server.stop()
  if (code !== 0) failures.push(`the server exited with ${code}`)
  return {
    counts: {
      connections: count,
      'MB before': megabytes(before),
      'MB with all connected': megabytes(memory),
      'KB per connection': Math.round((memory - before) / 1024 / count),
      'requests of other clients': 100,
    },
    failures,
  }
}

/** Clients that send without reading, and clients that read slowly. @param {Plan} plan @returns {Promise<Outcome>} */
export async function slow({ short }) {
  const limit = 300 * 2 ** 20
  const [unread, slowly] = short ? [50, 50] : [1000, 1000]
  const dir = scratch()
  putState(dir, 0)
  const failures = []
  /** @type {Record<string, number>} */
  const counts = {}
  for (const way of ['fast lane', 'node:http']) {
    const server = await serve(dir, way === 'node:http' ? ['--log'] : [])
    const crowds = await Promise.all([
      crowd(server.port, unread, 'unread'),
      crowd(server.port, slowly, 'slow'),
    ])
    failures.push(...(await askMany(server.port, 100)))
    await pause(short ? 0 : 5000)
    failures.push(...(await askMany(server.port, 100)))
    const peak = server.peak()
    if (peak > limit) failures.push(`${way}: ${megabytes(peak)} MB, more than ${megabytes(limit)}`)
    counts[`peak MB, ${way}`] = megabytes(peak)
    for (const one of crowds) one.leave()
    const { code } = await server.stop()
    if (code !== 0) failures.push(`the server exited with ${code}`)
  }
  return {
    counts: { 'read nothing': unread, 'read 5 KB/s': slowly, 'requests of other clients': 400, ...counts },
    failures,
  }
}

/** Fuzzed requests, with and without the fast lane. @param {Plan} plan @returns {Promise<Outcome>} */
export async function fuzzed({ short, seed, requests = short ? 1000 : 1_000_000 }) {
  const failures = []
  /** @type {Record<string, number>} */
  const counts = {}
  for (const lane of [true, false]) {
    const way = lane ? 'fast lane' : 'node:http only'
    const { sent, statuses, violations, before, after } = await fuzz({ seed, count: requests, lane })
    failures.push(...violations)
    counts[`requests, ${way}`] = sent
    counts[`5xx responses except 501 and 505, ${way}`] = [...statuses]
      .filter(([status]) => status >= 500 && status !== 501 && status !== 505)
      .reduce((sum, [, times]) => sum + times, 0)
    counts[`MB before, ${way}`] = megabytes(before)
    counts[`MB after, ${way}`] = megabytes(after)
  }
  return { counts, failures }
}

/** The same bytes to the fast lane and to node:http. @param {Plan} plan @returns {Promise<Outcome>} */
export async function compared({ short, seed, requests = short ? 1000 : 1_000_000 }) {
  const { differences, messages, streams, bytewise, answers } = await differential({
    seed,
    messages: requests,
  })
  return {
    counts: { messages, streams, 'streams sent byte by byte': bytewise, responses: answers },
    failures: differences,
  }
}

/** @param {number} port @param {number} count @param {'idle' | 'unread' | 'slow'} habit */
async function crowd(port, count, habit) {
  const child = fork(new URL('./crowd.mjs', import.meta.url), [String(port), String(count), habit])
  bound(child)
  const ended = once(child, 'exit').then(() => {
    throw new Error('the client process exited early')
  })
  ended.catch(() => {})
  const [{ closed }] = await Promise.race([once(child, 'message'), ended])
  return { closed, leave: () => child.kill('SIGKILL') }
}

/** @param {number} port @param {number} times */
async function askMany(port, times) {
  const failures = []
  for (let asked = 0; asked < times; asked++) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).catch(
      (/** @type {Error} */ error) => error,
    )
    if (response instanceof Error) failures.push(`request ${asked} of another client: ${response.message}`)
    else if (response.status !== 200)
      failures.push(`request ${asked} of another client: status ${response.status}`)
    else await response.arrayBuffer()
  }
  return failures
}
