import type { Day } from './date.ts'
import { type Html, html } from './html.ts'

/** A list of posts, or of lists. Addresses are paths. */
export interface ListView {
  readonly title: string
  readonly lead: string
  /** The way back, from the home page on. */
  readonly above: readonly Target[]
  readonly sections: readonly Section[]
}

export interface Section {
  readonly heading: string
  readonly items: readonly Item[]
}

export interface Target {
  readonly label: string
  readonly path: string
}

export interface Item extends Target {
  readonly day: Day | null
  /** How much there is. */
  readonly note: string
  /** A sentence on it, where there is room. */
  readonly about: string
}

export function listPage({ title, lead, above, sections }: ListView, href: (path: string) => string): Html {
  const link = ({ label, path }: Target) => html`<a href="${href(path)}">${label}</a>`
  const item = (one: Item) =>
    html`<li>${one.day && html`<time datetime="${one.day.iso}">${one.day.text}</time>: `}${link(one)}${
      one.note !== '' && ` (${one.note})`
    }${one.about !== '' && html`<br>\n${one.about}`}</li>\n`
  return html`<article>
<nav aria-label="Breadcrumb">${above.map((one, at) => [at > 0 && ' › ', link(one)])}</nav>
<h1>${title}</h1>
<p class="summary">${lead}</p>
${sections.map(({ heading, items }) => html`<h2>${heading}</h2>\n<ul class="list">\n${items.map(item)}</ul>\n`)}</article>`
}
