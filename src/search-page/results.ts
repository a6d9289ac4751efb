import type { QueryRenderer } from '../answer/ladder.ts'
import { digest } from '../base/digest.ts'
import { escapeHtml } from '../base/escape.ts'
import { hitAsText } from '../mcp/reply.ts'
import { type Index, openIndex } from '../search/load.ts'
import { search } from '../search/search.ts'
import { searchResultHeaders } from '../snapshot/headers.ts'
import type {
  OnDemand,
  PostEntry,
  Representation,
  Snapshot,
  Template,
  TextForm,
} from '../snapshot/resource.ts'
import { sealVariant, withAllEncodings } from '../snapshot/variant.ts'
import { type Finder, finder, parseQuery, type Results, type SearchQuery } from './finder.ts'
import { escapeWords, resultsAsHtml, resultsAsMarkdown } from './render.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** Returns a renderer for each path of the search page. Without words, the sealed page is served. */
export function searchResults(snapshot: Snapshot, index: () => Index): ReadonlyMap<string, QueryRenderer> {
  const { baseUrl, mcp, words, resultPages, onDemand } = snapshot
  const [page = '', twin = ''] = resultPages.map(({ path }) => path)
  const postAt = (document: number) => mcp.posts[document]
  const find = finder({ baseUrl, page, twin, words, postAt }, index)
  return new Map(resultPages.map((page) => [page.path, queryRenderer(page, find, onDemand)]))
}

function queryRenderer({ forms, negotiated }: Template, find: Finder, onDemand?: OnDemand): QueryRenderer {
  const shared = ['Vary', negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding', ...searchResultHeaders]
  const renderers = new Map(forms.map((form) => [typeOf(form), resultRenderer(form, shared, onDemand)]))
  return (query, type) => {
    const request = parseQuery(query)
    return request && renderers.get(type)?.(request, find(request))
  }
}

function resultRenderer(form: TextForm, shared: readonly string[], onDemand?: OnDemand) {
  const type = typeOf(form)
  const valuesFor = type === 'text/html' ? htmlValues : markdownValues
  const body = compileTemplate(form.body)
  const headers = form.headers.map(compileTemplate)
  return (request: SearchQuery, results: Results): Representation => {
    const bytes = encodeUtf8(body(valuesFor(request, results)))
    const filled = headers.map((header) => header({ words: '', query: request.query, results: '', none: '' }))
    const facts = { contentType: form.contentType, encoding: 'identity', tag: digest(bytes) } as const
    const plain = { type, variants: [sealVariant({ ...facts, shared: [...shared, ...filled] }, bytes)] }
    return onDemand ? withAllEncodings(plain, onDemand) : plain
  }
}

const typeOf = ({ contentType }: TextForm): string => contentType.split(';')[0] ?? ''

type FormValues = (request: SearchQuery, results: Results) => Readonly<Record<ResultSlot, string>>

export const htmlValues: FormValues = ({ words, query }, results) => ({
  words: escapeHtml(words),
  query: escapeHtml(query),
  results: resultsAsHtml(results),
  none: results.isEmpty ? 'none' : '',
})

const markdownValues: FormValues = ({ words, query }, results) => ({
  words: escapeWords(words),
  query,
  results: resultsAsMarkdown(results),
  none: results.isEmpty ? 'none' : '',
})

/**
 * Slots of the results page: the words, the query string, the results. Each form escapes them in its own way. Text
 * between two `none` slots is shown if there are no results.
 */
export type ResultSlot = 'words' | 'query' | 'results' | 'none'

/** Noncharacters as delimiters: no text contains them, and escaping leaves them alone. */
export const resultSlot = (name: ResultSlot): string => `\ufdd0${name}\ufdd1`

const slots = /\ufdd0(words|query|results)\ufdd1/

/** Splits a text at its slots, and returns a function that fills them. */
export function compileTemplate(text: string): (values: Readonly<Record<ResultSlot, string>>) => string {
  const [always = '', ifNone = '', rest = ''] = text.split(resultSlot('none'))
  const [found, nothing] = [always + rest, always + ifNone + rest].map((one) => one.split(slots))
  // `split` puts the captured slot names between the parts.
  return (values) => {
    const parts = (values.none === '' ? found : nothing) ?? []
    return parts.map((part, at) => (at % 2 === 1 ? values[part as ResultSlot] : part)).join('')
  }
}

/** Returns the first two hits of a search, for the documentation. */
export function sampleHits(
  words: string,
  index: Uint8Array,
  posts: readonly PostEntry[],
  sourceOf: (document: number) => Uint8Array,
): string {
  const { hits = [] } = search(openIndex(index, sourceOf), words, { limit: 2 }) ?? {}
  const shown = hits.map(({ document, passages }, at) =>
    hitAsText({ ...(posts[document] as PostEntry), passages }, at),
  )
  return shown.join('\n\n')
}
