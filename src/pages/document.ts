import type { Day } from './date.ts'
import { type Html, html, raw } from './html.ts'

export interface Article {
  readonly title: string
  readonly summary: string
  readonly authors: readonly { readonly name: string; readonly url?: string }[]
  readonly image: { readonly href: string; readonly alt: string } | null
  readonly series: { readonly label: string; readonly href: string }
  readonly published: Day | null
  /** The last change, if its author says what it was: a date alone tells a reader nothing. */
  readonly revised: { readonly day: Day; readonly changes: string } | null
  readonly readingTime: string
  readonly tags: readonly { readonly label: string; readonly href: string }[]
  readonly canonicalUrl: string
  readonly markdownHref: string
  readonly jsonHref: string
  /** Rendered from markdown. */
  readonly body: string
}

/** A post. */
export function article(post: Article): Html {
  return html`<article>
<h1>${post.title}</h1>
<p class="facts">${byline(post.authors)} · ${link(post.series)} · ${when(post.published)}${post.readingTime}${
    post.revised && html` · revised ${time(post.revised.day)}: ${post.revised.changes}`
  }</p>
<p class="summary">${post.summary}</p>
${post.image && html`<p><img src="${post.image.href}" alt="${post.image.alt}"></p>\n`}${raw(post.body)}
<footer>
${post.tags.length > 0 && html`<p>Tags: ${post.tags.map((tag, at) => [at === 0 ? '' : ', ', link(tag)])}</p>\n`}<p>Cite as: ${names(post.authors)}, “${post.title}”${
    post.published && html`, ${time(post.published)}`
  }, <a href="${post.canonicalUrl}">${post.canonicalUrl}</a></p>
<p>Also as <a href="${post.markdownHref}">markdown</a> and <a href="${post.jsonHref}">JSON</a>.</p>
</footer>
</article>`
}

/** Any other page. */
export function plainPage(page: { readonly title: string; readonly body: string }): Html {
  return html`<article>
<h1>${page.title}</h1>
${raw(page.body)}
</article>`
}

function when(date: Article['published']): Html | null {
  return date && html`${time(date)} · `
}

function time({ iso, text }: Day): Html {
  return html`<time datetime="${iso}">${text}</time>`
}

function link({ label, href }: { readonly label: string; readonly href: string }): Html {
  return html`<a href="${href}">${label}</a>`
}

function byline(authors: Article['authors']): Html {
  const linked = authors.map(({ name, url }) =>
    url === undefined ? html`${name}` : html`<a href="${url}">${name}</a>`,
  )
  return html`${linked.map((one, at) => [at === 0 ? '' : at === linked.length - 1 ? ' and ' : ', ', one])}`
}

function names(authors: Article['authors']): string {
  const all = authors.map(({ name }) => name)
  return all.length < 3 ? all.join(' and ') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
