import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
export async function startingPart({ dir, quick, say }) {
  const rows = []
  const node = [process.execPath, '-e', '0']
  say('help')
  const [help = [], nothing = []] = await rounds(
    quick ? 2 : 9,
    [[process.execPath, cli, '--help'], node],
    timed,
  )
  add('`citable --help`, beyond `node -e 0`', ratioless(help, nothing), 120, 'ms')
  for (const { posts, cold, warm, reload, most } of quick ? sizes.slice(0, 1) : sizes) {
    say(`${posts} posts`)
    const place = join(dir, `start-${posts}`)
    generate(place, posts)
    // A base URL of its own, because that of a free port would not be found in the cache.
    const cachedFlags = ['--cache-dir', join(dir, `cache-${posts}`), '--base-url', 'http://localhost:3000']
    const starts = [
      () => firstAnswer(place, ['--no-cache']),
      () => firstAnswer(place, cachedFlags),
      () => firstAnswer(pack(place), []),
    ]
    await firstAnswer(place, cachedFlags, 2000)
    const [fresh = [], cached = [], packed = []] = await rounds(
      quick || posts > 1000 ? 1 : 5,
      starts,
      (begin) => begin(),
    )
    add(`\`serve\`, ${posts} posts, without a cache`, fresh, cold, 'ms')
    add(`\`serve\`, ${posts} posts, from the cache`, cached, warm, 'ms')
    add(`\`serve\` of a packed file, ${posts} posts`, packed, undefined, 'ms')
    add(
      `reload on SIGHUP after one change, ${posts} posts`,
      await reloads(place, quick ? 1 : 5, cachedFlags),
      reload,
      'ms',
    )
    add(
      `resident memory, ${posts} posts`,
      [(await weigh(place, posts, quick ? 300 : 1500)) / 2 ** 20],
      most,
      'MB',
    )
  }
  return {
    title: 'Starting',
    note: `From the command to the first 200, and from SIGHUP to the first answer with the new text; medians. Posts of about 1,000 words. A packed file is what \`citable pack\` makes of
the same posts; memory is the resident set after the list and a hundred posts were asked for thousands of times.`,
    head: ['what', 'measured', 'rounds', 'goal', 'met'],
    rows,
  }

  /** @param {string} what @param {readonly number[]} values @param {number | undefined} goal @param {string} unit */
  function add(what, values, goal, unit) {
    const measured = spread(values)
    const met = goal === undefined ? ['', ''] : [`≤ ${whole(goal)} ${unit}`, atMost(measured.median, goal)]
    rows.push([
      what,
      `${whole(measured.median)} ${unit}`,
      values.length > 1 ? range(measured, 0) : '',
      ...met,
    ])
  }
}

/** Larger archives, and what their starts may take in milliseconds and weigh in MB. */
const sizes = [
  { posts: 100, cold: 1200, warm: 400, most: 120 },
  { posts: 1000, reload: 800 },
  { posts: 10_000, reload: 4000, most: 500 },
]

/** What one takes more than the other, round by round. @param {readonly number[]} ours @param {readonly number[]} theirs */
const ratioless = (ours, theirs) => ours.map((ms, round) => ms - (theirs[round] ?? Number.NaN))

/** @param {string} archive @param {readonly string[]} flags @param {number} wait Until what is cached is written. */
async function firstAnswer(archive, flags, wait = 0) {
  const began = performance.now()
  const server = await citable(archive, { flags })
  const { status } = await ask(server.port, requestFor('/api/v1/posts.json'))
  const ms = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, wait))
  await server.stop()
  if (status !== 200) throw new Error(`the first answer is ${status}`)
  return ms
}

/** @param {string} archive @param {number} count @param {readonly string[]} flags */
async function reloads(archive, count, flags) {
  const server = await citable(archive, { flags })
  const file = join(archive, 'posts', `${idOf(2)}.md`)
  const times = []
  for (let nth = 1; nth <= count; nth++) {
    const words = `Reloaded for the ${nth}th time.`
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${words}\n`)
    const began = performance.now()
    process.kill(server.pid, 'SIGHUP')
    while (!(await ask(server.port, requestFor(`/posts/${idOf(2)}.md`))).body.includes(words))
      await new Promise((resolve) => setTimeout(resolve, 5))
    times.push(performance.now() - began)
  }
  await server.stop()
  return times
}

/** @param {string} archive @returns the file that it is packed into */
function pack(archive) {
  const file = `${archive}.citable`
  if (!existsSync(file))
    execFileSync(process.execPath, [cli, 'pack', archive, '--out', file], { stdio: ['ignore', 'ignore', 2] })
  return file
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
