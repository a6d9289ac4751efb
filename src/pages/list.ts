import type { Day } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import { byline, autoDirection, link, type Image, image, rowFacts, time } from './parts.ts'

/** A page that lists posts or other lists. */
export interface ListView {
  readonly title: string
  readonly lead: string
  /** Breadcrumbs, from the home page. */
  readonly above: readonly Target[]
  /** The author's portrait, on an author's page. */
  readonly portrait: Image | null
  readonly ownPage: string | null
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
  /** Position in its series. */
  readonly number: number | null
  readonly day: Day | null
  readonly byline: { readonly names: readonly Target[]; readonly isCut: boolean }
  /** For example the number of posts. */
  readonly note: string
  /** Summary, if there is room. */
  readonly about: string
}

export function listPage(view: ListView, href: (path: string) => string, words: Words): Html {
  const { title, lead, above, portrait, ownPage, sections } = view
  const linkTo = ({ label, path }: Target) => ({ label, href: href(path) })
  const to = (target: Target) => link(linkTo(target))
  const authors = ({ byline: { names, isCut } }: Item) => byline(names.map(linkTo), words, isCut)
  // A title with a summary is a heading.
  const titleOf = (one: Item, isBelowHeading: boolean) => {
    const direction = autoDirection(one.label)
    if (one.about === '') return html`<div${direction}>${to(one)}</div>`
    return isBelowHeading ? html`<h3${direction}>${to(one)}</h3>` : html`<h2${direction}>${to(one)}</h2>`
  }
  // Block elements, so that words do not run together without CSS.
  const row = (one: Item, opening: Opening, isBelowHeading: boolean) => {
    const day = one.day && time(one.day)
    const rest = rowFacts(authors(one), opening === 'number' && day, one.note)
    return html`<li>${openings[opening](one)}${titleOf(one, isBelowHeading)}${rest && html`<small class="facts">${rest}</small>`}${
      one.about !== '' && html`<div class="about"${autoDirection(one.about)}>${one.about}</div>`
    }</li>\n`
  }
  const listOf = (items: readonly Item[]) => {
    const opening = openingOf(items)
    const rows = items.map((one) => row(one, opening, isHeaded(items)))
    return html`<ul class="rows ${opening}">\n${rows}</ul>\n`
  }
  // A single list needs no heading, unless it is the month of its days.
  const isHeaded = (items: readonly Item[]) => sections.length > 1 || openingOf(items) === 'date'
  // The masthead already links to the home page.
  const steps = above.slice(1)
  return html`<div class="front list">
${steps.length > 0 && html`<nav class="crumbs" aria-label="${words.breadcrumb}">${steps.map((one, at) => [at > 0 && ' › ', to(one)])}</nav>\n`}${portrait && html`${image(portrait)}\n`}<h1${autoDirection(title)}>${title}</h1>
<p class="summary">${lead}</p>
${ownPage && html`<p class="facts"><a href="${ownPage}" rel="author">${ownPage}</a></p>\n`}${sections.map(({ heading, items }) => html`${isHeaded(items) && html`<h2 class="label">${heading}</h2>\n`}${listOf(items)}`)}</div>`
}

/** The first column of a row. */
const openings = {
  number: ({ number }: Item) => html`<span class="number">${number}</span>`,
  day: ({ day }: Item) => (day ? time(day) : html`<span></span>`),
  /** Day of the month, in a list of one month. */
  date: ({ day }: Item) => day && time(day),
  undated: () => null,
} as const

type Opening = keyof typeof openings

function openingOf(items: readonly Item[]): Opening {
  if (items.some(({ number }) => number !== null)) return 'number'
  if (items.every(({ day }) => day === null)) return 'undated'
  return items.every(({ day }) => day && /^\d+$/.test(day.text)) ? 'date' : 'day'
}
