import { parentPort, workerData } from 'node:worker_threads'
import { planArchive } from '../archive/plan.ts'
import type { SourceDocument } from '../content/read.ts'
import { TextFile } from '../base/text-file.ts'
import { DocumentReader } from '../search/read.ts'
import { type ReadJob, type ReadReply, readOne, turns } from './read-threads.ts'

/** The thread that `read-threads.ts` starts. */
const job: ReadJob = workerData
const { content } = job
const plan = planArchive(
  {
    ...content,
    posts: content.posts.map(withFile),
    pages: content.pages.map(withFile),
    invalid: content.invalid.map(withFile),
  },
  { baseUrl: job.baseUrl },
)
const index = job.indexed ? new DocumentReader() : undefined
const vocabulary = index?.vocabulary ?? []

for (const documents of turns(job)) {
  const known = vocabulary.length
  const bodies: ReadReply['bodies'][number][] = []
  for (const at of documents) {
    const { file: _, searchText, ...body } = await readOne(plan, at, index)
    if (!('vocabulary' in searchText)) bodies.push({ ...body, searchText: [] })
    else {
      const { vocabulary: __, ...part } = searchText
      bodies.push({ ...body, searchText: part })
    }
  }
  const reply: ReadReply = { documents, bodies, newTerms: vocabulary.slice(known) }
  parentPort?.postMessage(
    reply,
    bodies.flatMap(({ searchText }) => ('terms' in searchText ? buffersOf(searchText) : [])),
  )
}

function buffersOf(part: object): ArrayBuffer[] {
  return Object.values(part).flatMap((one: Uint8Array<ArrayBuffer> | string) =>
    typeof one === 'string' ? [] : [one.buffer],
  )
}

/** A message carries the fields of an object, not what it can do. */
function withFile(written: SourceDocument): SourceDocument {
  return { ...written, file: new TextFile(written.file.path, written.file.text) }
}
