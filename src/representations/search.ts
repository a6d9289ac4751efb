import { makeDocument } from '../archive/build.ts'
import { leaves } from '../archive/lists.ts'
import type { Archive, Document, Page, Post } from '../archive/model.ts'
import { servicePaths, twinPath } from '../archive/urls.ts'
import { sentences } from '../markdown/sentences.ts'
import { type Block, unitsOf } from '../markdown/units.ts'
import { slot } from '../search-page/results.ts'
import type { SearchDocument } from '../search/read.ts'
import { suggestions } from '../pages/plain.ts'
import { escapeHeading, postTwinBytes, shorten, twin } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { day, format, languageOf } from '../words/format.ts'
import { wordsOf } from '../words/words.ts'
import { type Published, wordsFor } from './published.ts'

/** The query string of a results page. */
export const resultsQuery = `?${slot('query')}`

/** The search page without a query. */
export function searchPage(archive: Published): Page {
  const { title } = archive.settings
  const words = wordsFor(archive)
  const { summary, text, inBrowser, programs } = words.pages.search
  const how = archive.engine ? inBrowser : format(programs, { template: searchTemplate(archive) })
  return makeDocument({
    path: servicePaths.search,
    title: words.search,
    summary: format(summary, { publication: title }),
    changedAt: archive.changedAt,
    markdown: `${text}\n\n${how}\n`,
  })
}

/** Returns the URL template of the search for programs without MCP. */
export function searchTemplate({ urls }: Published): string {
  return `${urls.url(twinPath(servicePaths.search))}?q={words}`
}

/** The search page with results, as a template. */
export const resultsPage = memoizeLast((archive: Published): Document => {
  const { results, pages } = wordsFor(archive)
  const { summary, closing } = pages.results
  return {
    path: servicePaths.search,
    title: format(results.title, { words: slot('words') }),
    summary: format(summary, { publication: archive.settings.title }),
    changedAt: null,
    markdown: `${slot('results')}\n\n${slot('none')}${offersMarkdown(archive)}\n\n${slot('none')}${closing}\n`,
    html: `${slot('results')}${slot('none')}${offersHtml(archive)}${slot('none')}`,
  }
})

/** Suggestions when there are no results: the newest posts and the most used tags. */
function offersOf({ posts, lists }: Published): {
  readonly recent: readonly Target[]
  readonly tags: readonly Target[]
} {
  const tags = leaves(lists.filter(({ kind }) => kind === 'tags').flatMap(({ below }) => below))
  const mostUsed = tags.toSorted((a, b) => b.posts.length - a.posts.length)
  return {
    recent: posts.slice(0, 5).map(({ title, path }) => ({ label: shorten(title, 400), path })),
    tags: mostUsed.slice(0, 12).map(({ name, path }) => ({ label: shorten(name, 100), path })),
  }
}

interface Target {
  readonly label: string
  readonly path: string
}

function offersHtml(archive: Published): string {
  const { recent, tags } = offersOf(archive)
  const to = ({ label, path }: Target) => ({ label, href: archive.urls.path(path) })
  return suggestions({ recent: recent.map(to), tags: tags.map(to) }, wordsFor(archive)).text
}

function offersMarkdown(archive: Published): string {
  const words = wordsFor(archive)
  const { recent, tags } = offersOf(archive)
  const link = ({ label, path }: Target) => `[${escapeHeading(label)}](${archive.urls.url(path)})`
  const sections = [
    recent.length > 0 && `## ${words.newest}\n\n${recent.map((one) => `- ${link(one)}`).join('\n')}`,
    tags.length > 0 && `## ${words.tags}\n\n${tags.map(link).join(', ')}`,
  ]
  return sections.filter(Boolean).join('\n\n')
}

export function resultsTwin(page: Document, archive: Published): string {
  // Without the query: it is escaped for markdown, not for YAML.
  return twin(page, archive, {
    title: wordsFor(archive).pages.results.title,
    canonical_url: archive.urls.url(page.path) + resultsQuery,
  })
}

/** Converts a post to the input of the search index. */
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
