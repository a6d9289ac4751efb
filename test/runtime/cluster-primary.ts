import { writeSync } from 'node:fs'
import { listenCluster, type RunningCluster } from '../../src/runtime/node/cluster/cluster.ts'
import { createSnapshotFile } from '../../src/runtime/node/snapshot-file.ts'

/** The primary of a cluster, as the command line starts one, told what to do by the test that forked it. */
let running: RunningCluster | undefined

const orders = {
  async listen({
    packed,
    ...options
  }: {
    packed: Uint8Array
    workers: number
    port: number
    host: string
    log: boolean
  }) {
    const entry = new URL('./cluster-worker.mjs', import.meta.url)
    running = await listenCluster({ ...options, entry, file: fileOf(packed) })
    return running.port
  },
  async swap({ packed }: { packed: Uint8Array }) {
    await running?.swap(fileOf(packed))
  },
  async close() {
    await running?.close()
    setImmediate(() => process.disconnect())
  },
}

process.on('message', async ([name, value]: [keyof typeof orders, never]) => {
  try {
    process.send?.({ done: await orders[name](value) })
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.send?.('ready')

function fileOf(packed: Uint8Array) {
  const file = createSnapshotFile()
  if (!file) throw new Error('no temporary file can be made')
  writeSync(file.descriptor, packed)
  return file
}
