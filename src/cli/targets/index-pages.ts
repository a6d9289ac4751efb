import { Worker } from 'node:worker_threads'
import { zlibSync } from 'fflate'
import { pageLength } from '../../search/bytes.ts'

/**
 * Splits the search index into pages and compresses each: hosts compress only text and scripts. In JavaScript, because zlib's bytes
 * differ between machines. Higher levels save 0.4 % and take a third longer.
 */
export function indexPages(index: Uint8Array): Uint8Array[] {
  return inChunks(index.length, pageLength, (from, to) => zlibSync(index.subarray(from, to), { level: 1 }))
}

/** Compresses a large index in a worker thread, which takes over its memory. */
export function indexPagesInThread(index: Uint8Array): Uint8Array[] | Promise<Uint8Array[]> {
  if (index.length < minimumForThread) return indexPages(index)
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./page-thread.js', import.meta.url), {
      workerData: index,
      transferList: [index.buffer as ArrayBuffer],
    })
    thread.once('message', resolve).once('error', reject)
  })
}

/** In bytes; about 100 posts of a thousand words. */
export const minimumForThread = 2 ** 19

export function inChunks<T>(
  length: number,
  size: number,
  make: (from: number, to: number, nth: number) => T,
): T[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, nth) =>
    make(nth * size, Math.min(length, (nth + 1) * size), nth),
  )
}
