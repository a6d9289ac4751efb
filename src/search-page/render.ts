import { escapeHtml, escapeMarkdown, fenceFor, oneLine } from '../base/escape.ts'
import { excerpt, type PassagePart } from '../search/excerpt.ts'
import { hitAsText, longestDirective, passageUrl } from '../mcp/reply.ts'
import type { Passage } from '../search/passages.ts'
import { day, format, joinNames, type SearchWords } from '../words/format.ts'
import type { ResultHit, Results, EscapeForeign } from './finder.ts'

/** Renders results as HTML, with matches marked. */
export function resultsAsHtml(results: Results): string {
  const { notes, hits, unquoted, first, previous, next, words } = results
  // Isolates foreign words in right-to-left sentences.
  const escapeForeign: EscapeForeign =
    words.direction === 'rtl' ? (text) => `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml
  const list =
    hits.length === 0
      ? []
      : [`<ol class="hits" start="${first}">`, ...hits.map((hit) => hitAsHtml(hit, results)), '</ol>']
  const links = [
    ...(previous ? [`<a rel="prev" href="${escapeHtml(previous.path)}">${words.results.previous}</a>`] : []),
    ...(next ? [`<a rel="next" href="${escapeHtml(next.path)}">${words.results.more}</a>`] : []),
  ]
  return [
    ...notes(escapeForeign).map((note) => `<p>${note}</p>`),
    ...(unquoted ? [`<p><a href="${escapeHtml(unquoted.path)}">${words.results.withoutQuotes}</a></p>`] : []),
    ...list,
    ...(links.length > 0 ? [`<nav class="pager" aria-label="${words.search}">${links.join(' ')}</nav>`] : []),
  ].join('\n')
}

type MarkMatches = (text: string) => string

/** As in the bylines of other pages. */
const dot = '<span class="dot"> · </span>'

/** Two lines of the best passage, and its section. */
function hitAsHtml({ post, page, passages: [best] }: ResultHit, results: Results): string {
  const { words } = results
  const mark = marker(results)
  const { title, authors, published } = post
  const section =
    best && best.anchor !== ''
      ? [`<a href="${escapeHtml(passageUrl(page.path, best))}">${mark(best.heading)}</a>`]
      : []
  const date = (published === null ? [] : [day(published, words)]).map(
    ({ iso, text }) => `<time datetime="${escapeHtml(iso)}">${escapeHtml(text)}</time>`,
  )
  const facts = [escapeHtml(joinNames(authors, words)), ...date, ...section]
  const line = facts.map((fact, at) => `<span class="fact">${at > 0 ? dot : ''}${fact}</span>`)
  return `<li>
<h2><a href="${escapeHtml(page.path)}">${mark(title)}</a></h2>
<p class="facts">${line.join('')}</p>
${best ? snippet(best, results.matchesIn, mark) : ''}
</li>`
}

/** About two lines, in characters. */
const snippetLength = 170

/** From the part or the row with the most matches. */
function snippet({ parts, text }: Passage, matchesIn: Results['matchesIn'], mark: MarkMatches): string {
  const counted = parts.flatMap(linesOf).map((line) => ({ ...line, ranges: matchesIn(line.text) }))
  const [first = { form: 'prose', text, ranges: [] }] = counted.toSorted(
    (a, b) => b.ranges.length - a.ranges.length,
  )
  const shown = mark(excerpt(first.text, first.ranges, snippetLength))
  return `<p class="passage">${first.form === 'code' ? `<code>${shown}</code>` : shown}</p>`
}

/** The rows of a table, each value after the name of its column; other text on one line. */
function linesOf({ form, text, columns = '' }: PassagePart): readonly PassagePart[] {
  if (form !== 'table') return [{ form, text: oneLine(text) }]
  const cellsOf = (row: string) => row.split(' | ')
  const names = cellsOf(columns)
  const rows = text.split('\n').slice(columns === '' ? 0 : 1)
  return rows.flatMap((row) => {
    const cells = cellsOf(row)
    // A row may be cut, or have the separator in a cell.
    const isNamed = cells.length <= names.length && !row.startsWith('…')
    const shown = cells.map((cell, at) => (isNamed && cell && names[at] ? `${names[at]}: ${cell}` : cell))
    return row === '…' ? [] : { form, text: shown.filter(Boolean).join(' · ') }
  })
}

/** In characters. Titles have no limit, and each character to mark costs time. */
const longestMarked = 1000

function marker({ matchesIn }: Results): MarkMatches {
  return (text) => {
    let html = ''
    let done = 0
    for (const [start, end] of matchesIn(text.slice(0, longestMarked))) {
      html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
      done = end
    }
    return html + escapeHtml(text.slice(done))
  }
}

/** Renders results as markdown. */
export function resultsAsMarkdown(results: Results): string {
  const { notes, hits, unquoted, first, previous, next, words } = results
  const link = (label: string, url: string) => format(words.results.address, { label, url: `<${url}>` })
  return [
    ...notes((text) => text).map(escapeMarkdown),
    ...(unquoted ? [link(words.results.withoutQuotes, unquoted.url)] : []),
    ...hits.map((hit, at) => hitAsMarkdown(hit, first - 1 + at, words)),
    ...(previous ? [link(words.results.previous, previous.url)] : []),
    ...(next ? [link(words.results.more, next.url)] : []),
  ].join('\n\n')
}

/** Escapes all punctuation in words from a request, because markdown dialects differ, but not the underscores of a name. */
export const escapeWords = (words: string): string =>
  words.replace(/(?<![a-z\d])_|_(?![a-z\d])|[!-/:-@[-^`{-~]/gi, '\\$&')

function hitAsMarkdown({ post, page, passages }: ResultHit, at: number, words: SearchWords): string {
  const hit = {
    ...post,
    title: escapeMarkdown(post.title),
    authors: [joinNames(post.authors.map(escapeMarkdown), words)],
    ...(page.url === post.url ? {} : { page: page.url }),
    passages: [],
  }
  // The text is in a fence: word for word, without escapes.
  const quotes = passages.map((passage) => {
    const fence = fenceFor(passage.text)
    return `<${passageUrl(page.url, passage, longestDirective)}>\n\n${fence}\n${passage.text}\n${fence}`
  })
  return [hitAsText(hit, at), ...quotes].join('\n\n')
}
