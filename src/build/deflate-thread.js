// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { zlibSync } from 'fflate'

// The worker thread of `deflate-pages.ts`. JavaScript, because Node 20 cannot run TypeScript, and tests start the thread from the sources.

/** @type {{ bytes: Uint8Array, pageLength: number }} */
const { bytes, pageLength } = workerData
const pages = Array.from({ length: Math.ceil(bytes.length / pageLength) }, (_, nth) =>
  // zlib's bytes differ between machines. Higher levels save 0.4 % and take a third longer.
  zlibSync(bytes.subarray(nth * pageLength, (nth + 1) * pageLength), { level: 1 }),
)
parentPort?.postMessage(pages)
