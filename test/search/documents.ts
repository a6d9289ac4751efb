import { joinParts } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { DocumentReader, type SearchDocument } from '../../src/search/read.ts'

/** A document of sentences, with nothing else but `more`. */
export const prose = (sentences: readonly string[], more: Partial<SearchDocument> = {}): SearchDocument => ({
  ...{ title: '', tags: [], summary: [] },
  units: sentences.map((text) => ({ kind: 'prose', text, anchor: '' })),
  ...more,
})

/** The bytes of an index, read by one reader. */
export function buildIndex(documents: readonly SearchDocument[]): Uint8Array {
  const reader = new DocumentReader()
  return joinParts(documents.map((document) => reader.read(document)))
}

/** The index of documents; a text is a document of one sentence. */
export const indexed = (documents: readonly (SearchDocument | string)[]) =>
  openIndex(buildIndex(documents.map((one) => (typeof one === 'string' ? prose([one]) : one))))
