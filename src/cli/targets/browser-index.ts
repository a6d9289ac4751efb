import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { digest } from '../../base/digest.ts'
import { deflateZeroRuns } from '../../pages/deflate.ts'
import { joinParts } from '../../search/build.ts'
import { pageLength } from '../../search/bytes.ts'
import { fencesOf } from '../../search/lexicon.ts'
import { type IndexHead, openIndex, readHead } from '../../search/load.ts'
import { buffersOf, type IndexPart } from '../../search/read.ts'

/** The search index in pages, each compressed: hosts compress only text and scripts. */
export interface BrowserIndex {
  readonly head: IndexHead
  readonly length: number
  readonly digest: string
  readonly pages: readonly Uint8Array[]
}

export function browserIndex(parts: readonly IndexPart[]): BrowserIndex {
  const index = joinParts(parts)
  return {
    head: { ...readHead(index), fences: fencesOf(openIndex(index)) },
    length: index.length,
    digest: digest(index),
    pages: inChunks(index.length, pageLength, (from, to) => deflateZeroRuns(index.subarray(from, to))),
  }
}

/** Builds a large index in a worker thread, which takes over the memory of the parts. */
export function indexInThread(parts: readonly IndexPart[]): BrowserIndex | Promise<BrowserIndex> {
  if (parts.length < minimumForThread || availableParallelism() === 1) return browserIndex(parts)
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./index-thread.js', import.meta.url), {
      workerData: parts,
      transferList: buffersOf(parts),
    })
    thread.once('message', resolve).once('error', reject)
  })
}

const minimumForThread = 300

export function inChunks<T>(
  length: number,
  size: number,
  make: (from: number, to: number, nth: number) => T,
): T[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, nth) =>
    make(nth * size, Math.min(length, (nth + 1) * size), nth),
  )
}
