import { type Html, html, raw } from './html.ts'
import type { Words } from '../words/words.ts'

/** Where a search is asked, and what it found. */
export interface Finder {
  readonly title: string
  readonly action: string
  /** What was asked. */
  readonly words: string
  readonly body: string
}

export function finderPage({ title, action, words: asked, body }: Finder, words: Words): Html {
  return html`<div class="plain">
<h1>${title}</h1>
<div class="finder"><form role="search" action="${action}">
<input type="search" name="q" value="${asked}"${words.direction === 'rtl' && asked !== '' && html` dir="auto"`} aria-label="${words.search}" placeholder="${words.search}" maxlength="1024">
<button type="submit">${words.search}</button>
</form></div>
<div class="prose" id="results">
${raw(body)}
</div>
</div>`
}
