import type { QueryRenderer } from '../answer/ladder.ts'
import { escapeHtml } from '../base/escape.ts'
import type { Index } from '../search/load.ts'
import type { Template, TextForm } from '../snapshot/draft.ts'
import { onResults } from '../snapshot/headers.ts'
import type { Answer, Representation, Snapshot } from '../snapshot/resource.ts'
import { sealVariant } from '../snapshot/seal.ts'
import { type SearchQuery, readAsked } from './search-query.ts'
import { digest } from '../base/digest.ts'
import { type Finder, finder, type Results } from './find.ts'
import { resultsAsHtml } from './html.ts'
import { escapeWords, resultsAsMarkdown } from './markdown.ts'
import { fillable, type Slot } from './slots.ts'

/** The search page at each of its paths: what a query with words makes of it. The rest is sealed, without words all of it. */
export function searchResults(snapshot: Snapshot, index: () => Index): ReadonlyMap<string, QueryRenderer> {
  const find = finder(snapshot, index)
  return new Map(snapshot.resultPages.map((page) => [page.path, liveOf(page, find)]))
}

function liveOf({ forms, negotiated }: Template, find: Finder): QueryRenderer {
  const shared = ['Vary', negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding', ...onResults]
  const makers = new Map(forms.map((form) => [typeOf(form), makerOf(form, shared)]))
  return (query, type) => {
    const asked = readAsked(query)
    return asked && makers.get(type)?.(asked, find(asked))
  }
}

type Maker = (asked: SearchQuery, results: Results) => Representation

/** Results are not compressed: it would take longer than to find them, and a proxy in front does it if it is worth it. */
function makerOf(form: TextForm, shared: readonly string[]): Maker {
  const type = typeOf(form)
  const valuesFor = type === 'text/html' ? htmlValues : markdownValues
  const body = fillable(form.body)
  const headers = form.headers.map(fillable)
  return (asked, results) => {
    const bytes = utf8.encode(body(valuesFor(asked, results)))
    const filled = headers.map((header) => header({ words: '', query: asked.query, results: '' }))
    const facts = { contentType: form.contentType, headers: filled }
    const { full, head, notModified, ...variant } = sealVariant(
      facts,
      shared,
      'identity',
      bytes,
      digest(bytes),
    )
    return {
      type,
      variants: [
        {
          ...variant,
          full: transient(full),
          head: transient(head),
          notModified: transient(notModified),
        },
      ],
    }
  }
}

const utf8 = new TextEncoder()

function typeOf({ contentType }: TextForm): string {
  return contentType.split(';')[0] ?? ''
}

function transient(answer: Answer): Answer {
  return { ...answer, transient: true }
}

type Values = (asked: SearchQuery, results: Results) => Readonly<Record<Slot, string>>

const htmlValues: Values = ({ words, query }, results) => ({
  words: escapeHtml(words),
  query: escapeHtml(query),
  results: resultsAsHtml(results),
})

const markdownValues: Values = ({ words, query }, results) => ({
  words: escapeWords(words),
  query,
  results: resultsAsMarkdown(results),
})
