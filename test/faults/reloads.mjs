import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { put, putState, scratch } from './archive.mjs'
import { mistakes } from './mistakes.mjs'
import { serve } from './server.mjs'
import { visitors } from './visitors.mjs'

/** @import { Plan, Outcome } from './scenarios.mjs' */

/** Reloads changed content under load. @param {Plan} plan @returns {Promise<Outcome>} */
export async function reloads({ short }) {
  const total = short ? 3 : 100
  const failures = []
  /** @type {Record<string, number>} */
  const counts = {}
  for (const workers of ['1', '2']) {
    const dir = scratch()
    putState(dir, 0)
    const server = await serve(dir, ['--workers', workers])
    const load = visitors(server.port)
    for (let state = 1; state <= total; state++) {
      putState(dir, state)
      const outcome = await server.reload()
      if (!outcome.startsWith('Reloaded ')) failures.push(`reload ${state}: ${outcome}`)
    }
    const seen = await load.stop()
    failures.push(...seen.failures)
    if (seen.states < total / 2) failures.push(`only ${seen.states} of ${total} states were seen`)
    counts[`reloads, ${workers} worker(s)`] = total
    counts[`responses, ${workers} worker(s)`] = seen.answers
    counts[`states seen, ${workers} worker(s)`] = seen.states
    const { code } = await server.stop()
    if (code !== 0) failures.push(`the server exited with ${code}`)
  }
  return { counts, failures }
}

/** Reloads every kind of broken content in test/content/ under load. @param {Plan} plan @returns {Promise<Outcome>} */
export async function broken({ short }) {
  const all = await mistakes()
  const chosen = short ? all.filter((_, at) => at % 50 === 0) : all
  const dir = scratch()
  putState(dir, 7)
  const server = await serve(dir)
  const failures = []
  const counts = { kinds: chosen.length, rejected: 0, 'published with warnings': 0, responses: 0 }
  for (const { what, files } of chosen) {
    const load = visitors(server.port, { clients: 4 })
    for (const name of ['archive.yaml', 'posts', 'pages', 'assets'])
      rmSync(join(dir, name), { recursive: true, force: true })
    put(dir, files)
    const outcome = await server.reload()
    const isPublished = outcome.startsWith('Reloaded ')
    counts[isPublished ? 'published with warnings' : 'rejected']++
    if (!isPublished && !/^Reload failed, .*: \d+ error/.test(outcome)) failures.push(`${what}: ${outcome}`)
    const seen = await load.stop()
    counts.responses += seen.answers
    // Newly published content may have no state, so responses are checked only if the reload failed.
    if (!isPublished) failures.push(...seen.failures.map((why) => `${what}: ${why}`))
    rmSync(join(dir, 'posts'), { recursive: true, force: true })
    rmSync(join(dir, 'archive.yaml'), { force: true })
    rmSync(join(dir, 'pages'), { recursive: true, force: true })
    putState(dir, 7)
    if (!isPublished) continue
    const again = await server.reload()
    if (!again.startsWith('Reloaded ')) failures.push(`after ${what}: ${again}`)
  }
  const { code } = await server.stop()
  if (code !== 0) failures.push(`the server exited with ${code}`)
  return { counts, failures }
}
