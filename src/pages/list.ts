import type { Day, Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import { directed, link, time } from './parts.ts'

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

export function listPage(
  { title, lead, above, sections }: ListView,
  href: (path: string) => string,
  words: Words,
): Html {
  const to = ({ label, path }: Target) => link({ label, href: href(path) })
  // Blocks, so that a reader without the style does not join the words of one to those of the next.
  const row = (one: Item, isDated: boolean) =>
    html`<li>${isDated && (one.day ? time(one.day) : html`<span></span>`)}<div${directed(one.label)}>${to(one)}</div><small>${one.note}</small>${
      one.about !== '' && html`<div class="about"${directed(one.about)}>${one.about}</div>`
    }</li>\n`
  const listOf = (items: readonly Item[]) => {
    const isDated = items.some(({ day }) => day !== null)
    return html`<ul class="rows${!isDated && ' undated'}">\n${items.map((one) => row(one, isDated))}</ul>\n`
  }
  return html`<div class="front list">
<nav aria-label="${words.breadcrumb}">${above.map((one, at) => [at > 0 && ' › ', to(one)])}</nav>
<h1${directed(title)}>${title}</h1>
<p class="summary"${directed(lead)}>${lead}</p>
${sections.map(({ heading, items }) => html`<h2 class="label">${heading}</h2>\n${listOf(items)}`)}</div>`
}
