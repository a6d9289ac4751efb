import type { Page, Post } from '../archive/model.ts'
import type { BuildCache } from '../base/caches.ts'
import { bylineOf } from './bylines.ts'
import { servicePaths } from '../archive/urls.ts'
import { feedLinks } from './html.ts'
import type { ListPage } from './lists.ts'
import { listData } from './page-meta.ts'
import type { Publication } from './publication.ts'
import { postImage, type PublishedText } from './site.ts'

export type ResourceKeys = ReturnType<typeof resourceKeys>

/**
 * Cache keys of resources: digests of everything that their bodies and headers depend on. A missing dependency would publish an
 * outdated page; the edits in `test/cache/` change each of them.
 */
export function resourceKeys(publication: Publication, { key }: BuildCache) {
  const { settings, look, urls, mcpUrl, series, frame, sharedHead, assets, commonTags } = publication
  const files = assets.map(({ path, size, versions }) => [
    path,
    size,
    versions.map(({ path, width }) => [path, width]),
  ])
  /** What all pages show of the archive. */
  const shared = [settings, look, urls.base, mcpUrl, [...series], frame, sharedHead, files, [...commonTags]]
  // A theme may list all posts on any page.
  const posts = publication.ownTheme && frame.posts()
  const site = key('site', JSON.stringify([...shared, posts, feedLinks(servicePaths.home, publication)]))
  return {
    ofPost(post: Post): string {
      const digest = post.digest ?? key('shown', post.html, post.markdown)
      const { previous, next, related } = publication.neighboursOf(post)
      const dependencies = [
        post.facts,
        [previous, next, ...related].map((other) => other && [other.title, other.path, other.minutes]),
        bylineOf(post, publication),
        postImage(post, publication),
      ]
      return key('post', site, digest, JSON.stringify(dependencies))
    },

    /** Of the markdown if the engine wrote it, because its HTML depends on nothing else. */
    ofPage(page: Page): string {
      const { path, title, summary, changedAt, digest, markdown } = page
      const dependencies = [
        [path, title, summary, changedAt ?? publication.changedAt],
        publication.hidden.has(page),
        publication.engine,
        publication.image,
      ]
      return key('page', site, digest ?? markdown, JSON.stringify(dependencies))
    },

    /** A list's view has everything that its page shows, and is cheap to build. */
    ofList(page: ListPage): string {
      const { list: _, above: __, view: make, ...facts } = page
      const view = make()
      const dependencies = [
        facts,
        view,
        // The twin ends with links to the indexes, and an index changes with the archive.
        publication.lists.map(({ path }) => path),
        page.changedAt ?? publication.changedAt,
        listData(page, publication),
        feedLinks(page.path, publication),
      ]
      return key('list', site, JSON.stringify(dependencies))
    },

    ofText: ({ path, digest }: PublishedText): string | undefined =>
      digest && key('text', site, path, digest),
  }
}
