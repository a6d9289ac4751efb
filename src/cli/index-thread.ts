import { parentPort, workerData } from 'node:worker_threads'
import { browserIndex } from './targets/browser-index.ts'

/** Worker thread started by `targets/browser-index.ts`. */
parentPort?.postMessage(browserIndex(workerData))
