import { buildIndex } from '../../src/search/build.ts'
import type { SearchDocument } from '../../src/search/read.ts'
import { openIndex } from '../../src/search/load.ts'

/** A document of sentences, with nothing else but `more`. */
export const prose = (sentences: readonly string[], more: Partial<SearchDocument> = {}): SearchDocument => ({
  ...{ title: '', tags: [], summary: [] },
  units: sentences.map((text) => ({ kind: 'prose', text, anchor: '' })),
  ...more,
})

/** The index of documents; a text is a document of one sentence. */
export const indexed = (documents: readonly (SearchDocument | string)[]) =>
  openIndex(buildIndex(documents.map((one) => (typeof one === 'string' ? prose([one]) : one))))
