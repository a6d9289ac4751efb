import type { Day } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './layout.ts'
import {
  autoDirection,
  authorName,
  factLine,
  isolated,
  joinPieces,
  type Link,
  link,
  type Name,
  type Picture,
  imageElement,
  readingTime,
  type SeriesPart,
  timeElement,
  withCode,
} from './parts.ts'
import { contents, type ContentsEntry } from './plain.ts'

export interface Article {
  readonly title: string
  /** Null if it repeats the start of the body. */
  readonly summary: string | null
  readonly authors: readonly Name[]
  readonly image: Picture | null
  readonly series: (Link & Pick<SeriesPart, 'name' | 'number'>) | null
  readonly published: Day | null
  /** The day of the last change, if it was later. */
  readonly modified: Day | null
  /** The last change, if the author describes it. */
  readonly revised: { readonly day: Day; readonly changes: string } | null
  readonly minutes: number
  /** Without those that all posts have. */
  readonly tags: readonly Link[]
  /** URL of the original elsewhere. */
  readonly original: string | null
  readonly citing: Citing
  readonly body: Html
  readonly headings: readonly ContentsEntry[]
  /** In the series, or by date. */
  readonly previous: Link | null
  readonly next: Link | null
  /** Posts on the same subject, with their reading time. */
  readonly related: readonly (Link & { readonly note: string })[]
}

export function articleMain(post: Article, { words }: PageContext): Html {
  const { title, summary, authors, image, series, published, revised, minutes, tags, original } = post
  const facts = factLine(
    joinPieces(authors.map(authorName), words),
    published && timeElement(published),
    readingTime(minutes, words),
  )
  const changes = revised && html`<bdi>${revised.changes}</bdi>`
  const cover = image && html`<figure class="cover">${imageElement(image, 'first')}</figure>\n`
  const opening = [
    series && html`<p class="facts eyebrow">${link(series)}</p>\n`,
    html`<h1${autoDirection(title)}>${withCode(title)}</h1>\n`,
    summary && html`<p class="summary"${autoDirection(summary)}>${summary}</p>\n`,
    html`<p class="facts byline">${facts}</p>\n`,
    revised && html`<p class="facts revision">${words.revised} ${timeElement(revised.day)}: ${changes}</p>\n`,
    original && html`<p class="facts">${words.originally} <a href="${original}">${original}</a></p>\n`,
  ]
  const tagList = tags.map((tag) => html`<li>${link(tag)}</li>`)
  return html`<article class="post">
<header class="opening">
${opening}</header>
${cover}${contents(post.headings, words)}<div class="prose">
${post.body}
</div>
<footer class="after">
${tags.length > 0 && html`<ul class="tags">${tagList}</ul>\n`}${citeBox(post.citing, words)}
${steps(post, words)}${related(post, words)}</footer>
</article>`
}

function steps({ previous, next, series }: Article, words: Words): Html | null {
  if (!previous && !next) return null
  const step = ({ label, href }: Link, rel: 'prev' | 'next', text: string) => {
    const name = html`<span class="name"${autoDirection(label)}>${withCode(label)}</span>`
    return html`<a class="${rel}" rel="${rel}" href="${href}"><small>${text}</small>${name}</a>`
  }
  const label = series ? words.series : `${words.previous}, ${words.next}`
  const both = [previous && step(previous, 'prev', words.previous), next && step(next, 'next', words.next)]
  return html`<nav class="steps" aria-label="${label}">${both}</nav>\n`
}

function related({ related: posts }: Article, words: Words): Html | null {
  if (posts.length === 0) return null
  const items = posts.map((post) => html`<li>${link(post)} <small>${post.note}</small></li>`)
  return html`<section class="related">\n<h2>${words.related}</h2>\n<ul>${items}</ul>\n</section>\n`
}

interface CitedForm {
  readonly label: string
  readonly text: string
  readonly href?: string
}

export interface Citing {
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

export function citeBox({ text, names, styles, records, forms }: Citing, words: Words): Html {
  const details = ({ label, text, href }: CitedForm) => {
    const file = href && html`<a href="${href}">${href.slice(href.lastIndexOf('/') + 1)}</a>`
    const shown = html`<pre tabindex="0" data-copy>${isolated(text, names)}</pre>`
    return html`<details name="style"><summary>${label}</summary>${shown}${file}</details>\n`
  }
  return html`<section class="cite">
<h2>${words.cite}</h2>
<blockquote data-copy>${isolated(text, names)}</blockquote>
<div class="styles">
${[...styles, ...records].map(details)}</div>
<p class="facts copies">${words.alsoAs} ${joinPieces(forms.map(link), words)}</p>
</section>`
}
