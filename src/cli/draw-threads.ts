import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Recipe } from '../snapshot/resource.ts'

/**
 * Files, those that are to be drawn with the body that other threads have drawn while everything else was made in this one; each comes
 * when it is done. Few are left to whoever looks at them: a thread takes longer to start.
 */
export async function* drawnInThreads<File extends { readonly recipe?: Recipe | undefined }>(
  files: Iterable<File>,
  isToDraw: (file: File) => boolean,
): AsyncGenerator<readonly [file: File, drawn?: Uint8Array]> {
  const slow: File[] = []
  let drawing: Drawing | undefined
  const drawn = () => drawing?.take().map(({ nth, body }) => [slow[nth] as File, body] as const) ?? []
  try {
    for (const file of files) {
      if (isToDraw(file)) slow.push(file)
      else {
        drawing ??=
          slow.length < worthwhile ? undefined : new Drawing(slow.flatMap(({ recipe }) => recipe ?? []))
        yield [file]
      }
      yield* drawn()
    }
    if (!drawing) for (const file of slow) yield [file]
    while (drawing?.isUnderWay) {
      await drawing.more()
      yield* drawn()
    }
  } finally {
    drawing?.stop()
  }
}

const worthwhile = 100
const mostThreads = 4

interface Drawn {
  readonly nth: number
  readonly body: Uint8Array
}

class Drawing {
  #left: number
  /** The recipe that is drawn next, by whichever thread. */
  readonly #next = new Int32Array(new SharedArrayBuffer(4))
  #done: Drawn[] = []
  #failure: Error | undefined
  #wake = () => {}

  constructor(recipes: readonly Recipe[]) {
    this.#left = recipes.length
    const count = Math.max(1, Math.min(availableParallelism(), mostThreads) - 1)
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

  get isUnderWay(): boolean {
    return this.#left > 0
  }

  /** Each thread ends after the card that it is drawing. */
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

  /** When there is something to take. */
  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#done.length > 0 || this.#failure) resolve()
    })
  }
}
