import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type SearchInput, searchDocument } from '../representations/search-input.ts'
import { DocumentReader, type IndexPart } from '../search/read.ts'
import { engine } from './cache.ts'
import { type PagedIndex, pageIndex } from './paged-index.ts'

/** Builds a search index: its parts, then the whole of it. */
export interface Indexer {
  index(posts: readonly SearchInput[]): Promise<readonly IndexPart[]>
  /** Takes the memory of the parts. */
  page(parts: readonly IndexPart[], language: string): Promise<PagedIndex>
  close(): void
}

/** Starting a thread takes as long as indexing this many posts. */
const minimumForThread = 50

/** Works in a thread, except for few posts. Tests run the sources, which have no file that a thread can start. */
export const indexerFor = (posts: number): Indexer =>
  posts < minimumForThread || availableParallelism() < 2 || engine === 'source'
    ? indexHere()
    : new IndexThread()

function indexHere(): Indexer {
  const reader = new DocumentReader()
  return {
    index: async (posts) => posts.map((post) => reader.read(searchDocument(post))),
    page: async (parts, language) => pageIndex(parts, language),
    close() {},
  }
}

export type IndexJob =
  | { readonly posts: readonly SearchInput[] }
  | { readonly parts: readonly IndexPart[]; readonly language: string }

/** Parts without a vocabulary, and the terms that it has gained; or the whole index. */
export interface IndexReply {
  readonly parts?: readonly IndexPart[]
  readonly newTerms?: readonly string[]
  readonly paged?: PagedIndex
}

interface PendingReply {
  resolve(reply: IndexReply): void
  reject(error: Error): void
}

class IndexThread implements Indexer {
  readonly #vocabulary: string[] = []
  /** In order, as the thread replies. */
  readonly #pending: PendingReply[] = []
  readonly #worker = new Worker(new URL('../build/index-thread.js', import.meta.url), { execArgv: [] })
  #failure: Error | undefined

  constructor() {
    this.#worker
      .on('message', (reply: IndexReply) => this.#pending.shift()?.resolve(reply))
      .once('error', (error) => {
        this.#failure = error
        for (const { reject } of this.#pending) reject(error)
      })
  }

  async index(posts: readonly SearchInput[]): Promise<readonly IndexPart[]> {
    const { parts = [], newTerms = [] } = await this.#ask({ posts })
    for (const term of newTerms) this.#vocabulary.push(term)
    return parts.map((part) => ({ ...part, vocabulary: this.#vocabulary }))
  }

  async page(parts: readonly IndexPart[], language: string): Promise<PagedIndex> {
    const { paged } = await this.#ask({ parts, language }, buffersOf(parts))
    return paged as PagedIndex
  }

  async #ask(job: IndexJob, buffers: readonly ArrayBuffer[] = []): Promise<IndexReply> {
    if (this.#failure) throw this.#failure
    this.#worker.postMessage(job, buffers)
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  close(): void {
    this.#worker.terminate()
  }
}

/** Each once: cached parts share memory. */
export function buffersOf(parts: readonly IndexPart[]): readonly ArrayBuffer[] {
  const views = parts.flatMap(({ terms, kinds, headings, texts }) => [terms, kinds, headings, texts])
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))]
}
