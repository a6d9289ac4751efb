import { Worker } from 'node:worker_threads'

/** Cuts a search index into pages and compresses each in a thread, because hosts compress only text and scripts. */
export function deflatePages(bytes: Uint8Array, pageLength: number): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const options = { execArgv: [], workerData: { bytes, pageLength } }
    new Worker(new URL('../build/deflate-thread.js', import.meta.url), options)
      .once('message', resolve)
      .once('error', reject)
  })
}
