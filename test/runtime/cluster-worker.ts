import { runWorker } from '../../src/runtime/node/cluster/worker.ts'
import { onDemand } from '../../src/snapshot/encode.ts'

runWorker(onDemand)
