// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { compressors } from './compress-body.js'

// The worker thread of `encode.ts`, which calls zlib synchronously. JavaScript, because tests run it from the sources on Node 20.

/** Deno's port has no `close`. */
function close() {
  if (parentPort?.close) parentPort.close()
  else process.exit()
}

/** @typedef {{ number: number, body: Uint8Array, encodings: readonly (keyof typeof compressors)[] }} Job */

parentPort?.on('message', (/** @type {Job} */ { number, body, encodings }) => {
  // The thread ends itself, between two bodies: terminating it inside zlib would crash the process.
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
 * Copies, because zlib returns a view of a 16 KB block, and a message would transfer all of it.
 * @param {Uint8Array} bytes
 */
function exactly(bytes) {
  return new Uint8Array(bytes)
}
