import type { Archive, Post } from '../../archive/model.ts'
import type { Author } from '../../archive/authors.ts'
import { citationKey } from './key.ts'
import { partsOf } from './name.ts'

/**
 * CSL-JSON, which citation managers and citeproc read: a list of one item. An article of a magazine is dated by the day in every
 * style; one of a journal by the year alone.
 */
export function cslJson(post: Post, archive: Archive) {
  const { settings } = archive
  return [
    {
      id: citationKey(post, archive),
      type: 'article-magazine',
      title: post.title,
      author: post.authors.map(nameOf),
      ...(post.datePublished === null ? {} : { issued: { 'date-parts': [dateParts(post.datePublished)] } }),
      'container-title': settings.title,
      URL: post.url,
      language: settings.language,
      ...(post.tags.length === 0 ? {} : { keyword: post.tags.join(',') }),
    },
  ]
}

function nameOf(author: Author) {
  return partsOf(author) ?? { literal: author.name }
}

function dateParts(day: string): number[] {
  return day.split('-').map(Number)
}
