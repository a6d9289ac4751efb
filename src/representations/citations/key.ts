import type { Archive, Post } from '../../archive/model.ts'
import { shortened, slugged } from '../../archive/slug.ts'
import { memoizeLast } from '../memoize-last.ts'

/** What a document refers to a post by. An id is unique in its archive only, and a bibliography holds more than one. */
export function citationKey({ id }: Post, archive: Archive): string {
  const name = publication(archive)
  return name === '' ? id : `${name}-${id}`
}

const publication = memoizeLast(({ settings }: Archive) => shortened(slugged(settings.title)))
