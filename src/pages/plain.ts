import type { Words } from '../words/words.ts'
import { contents, type Heading } from './contents.ts'
import { type Html, html, raw } from './html.ts'
import { directed, withCode } from './parts.ts'

/** A page that is nothing but its text. */
export interface Plain {
  readonly title: string
  readonly body: string
  readonly headings: readonly Heading[]
  /** Whether it is in English on a site that is not. */
  readonly isEnglish: boolean
}

export function plainPage(page: Plain, words: Words): Html {
  return html`<article class="post"${page.isEnglish && html` lang="en" dir="ltr"`}>
<header class="opening">
<h1${directed(page.title)}>${withCode(page.title)}</h1>
</header>
${contents(page.headings, words)}<div class="prose">
${raw(page.body)}
</div>
</article>`
}
