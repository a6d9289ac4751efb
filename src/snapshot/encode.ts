import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import * as zlib from 'node:zlib'
import type { Coding } from './resource.ts'
import type { Encoder } from './seal.ts'

/** zlib has zstd from Node 22.15 on. */
export const everyCoding: readonly Coding[] =
  'zstdCompressSync' in zlib ? ['br', 'zstd', 'gzip', 'identity'] : ['br', 'gzip', 'identity']

/** Its thread starts at once, and is ended by `close`. */
export function nodeEncoder(codings: readonly Coding[]): Encoder & { close(): Promise<void> } {
  const needed = codings.some((coding) => coding !== 'identity' && everyCoding.includes(coding))
  const thread = needed ? startCompressing() : undefined
  return {
    codings,
    async compress(body, coding) {
      if (!thread || !everyCoding.includes(coding)) throw new Error(`this runtime cannot make ${coding}`)
      return thread.compress(body, coding)
    },
    digest: (body) => createHash('sha256').update(body).digest('base64url').slice(0, 22), // 132 bits
    close: async () => {
      await thread?.close()
    },
  }
}

/**
 * One thread beside the one that renders, which calls zlib synchronously. zlib's own asynchronous calls cost the
 * rendering thread a fifth of a millisecond each, as much as the compression itself.
 *
 * Brotli at 5 is within one per cent of 9 on these bodies in a tenth of the time, and within a tenth of 11 in a
 * fortieth: the difference between starting in a moment and starting in a minute.
 */
const program = `
const { parentPort } = require('node:worker_threads')
const zlib = require('node:zlib')
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = zlib.constants
const compressors = {
  br: (body) => zlib.brotliCompressSync(body, {
    params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  }),
  gzip: (body) => zlib.gzipSync(body, { level: 9 }),
  zstd: (body) => zlib.zstdCompressSync(body),
}
parentPort.on('message', ({ number, body, coding }) => {
  parentPort.postMessage({ number, body: compressors[coding](body) })
})
`

function startCompressing() {
  const waiting = new Map<number, (body: Uint8Array) => void>()
  let sent = 0
  // Without this process's own flags, one of which may be that all code is a module.
  const worker = new Worker(program, { eval: true, execArgv: [] })
  worker.on('message', ({ number, body }: { number: number; body: Uint8Array }) => {
    waiting.get(number)?.(body)
    waiting.delete(number)
  })
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  // It is only a failure for those who wait.
  failed.catch(() => {})
  return {
    compress(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
      const number = sent++
      const done = new Promise<Uint8Array>((resolve) => waiting.set(number, resolve))
      worker.postMessage({ number, body, coding })
      return Promise.race([done, failed])
    },
    close: () => worker.terminate(),
  }
}
