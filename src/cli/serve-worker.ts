import { runWorker } from '../runtime/node/cluster/worker.ts'
import { onDemand } from './packed-file.ts'

/** One of the processes of `serve --workers`. */
runWorker(onDemand)
