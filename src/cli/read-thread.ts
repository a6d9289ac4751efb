import { parentPort, workerData } from 'node:worker_threads'
import { readBodies, readingOf } from '../archive/reading.ts'
import type { Written } from '../content/read.ts'
import { TextFile } from '../content/text.ts'
import { type ReadJob, type ReadReply, turns } from './read-threads.ts'

/** The thread that `read-threads.ts` starts. */
const job: ReadJob = workerData
const { content } = job
const reading = readingOf(
  {
    ...content,
    posts: content.posts.map(withFile),
    pages: content.pages.map(withFile),
    unfit: content.unfit.map(withFile),
  },
  { baseUrl: job.baseUrl },
)

for (const [from, to] of turns(job)) {
  const bodies = readBodies(reading, from, to).map(({ file, ...body }) => body)
  parentPort?.postMessage({ from, bodies } satisfies ReadReply)
}

/** A message carries the fields of an object, not what it can do. */
function withFile(written: Written): Written {
  return { ...written, file: new TextFile(written.file.path, written.file.text) }
}
