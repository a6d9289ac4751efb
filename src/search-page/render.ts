import { escapeHtml, escapeMarkdown, escapeMarkdownLines, fenceFor } from '../base/escape.ts'
import { passageUrl } from '../mcp/passage-url.ts'
import { hitAsText } from '../mcp/reply.ts'
import type { Passage } from '../search/passages.ts'
import { day, type Words } from '../words/words.ts'
import type { ResultHit, Results, Shown } from './results.ts'

/** The results as a page has them, the words marked. */
export function resultsAsHtml(results: Results): string {
  const { notes, hits, first, previous, next, words } = results
  const mark = marker(results)
  const list =
    hits.length === 0
      ? []
      : [`<ol class="hits" start="${first}">`, ...hits.map((hit) => hitAsHtml(hit, mark, words)), '</ol>']
  const links = [
    ...(previous ? [`<a rel="prev" href="${escapeHtml(previous.path)}">${words.results.previous}</a>`] : []),
    ...(next ? [`<a rel="next" href="${escapeHtml(next.path)}">${words.results.more}</a>`] : []),
  ]
  return [
    ...notes(shownIn(words)).map((note) => `<p>${note}</p>`),
    ...list,
    ...(links.length > 0 ? [`<nav class="pager" aria-label="${words.search}">${links.join(' ')}</nav>`] : []),
  ].join('\n')
}

/** Words of another script must not change the order of a sentence that runs from right to left. */
function shownIn({ direction }: Words): Shown {
  return direction === 'rtl' ? (text) => `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml
}

type Mark = (text: string) => string

function hitAsHtml({ post, page, passages }: ResultHit, mark: Mark, words: Words): string {
  const { title, authors, published } = post
  const date = published === null ? '' : ` · ${timeOf(published, words)}`
  return `<li>
<h2><a href="${escapeHtml(page.path)}">${mark(title)}</a></h2>
<p class="facts">${escapeHtml(words.and(authors))}${date}</p>
${passages.map((passage, at) => passageAsHtml(passage, passages[at - 1], page.path, mark, words)).join('\n')}
</li>`
}

function timeOf(published: string, words: Words): string {
  const { iso, text } = day(published, words)
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(text)}</time>`
}

/** The heading is named once for passages of one section that follow each other. */
function passageAsHtml(
  passage: Passage,
  before: Passage | undefined,
  path: string,
  mark: Mark,
  words: Words,
): string {
  const { parts, heading, anchor } = passage
  const where =
    anchor === '' || anchor === before?.anchor
      ? ''
      : `<p class="facts">${words.results.inSection} <a href="${escapeHtml(passageUrl(path, passage))}">${mark(heading)}</a></p>\n`
  const shown = parts.map(({ form, text }) =>
    form === 'code' ? `<pre><code>${mark(text)}</code></pre>` : `<p class="passage">${mark(text)}</p>`,
  )
  return where + shown.join('\n')
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
export function resultsAsMarkdown({ notes, hits, first, previous, next, words }: Results): string {
  const { address, ...labels } = words.results
  return [
    ...notes((text) => text).map(escapeMarkdown),
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
