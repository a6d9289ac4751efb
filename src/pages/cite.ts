import { type Html, html } from './html.ts'
import { type Link, link, listed } from './parts.ts'
import type { Words } from '../words/words.ts'

/** How a post is cited, and the other forms that it has. */
export interface Citing {
  /** A sentence to paste, with everything that the terms ask for. */
  readonly text: string
  /** The same for programs that keep references, each at an address of its own. */
  readonly records: readonly (Link & { readonly text: string })[]
  readonly forms: readonly Link[]
}

export function citeBox({ text, records, forms }: Citing, words: Words): Html {
  return html`<section class="cite">
<h2>${words.cite}</h2>
<blockquote data-copy>${text}</blockquote>
${records.map(
  ({ label, text }) =>
    html`<details><summary>${label}</summary><pre tabindex="0" data-copy>${text}</pre></details>\n`,
)}<p class="facts copies">${words.alsoAs} ${listed([...records, ...forms].map(link), words)}</p>
</section>`
}
