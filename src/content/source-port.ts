import { type MessagePort, Worker } from 'node:worker_threads'
import type { Checked } from '../base/diagnostics.ts'
import { type ContentSource, NotFollowed } from './source.ts'

/** A content source runs in the program's thread; the compile thread requests files by message. */

interface FileRequest {
  readonly id: number
  /** Undefined to list all files. */
  readonly path: string | undefined
}

interface FileResponse {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
  readonly isNotFollowed?: boolean
}

export function sourceFromPort(port: MessagePort): ContentSource {
  const pending = new Map<number, (response: FileResponse) => void>()
  port.on('message', (response: FileResponse) => {
    pending.get(response.id)?.(response)
    pending.delete(response.id)
  })
  let nextId = 0
  const request = <Value>(path?: string) =>
    new Promise<Value>((resolve, reject) => {
      const id = nextId++
      pending.set(id, ({ value, error, isNotFollowed }) => {
        if (error === undefined) resolve(value as Value)
        else reject(isNotFollowed ? new NotFollowed(error) : new Error(error))
      })
      port.postMessage({ id, path } satisfies FileRequest)
    })
  return { list: () => request(), read: (path) => request(path) }
}

export interface ThreadResult {
  readonly compiled: Checked<Uint8Array>
}

/** Compiles and packs the snapshot in a thread. Options must be structured-cloneable. */
export function compileInThread(source: ContentSource, options: object): Promise<Checked<Uint8Array>> {
  const worker = new Worker(new URL('../cli/compile-thread.js', import.meta.url), { workerData: options })
  const answer = async ({ id, path }: FileRequest): Promise<FileResponse> => {
    try {
      return { id, value: await (path === undefined ? source.list() : source.read(path)) }
    } catch (error) {
      const isNotFollowed = error instanceof NotFollowed
      return { id, error: error instanceof Error ? error.message : String(error), isNotFollowed }
    }
  }
  return new Promise<Checked<Uint8Array>>((resolve, reject) => {
    worker.on('message', async (message: FileRequest | ThreadResult) => {
      if ('compiled' in message) resolve(message.compiled)
      else worker.postMessage(await answer(message))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The compile thread exited early (${code}).`)))
  }).finally(() => worker.terminate())
}
