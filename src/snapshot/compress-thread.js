// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import * as zlib from 'node:zlib'

/**
 * The thread that `encode.ts` starts, which calls zlib synchronously. It is JavaScript because Node 20 starts a thread from nothing
 * else, and tests run the sources as they are.
 *
 * Brotli at 5 is within one per cent of 9 on these bodies in a tenth of the time, and within a tenth of 11 in a fortieth: the
 * difference between starting in a moment and starting in a minute, and between a build of seconds and one of minutes. Gzip at 5 is
 * within two per cent of 9.
 */
const levels = { br: 5, gzip: 5 }

/** @type {Record<string, (body: Uint8Array) => Uint8Array>} */
const compressors = {
  br: (body) =>
    zlib.brotliCompressSync(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: levels.br,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => zlib.gzipSync(body, { level: levels.gzip }),
}

/** Deno's port has no end of its own. */
function close() {
  if (parentPort?.close) parentPort.close()
  else process.exit()
}

/** @typedef {{ number: number, body: Uint8Array, encodings: readonly string[] }} Job */

parentPort?.on('message', (/** @type {Job} */ { number, body, encodings }) => {
  // It ends by itself, between two bodies: a thread that is terminated within zlib takes its process with it.
  if (workerData.isOver[0]) close()
  else {
    const bodies = encodings.map((encoding) => exactly(compressors[encoding]?.(body)))
    parentPort?.postMessage(
      { number, bodies },
      bodies.map(({ buffer }) => buffer),
    )
  }
})

/**
 * zlib gives a part of a block of 16 KB; a message would carry all of it, and the other side keep it.
 * @param {Uint8Array | undefined} bytes
 */
function exactly(bytes) {
  return new Uint8Array(bytes ?? [])
}
