import { runWorker } from '../../src/runtime/node/cluster/worker.ts'
import { nodeOnDemand } from '../../src/snapshot/encode.ts'

runWorker(
  nodeOnDemand(() => {
    throw new Error('a toy has no cards')
  }),
)
