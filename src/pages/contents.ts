import { type Html, html, raw } from './html.ts'
import type { Words } from '../words/words.ts'

/** What a long text has, for a reader who wants one part of it. Its headings are taken from the text as it is shown. */
export function contents(body: string, words: Words): Html | null {
  const headings = Array.from(body.matchAll(heading), ([, anchor = '', inner = '']) => ({
    anchor,
    text: inner.replace(/<[^>]*>/g, ''),
  }))
  if (headings.length < fewestHeadings) return null
  return html`<nav class="contents" aria-label="${words.contents}"><details><summary>${words.contents}</summary>
<ol>
${headings.map(({ text, anchor }) => html`<li><a href="#${raw(anchor)}">${raw(text)}</a></li>\n`)}</ol></details></nav>
`
}

/** Those of the second level: more would be a second text. */
const heading = /<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/gs
const fewestHeadings = 4
