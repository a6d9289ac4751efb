import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { type Body, readBody } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import type { Shown } from '../archive/model.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { TextFile } from '../base/text-file.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import { none } from '../generators/none/none.ts'
import { searchDocument } from '../representations/search.ts'
import type { Block } from '../markdown/units.ts'
import { DocumentReader, isIndexed } from '../search/read.ts'
import { bodyCache } from './body-cache.ts'

/** Work for the threads. `next` is shared: each thread takes the next batch of `wanted`. */
export interface ReadJob {
  /** Without texts, because every thread would clone them. */
  readonly content: Content
  readonly generator: string
  readonly texts: SharedTexts
  readonly baseUrl: string
  readonly wanted: readonly number[]
  readonly next: Int32Array
  readonly indexed: boolean
}

/** UTF-8 in shared memory. The text of document `wanted[n]` ends at `ends[n]`. */
interface SharedTexts {
  readonly bytes: Uint8Array
  readonly ends: Float64Array
}

/** The bodies of a batch, and terms not sent before. */
export interface ReadReply {
  readonly documents: readonly number[]
  readonly bodies: readonly (Omit<Body, 'file' | 'shown'> & { readonly shown: Shown })[]
  readonly newTerms: readonly string[]
}

/** Threads start with unoptimized code. A second one saves a sixth of the time for 10,000 posts, and nothing for 1,000. */
const minimumForThreads = 1500
const largeArchive = 3000
const maxThreads = 4

/** Parses bodies that are not cached, and indexes them. Uses worker threads, except for small archives, which are faster in one thread. */
export async function readInThreads(
  plan: BuildPlan,
  indexed: boolean,
  /** Called with the number of bodies just read. */
  onRead: (bodies: number) => void = () => {},
  /** Measures each document in milliseconds, in one thread. */
  timed?: (path: string, time: number) => void,
): Promise<readonly Body[]> {
  const { documents, content, reader } = plan
  // Collects garbage earlier: 10,000 posts take 0.7 GB instead of 1.2, and 7 % more time.
  if (documents.length > largeArchive) setFlagsFromString('--heap-growing-percent=25')
  const cache = bodyCache(plan, indexed)
  const all = documents.map((_, at) => (timed ? undefined : cache.get(at)))
  const wanted = Array.from(all.keys()).filter((at) => !all[at])
  onRead(all.length - wanted.length)
  const take = (at: number, body: Body) => {
    all[at] = cache.set(at, body)
  }
  const next = new Int32Array(new SharedArrayBuffer(4))
  const helpers =
    timed || wanted.length < minimumForThreads ? 0 : Math.min(availableParallelism(), maxThreads) - 1
  const threads = helpers === 0 ? [] : startThreads(helpers)
  const finished = Promise.all(threads)
  // Awaited below. Prevents an unhandled rejection until then.
  finished.catch(() => {})
  const index = indexed ? new DocumentReader() : undefined
  for (const batch of batches(next, wanted)) {
    for (const at of batch) {
      const start = performance.now()
      const cached = timed && cache.get(at)
      if (cached) all[at] = cached
      else take(at, await readOne(plan, at, index))
      timed?.(documents[at]?.source.file.path ?? '', performance.now() - start)
    }
    onRead(batch.length)
    // For replies of the threads, and so that a process whose parent has exited can end.
    await nextTurn()
  }
  await finished
  return cache.save(all as Body[])

  function startThreads(count: number): Promise<void>[] {
    const job: ReadJob = {
      content: withoutTexts(content),
      generator: content.layout.generator.name,
      texts: shareTexts(wanted.map((at) => documents[at]?.source.file.text ?? '')),
      baseUrl: reader.urls.base,
      wanted,
      next,
      indexed,
    }
    return Array.from({ length: count }, () => runThread(job))
  }

  function runThread(job: ReadJob): Promise<void> {
    const vocabulary: string[] = []
    return new Promise((resolve, reject) => {
      const thread = new Worker(new URL('../build/read-thread.js', import.meta.url), { workerData: job })
      thread.on('message', ({ documents: positions, bodies, newTerms }: ReadReply) => {
        for (const term of newTerms) vocabulary.push(term)
        onRead(bodies.length)
        for (const [nth, body] of bodies.entries()) {
          const at = positions[nth] ?? -1
          const document = documents[at]
          if (!document) continue
          const searchText = isIndexed(body.searchText) ? { ...body.searchText, vocabulary } : []
          take(at, { ...body, shown: () => body.shown, file: document.source.file, searchText })
        }
      })
      thread.once('error', reject)
      thread.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker thread exited with code ${code}`)),
      )
    })
  }
}

function withoutTexts(content: Content): Content {
  const bare = (source: SourceDocument) => ({ ...source, file: new TextFile(source.file.path) })
  const { posts, pages, redirects, invalid } = content
  return {
    ...content,
    // Functions cannot be sent. The thread finds its generator by name.
    layout: { ...content.layout, generator: none },
    posts: posts.map(bare),
    pages: pages.map(bare),
    redirects: redirects.map(bare),
    invalid: invalid.map(bare),
    diagnostics: [],
  }
}

function shareTexts(texts: readonly string[]): SharedTexts {
  let end = 0
  const ends = Float64Array.from(texts, (text) => {
    end += Buffer.byteLength(text)
    return end
  })
  const bytes = Buffer.from(new SharedArrayBuffer(end))
  for (const [at, text] of texts.entries()) bytes.write(text, ends[at - 1] ?? 0)
  return { bytes, ends }
}

/** Parses a body and replaces its search text by a part of the index. Pages are not indexed. */
export async function readOne(
  plan: BuildPlan,
  at: number,
  index: DocumentReader | undefined,
  document = plan.documents[at] as BuildPlan['documents'][number],
): Promise<Body> {
  const { posts, reader } = plan
  const body = await readBody(document.source, document.path, reader)
  const post = posts[at]
  if (!index || !post) return { ...body, searchText: [] }
  const blocks = body.searchText as readonly Block[]
  const { language } = plan.content.settings
  const searched = searchDocument(makePost(post, body, plan), blocks, reader, language)
  return { ...body, searchText: index.read(searched) }
}

const batchSize = 16

/** Yields batches until the threads have taken all documents. */
export function* batches(next: Int32Array, wanted: readonly number[]): Generator<readonly number[]> {
  for (;;) {
    const from = Atomics.add(next, 0, batchSize)
    const batch = wanted.slice(from, from + batchSize)
    if (batch.length === 0) return
    yield batch
  }
}
