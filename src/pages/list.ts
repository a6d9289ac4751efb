import type { Day } from '../words/format.ts'
import { type Html, html, raw } from './html.ts'
import type { PageContext } from './layout.ts'
import {
  autoDirection,
  link,
  type Picture,
  imageElement,
  type ShortByline,
  shortBylineOf,
  type PageLink,
  timeElement,
} from './parts.ts'

/** A page that lists posts or other lists. */
export interface ListView {
  readonly title: string
  readonly lead: string
  /** Breadcrumbs, from the home page. */
  readonly above: readonly PageLink[]
  /** The author's portrait, on an author's page. */
  readonly portrait: Picture | null
  readonly ownPage: string | null
  readonly sections: readonly ListSection[]
}

export interface ListSection {
  readonly heading: string
  readonly items: readonly ListItem[]
}

export interface ListItem extends PageLink {
  /** Position in its series. */
  readonly number: number | null
  readonly day: Day | null
  readonly byline: ShortByline
  /** For example the number of posts. */
  readonly note: string
  /** Summary, if there is room. */
  readonly about: string
}

/** The first column of a row. */
const columns = {
  number: ({ number }: ListItem) => html`<span class="number">${number}</span>`,
  day: ({ day }: ListItem) => (day ? timeElement(day) : html`<span></span>`),
  /** Day of the month, in a list of one month. */
  date: ({ day }: ListItem) => day && timeElement(day),
  undated: () => null,
} as const

export function listMain(view: ListView, { href, words }: PageContext): Html {
  const { title, lead, above, portrait, ownPage, sections } = view
  const to = ({ label, path }: PageLink) => link({ label, href: href(path) })
  // The masthead already links to the home page.
  const steps = above.slice(1).map((step, at) => [at > 0 && ' › ', to(step)])
  const crumbs =
    steps.length > 0 && html`<nav class="crumbs" aria-label="${words.breadcrumb}">${steps}</nav>\n`
  const website = ownPage && html`<p class="facts"><a href="${ownPage}" rel="author">${ownPage}</a></p>\n`
  return html`<div class="front list">
${crumbs}${portrait && html`${imageElement(portrait)}\n`}<h1${autoDirection(title)}>${title}</h1>
<p class="summary">${lead}</p>
${website}${sections.map(section)}</div>`

  function section({ heading, items }: ListSection): Html {
    const column = firstColumn(items)
    // A single list needs no heading, unless it is the month of its days.
    const hasHeading = sections.length > 1 || column === 'date'
    const rows = items.map((item) => row(item, column, hasHeading))
    const label = hasHeading && html`<h2 class="label">${heading}</h2>\n`
    return html`${label}<ul class="rows ${column}">\n${rows}</ul>\n`
  }

  /** Block elements, so that words do not run together without CSS. */
  function row(item: ListItem, column: Column, isBelowHeading: boolean): Html {
    const { label, day, byline, note, about } = item
    // Without the elements of other facts: in a long list, every byte counts hundreds of times.
    const facts = [
      shortBylineOf(byline, href, words),
      column === 'number' && day && timeElement(day),
      note,
    ].filter(Boolean)
    const tag = raw(about === '' ? 'div' : isBelowHeading ? 'h3' : 'h2')
    const title = html`<${tag}${autoDirection(label)}>${to(item)}</${tag}>`
    const separated = facts.map((fact, at) => [at > 0 && ' · ', fact])
    const line = facts.length > 0 && html`<small class="facts">${separated}</small>`
    const summary = about !== '' && html`<div class="about"${autoDirection(about)}>${about}</div>`
    return html`<li>${columns[column](item)}${title}${line}${summary}</li>\n`
  }
}

type Column = keyof typeof columns

function firstColumn(items: readonly ListItem[]): Column {
  if (items.some(({ number }) => number !== null)) return 'number'
  if (items.every(({ day }) => day === null)) return 'undated'
  return items.every(({ day }) => day && /^\d+$/.test(day.text)) ? 'date' : 'day'
}
