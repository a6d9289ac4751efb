// The charts of the archive are drawn from the tables in its posts and from the data beside them, so that no chart can say anything
// but what a reader can look up.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import { matrix, mirrored, opposed, pairs, scatter, slopes, stacks, steps } from './chart-kinds.mjs'

/** @import { Chart, Row } from './charts.mjs' */

/** @type {readonly Chart[]} */
export const charts = [
  {
    post: 'week-03',
    name: 'rules',
    title: 'Which rules nine servers broke in May 2023',
    draw: (title, { data }) => {
      const servers = 'Apache Caddy Jetty nginx Node OpenLiteSpeed OpenResty Tomcat Traefik'.split(' ')
      return matrix(title, servers, 10, data(...servers))
    },
  },
  {
    post: 'week-05',
    name: 'quality',
    title: 'Quality against time, Cranfield collection',
    draw: (title, { table }) => {
      const times = table('Engine', 'Median query, ms')
      const rows = table('Engine', 'nDCG@10').map(({ label, values: [quality = 0] }) => {
        const name = label.replace(/[ ,].*/, '')
        return { label: name, values: [only(times, name), quality] }
      })
      return scatter(
        title,
        ['median query in ms, each line ten times the one before', 'nDCG@10'],
        rows,
        /^Citable/,
      )
    },
  },
  {
    post: 'week-07',
    name: 'rules',
    title: 'Questions that a rule loses and gains against the rule in use',
    draw: (title, { data }) => opposed(title, ['loses', 'gains'], data('losses', 'gains')),
  },
  {
    post: 'week-08',
    name: 'lasting',
    title: 'Lost after a year or more, in per cent',
    draw: (title, { data }) => {
      const share = (/** @type {Row} */ { label, values: [of1 = 0, lost = 0, of2 = 0, gone = 0] }) => ({
        label,
        values: [(100 * lost) / of1, (100 * gone) / of2],
      })
      const rows = data('anchors', 'anchorsLost', 'sentences', 'sentencesGone').map(share)
      return pairs(
        title,
        ['anchors of headings', 'sentences'],
        rows.sort((a, b) => at(b, 1) - at(a, 1)),
      )
    },
  },
  {
    post: 'week-09',
    name: 'ways',
    title: 'Tokens in the context, three ways to one answer',
    draw: (title, { table }) => {
      const tokens = table('Answer', 'Tokens, about')
      const way = (/** @type {string} */ label, /** @type {string[]} */ ...answers) => ({
        label,
        values: answers.map((answer) => only(tokens, answer)),
      })
      return stacks(
        title,
        ['the tools', 'to find it', 'to read it'],
        [
          way('Answer from five hits', 'The tools', 'Five hits'),
          way('Search, then read', 'The tools', 'Five hits', 'week-01, whole'),
          way('List, then read', 'The tools', 'Every post, as a list', 'week-01, whole'),
        ],
      )
    },
  },
  {
    post: 'week-10',
    name: 'ratios',
    title: 'Size as a multiple of markdown in the same encoding',
    draw: (title, { table }) => {
      const bytes = table('Form and encoding', 'Bytes')
      const encodings = ['plain', 'gzip', 'Brotli']
      const line = (/** @type {string} */ form) => ({
        label: form,
        values: encodings.map((one) => only(bytes, `${form}, ${one}`) / only(bytes, `Markdown, ${one}`)),
      })
      return slopes(title, encodings, 'markdown', [line('HTML'), line('JSON')])
    },
  },
  {
    post: 'week-11',
    name: 'points',
    title: 'What each subject is worth, in per cent of the score',
    draw: (title, { data }) => {
      const rows = data('afdocs', 'agent-readability')
      const [first, second] = [0, 1].map((side) => rows.reduce((sum, row) => sum + at(row, side), 0))
      const share = (/** @type {Row} */ row) => ({
        label: row.label,
        values: [(100 * at(row, 0)) / (first ?? 1), (100 * at(row, 1)) / (second ?? 1)],
      })
      return mirrored(title, ['afdocs', 'agent-readability'], rows.map(share))
    },
  },
  {
    post: 'week-12',
    name: 'days',
    title: 'Posts shown on another day, by the offset of the machine that builds',
    draw: (title, { data }) => steps(title, 'hours from UTC', data('posts on another day')),
  },
]

const archive = fileURLToPath(new URL('../archive/', import.meta.url))

/** @param {Chart} chart */
export const fileOf = ({ post, name }) => `${archive}assets/${post}-${name}.svg`

/** @param {Chart} chart */
export const dataOf = (chart) => fileOf(chart).replace(/svg$/, 'csv')

/** The picture, as it stands in its file. @param {Chart} chart */
export function draw(chart) {
  const found = tables(readFileSync(`${archive}posts/${chart.post}.md`, 'utf8'))
  return chart.draw(chart.title, {
    table: (label, ...values) => rowsOf(chart, found, label, values),
    data: (...values) => {
      const lines = readFileSync(dataOf(chart), 'utf8').trimEnd().split('\n')
      const [head = [], ...rows] = lines.map((line) => line.split(','))
      return rowsOf(chart, [[head, ...rows]], head[0] ?? '', values)
    },
  })
}

/**
 * The rows of the first table that has all of the columns.
 * @param {Chart} chart
 * @param {string[][][]} tables
 * @param {string} label
 * @param {string[]} values
 * @returns {Row[]}
 */
function rowsOf({ post }, tables, label, values) {
  for (const [head = [], ...rows] of tables) {
    const columns = [label, ...values].map((name) => head.indexOf(name))
    if (columns.includes(-1)) continue
    return rows.map((row) => {
      const [name = '', ...texts] = columns.map((column) => row[column] ?? '')
      const numbers = texts.map((text) => Number(text.replaceAll(',', '') || Number.NaN))
      if (numbers.some(Number.isNaN)) throw new Error(`${post}: a cell of "${name}" is not a number`)
      return { label: name, values: numbers }
    })
  }
  throw new Error(`${post} has no table with the columns ${[label, ...values].join(', ')}`)
}

/** The first value of the one row with a label. @param {readonly Row[]} rows @param {string} label */
function only(rows, label) {
  const [row, ...others] = rows.filter((one) => one.label === label)
  if (!row || others.length > 0) throw new Error(`not one row is "${label}"`)
  return at(row, 0)
}

/** @param {Row} row @param {number} column */
function at({ values }, column) {
  return values[column] ?? 0
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
