import type { Words } from '../words/words.ts'
import { type Html, html } from './html.ts'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly level: number
}

/** What a long text has, for a reader who wants one part of it. More levels than the second would be a second text. */
export function contents(headings: readonly Heading[], words: Words): Html | null {
  const shown = headings.filter(({ level }) => level === 2)
  if (shown.length < fewest) return null
  return html`<nav class="contents" aria-label="${words.contents}"><details><summary>${words.contents}</summary>
<ol>
${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ol></details></nav>
`
}

const fewest = 4
