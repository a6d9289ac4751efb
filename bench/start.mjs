import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { generate, idOf } from './generate.mjs'
import { citable, cli, memory, timed } from './processes.mjs'
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
  const packed = pack(archive)
  const fromFile = () => firstAnswer(packed)
  const [serve = [], nothing = [], opened = []] = await rounds(
    quick ? 2 : 9,
    [firstAnswer, bareNode, fromFile],
    (contender) => contender(archive),
  )
  const extra = spread(serve.map((ms, round) => ms - (nothing[round] ?? Number.NaN)))
  const megabytes = (await weigh(archive, 100, quick ? 300 : 1500)) / 2 ** 20
  const larger = []
  for (const { posts, seconds, most } of quick ? [] : sizes) {
    say(`${posts} posts`)
    const place = join(dir, `start-${posts}`)
    generate(place, posts)
    const [times = [], fromFile = []] = await rounds(3, [place, pack(place)], firstAnswer)
    const time = spread(times.map((ms) => ms / 1000))
    const opening = spread(fromFile)
    const weight = (await weigh(place, posts, 1500)) / 2 ** 20
    larger.push(
      [
        `start, ${posts} posts`,
        `${time.median.toFixed(1)} s`,
        range(time, 1),
        ...goalOf(time.median, seconds, 's'),
      ],
      [`start from a packed file, ${posts} posts`, `${whole(opening.median)} ms`, range(opening, 0), '', ''],
      [`resident memory, ${posts} posts`, `${whole(weight)} MB`, '', ...goalOf(weight, most, 'MB')],
    )
  }
  return {
    title: 'Start and memory',
    note: `An archive of 100 posts of about 1,000 words, unless another number is given. Start is from \`citable serve\` to its first 200, less \`node -e 0\` to its end, in the
same round, for 100 posts; a packed file is what \`citable pack\` makes of the same posts, and its time has nothing taken off; memory is the resident set after the list and a hundred posts were asked for thousands of times.`,
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
      ['start from a packed file', `${whole(spread(opened).median)} ms`, range(spread(opened), 0), '', ''],
      ['resident memory', `${whole(megabytes)} MB`, '', '< 120 MB', atMost(megabytes, 120)],
      ...larger,
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

/** @param {string} archive @returns the file that it is packed into */
function pack(archive) {
  const file = `${archive}.citable`
  execFileSync(process.execPath, [cli, 'pack', archive, '--out', file], { stdio: ['ignore', 'ignore', 2] })
  return file
}

function bareNode() {
  return timed([process.execPath, '-e', '0'])
}

/** Larger archives, and what their start may take and weigh. */
const sizes = [{ posts: 1000 }, { posts: 10_000, seconds: 25, most: 500 }]

/** @param {number} value @param {number | undefined} most @param {string} unit */
function goalOf(value, most, unit) {
  return most === undefined ? ['', ''] : [`< ${most} ${unit}`, atMost(value, most)]
}

/** @param {string} archive @param {number} count @param {number} ms */
async function weigh(archive, count, ms) {
  const server = await citable(archive)
  const load = loadGenerator()
  const every = Math.floor(count / 100)
  const posts = Array.from({ length: 100 }, (_, i) => requestFor(`/api/v1/posts/${idOf(i * every + 1)}.json`))
  for (const requests of [posts, [requestFor('/api/v1/posts.json', { 'Accept-Encoding': 'br' })]]) {
    await load.measure(server, { requests, connections: 32, ms, status: 200, body: null })
  }
  load.stop()
  const bytes = memory(server.pid)
  await server.stop()
  return bytes
}
