import { join } from 'node:path'
import { generate, idOf } from './generate.mjs'
import { citable, memory, timed } from './processes.mjs'
import { atMost, range, whole } from './report.mjs'
import { loadGenerator, rounds, spread } from './rounds.mjs'
import { ask, requestFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Section } from './report.mjs' */

/**
 * From the command to the first answer, and what the process weighs then.
 * @param {Plan} plan @returns {Promise<Section>}
 */
export async function startPart({ dir, quick, say }) {
  const archive = join(dir, 'start')
  generate(archive, 100)
  say('100 posts')
  const [serve = [], nothing = []] = await rounds(quick ? 2 : 9, [firstAnswer, bareNode], (contender) =>
    contender(archive),
  )
  const extra = spread(serve.map((ms, round) => ms - (nothing[round] ?? Number.NaN)))
  const megabytes = (await weigh(archive, quick ? 300 : 1500)) / 2 ** 20
  return {
    title: 'Start and memory',
    note: `An archive of 100 posts of about 1,000 words. Start is from \`citable serve\` to its first 200, less \`node -e 0\` to its end, in the
same round; memory is the resident set after the list and a hundred posts were asked for thousands of times.`,
    head: ['what', 'measured', 'rounds', 'goal', 'met'],
    rows: [
      [
        'start, beyond `node -e 0`',
        `${whole(extra.median)} ms`,
        range(extra, 0),
        `< ${goal} ms`,
        atMost(extra.median, goal),
      ],
      [
        '`node -e 0` itself, for information',
        `${whole(spread(nothing).median)} ms`,
        range(spread(nothing), 0),
        '',
        '',
      ],
      ['resident memory', `${whole(megabytes)} MB`, '', '< 120 MB', atMost(megabytes, 120)],
    ],
  }
}

/** Node 20 compiles and collects garbage more slowly than what came after it. */
const goal = Number(process.versions.node.split('.')[0]) < 24 ? 1200 : 1000

/** @param {string} archive */
async function firstAnswer(archive) {
  const began = performance.now()
  const server = await citable(archive)
  const { status } = await ask(server.port, requestFor('/api/v1/posts.json'))
  const ms = performance.now() - began
  await server.stop()
  if (status !== 200) throw new Error(`the first answer is ${status}`)
  return ms
}

function bareNode() {
  return timed([process.execPath, '-e', '0'])
}

/** @param {string} archive @param {number} ms */
async function weigh(archive, ms) {
  const server = await citable(archive)
  const load = loadGenerator()
  const posts = Array.from({ length: 100 }, (_, i) => requestFor(`/api/v1/posts/${idOf(i + 1)}.json`))
  for (const requests of [posts, [requestFor('/api/v1/posts.json', { 'Accept-Encoding': 'br' })]]) {
    await load.measure(server, { requests, connections: 32, ms, status: 200, body: null })
  }
  load.stop()
  const bytes = memory(server.pid)
  await server.stop()
  return bytes
}
