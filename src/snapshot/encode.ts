import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import * as zlib from 'node:zlib'
import type { Encoding } from './resource.ts'
import type { Encoder } from './seal.ts'

/** zlib has zstd from Node 22.15 on. */
export const everyEncoding: readonly Encoding[] =
  'zstdCompressSync' in zlib ? ['br', 'zstd', 'gzip', 'identity'] : ['br', 'gzip', 'identity']

/** Its thread starts at once, and is ended by `close`. */
export function nodeEncoder(encodings: readonly Encoding[]): Encoder & { close(): void } {
  const needed = encodings.some((encoding) => encoding !== 'identity' && everyEncoding.includes(encoding))
  const thread = needed ? startCompressing() : undefined
  return {
    encodings,
    async compress(body, wanted) {
      const missing = wanted.find((encoding) => !everyEncoding.includes(encoding))
      if (!thread || missing) throw new Error(`this runtime cannot make ${missing ?? wanted.join(' and ')}`)
      return thread.compress(body, wanted)
    },
    digest: (body) => hash('sha256', body, 'base64url').slice(0, 22), // 132 bits
    close: () => thread?.close(),
  }
}

/**
 * One thread beside the one that renders, which calls zlib synchronously. zlib's own asynchronous calls cost the
 * rendering thread a fifth of a millisecond each, as much as the compression itself.
 *
 * Brotli at 5 is within one per cent of 9 on these bodies in a tenth of the time, and within a tenth of 11 in a
 * fortieth: the difference between starting in a moment and starting in a minute. Gzip at its default 6 is within a
 * thousandth of 9.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const zlib = require('node:zlib')
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = zlib.constants
const compressors = {
  br: (body) => zlib.brotliCompressSync(body, {
    params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  }),
  gzip: (body) => zlib.gzipSync(body),
  zstd: (body) => zlib.zstdCompressSync(body),
}
parentPort.on('message', ({ number, body, encodings }) => {
  if (workerData.isOver[0]) parentPort.close()
  else parentPort.postMessage({ number, bodies: encodings.map((encoding) => compressors[encoding](body)) })
})
`

function startCompressing() {
  const waiting = new Map<number, (bodies: readonly Uint8Array[]) => void>()
  let sent = 0
  const isOver = new Uint8Array(new SharedArrayBuffer(1))
  // Without this process's own flags, one of which may be that all code is a module.
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { isOver } })
  worker.on('message', ({ number, bodies }: { number: number; bodies: readonly Uint8Array[] }) => {
    waiting.get(number)?.(bodies)
    waiting.delete(number)
  })
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  // It is only a failure for those who wait.
  failed.catch(() => {})
  return {
    compress(body: Uint8Array, encodings: readonly Encoding[]): Promise<readonly Uint8Array[]> {
      const number = sent++
      const done = new Promise<readonly Uint8Array[]>((resolve) => waiting.set(number, resolve))
      worker.postMessage({ number, body, encodings })
      return Promise.race([done, failed])
    },
    /** It ends by itself, between two bodies: a thread that is terminated within zlib takes its process with it. */
    close() {
      isOver[0] = 1
      worker.postMessage({})
    },
  }
}
