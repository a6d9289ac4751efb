import type { Post } from '../archive/model.ts'
import { type BuildCache, memoizeLast } from '../base/caches.ts'
import { cardPath } from '../archive/urls.ts'
import { bylineOf } from './bylines.ts'
import { postCard, postImage } from './cards.ts'
import { feedLinks } from './feeds.ts'
import { frame } from './frame.ts'
import { neighboursOf } from './html.ts'
import { type ListPage, viewOf } from './lists.ts'
import { listData } from './page-meta.ts'
import type { Published } from './published.ts'

/**
 * Of all that the forms of a post are made of: where it is the same, they are. What a form comes to show besides must be added here;
 * the random edits in `test/cache/` find what is missing.
 */
export function postKey(post: Post, archive: Published, cache: BuildCache): string {
  const { html, markdown, headings, searchText, digest = cache.key('shown', html, markdown), ...facts } = post
  const { previous, next, related } = neighboursOf(post, archive)
  const around = [previous, next, ...related].map(
    (other) => other && [other.title, other.path, other.minutes],
  )
  const shown = [
    facts,
    around,
    bylineOf(post, archive),
    postImage(post, archive),
    feedLinks(archive, post.path),
  ]
  return cache.key('post', siteKey(archive, cache), digest, JSON.stringify(shown))
}

/** The view of a list is all that its page shows, and is soon made. */
export function listKey(page: ListPage, archive: Published, cache: BuildCache): string {
  const { list: _, above: __, ...document } = page
  const view = viewOf(page, archive)
  const shown = [document, view, listData(page, view.above, archive), feedLinks(archive, page.path)]
  return cache.key('list', siteKey(archive, cache), JSON.stringify(shown))
}

export function cardKey(post: Post, archive: Published, cache: BuildCache): string {
  const { cacheTags } = archive.settings
  return cache.key(
    'card',
    archive.urls.path(cardPath(post.id)),
    JSON.stringify([postCard(post, archive), cacheTags]),
  )
}

/** What the forms of every post show of the archive. */
const siteKey = memoizeLast((archive: Published, cache: BuildCache): string => {
  const { settings, look, urls, mcpUrl, series } = archive
  const files = archive.assets.map(({ path, size, versions }) => [
    path,
    size,
    versions.map(({ path, width }) => [path, width]),
  ])
  const site = [settings, look, urls.base, mcpUrl, [...series], frame(archive), files]
  return cache.key('site', JSON.stringify(site))
})
