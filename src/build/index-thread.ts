import { parentPort } from 'node:worker_threads'
import { type SearchInput, searchDocument } from '../representations/search-input.ts'
import { DocumentReader, type IndexPart } from '../search/read.ts'
import { buffersOf, type IndexJob, type IndexReply } from './indexer.ts'
import { pageIndex } from './paged-index.ts'

/** Worker thread started by `indexer.ts`. */
let reader = new DocumentReader()

parentPort?.on('message', (job: IndexJob) => {
  if ('posts' in job) replyWithParts(job.posts)
  else {
    // The words that it knows take as much memory as the index.
    reader = new DocumentReader()
    reply({ paged: pageIndex(job.parts, job.language) })
  }
})

function replyWithParts(posts: readonly SearchInput[]): void {
  const known = reader.vocabulary.length
  const parts = posts.map((post): IndexPart => ({ ...reader.read(searchDocument(post)), vocabulary: [] }))
  // The terms are sent once, apart from the parts.
  reply({ parts, newTerms: reader.vocabulary.slice(known) }, buffersOf(parts))
}

function reply(message: IndexReply, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers)
}
