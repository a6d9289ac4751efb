import { parentPort, workerData } from 'node:worker_threads'
import { indexPages } from './targets/index-pages.ts'

/** Worker thread started by `targets/index-pages.ts`. */
const pages = indexPages(workerData)
parentPort?.postMessage(
  pages,
  pages.map(({ buffer }) => buffer as ArrayBuffer),
)
