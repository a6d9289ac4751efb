// `npm run bench:builds` builds the same posts with Citable, Eleventy, Astro and Hugo, in turns, and measures how long each takes to show a
// changed post. `-- --posts 100,1000` for other sizes, `--rebuild` or `--full` for one of the tables, `--write` to keep them in bench/RESULTS.md.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generate, idOf } from './generate.mjs'
import { generators, install, layOut } from './generators.mjs'
import { freePort, root, start } from './processes.mjs'
import { machine, markdown, range, whole } from './report.mjs'
import { rounds, spread } from './rounds.mjs'

/** @import { Generator } from './generators.mjs' */
/** @import { Section } from './report.mjs' */

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100,1000,10000' },
    full: { type: 'boolean', default: false },
    rebuild: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const sizes = values.posts.split(',').map(Number)
/** Of one build, in seconds: it is ended then. Who takes longer than a minute is asked once. */
const mostSeconds = 300
const long = 60
const roundsFor = (/** @type {number} */ posts) => (posts < 1000 ? 5 : posts < 10_000 ? 3 : 1)

const note = (/** @type {string} */ text) => process.stderr.write(`${text}\n`)
install()
const all = generators()
const present = all.filter(({ version }) => version !== undefined)
const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'citable-builds-'))
const quiet = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', CI: '1' }
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
/** @type {string[][]} */
const built = []
/** @type {string[][]} */
const rebuilt = []
for (const posts of sizes) {
  const source = join(dir, 'source')
  rmSync(source, { recursive: true, force: true })
  generate(source, posts)
  for (const one of present) layOut(one, join(source, 'posts'), siteOf(one))
  if (!values.rebuild) built.push(...(await buildAll(posts)))
  if (!values.full) for (const one of present) rebuilt.push(...(await rebuildRow(one, posts)))
}
const command = [
  'npm run bench:builds',
  ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : []),
].join(' ')
const versions = present.map(({ name, version }) => `${name} ${version}`).join('; ')
/** @type {Section[]} */
const sections = [
  {
    title: 'Builds',
    note: `${machine(command).split(';')[0]}.
The same posts of about 1,000 words, each generator in a site as its documentation begins one (\`bench/generators.mjs\`), from the command to its end. What was written before, and
caches, are removed before each run; files are in memory. Medians of 5, 3 and 1 rounds for 100, 1,000 and 10,000 posts, in turns, and one where it takes more than a minute; the ratio is taken within a round. Memory is that of the largest process.
${versions}.${all.length > present.length ? ' Not installed, so not measured: Hugo.' : ''}`,
    head: [
      'posts',
      'generator',
      'what it writes',
      'seconds',
      'rounds',
      'to Eleventy’s time',
      'processor seconds',
      'peak memory',
      'files',
    ],
    rows: built,
  },
  {
    title: 'A changed post',
    note: `From the moment that a post is written to the first answer that has its new text, while the generator watches and serves; the address is asked for every 5 ms. Median of five changes.`,
    head: ['posts', 'generator', 'ms', 'changes'],
    rows: rebuilt,
  },
].filter(({ rows }) => rows.length > 0)
const text = sections.map(markdown).join('\n')
process.stdout.write(text)
if (values.write) {
  const file = `${root}bench/RESULTS.md`
  const before = readFileSync(file, 'utf8').replace(/\n## Builds\n[\s\S]*$/, '')
  writeFileSync(file, `${before.trimEnd()}\n\n${text}`)
}
process.exit()

/** @param {Generator} generator */
function siteOf({ name }) {
  return join(dir, name.replace(/[^\w-]/g, ''))
}

/** @typedef {{ seconds: number, cpu: number, memory: number, files: number }} Build */

/** @param {number} posts @returns {Promise<string[][]>} */
async function buildAll(posts) {
  /** @type {Set<Generator>} */
  const slow = new Set()
  const results = await rounds(roundsFor(posts), present, async (one) => {
    if (slow.has(one)) return undefined
    const build = await buildOnce(one)
    note(`${posts} posts, ${one.name}: ${build ? `${build.seconds.toFixed(2)} s` : `over ${mostSeconds} s`}`)
    if (!build || build.seconds > long) slow.add(one)
    return build
  })
  const eleventy = results[present.findIndex(({ name }) => name === 'Eleventy')] ?? []
  return present.map(({ name, makes }, at) => {
    const ofIt = (results[at] ?? []).filter((one) => one !== undefined)
    if (ofIt.length === 0) return [whole(posts), name, makes, `> ${mostSeconds}`, '', '', '', '', '']
    const median = (/** @type {keyof Build} */ key) => spread(ofIt.map((one) => one[key])).median
    const seconds = spread(ofIt.map((one) => one.seconds))
    const ratio = spread(
      (results[at] ?? []).flatMap((one, round) =>
        one ? [one.seconds / (eleventy[round]?.seconds ?? Number.NaN)] : [],
      ),
    )
    return [
      ...[whole(posts), name, makes, seconds.median.toFixed(2), range(seconds), ratio.median.toFixed(2)],
      ...[median('cpu').toFixed(1), `${whole(median('memory'))} MB`, whole(median('files'))],
    ]
  })
}

/** Undefined if it takes too long. @param {Generator} generator @returns {Promise<Build | undefined>} */
async function buildOnce(generator) {
  const cwd = siteOf(generator)
  if (generator.again) await changeOne(generator)
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

/** Outside the clock. @param {Generator} generator */
async function changeOne(generator) {
  if (!existsSync(join(siteOf(generator), 'out'))) await buildOnce({ ...generator, again: undefined })
  const file = join(siteOf(generator), generator.posts, `${idOf(2)}.md`)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nChanged at ${performance.now()}.\n`)
}

/** @param {Generator} generator @param {number} posts @returns {Promise<string[][]>} */
async function rebuildRow(generator, posts) {
  const { name, watch, page } = generator
  if (!watch) return []
  const cwd = siteOf(generator)
  const port = await freePort()
  const server = start(watch(port), { cwd, env: quiet, stdio: 'ignore', detached: true })
  try {
    const id = idOf(Math.ceil(posts / 2))
    const file = join(cwd, generator.posts, `${id}.md`)
    const address = `http://127.0.0.1:${port}${page(id)}`
    await shows(address, '<h2')
    const times = []
    for (let change = 1; change <= 5; change++) {
      // A pause that ends what is grouped together by watchers, and is no multiple of anything.
      await new Promise((resolve) => setTimeout(resolve, 1130))
      const words = `Changed for the ${change}th time.`
      const began = performance.now()
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${words}\n`)
      await shows(address, words)
      times.push(performance.now() - began)
    }
    const { median } = spread(times)
    note(`${posts} posts, ${name}: a change is shown after ${median.toFixed(0)} ms`)
    return [[whole(posts), name, whole(median), range(spread(times), 0)]]
  } catch (error) {
    note(`${posts} posts, ${name}: ${error}`)
    return [[whole(posts), name, `> ${mostSeconds * 1000}`, '']]
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGKILL')
  }
}

/** Waits until a page has some text. @param {string} address @param {string} words */
async function shows(address, words) {
  const end = performance.now() + mostSeconds * 1000
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
