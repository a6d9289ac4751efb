import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from './generate.mjs'
import { cli, root, timed } from './processes.mjs'
import { atMost, figure, range, whole } from './report.mjs'
import { ratio, rounds, spread } from './rounds.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Section } from './report.mjs' */

const eleventy = `${root}tools/node_modules/@11ty/eleventy/cmd.cjs`

/**
 * The whole archive written as files, against a generator that renders the posts to HTML alone.
 * @param {Plan} plan @returns {Promise<Section>}
 */
export async function buildPart({ dir, quick, say }) {
  const [few, many] = quick ? [50, 500] : [1000, 10_000]
  const small = join(dir, 'small')
  const large = join(dir, 'large')
  generate(small, few)
  generate(large, many)
  const table = []

  if (existsSync(eleventy)) {
    say(`${few} posts, Citable and Eleventy`)
    const contenders = [citableBuild, compressedBuild, eleventyBuild]
    const [ours = [], compressed = [], theirs = []] = await rounds(quick ? 1 : 5, contenders, (build) =>
      build(small),
    )
    const seconds = (/** @type {number[]} */ list) => `${(spread(list).median / 1000).toFixed(1)} s`
    for (const [what, times] of /** @type {const} */ ([
      ['', ours],
      [', `--compress`', compressed],
    ])) {
      const against = ratio(times, theirs)
      table.push([
        `${few} posts, to Eleventy's time${what}`,
        ...[figure(against), range(against), '≤ 1.00', atMost(against.median, 1)],
        `${seconds(times)}, ${seconds(theirs)}`,
      ])
    }
  }
  say(`${many} posts`)
  const [lesser = [], greater = []] = await rounds(quick ? 1 : 3, [small, large], (archive) =>
    citableBuild(archive),
  )
  const growth = ratio(greater, lesser)
  table.push([
    ...[
      `${many} posts, to ${few} posts' time`,
      figure(growth),
      range(growth),
      '≤ 12',
      atMost(growth.median, 12),
    ],
    `${whole(spread(greater).median)} ms, ${whole(spread(lesser).median)} ms`,
  ])
  return {
    title: 'Build',
    note: `\`citable build\` writes HTML, markdown, JSON and every discovery file, and with \`--compress\` each of them in Brotli and gzip; Eleventy
renders the same markdown to HTML without a layout or a template language, and compresses nothing. From the command to its end, in turns; what was written is removed before each run, outside the clock.`,
    head: ['what', 'ratio', 'rounds', 'goal', 'met', 'times, for information'],
    rows: table,
  }
}

/** @param {string} archive @param {readonly string[]} flags */
async function citableBuild(archive, flags = []) {
  const out = `${archive}-citable`
  rmSync(out, { recursive: true, force: true })
  const ms = await timed([process.execPath, cli, 'build', archive, '--out', out, ...flags])
  mustHave(join(out, 'posts/week-00001.html'))
  return ms
}

/** @param {string} archive */
function compressedBuild(archive) {
  return citableBuild(archive, ['--compress'])
}

/** @param {string} archive */
async function eleventyBuild(archive) {
  const out = `${archive}-eleventy`
  rmSync(out, { recursive: true, force: true })
  const config = join(archive, 'eleventy.config.cjs')
  writeFileSync(
    config,
    "module.exports = () => ({ markdownTemplateEngine: false, templateFormats: ['md'] })\n",
  )
  const ms = await timed(
    [
      process.execPath,
      eleventy,
      '--quiet',
      '--input=posts',
      `--output=${out}`,
      '--config=eleventy.config.cjs',
    ],
    { cwd: archive },
  )
  // Citable would rightly call it a stray file.
  rmSync(config)
  mustHave(join(out, 'week-00001/index.html'))
  return ms
}

/** @param {string} file */
function mustHave(file) {
  if (!readFileSync(file, 'utf8').includes('<h2')) throw new Error(`${file} was not rendered`)
}
