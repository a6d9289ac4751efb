import { runWorker } from '../../src/runtime/node/cluster/worker.ts'

runWorker()
