import { escapeHtml } from '../escape.ts'
import { inWords } from '../mcp/citation.ts'
import type { Passage } from '../search/passages.ts'
import type { ResultHit, Results } from './find.ts'

/** The results as a page has them, the words marked. */
export function resultsAsHtml(results: Results): string {
  const { notes, hits, first, previous, next } = results
  const mark = marker(results)
  const list =
    hits.length === 0
      ? []
      : [`<ol class="hits" start="${first}">`, ...hits.map((hit) => hitAsHtml(hit, mark)), '</ol>']
  const links = [
    ...(previous ? [`<a rel="prev" href="${escapeHtml(previous.path)}">Previous results</a>`] : []),
    ...(next ? [`<a rel="next" href="${escapeHtml(next.path)}">More results</a>`] : []),
  ]
  return [
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    ...list,
    ...(links.length > 0 ? [`<nav aria-label="Results">${links.join(' ')}</nav>`] : []),
  ].join('\n')
}

type Mark = (text: string) => string

function hitAsHtml({ post, page, passages }: ResultHit, mark: Mark): string {
  const { title, authors, published } = post
  const date = published === null ? '' : ` · <time>${escapeHtml(published)}</time>`
  return `<li>
<h2><a href="${escapeHtml(page.path)}">${mark(title)}</a></h2>
<p class="facts">${escapeHtml(inWords(authors))}${date}</p>
${passages.map((passage, at) => passageAsHtml(passage, passages[at - 1], page.path, mark)).join('\n')}
</li>`
}

/** The heading is named once for passages of one section that follow each other. */
function passageAsHtml(
  { text, kind, heading, anchor }: Passage,
  before: Passage | undefined,
  path: string,
  mark: Mark,
): string {
  const where =
    anchor === '' || anchor === before?.anchor
      ? ''
      : `<p class="facts">In <a href="${escapeHtml(`${path}#${anchor}`)}">${mark(heading)}</a>:</p>\n`
  const shown =
    kind === 'code' ? `<pre><code>${mark(text)}</code></pre>` : `<p class="passage">${mark(text)}</p>`
  return where + shown
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
