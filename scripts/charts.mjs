// The charts of the archive are drawn from the tables in its posts, so that no chart can say anything but what its table says.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'

/** @import { Chart } from './charts.mjs' */

/** @type {readonly Chart[]} */
export const charts = [
  {
    post: 'week-05',
    name: 'quality',
    label: 'Engine',
    value: 'nDCG@10',
    title: 'nDCG@10 on the Cranfield collection',
    own: /^Citable/,
  },
  {
    post: 'week-07',
    name: 'rules',
    label: 'Rule',
    value: 'Right at first',
    title: 'Questions answered with a marked sentence',
    own: /in use/,
  },
  {
    post: 'week-09',
    name: 'calls',
    label: 'Server and call',
    value: 'Calls in a second of processor time, bare node:http = 1',
    title: 'Calls in a second of processor time, bare node:http = 1',
    own: /^Citable/,
  },
  {
    post: 'week-10',
    name: 'bytes',
    label: 'Form and encoding',
    value: 'Bytes',
    title: 'Bytes of one post, by form and encoding',
    own: /plain$/,
  },
  {
    post: 'week-11',
    name: 'checks',
    label: 'Subject',
    value: 'Together',
    title: 'Checks of two scanners, by subject',
  },
]

const archive = fileURLToPath(new URL('../archive/', import.meta.url))

/** @param {Chart} chart */
export const fileOf = ({ post, name }) => `${archive}assets/${post}-${name}.svg`

/** The picture, as it stands in its file. @param {Chart} chart */
export function draw(chart) {
  const rows = readRows(chart, readFileSync(`${archive}posts/${chart.post}.md`, 'utf8'))
  const most = Math.max(...rows.map(({ number }) => number))
  const left = 8 + Math.round(7.9 * Math.max(...rows.map(({ label }) => label.length)))
  const height = top + rows.length * step + 8
  const room = width - left - 72
  const bars = rows.map(({ label, text, number }, at) => {
    const y = top + at * step
    const length = Math.max(1, Math.round((room * number) / most))
    const own = chart.own?.test(label) ? ' class="own"' : ''
    return `<text x="${left - 8}" y="${y + 17}" text-anchor="end">${escaped(label)}</text>
<rect${own} x="${left}" y="${y + 4}" width="${length}" height="18"/>
<text x="${left + length + 6}" y="${y + 17}">${escaped(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(chart.title)}</title>
<style>${style}</style>
<text class="title" x="0" y="16">${escaped(chart.title)}</text>
${bars.join('\n')}
<path d="M${left - 0.5} ${top}V${height - 4}"/>
</svg>
`
}

const width = 680
const top = 32
const step = 28
/** Readable on a light page and on a dark one: a picture follows the reader's scheme as the page does. */
const style = `text{font:14px system-ui,sans-serif;fill:#222}.title{font-weight:600}rect{fill:#9db4c9}.own{fill:#1f5f99}path{stroke:#777}
@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#54697d}.own{fill:#6db3f2}}`

/** The rows of the first table that has both columns. @param {Chart} chart @param {string} markdown */
function readRows({ post, label, value }, markdown) {
  for (const [head = [], ...rows] of tables(markdown)) {
    const [labels, values] = [head.indexOf(label), head.indexOf(value)]
    if (labels === -1 || values === -1) continue
    return rows.map((row) => {
      const text = row[values] ?? ''
      const number = Number(text.replaceAll(',', ''))
      if (!(number >= 0)) throw new Error(`${post}: "${text}" under "${value}" is not a number`)
      return { label: row[labels] ?? '', text, number }
    })
  }
  throw new Error(`${post} has no table with the columns "${label}" and "${value}"`)
}

/** Every table as rows of cells in plain text. @param {string} markdown */
function tables(markdown) {
  /** @type {string[][][]} */
  const found = []
  for (const { type, children } of new MarkdownIt().parse(markdown, {})) {
    if (type === 'table_open') found.push([])
    else if (type === 'tr_open') found.at(-1)?.push([])
    else if (type === 'inline') {
      found
        .at(-1)
        ?.at(-1)
        ?.push((children ?? []).map(({ content }) => content).join(''))
    }
    // What follows a table is not in its last cell.
    if (type === 'table_close') found.push([])
  }
  return found
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
