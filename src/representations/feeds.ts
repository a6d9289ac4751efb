import { type Author, publisherOf } from '../archive/authors.ts'
import { listsWithFeeds, hasFeed, type List } from '../archive/lists.ts'
import { type Archive, newestChange, type Post } from '../archive/model.ts'
import { feedPaths, servicePaths } from '../archive/urls.ts'
import { escapeXml } from '../base/escape.ts'
import { type Html, html } from '../pages/html.ts'
import { feedHtml } from './body-html.ts'
import { titleOf } from './list-names.ts'
import { memoizeLast } from '../base/caches.ts'
import { feedStyle, licenseUrl } from './published.ts'
import { type Link, mediaTypes } from './row.ts'

/** A feed of the archive, a series, a tag or an author. */
export interface Feed {
  readonly title: string
  /** Path of its page. */
  readonly path: string
  readonly atom: string
  readonly json: string
  /** The newest dated posts. */
  readonly posts: readonly Post[]
}

export const feedsOf = memoizeLast((archive: Archive): readonly Feed[] => {
  const { settings, posts } = archive
  if (!hasFeed(archive.lists)) return []
  const main = feed(settings.title, servicePaths.home, posts, limits.archivePosts)
  const lists = listsWithFeeds(archive.lists).map((list: List<Post>) =>
    feed(`${titleOf(list, archive)} · ${settings.title}`, list.path, list.posts, limits.listPosts),
  )
  return [main, ...lists]
})

export function feedOf(path: string, archive: Archive): Feed | undefined {
  return feedsByPage(archive).get(path)
}

const feedsByPage = memoizeLast(
  (archive: Archive) => new Map(feedsOf(archive).map((one): [string, Feed] => [one.path, one])),
)

/** Feeds contain whole posts, so their HTML is limited too. */
const limits = { archivePosts: 20, listPosts: 10, characters: 1_000_000 } as const

function feed(title: string, path: string, posts: readonly Post[], length: number): Feed {
  let left: number = limits.characters
  const newest = posts
    .filter(({ datePublished }) => datePublished !== null)
    .slice(0, length)
    .filter(({ html }, at) => {
      left -= html.length
      return at === 0 || left >= 0
    })
  return { title, path, ...feedPaths(path), posts: newest }
}

function publishedAt({ datePublished }: Post): string {
  return `${datePublished}T00:00:00Z`
}

/** Memoized, because a post is in several feeds and in two formats. */
function contentOf(post: Post, archive: Archive): string {
  const content = contents.get(post) ?? feedHtml(post, archive)
  contents.set(post, content)
  return content
}

const contents = new WeakMap<Post, string>()

/** Returns `<link>` elements for the archive's feed and the page's own, if it has one. */
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

/** Returns the feeds for the Link header of the home page. */
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

/** RFC 4287. Ids are URLs and dates come from the posts, so equal content gives equal feeds. */
export function atomFeed({ title, path, atom, json, posts }: Feed, archive: Archive): string {
  const { settings, urls } = archive
  const license = licenseUrl(archive)
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="${escapeXml(urls.path(feedStyle(archive).path))}"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(settings.language)}">
${element('id', urls.url(path))}
${element('title', title)}
${settings.description === undefined ? '' : `${element('subtitle', settings.description)}\n`}${element('updated', newestChange(posts) ?? '')}
${atomAuthor(publisherOf(settings))}
${link('self', urls.url(atom), mediaTypes.atom)}
${link('alternate', urls.url(path), 'text/html')}
${link('alternate', urls.url(json), mediaTypes.jsonFeed)}
${license === undefined ? '' : `${link('license', license)}\n`}${posts.map((post) => entry(post, archive)).join('')}</feed>
`
}

function entry(post: Post, archive: Archive): string {
  const own = archive.urls.url(post.path)
  const { title, summary, authors, tags } = post
  return `<entry>
${element('id', own)}
${element('title', title)}
${element('published', publishedAt(post))}
${element('updated', post.changedAt ?? '')}
${authors.map(atomAuthor).join('\n')}
${link('alternate', own, 'text/html')}
${post.url === own ? '' : `${link('canonical', post.url)}\n`}${tags.map((tag) => `<category term="${escapeXml(tag)}"/>\n`).join('')}${element('summary', summary)}
<content type="html">${escapeXml(contentOf(post, archive))}</content>
</entry>
`
}

function atomAuthor({ name, url }: Author): string {
  return `<author>${element('name', name)}${url === undefined ? '' : element('uri', url)}</author>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function link(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`
  return `<link rel="${rel}"${typed} href="${escapeXml(href)}"/>`
}

/** https://jsonfeed.org/version/1.1 */
export function jsonFeed({ title, path, json, posts }: Feed, archive: Archive) {
  const { settings, urls } = archive
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: urls.url(path),
    feed_url: urls.url(json),
    description: settings.description,
    language: settings.language,
    authors: [jsonAuthor(publisherOf(settings))],
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
    authors: post.authors.map(jsonAuthor),
    tags: post.tags.length > 0 ? post.tags : undefined,
  }
}

function jsonAuthor({ name, url }: Author) {
  return { name, url }
}
