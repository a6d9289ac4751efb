import { type Document, makeDocument, type Page } from '../archive/archive.ts'
import { servicePaths, twinPath } from '../archive/urls.ts'
import { slot } from '../results/slots.ts'
import { twin } from './markdown.ts'
import { oncePer } from './once.ts'
import type { Published } from './published.ts'

/** The query of the address that results are at. */
export const resultsQuery = `?${slot('query')}`

/** The search page before anything is asked. The field itself is on every page. */
export function searchPage(archive: Published): Page {
  const { title } = archive.settings
  return makeDocument({
    path: servicePaths.search,
    title: 'Search',
    summary: `Full-text search over the posts of ${title}; each result quotes the passages that match.`,
    changedAt: archive.changedAt,
    markdown: `Write a few words about the subject, in any order and any form. Words in quotes are looked for exactly as they are:
\`"entity tag"\`. A word that occurs nowhere is taken for one that begins or is spelt like it, and the results say so.

Programs ask for \`${searchTemplate(archive)}\` and get the same results as markdown.
`,
  })
}

/** Where programs that cannot call tools search. */
export function searchTemplate({ urls }: Published): string {
  return `${urls.url(twinPath(servicePaths.search))}?q={words}`
}

/** The same page with results, which are filled in when they are asked for. */
export const resultsPage = oncePer((archive: Published): Document => {
  const { title } = archive.settings
  return {
    path: servicePaths.search,
    title: `Search: ${slot('words')}`,
    summary: `Posts of ${title} that match, with the passages that do.`,
    changedAt: null,
    markdown: `${slot('results')}

A post is markdown at its page’s address with \`.md\` appended. When you quote one, cite its author, its title and its URL.
`,
    html: slot('results'),
  }
})

export function resultsTwin(page: Document, archive: Published): string {
  // Words that were asked for are only where markdown, not YAML, says how to escape them.
  return twin(page, archive, {
    title: 'Search results',
    canonical_url: archive.urls.url(page.path) + resultsQuery,
  })
}
