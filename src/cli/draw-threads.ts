import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Recipe } from '../snapshot/resource.ts'

/**
 * Yields all files, and draws cards in worker threads meanwhile. A drawn file comes with its body as soon as it is ready. Too few cards
 * are not worth a thread; the caller draws those.
 */
export async function* drawInThreads<File extends { readonly recipe?: Recipe | undefined }>(
  files: Iterable<File>,
  mustDraw: (file: File) => boolean,
): AsyncGenerator<readonly [file: File, drawn?: Uint8Array]> {
  const cards: File[] = []
  let pool: DrawPool | undefined
  const drawn = () => pool?.take().map(({ nth, body }) => [cards[nth] as File, body] as const) ?? []
  try {
    for (const file of files) {
      if (!pool && mustDraw(file)) cards.push(file)
      else {
        pool ??=
          cards.length < minimumCards ? undefined : new DrawPool(cards.flatMap(({ recipe }) => recipe ?? []))
        yield [file]
      }
      yield* drawn()
    }
    if (!pool) for (const file of cards) yield [file]
    while (pool?.isBusy) {
      await pool.more()
      yield* drawn()
    }
  } finally {
    pool?.stop()
  }
}

const minimumCards = 100
const maxThreads = 4

interface Drawn {
  readonly nth: number
  readonly body: Uint8Array
}

class DrawPool {
  #left: number
  /** Shared index of the next recipe. */
  readonly #next = new Int32Array(new SharedArrayBuffer(4))
  #done: Drawn[] = []
  #failure: Error | undefined
  #wake = () => {}

  constructor(recipes: readonly Recipe[]) {
    this.#left = recipes.length
    const count = Math.max(1, Math.min(availableParallelism(), maxThreads) - 1)
    for (let nth = 0; nth < count; nth++) {
      const thread = new Worker(new URL('./draw-thread.js', import.meta.url), {
        workerData: { recipes, next: this.#next },
      })
      thread.on('message', (drawn: Drawn) => {
        this.#done.push(drawn)
        this.#wake()
      })
      thread.once('error', (error) => {
        this.#failure = error as Error
        this.#wake()
      })
    }
  }

  get isBusy(): boolean {
    return this.#left > 0
  }

  /** Lets each thread exit after its current card. */
  stop(): void {
    Atomics.add(this.#next, 0, this.#left)
  }

  take(): readonly Drawn[] {
    if (this.#failure) throw this.#failure
    const done = this.#done
    this.#done = []
    this.#left -= done.length
    return done
  }

  /** Resolves when `take` has something to return. */
  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#done.length > 0 || this.#failure) resolve()
    })
  }
}
