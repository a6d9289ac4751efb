import { runWorker } from '../runtime/node/cluster/worker.ts'
import { onDemand } from './packed-file.ts'

/** A process of `serve --workers`. */
runWorker(onDemand)
