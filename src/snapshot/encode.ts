import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { once } from '../base/caches.ts'
import type { OnDemand } from './on-demand.ts'
import { compressors } from './compress-body.js'
import { type Encoding, encodings as everyEncoding } from './resource.ts'
import type { Ahead, Encoder } from './seal.ts'

/**
 * What an archive of so many posts is kept in if nobody says. Brotli and gzip of thousands take longer than all else. Gzip alone takes
 * a third of that, and makes fewer bytes than a Brotli that is as quick: .340 of real posts in 217 µs, where Brotli at 3 makes .349.
 */
export function encodingsFor(ahead: Ahead, posts: number): readonly Encoding[] {
  return ahead !== 'all' || posts < 2000 ? everyEncoding : ['gzip', 'identity']
}

/** Its first thread starts at once, unless little is to be compressed; all are ended by `close`. */
export function nodeEncoder(
  encodings: readonly Encoding[],
  ahead: Ahead = 'all',
): Encoder & { close(): void } {
  const needed = encodings.some((encoding) => encoding !== 'identity')
  const threads = needed && ahead !== 'large' ? [startThread()] : []
  return {
    encodings,
    ahead,
    compress: (body, wanted) => leastBusy(threads).compress(body, wanted),
    digest: bodyDigest,
    nameOf: encoderName,
    close: () => {
      for (const thread of threads) thread.close()
    },
  }
}

function bodyDigest(body: Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 22) // 132 bits
}

/**
 * A strong tag never stands for two sequences of bytes (RFC 9110 §8.8.1), and other libraries, or the same on another processor, make other
 * bytes. What becomes of one text tells them apart: Node's on x64 has the name of the encoding alone, in every version that makes the same.
 */
function encoderName(encoding: CompressedEncoding): string {
  return encoderNames[encoding]()
}

type CompressedEncoding = keyof typeof compressors
const encoderNames = { br: once(() => nameFor('br')), gzip: once(() => nameFor('gzip')) }
const marksOfNode: Readonly<Record<CompressedEncoding, string>> = { br: '4c1d9a', gzip: '4611e1' }

function nameFor(encoding: CompressedEncoding): string {
  const mark = shortHash(compressors[encoding](sampleText()))
  return mark === marksOfNode[encoding]
    ? encoding
    : `${encoding}-${shortHash(mark + JSON.stringify(process.versions))}`
}

function shortHash(of: string | Uint8Array): string {
  return hash('sha256', of, 'hex').slice(0, 6)
}

/** 28 KB like those of a page, from a small generator. */
function sampleText(): Uint8Array {
  let state = 1
  const next = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const words = Array.from({ length: 600 }, () => next(36 ** (2 + next(5))).toString(36))
  const line = () => Array.from({ length: 2 + next(18) }, () => words[next(next(600) + 1)]).join(' ')
  return new TextEncoder().encode(
    Array.from({ length: 400 }, () => `<p id="${next(1e6)}">${line()}</p>`).join('\n'),
  )
}

/** What a server on Node makes when it is asked for; `make` is what its recipes are for. */
export function nodeOnDemand(make: OnDemand['make']): OnDemand {
  return {
    // zlib gives a part of a block of 16 KB, all of which would be kept with it.
    compress: (body, encoding) => Buffer.from(compressors[encoding](body)),
    decompress: (body) => Buffer.from(brotliDecompressSync(body)),
    digest: bodyDigest,
    nameOf: encoderName,
    make: (recipe) => Buffer.from(make(recipe)),
  }
}

/** Of a file, for its address: lower-case, since some disks do not tell letters by their case. */
export function fileDigest(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 16)
}

type Thread = ReturnType<typeof startThread>

/** The thread with the least before it; one more where each has much, as long as there are processors for them. */
function leastBusy(threads: Thread[]): Thread {
  const [first, ...others] = threads
  const found = others.reduce((best, one) => (one.waiting() < (best?.waiting() ?? 0) ? one : best), first)
  if (found && (found.waiting() < much || threads.length >= mostThreads)) return found
  const more = startThread()
  threads.push(more)
  return more
}

/** Bodies are rendered by one thread, which more than a few would only wait for. */
const mostThreads = Math.min(4, availableParallelism())

/** Bytes: what takes as long to compress as a thread to start. */
const much = 2 ** 20

/**
 * A thread beside the one that renders. zlib's own asynchronous calls cost the rendering thread a fifth of a millisecond each,
 * as much as the compression itself.
 */
function startThread() {
  const waiting = new Map<number, (bodies: readonly Uint8Array[]) => void>()
  let sent = 0
  let bytesWaiting = 0
  const isOver = new Uint8Array(new SharedArrayBuffer(1))
  // Without this process's own flags, one of which may be that all code is a module.
  const worker = new Worker(threadModule, { execArgv: [], workerData: { isOver } })
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
      bytesWaiting += body.length
      const done = new Promise<readonly Uint8Array[]>((resolve) =>
        waiting.set(number, (bodies) => {
          bytesWaiting -= body.length
          resolve(bodies)
        }),
      )
      worker.postMessage({ number, body, encodings })
      return Promise.race([done, failed])
    },
    waiting: () => bytesWaiting,
    /** What is still waiting is dropped. */
    close() {
      isOver[0] = 1
      worker.postMessage({})
    },
  }
}

/** From the sources, and from any folder of `dist/` that this code is bundled into. */
const threadModule = new URL('../snapshot/compress-thread.js', import.meta.url)
