import { runWorker } from '../runtime/node/cluster/worker.ts'
import { onDemand } from './on-demand.ts'

/** One of the processes of `serve --workers`. */
runWorker(onDemand)
