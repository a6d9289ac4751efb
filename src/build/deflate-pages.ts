import { Worker } from 'node:worker_threads'

/** Cuts bytes into pages and compresses each in a thread, which takes their memory. */
export function deflatePages(bytes: Uint8Array, pageLength: number): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const workerData = { bytes, pageLength }
    const options = { execArgv: [], workerData, transferList: [bytes.buffer as ArrayBuffer] }
    new Worker(new URL('../build/deflate-thread.js', import.meta.url), options)
      .once('message', resolve)
      .once('error', reject)
  })
}
