import { makeDocument } from '../archive/build.ts'
import { leaves } from '../archive/lists.ts'
import type { Document, Page } from '../archive/model.ts'
import { servicePaths, twinPath } from '../archive/urls.ts'
import { fragmentOf, type TitleRow } from '../pages/browser/titles.ts'
import { type Suggestions, suggestionsHtml } from '../pages/plain.ts'
import { resultSlot } from '../search-page/results.ts'
import { format } from '../words/format.ts'
import { markdownLink, cutToBytes, twin } from './markdown.ts'
import type { Site } from './site.ts'

/** The query string of a results page. */
export const resultsQuery = `?${resultSlot('query')}`

/** The search page without a query. */
export function searchPage(site: Site): Page {
  const { words, settings, changedAt, engine } = site
  const { summary, text, inBrowser, programs } = words.pages.search
  const how = engine ? inBrowser : format(programs, { template: searchTemplate(site) })
  const facts = {
    path: servicePaths.search,
    title: words.search,
    summary: format(summary, { publication: settings.title }),
    changedAt,
  }
  return makeDocument(facts, () => `${text}\n\n${how}\n`)
}

/** What search fields find while a reader types: the newest posts. Deeper headings are details, and would make a large file. */
export function searchTitles({ posts, urls }: Site): readonly TitleRow[] {
  return posts.slice(0, 2000).map(({ path, title, headings }) => {
    const shown = headings.filter(({ level }) => level <= 3)
    const texts = shown.map(({ id, text }) => (id === fragmentOf(text) ? text : `${text}#${id}`))
    return [urls.path(path), title, ...texts]
  })
}

/** Returns the URL template of the search for programs without MCP. */
export const searchTemplate = ({ urls }: Site): string =>
  `${urls.url(twinPath(servicePaths.search))}?q={words}`

/** The search page with results, as a template. */
export function resultsPage(site: Site): Document {
  const { words, settings, urls } = site
  const { summary, closing } = words.pages.results
  const suggestions = suggestionsOf(site)
  const offers = (text: string) => resultSlot('none') + text + resultSlot('none')
  return {
    path: servicePaths.search,
    title: format(words.results.title, { words: resultSlot('words') }),
    summary: format(summary, { publication: settings.title }),
    changedAt: null,
    markdown: `${resultSlot('results')}\n\n${offers(`${suggestionsMarkdown(suggestions, site)}\n\n`)}${closing}\n`,
    html: resultSlot('results') + offers(suggestionsHtml(suggestions, urls.path, words).text),
  }
}

/** When there are no results: the newest posts and the most used tags. */
function suggestionsOf({ posts, lists }: Site): Suggestions {
  const tags = leaves(lists.filter(({ kind }) => kind === 'tags').flatMap(({ below }) => below))
  const mostUsed = tags.toSorted((a, b) => b.posts.length - a.posts.length)
  return {
    recent: posts.slice(0, 5).map(({ title, path }) => ({ label: cutToBytes(title, 400), path })),
    tags: mostUsed.slice(0, 12).map(({ name, path }) => ({ label: cutToBytes(name, 100), path })),
  }
}

function suggestionsMarkdown({ recent, tags }: Suggestions, site: Site): string {
  const { words } = site
  const posts = recent.map((post) => `- ${markdownLink(post, site)}`)
  const sections = [
    recent.length > 0 && `## ${words.newest}\n\n${posts.join('\n')}`,
    tags.length > 0 && `## ${words.tags}\n\n${tags.map((tag) => markdownLink(tag, site)).join(', ')}`,
  ]
  return sections.filter(Boolean).join('\n\n')
}

/** Without the query in the title: it is escaped for markdown, not for YAML. */
export function resultsTwin(page: Document, site: Site): string {
  return twin(page, site, {
    title: site.words.pages.results.title,
    canonical_url: site.urls.url(page.path) + resultsQuery,
  })
}
