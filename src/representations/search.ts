import { makeDocument } from '../archive/build.ts'
import type { Archive, Document, Page, Post } from '../archive/model.ts'
import { servicePaths, twinPath } from '../archive/urls.ts'
import { sentences } from '../markdown/sentences.ts'
import { type Block, unitsOf } from '../markdown/units.ts'
import { slot } from '../search-page/results.ts'
import type { SearchDocument } from '../search/read.ts'
import { postTwinBytes, twin } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { day, languageOf, wordsOf } from '../words/words.ts'
import { pageWordsFor, type Published, wordsFor } from './published.ts'

/** The query of the address that results are at. */
export const resultsQuery = `?${slot('query')}`

/** The search page before anything is asked. The field itself is on every page. */
export function searchPage(archive: Published): Page {
  const { title } = archive.settings
  const { search } = pageWordsFor(archive)
  return makeDocument({
    path: servicePaths.search,
    title: wordsFor(archive).search,
    summary: search.summary(title),
    changedAt: archive.changedAt,
    markdown: `${search.text(searchTemplate(archive))}\n`,
  })
}

/** Where programs that cannot call tools search. */
export function searchTemplate({ urls }: Published): string {
  return `${urls.url(twinPath(servicePaths.search))}?q={words}`
}

/** The same page with results, which are filled in when they are asked for. */
export const resultsPage = memoizeLast((archive: Published): Document => {
  const { summary, closing } = pageWordsFor(archive).results
  return {
    path: servicePaths.search,
    title: wordsFor(archive).results.title(slot('words')),
    summary: summary(archive.settings.title),
    changedAt: null,
    markdown: `${slot('results')}\n\n${closing}\n`,
    html: slot('results'),
  }
})

export function resultsTwin(page: Document, archive: Published): string {
  // Words that were asked for are only where markdown, not YAML, says how to escape them.
  return twin(page, archive, {
    title: pageWordsFor(archive).results.title,
    canonical_url: archive.urls.url(page.path) + resultsQuery,
  })
}

/** A post as the search index reads it: by sentence, with the twin in which they are found again. */
export function searchDocument(
  post: Post,
  blocks: readonly Block[],
  archive: Pick<Archive, 'urls'>,
  language: string,
): SearchDocument {
  const { title, tags, summary, datePublished } = post
  return {
    title,
    tags,
    summary: sentences(summary),
    units: unitsOf(blocks),
    ...(datePublished === null
      ? {}
      : { date: `${day(datePublished, wordsOf(language)).text} ${datePublished}` }),
    language: languageOf(language),
    source: postTwinBytes(post, archive),
  }
}
