// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import * as zlib from 'node:zlib'

// The worker thread of `encode.ts`, which calls zlib synchronously. JavaScript, because Node 20 cannot run TypeScript, and tests start
// the thread from the sources.

/**
 * Brotli at 5 is within 1% of 9 in a tenth of the time, and within 10% of 11 in a fortieth. Gzip at 5 is within 2% of 9.
 *
 * @type {Record<'br' | 'gzip', (body: Uint8Array) => Uint8Array>}
 */
export const compressors = {
  br: (body) =>
    zlib.brotliCompressSync(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => zlib.gzipSync(body, { level: 5 }),
}

/** @typedef {{ body: Uint8Array, encodings: readonly (keyof typeof compressors)[] }} CompressJob */

// Other threads import the compressors, too.
if (parentPort && workerData?.isOver) {
  const port = parentPort
  port.on('message', (/** @type {CompressJob} */ { body, encodings }) => {
    // The thread ends itself, between two bodies: terminating it inside zlib would crash the process.
    if (workerData.isOver[0]) {
      // Deno's port has no `close`.
      if (port.close) port.close()
      else process.exit()
      return
    }
    // Copied, because zlib returns a view of a 16 KB block, and a message would transfer all of it.
    const bodies = encodings.map((encoding) => new Uint8Array(compressors[encoding](body)))
    port.postMessage(
      bodies,
      bodies.map(({ buffer }) => buffer),
    )
  })
}
