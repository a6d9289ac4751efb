import { join } from 'node:path'
import { writeAnswer } from './floor-answer.mjs'
import { generate, idOf } from './generate.mjs'
import { citable, cores, root, serverFrom } from './processes.mjs'
import { atLeast, compared } from './report.mjs'
import { compare, loadGenerator, rounds } from './rounds.mjs'
import { ask, requestFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Captured } from './wire.mjs' */

const browser = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
}
const agent = { Accept: 'text/markdown, text/html, */*', 'Accept-Encoding': 'gzip, deflate, br' }
const list = '/api/v1/posts.json'
const post = `/api/v1/posts/${idOf(7)}.json`
const page = `/posts/${idOf(7)}`
const nowhere = Array.from({ length: 2000 }, (_, i) =>
  requestFor(`/posts/week-x${String(i).padStart(4, '0')}`),
)

/** @type {readonly { name: string, requests: string[], goal?: number }[]} */
const rows = [
  { name: 'the list, br', requests: [requestFor(list, { 'Accept-Encoding': 'br' })], goal: 0.9 },
  { name: 'a post as JSON', requests: [requestFor(post)], goal: 0.9 },
  { name: 'a post as JSON, br', requests: [requestFor(post, { 'Accept-Encoding': 'br' })], goal: 0.9 },
  { name: 'a page to an agent: markdown, br', requests: [requestFor(page, agent)], goal: 0.85 },
  { name: 'a page to a browser: HTML, br', requests: [requestFor(page, browser)], goal: 0.85 },
  { name: '304', requests: [], goal: 0.9 },
  { name: '404', requests: [requestFor('/posts/week-99999')], goal: 0.85 },
  { name: '404, a new path each time, for information', requests: nowhere },
]

/**
 * Citable against the floor: what bare node:http gives for the same bytes, sent blindly.
 * @param {Plan} plan @returns {Promise<string[][]>}
 */
export async function againstHttp({ dir, quick, say }) {
  const archive = join(dir, 'http')
  generate(archive, 100)
  const [count, ms] = quick ? [2, 200] : [9, 700]
  const load = loadGenerator()
  const table = []
  try {
    for (const { name, requests, goal } of rows) {
      say(name)
      // Both processes are new for each row and have seen nothing else.
      const ours = await citable(archive, { core: cores.server })
      const asked = requests.length > 0 ? requests : [await conditional(ours.port)]
      const answer = await ask(ours.port, asked[0] ?? '')
      const floor = await serverFrom([process.execPath, `${root}bench/floor.mjs`, writeAnswer(dir, answer)], {
        core: cores.server,
      })
      sameBytes(answer, await ask(floor.port, asked[0] ?? ''))
      const body = asked.length > 1 ? null : answer.body.toString('base64')
      const job = { requests: asked, connections: 32, status: answer.status, body }
      for (const server of [ours, floor]) await load.measure(server, { ...job, ms: quick ? 200 : 1500 })
      const [us = [], them = []] = await rounds(count, [ours, floor], (server) =>
        load.measure(server, { ...job, ms }),
      )
      await Promise.all([ours.stop(), floor.stop()])
      const against = compare(us, them)
      const met = goal === undefined ? ['', ''] : [`≥ ${goal.toFixed(2)}`, atLeast(against.rate.median, goal)]
      table.push([name, 'bare `node:http`', ...compared(against), ...met])
    }
  } finally {
    load.stop()
  }
  return table
}

/** @param {number} port */
async function conditional(port) {
  const { headers } = await ask(port, requestFor(list, { 'Accept-Encoding': 'br' }))
  const tag = headers[headers.indexOf('ETag') + 1] ?? ''
  return requestFor(list, { 'Accept-Encoding': 'br', 'If-None-Match': tag })
}

/** @param {Captured} ours @param {Captured} theirs */
function sameBytes(ours, theirs) {
  const timeless = ({ head = '' }) => head.replace(/\r\nDate: [^\r]+/, '')
  if (timeless(ours) === timeless(theirs) && ours.body.equals(theirs.body)) return
  throw new Error(`the floor sends something else:\n${ours.head}\n\nagainst\n\n${theirs.head}`)
}
