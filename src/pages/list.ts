import type { Day, Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import { byline, directed, facts, link, type Picture, picture, time } from './parts.ts'

/** A list of posts, or of lists. Addresses are paths. */
export interface ListView {
  readonly title: string
  readonly lead: string
  /** The way back, from the home page on. */
  readonly above: readonly Target[]
  /** Of whom it is about. */
  readonly portrait: Picture | null
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
  /** Where it is in a series. */
  readonly number: number | null
  readonly day: Day | null
  readonly byline: { readonly names: readonly Target[]; readonly isCut: boolean }
  /** How much there is. */
  readonly note: string
  /** A sentence on it, where there is room. */
  readonly about: string
}

export function listPage(view: ListView, href: (path: string) => string, words: Words): Html {
  const { title, lead, above, portrait, ownPage, sections } = view
  const to = ({ label, path }: Target) => link({ label, href: href(path) })
  const authors = ({ byline: { names, isCut } }: Item) =>
    byline(
      names.map(({ label, path }) => ({ label, href: href(path) })),
      words,
      isCut,
    )
  // What is said of a post makes its title a heading.
  const titleOf = (one: Item, isBelowHeading: boolean) => {
    const direction = directed(one.label)
    if (one.about === '') return html`<div${direction}>${to(one)}</div>`
    return isBelowHeading ? html`<h3${direction}>${to(one)}</h3>` : html`<h2${direction}>${to(one)}</h2>`
  }
  // Blocks, so that a reader without the style does not join the words of one to those of the next.
  const row = (one: Item, opening: Opening, isBelowHeading: boolean) => {
    const day = one.day && time(one.day)
    const rest = facts(authors(one), opening === 'number' && day, one.note)
    return html`<li>${openings[opening](one)}${titleOf(one, isBelowHeading)}${rest && html`<small class="facts">${rest}</small>`}${
      one.about !== '' && html`<div class="about"${directed(one.about)}>${one.about}</div>`
    }</li>\n`
  }
  const listOf = (items: readonly Item[]) => {
    const opening = openingOf(items)
    const rows = items.map((one) => row(one, opening, isHeaded(items)))
    return html`<ul class="rows ${opening}">\n${rows}</ul>\n`
  }
  // A list of its own needs no heading, unless it is the month that its days are of.
  const isHeaded = (items: readonly Item[]) => sections.length > 1 || openingOf(items) === 'date'
  // The masthead leads home.
  const steps = above.slice(1)
  return html`<div class="front list">
${steps.length > 0 && html`<nav class="crumbs" aria-label="${words.breadcrumb}">${steps.map((one, at) => [at > 0 && ' › ', to(one)])}</nav>\n`}${portrait && html`${picture(portrait)}\n`}<h1${directed(title)}>${title}</h1>
<p class="summary">${lead}</p>
${ownPage && html`<p class="facts"><a href="${ownPage}" rel="author">${ownPage}</a></p>\n`}${sections.map(({ heading, items }) => html`${isHeaded(items) && html`<h2 class="label">${heading}</h2>\n`}${listOf(items)}`)}</div>`
}

/** What each row of a list opens with, in a column of its own. */
const openings = {
  number: ({ number }: Item) => html`<span class="number">${number}</span>`,
  day: ({ day }: Item) => (day ? time(day) : html`<span></span>`),
  /** In a list of one month. */
  date: ({ day }: Item) => day && time(day),
  undated: () => null,
} as const

type Opening = keyof typeof openings

function openingOf(items: readonly Item[]): Opening {
  if (items.some(({ number }) => number !== null)) return 'number'
  if (items.every(({ day }) => day === null)) return 'undated'
  return items.every(({ day }) => day && /^\d+$/.test(day.text)) ? 'date' : 'day'
}
