import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Body } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import type { Post } from '../archive/model.ts'
import { type BuildPlan, documentKey, cacheBody, cachedBody, readBodyOf } from '../archive/plan.ts'
import { noCache } from '../base/caches.ts'
import type { Content } from '../content/read.ts'
import { searchDocument } from '../representations/search.ts'
import type { Block } from '../markdown/units.ts'
import { DocumentReader, type IndexPart, withOwnVocabulary } from '../search/read.ts'

/** What a thread is given: all that plan a body depends on, which documents are to be read, and how many of those are begun with. */
export interface ReadJob {
  readonly content: Content
  readonly baseUrl: string
  readonly wanted: readonly number[]
  readonly next: Int32Array
  readonly indexed: boolean
}

/** What it gives back: the bodies of some documents, and the terms that are new in them. Their files are here already. */
export interface ReadReply {
  readonly documents: readonly number[]
  readonly bodies: readonly SentBody[]
  readonly newTerms: readonly string[]
}

type SentBody = Omit<Body, 'file' | 'searchText'> & {
  readonly searchText: Omit<IndexPart, 'vocabulary'> | readonly never[]
}

/**
 * Reads the bodies that no cache has, those of a large archive in several threads, this one among them, and makes their parts of the
 * search index there if there is to be one. Of a small archive it would take longer.
 */
export async function readInThreads(
  plan: BuildPlan,
  indexed: boolean,
  /** Told how many more have been read. */
  onRead: (bodies: number) => void = () => {},
): Promise<readonly Body[]> {
  const { documents, content, reader } = plan
  const all = documents.map((_, at) => cachedWithIndex(plan, at, indexed))
  const wanted = Array.from(all.keys()).filter((at) => !all[at])
  onRead(all.length - wanted.length)
  const take = (at: number, body: Body) => {
    all[at] = cacheWithIndex(plan, at, body)
  }
  const job: ReadJob = {
    content: { ...content, diagnostics: [] },
    baseUrl: reader.urls.base,
    wanted,
    next: new Int32Array(new SharedArrayBuffer(4)),
    indexed,
  }
  const helpers = wanted.length < worthwhile ? 0 : Math.min(availableParallelism(), mostThreads) - 1
  const ends = Promise.all(Array.from({ length: helpers }, () => runThread(job, plan, take, onRead)))
  ends.catch(() => {})
  const index = indexed ? new DocumentReader() : undefined
  for (const some of turns(job)) {
    for (const at of some) take(at, await readOne(plan, at, index))
    onRead(some.length)
    // What has come meanwhile is taken in before it piles up.
    if (helpers > 0) await nextTurn()
  }
  await ends
  return all as Body[]
}

/** The same bodies one after another, and how long each of them took. */
export async function readTimed(
  plan: BuildPlan,
  indexed: boolean,
  onRead: (bodies: number) => void,
  timed: (path: string, milliseconds: number) => void,
): Promise<readonly Body[]> {
  const all: Body[] = []
  const index = indexed ? new DocumentReader() : undefined
  for (const [at, { source }] of plan.documents.entries()) {
    const began = performance.now()
    const kept = cachedWithIndex(plan, at, indexed)
    all.push(kept ?? cacheWithIndex(plan, at, await readOne(plan, at, index)))
    timed(source.file.path, performance.now() - began)
    onRead(1)
  }
  return all
}

/** A body, with what a search index takes of its blocks, which is much less: nothing for a page, which is not searched. */
export async function readOne(plan: BuildPlan, at: number, index: DocumentReader | undefined): Promise<Body> {
  const { documents, posts, reader } = plan
  const body = await readBodyOf(documents[at] as BuildPlan['documents'][number], plan)
  const post = posts[at]
  if (!index || !post) return { ...body, searchText: [] }
  const blocks = body.searchText as readonly Block[]
  const { language } = plan.content.settings
  const document = searchDocument(makePost(post, body, plan), blocks, reader, language)
  return { ...body, searchText: index.read(document) }
}

/** As it was kept; for an index, only with a part that is of the same title, tags and twin. */
function cachedWithIndex(plan: BuildPlan, at: number, indexed: boolean): Body | undefined {
  const document = plan.documents[at]
  const body = document && cachedBody(document, plan, 'body without text')
  const post = plan.posts[at]
  if (!body || !indexed || !post) return body
  const kept = plan.cache.get(documentKey('index part', document, plan)) as CachedPart | undefined
  return kept?.of === factsOf(makePost(post, body, plan), plan)
    ? { ...body, searchText: kept.part }
    : undefined
}

function cacheWithIndex(plan: BuildPlan, at: number, read: Body): Body {
  const [document, post] = [plan.documents[at], plan.posts[at]]
  if (plan.cache === noCache || !document) return read
  const { searchText } = read
  const body = {
    ...cacheBody(document, { ...read, searchText: [] }, plan, 'body without text'),
    searchText,
  }
  if (!post || !('vocabulary' in searchText)) return body
  const kept: CachedPart = {
    of: factsOf(makePost(post, body, plan), plan),
    part: withOwnVocabulary(searchText),
  }
  plan.cache.set(documentKey('index part', document, plan), kept)
  return body
}

interface CachedPart {
  /** What is known of the post, which its twin begins with. */
  readonly of: string
  readonly part: IndexPart
}

function factsOf(
  { markdown, html, headings, searchText, digest, ...facts }: Post,
  { content: { settings } }: BuildPlan,
): string {
  return JSON.stringify([settings.language, facts])
}

/** A few documents at a time, until no thread has any left to begin with. */
export function* turns({ next, wanted }: Pick<ReadJob, 'next' | 'wanted'>): Generator<readonly number[]> {
  for (;;) {
    const from = Atomics.add(next, 0, atOnce)
    const some = wanted.slice(from, from + atOnce)
    if (some.length === 0) return
    yield some
  }
}

function runThread(
  job: ReadJob,
  { documents }: BuildPlan,
  take: (at: number, body: Body) => void,
  onRead: (bodies: number) => void,
): Promise<void> {
  const vocabulary: string[] = []
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./read-thread.js', import.meta.url), { workerData: job })
    thread.on('message', ({ documents: read, bodies, newTerms }: ReadReply) => {
      for (const term of newTerms) vocabulary.push(term)
      onRead(bodies.length)
      for (const [nth, body] of bodies.entries()) {
        const at = read[nth] ?? -1
        const document = documents[at]
        if (!document) continue
        const searchText = 'terms' in body.searchText ? { ...body.searchText, vocabulary } : body.searchText
        take(at, { ...body, file: document.source.file, searchText })
      }
    })
    thread.once('error', reject)
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('a thread that reads ended early')),
    )
  })
}

/** A thread's code is cold when it begins. With 1,000 posts, a second one takes a quarter off the first one's work. */
const worthwhile = 300
const mostThreads = 4
const atOnce = 16
