import { type Words, wordsOf } from '../words/words.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './layout.ts'
import { autoDirection, type Href, link, type PageLink, withCode } from './parts.ts'

export interface PageBody {
  readonly title: string
  readonly body: Html
  readonly headings: readonly ContentsEntry[]
  /** An English page on a site in another language. */
  readonly isEnglish: boolean
}

export function plainMain({ title, body, headings, isEnglish }: PageBody, page: PageContext): Html {
  const words = isEnglish ? wordsOf('en') : page.words
  return html`<article class="post"${isEnglish && html` lang="en" dir="ltr"`}>
<header class="opening">
<h1${autoDirection(title)}>${withCode(title)}</h1>
</header>
${contents(headings, words)}<div class="prose">
${body}
</div>
</article>`
}

/** A heading in the table of contents. */
export interface ContentsEntry {
  readonly id: string
  readonly text: string
  readonly level: number
}

const contentsLimits = { min: 4, max: 30 } as const

/** Table of contents: two levels, or one if two are too long. */
export function contents(headings: readonly ContentsEntry[], words: Words): Html | null {
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6)
  const inTwo = headings.filter(({ level }) => level <= top + 1)
  const shown = inTwo.length <= contentsLimits.max ? inTwo : inTwo.filter(({ level }) => level === top)
  if (shown.length < contentsLimits.min) return null
  const items = shown.map(
    ({ id, text, level }) =>
      html`<li${level > top && html` class="sub"`}><a href="#${id}">${text}</a></li>\n`,
  )
  const label = words.contents
  return html`<nav class="contents" aria-label="${label}"><details><summary>${label}</summary>
<ol>
${items}</ol></details></nav>
`
}

export interface SearchForm {
  readonly title: string
  readonly action: string
  /** '' on the page without results. */
  readonly query: string
  /** Results, or how to search, in the element that the page's script updates. */
  readonly results: Html
}

export function searchMain({ title, action, query, results }: SearchForm, { words }: PageContext): Html {
  const direction = words.direction === 'rtl' && query !== '' && html` dir="auto"`
  const label = words.search
  const field = html`name="q" value="${query}"${direction} aria-label="${label}" placeholder="${label}"`
  return html`<div class="plain">
<h1>${title}</h1>
<div class="finder"><form role="search" action="${action}">
<input type="search" ${field} maxlength="1024"${query === '' && html` autofocus`}>
<button type="submit">${label}</button>
</form></div>
${results}
</div>`
}

export interface Suggestions {
  readonly recent: readonly PageLink[]
  readonly tags: readonly PageLink[]
}

/** For a search without results. */
export function suggestionsHtml({ recent, tags }: Suggestions, href: Href, words: Words): Html {
  const items = (targets: readonly PageLink[]) =>
    targets.map(({ label, path }) => html`<li>${link({ label, href: href(path) })}</li>`)
  const posts = recent.length > 0 && html`<h2>${words.newest}</h2>\n<ul>${items(recent)}</ul>\n`
  const tagList = tags.length > 0 && html`<h2>${words.tags}</h2>\n<ul class="tags">${items(tags)}</ul>\n`
  return html`<div class="offers">\n${posts}${tagList}</div>`
}
