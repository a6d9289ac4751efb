// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { compressors } from './compress-body.js'

/**
 * The thread that `encode.ts` starts, which calls zlib synchronously. It is JavaScript because Node 20 starts a thread from nothing
 * else, and tests run the sources as they are.
 */

/** Deno's port has no end of its own. */
function close() {
  if (parentPort?.close) parentPort.close()
  else process.exit()
}

/** @typedef {{ number: number, body: Uint8Array, encodings: readonly (keyof typeof compressors)[] }} Job */

parentPort?.on('message', (/** @type {Job} */ { number, body, encodings }) => {
  // It ends by itself, between two bodies: a thread that is terminated within zlib takes its process with it.
  if (workerData.isOver[0]) close()
  else {
    const bodies = encodings.map((encoding) => exactly(compressors[encoding](body)))
    parentPort?.postMessage(
      { number, bodies },
      bodies.map(({ buffer }) => buffer),
    )
  }
})

/**
 * zlib gives a part of a block of 16 KB; a message would carry all of it, and the other side keep it.
 * @param {Uint8Array} bytes
 */
function exactly(bytes) {
  return new Uint8Array(bytes)
}
