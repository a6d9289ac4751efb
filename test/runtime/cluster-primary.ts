import { writeSync } from 'node:fs'
import { listenCluster } from '../../src/runtime/node/cluster/cluster.ts'
import { createSnapshotFile } from '../../src/runtime/node/snapshot-file.ts'

/** A cluster primary as the CLI starts one, controlled by messages from the test. */
let running: Awaited<ReturnType<typeof listenCluster>> | undefined

const commands = {
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

process.on('message', async ([name, value]: [keyof typeof commands, never]) => {
  try {
    process.send?.({ done: await commands[name](value) })
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.send?.('ready')

function fileOf(packed: Uint8Array) {
  const file = createSnapshotFile()
  if (!file) throw new Error('cannot create a temporary file')
  writeSync(file.descriptor, packed)
  return file
}
