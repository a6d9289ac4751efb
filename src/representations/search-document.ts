import type { Archive, Post } from '../archive/model.ts'
import { sentences } from '../markdown/sentences.ts'
import { type Block, unitsOf } from '../markdown/units.ts'
import type { SearchDocument } from '../search/read.ts'
import { postTwinBytes } from './markdown.ts'

/** A post as the search index reads it: by sentence, with the twin in which they are found again. */
export function searchDocument(
  post: Post,
  blocks: readonly Block[],
  archive: Pick<Archive, 'urls'>,
): SearchDocument {
  const { title, tags, summary } = post
  return {
    title,
    tags,
    summary: sentences(summary),
    units: unitsOf(blocks),
    source: postTwinBytes(post, archive),
  }
}
