import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Coding } from './resource.ts'
import type { Encoder } from './seal.ts'

type Compress = (body: Uint8Array) => Promise<Uint8Array>

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Brotli at 5 is within one per cent of 9 on these bodies in a tenth of the time, and within a tenth of 11 in a fortieth: the
 * difference between starting in a moment and starting in a minute.
 */
const compressors: Partial<Record<Coding, Compress>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => gzip(body, { level: 9 }),
}

/** zlib has zstd from Node 22.15 on; the types of Node 20 do not know it. */
const zstd = (zlib as { zstdCompress?: typeof zlib.gzip }).zstdCompress
if (zstd) compressors.zstd = (body) => promisify(zstd)(body) as Promise<Uint8Array>

export const everyCoding: readonly Coding[] = zstd
  ? ['br', 'zstd', 'gzip', 'identity']
  : ['br', 'gzip', 'identity']

export function nodeEncoder(codings: readonly Coding[]): Encoder {
  const takeTurns = turns(8)
  return {
    codings,
    compress(body, coding) {
      const compress = compressors[coding]
      if (!compress) throw new Error(`this runtime cannot make ${coding}`)
      return takeTurns(() => compress(body))
    },
    digest: (body) => createHash('sha256').update(body).digest('base64url').slice(0, 22), // 132 bits
  }
}

/** A few at a time: every compressor under way holds megabytes, and the thread pool has only a few threads. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy < most) busy++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
