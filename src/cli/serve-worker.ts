import { runWorker } from '../runtime/node/cluster/worker.ts'

/** A process of `serve --workers`. */
runWorker()
