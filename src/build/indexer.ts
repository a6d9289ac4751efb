import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type SearchInput, searchDocument } from '../representations/search-input.ts'
import { DocumentReader, type IndexPart } from '../search/read.ts'

/** Builds the parts of the search index. */
export interface Indexer {
  index(posts: readonly SearchInput[]): Promise<readonly IndexPart[]>
  close(): void
}

/** Starting a thread takes as long as indexing this many posts. */
const minimumForThread = 50

/** Indexes in a thread, except few posts. */
export const indexerFor = (posts: number): Indexer =>
  posts < minimumForThread || availableParallelism() < 2 ? indexHere() : new IndexThread()

function indexHere(): Indexer {
  const reader = new DocumentReader()
  return { index: async (posts) => posts.map((post) => reader.read(searchDocument(post))), close() {} }
}

/** The parts of one message, and the terms that their vocabulary has gained. */
export interface IndexReply {
  readonly parts: readonly Omit<IndexPart, 'vocabulary'>[]
  readonly newTerms: readonly string[]
}

interface PendingParts {
  resolve(parts: readonly IndexPart[]): void
  reject(error: Error): void
}

class IndexThread implements Indexer {
  readonly #vocabulary: string[] = []
  /** In order, as the thread replies. */
  readonly #pending: PendingParts[] = []
  readonly #worker = new Worker(new URL('../build/index-thread.js', import.meta.url), { execArgv: [] })
  #failure: Error | undefined

  constructor() {
    const vocabulary = this.#vocabulary
    this.#worker
      .on('message', ({ parts, newTerms }: IndexReply) => {
        for (const term of newTerms) vocabulary.push(term)
        this.#pending.shift()?.resolve(parts.map((part) => ({ ...part, vocabulary })))
      })
      .once('error', (error) => {
        this.#failure = error
        for (const { reject } of this.#pending) reject(error)
      })
  }

  async index(posts: readonly SearchInput[]): Promise<readonly IndexPart[]> {
    if (this.#failure) throw this.#failure
    this.#worker.postMessage(posts)
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  close(): void {
    this.#worker.terminate()
  }
}
