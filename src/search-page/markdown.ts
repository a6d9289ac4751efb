import { escapeMarkdown, escapeMarkdownLines, fenceFor } from '../base/escape.ts'
import { hitAsText } from '../mcp/reply-text.ts'
import type { Passage } from '../search/passages.ts'
import type { Words } from '../words/words.ts'
import type { ResultHit, Results } from './find.ts'

/** The results as the twin has them: what a model is told over MCP, with what markdown would take for its marks escaped. */
export function resultsAsMarkdown({ notes, hits, first, previous, next, words }: Results): string {
  const { address, ...labels } = words.results
  return [
    ...notes((text) => text).map(escapeMarkdown),
    ...hits.map((hit, at) => hitAsMarkdown(hit, first - 1 + at, words)),
    ...(previous ? [address(labels.previous, `<${previous.url}>`)] : []),
    ...(next ? [address(labels.more, `<${next.url}>`)] : []),
  ].join('\n\n')
}

/** Words from a request. Dialects differ in what they make of colons, at signs or dollars: nothing of it is left to them. */
export function escapeWords(words: string): string {
  return words.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

function hitAsMarkdown({ post, page, passages }: ResultHit, at: number, words: Words): string {
  const { id, title, authors, published, url } = post
  return hitAsText(
    {
      id,
      title: escapeMarkdown(title),
      authors: [words.and(authors.map(escapeMarkdown))],
      published,
      url,
      ...(page.url === url ? {} : { page: page.url }),
      passages: passages.map((passage) => ({ ...passage, text: passageAsMarkdown(passage) })),
    },
    at,
  )
}

function passageAsMarkdown({ text, kind }: Passage): string {
  if (kind !== 'code') return escapeMarkdownLines(text)
  const fence = fenceFor(text)
  return `\n${fence}\n${text}\n${fence}`
}
