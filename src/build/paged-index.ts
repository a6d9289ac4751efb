import { constants, deflateSync } from 'node:zlib'
import { digest } from '../base/digest.ts'
import { joinParts } from '../search/build.ts'
import { pageLength } from '../search/bytes.ts'
import { fencesOf } from '../search/lexicon.ts'
import { type IndexHead, openIndex, readHead } from '../search/load.ts'
import type { IndexPart } from '../search/read.ts'

/** A search index in compressed pages, because hosts compress only text and scripts. */
export interface PagedIndex {
  /** What a browser must know before it loads a page. */
  readonly head: IndexHead
  readonly digest: string
  readonly length: number
  readonly pages: readonly Uint8Array[]
}

/**
 * Looking for repetitions saves 4 %, takes six times as long, and gives other bytes on other machines. Huffman codes are the same
 * everywhere. With this much memory, a page is one block.
 */
const pageCompression = { strategy: constants.Z_HUFFMAN_ONLY, memLevel: 9 }

export function pageIndex(parts: readonly IndexPart[], language: string): PagedIndex {
  const index = joinParts(parts, undefined, language)
  const { length } = index
  const pages = Array.from({ length: Math.ceil(length / pageLength) }, (_, nth) =>
    deflateSync(index.subarray(nth * pageLength, (nth + 1) * pageLength), pageCompression),
  )
  return {
    head: { ...readHead(index), fences: fencesOf(openIndex(index)) },
    digest: digest(index),
    length,
    pages,
  }
}
