import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate, idOf } from './generate.mjs'
import { citable, cores, root, serverFrom } from './processes.mjs'
import { atLeast, compared } from './report.mjs'
import { compare, loadGenerator, rounds } from './rounds.mjs'
import { ask, requestFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */

const page = `/posts/${idOf(7)}`
const browser = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
}
const hex = (/** @type {number} */ value, /** @type {number} */ digits) =>
  value.toString(16).padStart(digits, '0')
/** More of them than anybody would remember, each with a trace id of its own. */
const traced = Array.from({ length: 20_000 }, (_, i) =>
  requestFor(page, { ...browser, traceparent: `00-${hex(i + 1, 32)}-${hex(i + 1, 16)}-01` }),
)

const rows = [
  { name: 'the same text each time', requests: [requestFor(page, browser)], goal: 0.9 },
  { name: 'a `traceparent` of its own each time', requests: traced, goal: 0.8 },
]

/**
 * Citable against the limit: bare node:net that sends the same bytes to each packet without looking at it. Goals are held against the ratio
 * by processor time, because the load generator has no time left for a faster server.
 * @param {Plan} plan @returns {Promise<string[][]>}
 */
export async function againstNet({ dir, quick, say }) {
  const archive = join(dir, 'limit')
  generate(archive, 100)
  const [count, ms] = quick ? [2, 200] : [15, 500]
  const load = loadGenerator()
  const table = []
  try {
    for (const { name, requests, goal } of rows) {
      say(name)
      const ours = await citable(archive, { core: cores.server })
      const { status, head, body } = await ask(ours.port, requests[0] ?? '')
      const file = join(dir, 'raw.bin')
      writeFileSync(file, Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]))
      const raw = await serverFrom([process.execPath, `${root}bench/raw.mjs`, file], { core: cores.server })
      const job = { requests, connections: 32, status, body: body.toString('base64') }
      for (const server of [ours, raw]) await load.measure(server, { ...job, ms: quick ? 200 : 1500 })
      const [us = [], them = []] = await rounds(count, [ours, raw], (server) =>
        load.measure(server, { ...job, ms }),
      )
      await Promise.all([ours.stop(), raw.stop()])
      const both = compare(us, them)
      const met = atLeast(both.cpu.median, goal)
      table.push([`a page, ${name}`, 'bare `node:net`', ...compared(both), `≥ ${goal.toFixed(2)}`, met])
    }
  } finally {
    load.stop()
  }
  return table
}
