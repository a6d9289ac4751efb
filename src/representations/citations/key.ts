import type { Archive, Post } from '../../archive/archive.ts'
import { shortened, slugged } from '../../archive/slug.ts'

/** What a document refers to a post by. An id is unique in its archive only, and a bibliography holds more than one. */
export function citationKey({ id }: Post, { settings }: Archive): string {
  const publication = shortened(slugged(settings.title))
  return publication === '' ? id : `${publication}-${id}`
}
