import type { Post } from '../archive/model.ts'
import type { BuildCache } from '../base/caches.ts'
import { bylineOf } from './bylines.ts'
import { feedLinks } from './html.ts'
import type { ListPage } from './lists.ts'
import { listData } from './page-meta.ts'
import type { Publication } from './publication.ts'
import { postImage, type PublishedText } from './site.ts'

/**
 * Cache keys of resources: digests of everything that their bodies and headers depend on. A missing dependency would publish an
 * outdated page; the edits in `test/cache/` change each of them.
 */
export class ResourceKeys {
  readonly #publication: Publication
  readonly #cache: BuildCache
  /** What all pages show of the archive. */
  readonly #site: string

  constructor(publication: Publication, cache: BuildCache) {
    this.#publication = publication
    this.#cache = cache
    const { settings, look, urls, mcpUrl, series, frame, assets } = publication
    const files = assets.map(({ path, size, versions }) => [
      path,
      size,
      versions.map(({ path, width }) => [path, width]),
    ])
    const dependencies = [settings, look, urls.base, mcpUrl, [...series], frame, files]
    this.#site = cache.key('site', JSON.stringify(dependencies))
  }

  ofPost(post: Post): string {
    const publication = this.#publication
    const digest = post.digest ?? this.#cache.key('shown', post.html, post.markdown)
    const { previous, next, related } = publication.neighboursOf(post)
    const dependencies = [
      post.facts,
      [previous, next, ...related].map((other) => other && [other.title, other.path, other.minutes]),
      bylineOf(post, publication),
      postImage(post, publication),
      feedLinks(post.path, publication),
    ]
    return this.#cache.key('post', this.#site, digest, JSON.stringify(dependencies))
  }

  /** A list's view has everything that its page shows, and is cheap to build. */
  ofList(page: ListPage): string {
    const publication = this.#publication
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
    return this.#cache.key('list', this.#site, JSON.stringify(dependencies))
  }

  ofText({ path, digest }: PublishedText): string | undefined {
    return digest && this.#cache.key('text', this.#site, path, digest)
  }
}
