import { type MessagePort, Worker } from 'node:worker_threads'
import type { Checked } from '../base/diagnostics.ts'
import { type ContentSource, NotFollowed } from './source.ts'

/** A content source belongs to the program; a thread that compiles asks for each file by message. */

interface Asked {
  readonly id: number
  /** Undefined for the list of all. */
  readonly path: string | undefined
}

interface Told {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
  readonly isNotFollowed?: boolean
}

export function sourceOver(port: MessagePort): ContentSource {
  const waiting = new Map<number, (told: Told) => void>()
  port.on('message', (told: Told) => {
    waiting.get(told.id)?.(told)
    waiting.delete(told.id)
  })
  let asked = 0
  const ask = <Value>(path?: string) =>
    new Promise<Value>((resolve, reject) => {
      const id = asked++
      waiting.set(id, ({ value, error, isNotFollowed }) => {
        if (error === undefined) resolve(value as Value)
        else reject(isNotFollowed ? new NotFollowed(error) : new Error(error))
      })
      port.postMessage({ id, path } satisfies Asked)
    })
  return { list: () => ask(), read: (path) => ask(path) }
}

/** What a thread sends when it is done. */
export interface ThreadResult {
  readonly compiled: Checked<Uint8Array>
}

/** Compiles in a thread, which packs the snapshot. Options must be plain data. */
export function compileInThread(source: ContentSource, options: object): Promise<Checked<Uint8Array>> {
  const worker = new Worker(new URL('../cli/compile-thread.js', import.meta.url), { workerData: options })
  const answer = async ({ id, path }: Asked): Promise<Told> => {
    try {
      return { id, value: await (path === undefined ? source.list() : source.read(path)) }
    } catch (error) {
      const isNotFollowed = error instanceof NotFollowed
      return { id, error: error instanceof Error ? error.message : String(error), isNotFollowed }
    }
  }
  return new Promise<Checked<Uint8Array>>((resolve, reject) => {
    worker.on('message', async (message: Asked | ThreadResult) => {
      if ('compiled' in message) resolve(message.compiled)
      else worker.postMessage(await answer(message))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread that compiles ended early (${code}).`)))
  }).finally(() => worker.terminate())
}
