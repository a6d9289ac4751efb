import { escapeHtml, escapeMarkdown, escapeMarkdownLines, fenceFor } from '../base/escape.ts'
import { excerpt } from '../search/excerpt.ts'
import { passageUrl, hitAsText } from '../mcp/reply.ts'
import type { Passage } from '../search/passages.ts'
import { day, type Words } from '../words/words.ts'
import type { ResultHit, Results, Shown } from './results.ts'

/** The results as a page has them, the words marked. */
export function resultsAsHtml(results: Results): string {
  const { notes, hits, unquoted, first, previous, next, words } = results
  const list =
    hits.length === 0
      ? []
      : [`<ol class="hits" start="${first}">`, ...hits.map((hit) => hitAsHtml(hit, results)), '</ol>']
  const links = [
    ...(previous ? [`<a rel="prev" href="${escapeHtml(previous.path)}">${words.results.previous}</a>`] : []),
    ...(next ? [`<a rel="next" href="${escapeHtml(next.path)}">${words.results.more}</a>`] : []),
  ]
  return [
    ...notes(shownIn(words)).map((note) => `<p>${note}</p>`),
    ...(unquoted ? [`<p><a href="${escapeHtml(unquoted.path)}">${words.results.withoutQuotes}</a></p>`] : []),
    ...list,
    ...(links.length > 0 ? [`<nav class="pager" aria-label="${words.search}">${links.join(' ')}</nav>`] : []),
  ].join('\n')
}

/** Words of another script must not change the order of a sentence that runs from right to left. */
function shownIn({ direction }: Words): Shown {
  return direction === 'rtl' ? (text) => `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml
}

type Mark = (text: string) => string

/** For people to scan: two lines of the best passage, and the section it is in. */
function hitAsHtml({ post, page, passages: [best] }: ResultHit, results: Results): string {
  const { words } = results
  const mark = marker(results)
  const { title, authors, published } = post
  const section =
    best && best.anchor !== ''
      ? [`<a href="${escapeHtml(passageUrl(page.path, best))}">${mark(best.heading)}</a>`]
      : []
  const date = published === null ? [] : [timeOf(published, words)]
  const facts = [escapeHtml(words.and(authors)), ...date, ...section]
  return `<li>
<h2><a href="${escapeHtml(page.path)}">${mark(title)}</a></h2>
<p class="facts">${facts.join(' · ')}</p>
${best ? twoLinesOf(best, results.matchesIn, mark) : ''}
</li>`
}

/** Of the part that has the most of the words. */
function twoLinesOf({ parts }: Passage, matchesIn: Results['matchesIn'], mark: Mark): string {
  const onOneLine = parts.map(({ form, text }) => ({ form, text: text.replace(/\s+/g, ' ') }))
  const counted = onOneLine.map((part) => ({ ...part, ranges: matchesIn(part.text) }))
  const [first = { form: 'prose', text: '', ranges: [] }] = counted.toSorted(
    (a, b) => b.ranges.length - a.ranges.length,
  )
  const shown = mark(excerpt(first.text, first.ranges, twoLines))
  return `<p class="passage">${first.form === 'code' ? `<code>${shown}</code>` : shown}</p>`
}

/** In characters. */
const twoLines = 170

function timeOf(published: string, words: Words): string {
  const { iso, text } = day(published, words)
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(text)}</time>`
}

function marker({ matchesIn }: Results): Mark {
  return (text) => {
    let html = ''
    let done = 0
    for (const [start, end] of matchesIn(text)) {
      html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
      done = end
    }
    return html + escapeHtml(text.slice(done))
  }
}

/** The results as the twin has them: what a model is told over MCP, with what markdown would take for its marks escaped. */
export function resultsAsMarkdown(results: Results): string {
  const { notes, hits, unquoted, first, previous, next, words } = results
  const { address, ...labels } = words.results
  return [
    ...notes((text) => text).map(escapeMarkdown),
    ...(unquoted ? [address(labels.withoutQuotes, `<${unquoted.url}>`)] : []),
    ...hits.map((hit, at) => hitAsMarkdown(hit, first - 1 + at, words)),
    ...(previous ? [address(labels.previous, `<${previous.url}>`)] : []),
    ...(next ? [address(labels.more, `<${next.url}>`)] : []),
  ].join('\n\n')
}

/** Words from a request. Dialects differ in what they make of colons, at signs or dollars: nothing of it is left to them. */
export function escapeWords(words: string): string {
  return words.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

function hitAsMarkdown({ post, page, passages }: ResultHit, at: number, words: Words): string {
  const { id, title, authors, published, url } = post
  return hitAsText(
    {
      id,
      title: escapeMarkdown(title),
      authors: [words.and(authors.map(escapeMarkdown))],
      published,
      url,
      ...(page.url === url ? {} : { page: page.url }),
      passages: passages.map((passage) => ({ ...passage, text: passageAsMarkdown(passage) })),
    },
    at,
  )
}

function passageAsMarkdown({ parts }: Passage): string {
  const shown = parts.map(({ form, text }) => {
    if (form !== 'code') return escapeMarkdownLines(text)
    const fence = fenceFor(text)
    return `\n${fence}\n${text}\n${fence}`
  })
  return shown.join('\n')
}
