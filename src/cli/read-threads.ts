import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Body } from '../archive/body.ts'
import { type Reading, readBodies } from '../archive/reading.ts'
import type { Content } from '../content/read.ts'

/** What a thread is given: all that reading a body depends on, and which documents nobody has begun with. */
export interface ReadJob {
  readonly content: Content
  readonly baseUrl: string
  readonly documents: number
  readonly next: Int32Array
}

/** What it gives back: the bodies of some documents, from one on. Their files are here already. */
export interface ReadReply {
  readonly from: number
  readonly bodies: readonly Omit<Body, 'file'>[]
}

/** Reads the bodies of a large archive in several threads, this one among them. Of a small one it would take longer. */
export async function readInThreads(reading: Reading): Promise<readonly Body[]> {
  const { documents, content, reader } = reading
  const helpers = documents.length < worthwhile ? 0 : Math.min(availableParallelism(), mostThreads) - 1
  if (helpers < 1) return readBodies(reading)
  const all: Body[] = []
  const keep = ({ from, bodies }: ReadReply) => {
    for (const [nth, body] of bodies.entries()) {
      const document = documents[from + nth]
      if (document) all[from + nth] = { ...body, file: document.written.file }
    }
  }
  const next = new Int32Array(new SharedArrayBuffer(4))
  const job: ReadJob = {
    content: { ...content, diagnostics: [] },
    baseUrl: reader.urls.base,
    documents: documents.length,
    next,
  }
  const ends = Promise.all(Array.from({ length: helpers }, () => runThread(job, keep)))
  ends.catch(() => {})
  for (const [from, to] of turns(job)) {
    keep({ from, bodies: readBodies(reading, from, to) })
    // What has come meanwhile is taken in before it piles up.
    await nextTurn()
  }
  await ends
  return all
}

/** A few documents at a time, until no thread has any left to begin with. */
export function* turns({
  next,
  documents,
}: Pick<ReadJob, 'next' | 'documents'>): Generator<[number, number]> {
  for (;;) {
    const from = Atomics.add(next, 0, atOnce)
    if (from >= documents) return
    yield [from, Math.min(from + atOnce, documents)]
  }
}

function runThread(job: ReadJob, keep: (reply: ReadReply) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./read-thread.js', import.meta.url), { workerData: job })
    thread.on('message', keep)
    thread.once('error', reject)
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('a thread that reads ended early')),
    )
  })
}

const worthwhile = 1000
const mostThreads = 4
const atOnce = 16
