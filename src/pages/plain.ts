import type { Words } from '../words/words.ts'
import { contents } from './contents.ts'
import { type Html, html, raw } from './html.ts'
import { directed } from './parts.ts'

/** A page that is nothing but its text. */
export function plainPage(page: { readonly title: string; readonly body: string }, words: Words): Html {
  return html`<article class="post">
<header class="opening">
<h1${directed(page.title)}>${page.title}</h1>
</header>
${contents(page.body, words)}<div class="prose">
${raw(page.body)}
</div>
</article>`
}
