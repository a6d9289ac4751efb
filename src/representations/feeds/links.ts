import type { Archive } from '../../archive/model.ts'
import { servicePaths } from '../../archive/urls.ts'
import { type Html, html } from '../../pages/html.ts'
import { mediaTypes } from '../media-types.ts'
import type { Link } from '../row.ts'
import { type Feed, feedOf } from './feed.ts'

/** Announces the feeds in the head of a page: that of the archive, and its own if it has one. */
export function feedLinks(archive: Archive, path: string): Html[] {
  const own = path === servicePaths.home ? undefined : feedOf(path, archive)
  return [own, feedOf(servicePaths.home, archive)].flatMap((feed) => {
    if (!feed) return []
    return links(feed).map(
      ({ path: at, type }) =>
        html`<link rel="alternate" type="${type}" title="${feed.title}" href="${archive.urls.url(at)}">`,
    )
  })
}

/** The same for the header of the home page. */
export function feedSignposts(archive: Archive): Link[] {
  const feed = feedOf(servicePaths.home, archive)
  return feed ? links(feed).map((link) => ({ ...link, rel: 'alternate' })) : []
}

function links({ atom, json }: Feed) {
  return [
    { path: atom, type: mediaTypes.atom },
    { path: json, type: mediaTypes.jsonFeed },
  ]
}
