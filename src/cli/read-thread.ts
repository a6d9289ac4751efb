import { parentPort, workerData } from 'node:worker_threads'
import { planArchive } from '../archive/plan.ts'
import type { SourceDocument } from '../content/read.ts'
import { TextFile } from '../base/text-file.ts'
import { DocumentReader } from '../search/read.ts'
import { type ReadJob, type ReadReply, readSome, turns } from './read-threads.ts'

/** The thread that `read-threads.ts` starts. */
const job: ReadJob = workerData
const { content } = job
const plan = planArchive(
  {
    ...content,
    posts: content.posts.map(withFile),
    pages: content.pages.map(withFile),
    unfit: content.unfit.map(withFile),
  },
  { baseUrl: job.baseUrl },
)
const index = job.indexed ? new DocumentReader() : undefined
const vocabulary = index?.vocabulary ?? []

for (const [from, to] of turns(job)) {
  const known = vocabulary.length
  const bodies = (await readSome(plan, from, to, index)).map(({ file, searchText, ...body }) => {
    if (!('vocabulary' in searchText)) return { ...body, searchText: undefined }
    const { vocabulary, ...part } = searchText
    return { ...body, searchText: part }
  })
  const reply: ReadReply = { from, bodies, newTerms: vocabulary.slice(known) }
  parentPort?.postMessage(
    reply,
    bodies.flatMap(({ searchText }) => (searchText ? buffersOf(searchText) : [])),
  )
}

function buffersOf(part: object): ArrayBuffer[] {
  return Object.values(part).map(({ buffer }: Uint8Array<ArrayBuffer>) => buffer)
}

/** A message carries the fields of an object, not what it can do. */
function withFile(written: SourceDocument): SourceDocument {
  return { ...written, file: new TextFile(written.file.path, written.file.text) }
}
