import type { Archive, Post } from '../archive/model.ts'
import { sentences } from '../markdown/sentences.ts'
import { type Block, unitsOf } from '../markdown/units.ts'
import type { SearchDocument } from '../search/read.ts'
import { day, languageOf } from '../words/format.ts'
import { wordsOf } from '../words/words.ts'
import { postTwinBytes } from './markdown.ts'

/** What the search index reads of a post. Plain data, so that it can be sent to a thread. */
export interface SearchInput extends Pick<Post, 'title' | 'tags' | 'summary' | 'datePublished'> {
  readonly blocks: readonly Block[]
  /** Of the archive. */
  readonly language: string
  readonly source: Uint8Array
}

export function searchInput(
  post: Post,
  blocks: readonly Block[],
  archive: Pick<Archive, 'urls'>,
  language: string,
): SearchInput {
  const { title, tags, summary, datePublished } = post
  return { title, tags, summary, datePublished, blocks, language, source: postTwinBytes(post, archive) }
}

/** Splits the text into sentences, and formats the date. */
export function searchDocument(input: SearchInput): SearchDocument {
  const { title, tags, summary, datePublished, blocks, language, source } = input
  return {
    title,
    tags,
    summary: sentences(summary),
    units: unitsOf(blocks),
    ...(datePublished && { date: `${day(datePublished, wordsOf(language)).text} ${datePublished}` }),
    language: languageOf(language),
    source,
  }
}
