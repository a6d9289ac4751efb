import { parentPort } from 'node:worker_threads'
import { type SearchInput, searchDocument } from '../representations/search-input.ts'
import { DocumentReader } from '../search/read.ts'
import type { IndexReply } from './indexer.ts'

/** Worker thread started by `indexer.ts`. */
const reader = new DocumentReader()

parentPort?.on('message', (posts: readonly SearchInput[]) => {
  const known = reader.vocabulary.length
  const parts = posts.map((post) => {
    const { vocabulary: _, ...part } = reader.read(searchDocument(post))
    return part
  })
  const reply: IndexReply = { parts, newTerms: reader.vocabulary.slice(known) }
  parentPort?.postMessage(
    reply,
    parts.flatMap(({ terms, kinds, headings, texts }) =>
      [terms, kinds, headings, texts].map(({ buffer }) => buffer as ArrayBuffer),
    ),
  )
})
