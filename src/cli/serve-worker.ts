import { runWorker } from '../runtime/node/cluster/worker.ts'
import { onDemand } from '../snapshot/encode.ts'

/** A process of `serve --workers`. */
runWorker(onDemand)
