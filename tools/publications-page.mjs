// The tables of bench/PUBLICATIONS.md.
import { arch, cpus, loadavg, platform } from 'node:os'

/** @typedef {Record<string, any>} Result */

/** @param {readonly Result[]} results */
export function page(results) {
  return `# Publications

Public repositories at one commit each, published by what \`citable init\` writes for them and nothing else, with
\`npm run publications -- DIR --write\`. Authors, days, addresses, covers and what is held back are compared with what the site's own generator
and data say, written down in \`tools/publications-list.mjs\` apart from Citable.

${table(results, [
  ['posts', ({ found }) => found],
  ['published', ({ published }) => published],
  ['counted', ({ counted }) => counts(counted)],
  ['unaccounted for', ({ missing }) => missing.length],
  ['held back, and published', ({ heldBack: [had, all] }) => (all === 0 ? '–' : `${had} of ${all}`)],
  ['authors', ({ authors }) => share(authors)],
  ['days', ({ days }) => share(days)],
  ['addresses', ({ addresses }) => share(addresses)],
  ['covers', ({ covers }) => share(covers)],
])}

- Posts: the files that the site's generator makes posts of, or would if they were not held back. Counted: those that \`init\` and \`check\` say are not
  published, by the reason; with those published, they are all.
- Held back: drafts, what is not to be published, and what is dated later than today, where the generator would leave it out.
- Authors: in the same order and by the same names; of a post that names nobody, the publication's own. Addresses: where the site has a post
  or redirects to it, each of which must answer 308 to that post. Covers: of posts for which the site or Citable has a picture, by its file.
${results.flatMap(({ repository, why = {} }) => Object.entries(why).map(([what, text]) => `- ${repository}, ${what}: ${text}`)).join('\n')}

Images, links, tables, footnotes and words are compared with what \`cmark-gfm\` (GitHub's renderer)
makes of the same body: how many of the reference's the published page has. An image counts when one of the same file name is shown and
can be loaded; a word when it is there as often. The reference knows no shortcodes, components or templates: their own words count as lost.
Markup shown as text counts where no diagnostic names it.
Measured with Node ${process.version} on ${platform()} ${arch()}, ${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(1)}; seconds and memory of reading, checking, rendering, compressing and indexing everything.

${table(results, [
  ...['images', 'links', 'tables', 'footnotes', 'words'].map((key) => [
    key,
    (/** @type {Result} */ one) => share(one[key]),
  ]),
  ['markup as text', ({ markup }) => markup.length],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
  ['memory', ({ memory }) => `${Math.round(memory / 2 ** 20)} MB`],
])}

What was told, by rule:

${results.map(({ repository, warnings }) => `- ${repository}: ${counts(warnings)}`).join('\n')}
`
}

/** @param {readonly Result[]} results @param {readonly any[]} columns */
function table(results, columns) {
  const head = ['publication', ...columns.map(([name]) => name)]
  const rows = results.map((one) => [
    `${one.repository}@${one.commit.slice(0, 7)}`,
    ...columns.map(([, of]) => of(one)),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** @param {[had: number, wanted: number]} pair */
function share([had, wanted] = [0, 0]) {
  if (wanted === 0) return '–'
  // Never rounded up to all of it.
  const percent = Math.floor((had / wanted) * 1000) / 10
  return `${had} of ${wanted} (${percent} %)`
}

/** @param {Record<string, number>} byName */
function counts(byName = {}) {
  const sorted = Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
}
