import type { Day } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { contents, type Heading } from './plain.ts'
import { type Html, html, raw } from './html.ts'
import {
  byline,
  autoDirection,
  facts,
  type Link,
  link,
  joinPieces,
  type Name,
  type Image,
  image,
  isolated,
  readingTime,
  time,
  withCode,
} from './parts.ts'

export interface Article {
  readonly title: string
  /** Null if it repeats the start of the body. */
  readonly summary: string | null
  readonly authors: readonly Name[]
  readonly image: Image | null
  readonly series: Link | null
  readonly published: Day | null
  /** The last change, if the author describes it. */
  readonly revised: { readonly day: Day; readonly changes: string } | null
  readonly minutes: number
  readonly tags: readonly Link[]
  /** URL of the original elsewhere. */
  readonly original: string | null
  readonly citing: Citing
  readonly body: string
  readonly headings: readonly Heading[]
  readonly previous: Link | null
  readonly next: Link | null
  readonly related: readonly (Link & { readonly note: string })[]
}

export function article(post: Article, words: Words): Html {
  return html`<article class="post">
<header class="opening">
${post.series && html`<p class="facts eyebrow">${link(post.series)}</p>\n`}<h1${autoDirection(post.title)}>${withCode(post.title)}</h1>
${post.summary && html`<p class="summary"${autoDirection(post.summary)}>${post.summary}</p>\n`}<p class="facts byline">${facts(byline(post.authors, words), post.published && time(post.published), readingTime(post.minutes, words))}</p>
${post.revised && html`<p class="facts revision">${words.revised} ${time(post.revised.day)}: <bdi>${post.revised.changes}</bdi></p>\n`}${
  post.original &&
  html`<p class="facts">${words.originally} <a href="${post.original}">${post.original}</a></p>\n`
}</header>
${post.image && html`<figure class="cover">${image(post.image, 'first')}</figure>\n`}${contents(post.headings, words)}<div class="prose">
${raw(post.body)}
</div>
<footer class="after">
${post.tags.length > 0 && html`<ul class="tags">${post.tags.map((tag) => html`<li>${link(tag)}</li>`)}</ul>\n`}${citeBox(post.citing, words)}
${steps(post, words)}${related(post, words)}</footer>
</article>`
}

function steps({ previous, next, series }: Article, words: Words): Html | null {
  if (!previous && !next) return null
  const step = ({ label, href }: Link, rel: 'prev' | 'next', text: string) =>
    html`<a class="${rel}" rel="${rel}" href="${href}"><small>${text}</small><span class="name"${autoDirection(label)}>${withCode(label)}</span></a>`
  return html`<nav class="steps" aria-label="${series ? words.series : `${words.previous}, ${words.next}`}">${previous && step(previous, 'prev', words.previous)}${
    next && step(next, 'next', words.next)
  }</nav>
`
}

function related({ related: posts }: Article, words: Words): Html | null {
  if (posts.length === 0) return null
  return html`<section class="related">
<h2>${words.related}</h2>
<ul>${posts.map((post) => html`<li>${link(post)} <small>${post.note}</small></li>`)}</ul>
</section>
`
}

interface CitedForm {
  readonly label: string
  readonly text: string
  readonly href?: string
}

interface Citing {
  /** A citation with everything that the terms require. */
  readonly text: string
  /** What a citation names: each may have a direction of its own. */
  readonly names: readonly string[]
  /** Citation styles. */
  readonly styles: readonly CitedForm[]
  /** Formats for reference managers, each with its own URL. */
  readonly records: readonly CitedForm[]
  readonly forms: readonly Link[]
}

function citeBox({ text, names, styles, records, forms }: Citing, words: Words): Html {
  return html`<section class="cite">
<h2>${words.cite}</h2>
<blockquote data-copy>${isolated(text, names)}</blockquote>
<div class="styles">
${[...styles, ...records].map(
  ({ label, text, href }: CitedForm) =>
    html`<details name="style"><summary>${label}</summary><pre tabindex="0" data-copy>${isolated(text, names)}</pre>${
      href && html`<a href="${href}">${href.slice(href.lastIndexOf('/') + 1)}</a>`
    }</details>\n`,
)}</div>
<p class="facts copies">${words.alsoAs} ${joinPieces(forms.map(link), words)}</p>
</section>`
}
