import { runWorker } from '../runtime/node/cluster/worker.ts'
import { onDemand } from './packed-file.ts'
import { ignoreClosedPipes } from './settings.ts'

/** A process of `serve --workers`. */
ignoreClosedPipes()
runWorker(onDemand)
