import type { Archive, Post } from '../../archive/model.ts'
import { type Author, publisherOf } from '../../archive/authors.ts'
import { contentOf, type Feed, publishedAt } from './feed.ts'

/** https://jsonfeed.org/version/1.1, with the ids and dates of the Atom feed. */
export function jsonFeed({ title, path, json, posts }: Feed, archive: Archive) {
  const { settings, urls } = archive
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: urls.url(path),
    feed_url: urls.url(json),
    description: settings.description,
    language: settings.language,
    authors: [author(publisherOf(settings))],
    items: posts.map((post) => item(post, archive)),
  }
}

function item(post: Post, archive: Archive) {
  const own = archive.urls.url(post.path)
  return {
    id: own,
    url: own,
    external_url: post.url === own ? undefined : post.url,
    title: post.title,
    summary: post.summary,
    content_html: contentOf(post, archive),
    image: post.image?.url,
    date_published: publishedAt(post),
    date_modified: post.changedAt ?? undefined,
    authors: post.authors.map(author),
    tags: post.tags.length > 0 ? post.tags : undefined,
  }
}

function author({ name, url }: Author) {
  return { name, url }
}
