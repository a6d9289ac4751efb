import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { packedLength } from '../../snapshot/pack.ts'

/** How a process is started that is handed snapshots, or hands them over, besides the messages on its channel. */
export const stdioWithPipe = ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'] as const
export const pipeAt = 4

/** The pipe in a process that was started so. */
export function snapshotPipe(): Socket {
  return new Socket({ fd: pipeAt })
}

/**
 * The packed snapshots that come down a pipe, one after another. A channel decodes a message in one go, and a large archive would
 * keep the process from answering meanwhile; here each is put together as it comes.
 */
export async function* packedSnapshots(pipe: Readable): AsyncGenerator<Buffer, void> {
  let start = Buffer.alloc(0)
  let whole: Buffer | undefined
  let filled = 0
  for await (const chunk of pipe) {
    for (let bytes: Buffer = chunk; bytes.length > 0; ) {
      if (whole === undefined) {
        start = Buffer.concat([start, bytes])
        const length = packedLength(start)
        if (length === undefined) break
        whole = Buffer.allocUnsafeSlow(length)
        filled = 0
        bytes = start
        start = Buffer.alloc(0)
      }
      const taken = bytes.copy(whole, filled)
      filled += taken
      bytes = bytes.subarray(taken)
      if (filled < whole.length) break
      yield whole
      whole = undefined
    }
  }
}
