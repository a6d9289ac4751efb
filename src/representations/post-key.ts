import type { Post } from '../archive/model.ts'
import type { BuildCache } from '../base/build-cache.ts'
import { memoizeLast } from '../base/caches.ts'
import { postImage } from './cards.ts'
import { feedLinks } from './feeds.ts'
import { frame } from './frame.ts'
import { neighboursOf } from './html.ts'
import type { Published } from './published.ts'

/**
 * Of all that the forms of a post are made of: where it is the same, they are. What a form comes to show besides must be added here;
 * the random edits in `test/cache/` find what is missing.
 */
export function postKey(post: Post, archive: Published, cache: BuildCache): string {
  const { html, markdown, searchText, ...facts } = post
  const { previous, next, related } = neighboursOf(post, archive)
  const around = [previous, next, ...related].map(
    (other) => other && [other.title, other.path, other.minutes],
  )
  const shown = [facts, around, postImage(post, archive), feedLinks(archive, post.path)]
  return cache.key('post', siteKey(archive, cache), html, markdown, JSON.stringify(shown))
}

/** What the forms of every post show of the archive. */
const siteKey = memoizeLast((archive: Published, cache: BuildCache): string => {
  const { settings, look, urls, searchable, mcpUrl, series } = archive
  const files = archive.assets.map(({ path, size, versions }) => [
    path,
    size,
    versions.map(({ path, width }) => [path, width]),
  ])
  const site = [settings, look, urls.base, searchable, mcpUrl, [...series], frame(archive), files]
  return cache.key('site', JSON.stringify(site))
})
