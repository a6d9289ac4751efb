import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Body } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import { type BuildPlan, readBodies } from '../archive/plan.ts'
import type { Content } from '../content/read.ts'
import { searchDocument } from '../representations/search.ts'
import { DocumentReader, type IndexPart } from '../search/read.ts'

/** What a thread is given: all that plan a body depends on, and which documents nobody has begun with. */
export interface ReadJob {
  readonly content: Content
  readonly baseUrl: string
  readonly documents: number
  readonly next: Int32Array
  readonly indexed: boolean
}

/** What it gives back: the bodies of some documents, from one on, and the terms that are new in them. Their files are here already. */
export interface ReadReply {
  readonly from: number
  readonly bodies: readonly SentBody[]
  readonly newTerms: readonly string[]
}

type SentBody = Omit<Body, 'file' | 'searchText'> & {
  readonly searchText: Omit<IndexPart, 'vocabulary'> | undefined
}

/**
 * Reads the bodies of a large archive in several threads, this one among them, and makes their parts of the search index there if
 * there is to be one. Of a small archive it would take longer.
 */
export async function readInThreads(
  plan: BuildPlan,
  indexed: boolean,
  /** Told how many more have been read. */
  onRead: (bodies: number) => void = () => {},
): Promise<readonly Body[]> {
  const { documents, content, reader } = plan
  const helpers = documents.length < worthwhile ? 0 : Math.min(availableParallelism(), mostThreads) - 1
  if (helpers < 1) return inTurn(plan, onRead)
  const all: Body[] = []
  const next = new Int32Array(new SharedArrayBuffer(4))
  const job: ReadJob = {
    content: { ...content, diagnostics: [] },
    baseUrl: reader.urls.base,
    documents: documents.length,
    next,
    indexed,
  }
  const ends = Promise.all(Array.from({ length: helpers }, () => runThread(job, plan, all, onRead)))
  ends.catch(() => {})
  const index = indexed ? new DocumentReader() : undefined
  for (const [from, to] of turns(job)) {
    for (const [nth, body] of (await readSome(plan, from, to, index)).entries()) all[from + nth] = body
    onRead(to - from)
    // What has come meanwhile is taken in before it piles up.
    await nextTurn()
  }
  await ends
  return all
}

/** The same bodies one after another, and how long each of them took. */
export async function readTimed(
  plan: BuildPlan,
  onRead: (bodies: number) => void,
  timed: (path: string, milliseconds: number) => void,
): Promise<readonly Body[]> {
  const all: Body[] = []
  for (const [at, { source }] of plan.documents.entries()) {
    const began = performance.now()
    all.push(...(await readBodies(plan, at, at + 1)))
    timed(source.file.path, performance.now() - began)
    onRead(1)
  }
  return all
}

async function inTurn(plan: BuildPlan, onRead: (bodies: number) => void): Promise<Body[]> {
  const all: Body[] = []
  while (all.length < plan.documents.length) {
    const some = await readBodies(plan, all.length, all.length + atOnce)
    all.push(...some)
    onRead(some.length)
  }
  return all
}

/** Some bodies, with what a search index takes of their blocks, which is much less: nothing for a page, which is not searched. */
export async function readSome(
  plan: BuildPlan,
  from: number,
  to: number,
  index: DocumentReader | undefined,
): Promise<Body[]> {
  const { posts, reader } = plan
  return (await readBodies(plan, from, to)).map((body, nth) => {
    const one = posts[from + nth]
    if (!index || !one || 'vocabulary' in body.searchText) return { ...body, searchText: [] }
    return {
      ...body,
      searchText: index.read(searchDocument(makePost(one, body, plan), body.searchText, reader)),
    }
  })
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

function runThread(
  job: ReadJob,
  { documents }: BuildPlan,
  all: Body[],
  onRead: (bodies: number) => void,
): Promise<void> {
  const vocabulary: string[] = []
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./read-thread.js', import.meta.url), { workerData: job })
    thread.on('message', ({ from, bodies, newTerms }: ReadReply) => {
      for (const term of newTerms) vocabulary.push(term)
      onRead(bodies.length)
      for (const [nth, body] of bodies.entries()) {
        const document = documents[from + nth]
        if (!document) continue
        all[from + nth] = {
          ...body,
          file: document.source.file,
          searchText: body.searchText ? { ...body.searchText, vocabulary } : [],
        }
      }
    })
    thread.once('error', reject)
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('a thread that reads ended early')),
    )
  })
}

/** A thread's code is cold when it begins: 1,000 posts take a tenth longer with a second one, 2,000 about as long. */
const worthwhile = 2000
const mostThreads = 4
const atOnce = 16
