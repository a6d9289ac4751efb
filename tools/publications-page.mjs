// The table of bench/PUBLICATIONS.md.
import { arch, cpus, loadavg, platform } from 'node:os'

/** @typedef {Record<string, any>} Result */

/** @param {readonly Result[]} results */
export function page(results) {
  return `# Publications

Public repositories as they are, each published by its settings in [publications/](publications/) and nothing else, with
\`npm run publications -- DIR --write\`. Images, links, tables, footnotes and words are compared with what \`cmark-gfm\` (GitHub's renderer)
makes of the same body: how many of the reference's the published page has. An image counts when one of the same file name is shown and
can be loaded; a word when it is there as often. The reference knows no shortcodes, components or templates: their own words count as lost.
Markup shown as text counts where no diagnostic names it. An old address counts when it answers 308 to the post with the source's
title; the addresses are those of front matter and of the site's own rule, written down apart from the settings.
Measured with Node ${process.version} on ${platform()} ${arch()}, ${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(1)}; seconds and memory of reading, checking, rendering, compressing and indexing everything.

${table(results, [
  ['found', ({ found }) => found],
  ['drafts', ({ drafts }) => drafts],
  ['published', ({ published }) => published],
  ['left out', ({ errors, missing }) => [...errors, ...missing].length],
  ['markup as text', ({ markup }) => markup.length],
  ['authors right', ({ authors }) => share(authors)],
  ['old addresses', ({ addresses }) => share(addresses)],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
  ['memory', ({ memory }) => `${Math.round(memory / 2 ** 20)} MB`],
])}

${table(
  results,
  ['images', 'links', 'tables', 'footnotes', 'words'].map((key) => [key, (one) => share(one[key])]),
)}

What was told, by rule:

${results.map(({ repository, warnings }) => `- ${repository}: ${told(warnings)}`).join('\n')}
`
}

/** @param {readonly Result[]} results @param {readonly any[]} columns */
function table(results, columns) {
  const head = ['publication', ...columns.map(([name]) => name)]
  const rows = results.map((one) => [
    one.repository,
    ...columns.map(([, of]) => (one.found === undefined ? '–' : of(one))),
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

/** @param {Record<string, number>} warnings */
function told(warnings = {}) {
  return (
    Object.entries(warnings)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, count]) => `${rule} ${count}`)
      .join(', ') || 'nothing'
  )
}
