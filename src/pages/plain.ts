import { type Html, html, raw } from './html.ts'
import { directed } from './parts.ts'

/** A page that is nothing but its text. */
export function plainPage(page: { readonly title: string; readonly body: string }): Html {
  return html`<article class="plain">
<h1${directed(page.title)}>${page.title}</h1>
<div class="prose">
${raw(page.body)}
</div>
</article>`
}
