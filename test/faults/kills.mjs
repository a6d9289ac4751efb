import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomFor } from '../fuzz/random.mjs'
import { putState, scratch } from './archive.mjs'
import { main, pause, run, serve, start, until } from './server.mjs'
import { visitors } from './visitors.mjs'

/** @import { Plan, Outcome } from './scenarios.mjs' */

export const canTrace = spawnSync('strace', ['--version']).status === 0

/** System calls that change the disk, or wait for it. */
const calls = ['write', 'rename', 'link', 'symlink', 'mkdir', 'unlink', 'rmdir', 'fdatasync', 'fsync']

/**
 * Kills a build as it enters a system call: every call, or `points` of each kind, evenly spread. Calls are counted per thread.
 * @param {Plan} plan @returns {Promise<Outcome>}
 */
export async function buildKills({ short, points = short ? 1 : 1000 }) {
  if (!canTrace) return { counts: {}, failures: [], skipped: 'needs strace' }
  const failures = []
  /** @type {Record<string, number>} */
  const counts = {}
  const site = killable()
  const complete = [await site.build(0), await site.build(1)]
  const made = await site.trace(0)
  await site.build(1)
  const found = { old: 0, new: 0, between: 0 }
  for (const call of calls) {
    const most = made.get(call) ?? 0
    const tried = Math.min(most, points)
    for (let point = 1; point <= tried; point++) {
      const nth = Math.ceil(((point - 0.5) / tried) * most)
      const where = `${call} ${nth} of ${most}`
      // A pool thread may make fewer calls this time.
      if (!(await site.kill(0, call, nth))) {
        await site.build(1)
        continue
      }
      const now = site.read()
      const isOf = (/** @type {number} */ one) => same(now, complete[one])
      const mixed = [...now].filter(
        ([path, body]) => ![0, 1].some((one) => complete[one]?.get(path) === body),
      )
      if (mixed.length > 0) failures.push(`${where}: ${mixed[0]?.[0]} is neither old nor new`)
      found[isOf(0) ? 'new' : isOf(1) ? 'old' : 'between']++
      if (!same(await site.build(0), complete[0]))
        failures.push(`${where}: the next build does not repair the site`)
      if (site.leftovers().length > 0) failures.push(`${where}: left ${site.leftovers()}`)
      await site.build(1)
    }
  }
  if (found.old + found.new + found.between === 0) failures.push('no build was killed')
  counts['points to kill at'] = [...made.values()].reduce((sum, one) => sum + one, 0)
  for (const [state, count] of Object.entries(found)) counts[`killed, site ${state}`] = count
  return { counts, failures }
}

function killable() {
  const dir = scratch()
  const archives = [0, 1].map((state) => join(dir, `archive-${state}`))
  for (const [state, archive] of archives.entries()) putState(archive, state)
  const out = join(dir, 'site')
  const args = (/** @type {number} */ state) => [...['build', archives[state] ?? '', '--out', out, '--quiet']]
  const traced = (/** @type {number} */ state, /** @type {string[]} */ flags) =>
    start(['strace', '-f', '-qq', ...flags, process.execPath, main, ...args(state)]).ended
  const read = () => filesIn(out)
  return {
    read,
    /** @param {number} state */
    async build(state) {
      const { code, stderr } = await run(args(state))
      if (code !== 0) throw new Error(stderr)
      return read()
    },
    /** For each call, its count in the thread that makes it most. @param {number} state */
    async trace(state) {
      const log = join(dir, 'trace')
      await traced(state, ['-o', log, '-e', `trace=${calls}`])
      /** @type {Map<string, Map<string, number>>} */
      const by = new Map()
      for (const [, thread = '', call = ''] of readFileSync(log, 'utf8').matchAll(/^(\d+) +(\w+)\(/gm)) {
        const threads = by.get(call) ?? new Map()
        by.set(call, threads.set(thread, (threads.get(thread) ?? 0) + 1))
      }
      return new Map([...by].map(([call, threads]) => [call, Math.max(...threads.values())]))
    },
    /** Returns whether the build was killed. @param {number} state @param {string} call @param {number} nth */
    async kill(state, call, nth) {
      const inject = `inject=${call}:signal=KILL:when=${nth}`
      const { code, signal } = await traced(state, ['-o', '/dev/null', '-e', `trace=${call}`, '-e', inject])
      return signal === 'SIGKILL' || code === 137
    },
    leftovers: () => readdirSync(out).filter((name) => name.startsWith('.citable-staging')),
  }
}

/** Waits for a 200, at most 30 seconds. @param {number} port */
async function untilResponse(port) {
  for (const latest = performance.now() + 30_000; ; await pause(20)) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    )
    await response?.arrayBuffer().catch(() => {})
    if (response?.status === 200) return
    if (performance.now() > latest) throw new Error('the server no longer responds')
  }
}

/** The files of a build, without its list and the staging folder. @param {string} dir @returns {Map<string, string>} */
function filesIn(dir) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.citable-') && statSync(join(dir, path)).isFile(),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(dir, path), 'base64')]))
}

/** @param {Map<string, string>} one @param {Map<string, string> | undefined} other */
function same(one, other) {
  return one.size === other?.size && [...one].every(([path, body]) => other.get(path) === body)
}

/** Kills the compiler process at a random moment of a reload, then a worker, then the server. @param {Plan} plan @returns {Promise<Outcome>} */
export async function serverKills({ short, seed }) {
  const rounds = short ? 2 : 20
  const random = randomFor(seed, 0)
  const failures = []
  const dir = scratch()
  const temporary = scratch()
  putState(dir, 0)
  const server = await serve(dir, ['--workers', '2'], { env: { TMPDIR: temporary } })
  // Clients of a killed worker lose their connection, but every complete response must be valid.
  const load = visitors(server.port, { closed: () => true })
  const counts = {
    'compilers killed': 0,
    'workers killed': 0,
    'servers killed': 0,
    'connections cut or refused': 0,
    responses: 0,
  }
  for (let round = 0; round < rounds; round++) {
    const reloaded = server.reload()
    await until(() => server.children('compile-process').length > 0)
    await pause(random.below(400))
    const [compiler] = server.children('compile-process')
    if (compiler !== undefined) {
      process.kill(compiler, 'SIGKILL')
      counts['compilers killed']++
    }
    const outcome = await reloaded
    const isRight = /^(?:Reloaded |Reload failed.*The compiler process ended .*SIGKILL)/.test(outcome)
    if (!isRight) failures.push(`round ${round}: ${outcome}`)
    const [worker] = server.children('worker.js')
    if (worker === undefined) failures.push(`round ${round}: no worker`)
    else process.kill(worker, 'SIGKILL')
    counts['workers killed']++
    await until(() => {
      const now = server.children('worker.js')
      return now.length === 2 && !now.includes(worker ?? 0)
    })
    // The other worker may be a recent replacement that does not listen yet.
    await untilResponse(server.port)
  }
  await server.stop('SIGKILL')
  counts['servers killed']++
  const seen = await load.stop()
  failures.push(...seen.failures)
  counts.responses = seen.answers
  counts['connections cut or refused'] = seen.cut
  await pause(1000)
  const left = readdirSync(temporary)
  if (left.length > 0) failures.push(`left in TMPDIR: ${left}`)
  return { counts, failures }
}
