import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate, idOf } from './generate.mjs'
import { generators, install, layOut } from './generators.mjs'
import { freePort, start } from './processes.mjs'
import { range, whole } from './report.mjs'
import { ratio, rounds, spread } from './rounds.mjs'

/** @import { Generator } from './generators.mjs' */
/** @import { Plan } from './run.mjs' */
/** @import { Section } from './report.mjs' */

/** Of one build, in seconds: it is ended then. Who takes longer than half a minute is asked once, and not for more posts. */
const mostSeconds = 300
const long = 30
/** Until a change shows, in seconds. */
const mostToShow = 60
const quiet = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', CI: '1' }

/** The same posts, built with Citable, Eleventy, Astro and Hugo, and how long each takes to show a changed one. @param {Plan} plan @returns {Promise<Section>} */
export async function buildingPart({ dir, quick, posts, say }) {
  install()
  const all = generators()
  const present = all.filter(({ version }) => version !== undefined)
  const rows = []
  /** @type {Set<Generator>} */
  const tooSlow = new Set()
  for (const count of posts ?? (quick ? [50] : [100, 1000, 10_000])) {
    const source = join(dir, 'source')
    rmSync(source, { recursive: true, force: true })
    generate(source, count)
    const asked = present.filter((one) => !tooSlow.has(one))
    for (const one of asked) layOut(one, join(source, 'posts'), siteOf(dir, one))
    rows.push(...(await buildAll(asked, count, tooSlow, { dir, quick, say })))
  }
  const versions = present.map(({ name, version }) => `${name} ${version}`).join('; ')
  return {
    title: 'Building',
    note: `The same posts of about 1,000 words, each generator in a site as its documentation begins one (\`bench/generators.mjs\`), from the command to its end. What was
written before, and caches, are removed before each run, outside the clock; files are in memory. Medians of three rounds in turns, and one where it takes more than half a
minute, which is not asked for more posts; ratios to Eleventy are taken within a round. Memory is that of the largest process. The last column is the median of five changes, from the moment that a post
is written to the first answer with its new text, while the generator watches and serves. ${versions}.${all.length > present.length ? ' Not installed, so not measured: Hugo.' : ''}`,
    head: [
      ...[
        'posts',
        'generator',
        'what it writes',
        'seconds',
        'rounds',
        'to Eleventy’s time',
        'to its CPU time',
      ],
      ...['CPU seconds', 'peak memory', 'files', 'a change shows after'],
    ],
    rows,
  }
}

/** @param {string} dir @param {Generator} generator */
function siteOf(dir, { name }) {
  return join(dir, name.replace(/[^\w-]/g, ''))
}

/** @typedef {{ seconds: number, cpu: number, memory: number, files: number }} Build */

/** @param {readonly Generator[]} present @param {number} posts @param {Set<Generator>} slow Gains those that are. @param {Plan} plan @returns {Promise<string[][]>} */
async function buildAll(present, posts, slow, { dir, quick, say }) {
  const results = await rounds(quick ? 1 : 3, present, async (one) => {
    if (slow.has(one)) return undefined
    const build = await buildOnce(one, siteOf(dir, one))
    say(`${posts} posts, ${one.name}: ${build ? `${build.seconds.toFixed(2)} s` : `over ${mostSeconds} s`}`)
    if (!build || build.seconds > long) slow.add(one)
    return build
  })
  const eleventy = results[present.findIndex(({ name }) => name === 'Eleventy')] ?? []
  const rows = []
  for (const [at, one] of present.entries()) {
    const ofIt = results[at] ?? []
    const built = ofIt.filter((build) => build !== undefined)
    const changed = quick ? '' : await changeShown(one, posts, siteOf(dir, one))
    const first = [whole(posts), one.name, one.makes]
    const all = (/** @type {keyof Build} */ key) => spread(built.map((build) => build[key]))
    const to = (/** @type {'seconds' | 'cpu'} */ key) => {
      const both = [...ofIt.keys()].filter((round) => ofIt[round] && eleventy[round])
      const of = (/** @type {typeof ofIt} */ builds) =>
        both.map((round) => builds[round]?.[key] ?? Number.NaN)
      return ratio(of(ofIt), of(eleventy)).median.toFixed(2)
    }
    if (built.length === 0) rows.push([...first, `> ${mostSeconds}`, '', '', '', '', '', '', changed])
    else
      rows.push([
        ...[...first, all('seconds').median.toFixed(2), range(all('seconds')), to('seconds'), to('cpu')],
        ...[
          all('cpu').median.toFixed(1),
          `${whole(all('memory').median)} MB`,
          whole(all('files').median),
          changed,
        ],
      ])
  }
  return rows
}

/** Undefined if it takes too long. @param {Generator} generator @param {string} cwd @returns {Promise<Build | undefined>} */
async function buildOnce(generator, cwd) {
  if (generator.again) await changeOne(generator, cwd)
  else for (const path of generator.written) rmSync(join(cwd, path), { recursive: true, force: true })
  const began = performance.now()
  // GNU time tells what processes below it used, too.
  const child = start(['/usr/bin/time', '-f', '%U %S %M', ...generator.build], {
    cwd,
    env: quiet,
    detached: true,
  })
  const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), mostSeconds * 1000)
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (said) => {
    errors += said
  })
  child.stdout?.resume()
  const [code, signal] = await new Promise((resolve) => child.once('close', (...how) => resolve(how)))
  const seconds = (performance.now() - began) / 1000
  clearTimeout(late)
  if (signal) return undefined
  const file = join(cwd, generator.file(idOf(1)))
  if (code !== 0 || !existsSync(file) || !readFileSync(file, 'utf8').includes('<h2'))
    throw new Error(`${generator.name} ended with ${code} and did not render ${file}: ${errors}`)
  const [user = 0, system = 0, kilobytes = 0] = (errors.trimEnd().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number)
  const files = readdirSync(join(cwd, 'out'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  return { seconds, cpu: user + system, memory: kilobytes / 1024, files: files.length }
}

/** Outside the clock. @param {Generator} generator @param {string} cwd */
async function changeOne(generator, cwd) {
  if (!existsSync(join(cwd, 'out'))) await buildOnce({ ...generator, again: undefined }, cwd)
  const file = join(cwd, generator.posts, `${idOf(2)}.md`)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nChanged at ${performance.now()}.\n`)
}

/** @param {Generator} generator @param {number} posts @param {string} cwd */
async function changeShown({ watch, page, posts: folder }, posts, cwd) {
  if (!watch) return ''
  const port = await freePort()
  const server = start(watch(port), { cwd, env: quiet, stdio: 'ignore', detached: true })
  try {
    const id = idOf(Math.ceil(posts / 2))
    const file = join(cwd, folder, `${id}.md`)
    const address = `http://127.0.0.1:${port}${page(id)}`
    await shows(address, '<h2', mostSeconds)
    /** @type {number[]} */
    const times = []
    // Slow ones are asked once.
    for (let change = 1; change <= 5 && (times[0] ?? 0) < 10_000; change++) {
      // A pause that ends what is grouped together by watchers, and is no multiple of anything.
      await new Promise((resolve) => setTimeout(resolve, 1130))
      const words = `Changed for the ${change}th time.`
      const began = performance.now()
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${words}\n`)
      await shows(address, words, mostToShow)
      times.push(performance.now() - began)
    }
    return `${whole(spread(times).median)} ms`
  } catch {
    return `> ${mostToShow} s`
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGKILL')
  }
}

/** Waits until a page has some text. @param {string} address @param {string} words @param {number} most In seconds. */
async function shows(address, words, most) {
  const end = performance.now() + most * 1000
  while (performance.now() < end) {
    const text = await fetch(address, { signal: AbortSignal.timeout(60_000) }).then(
      (answer) => answer.text(),
      () => '',
    )
    if (text.includes(words)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${address} does not show “${words}”`)
}
