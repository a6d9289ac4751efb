import { type Author, publisherOf } from '../archive/authors.ts'
import { type List, listsWithFeeds } from '../archive/lists.ts'
import { newestChange, type Post } from '../archive/model.ts'
import { feedPaths, servicePaths, type Urls } from '../archive/urls.ts'
import { unboundedMemo } from '../base/caches.ts'
import { escapeXml } from '../base/xml.ts'
import feedSheet from '../pages/style/feed.css?raw'
import { feedHtml } from './body-html.ts'
import { listTitle } from './list-names.ts'
import { mediaTypes } from './media-types.ts'
import { type Site, textVersion } from './site.ts'

/** A feed of the archive, a series, a tag or an author. */
export interface Feed {
  readonly title: string
  /** Path of its page. */
  readonly path: string
  readonly atom: string
  readonly json: string
  /** The newest dated posts. */
  readonly posts: readonly Post[]
  /** A post is in several feeds and in two formats. */
  readonly contentOf: (post: Post) => string
}

/** Feeds contain whole posts, so their HTML is limited too. */
const feedLimits = { archivePosts: 20, listPosts: 10, characters: 1_000_000 } as const

/** Returns all feeds, by the path of their page. */
export function feedsOf(site: Site): ReadonlyMap<string, Feed> {
  if (!site.hasFeeds) return new Map()
  const contentOf = unboundedMemo((post: Post) => feedHtml(post, site))
  const feed = (title: string, path: string, posts: readonly Post[], length: number): [string, Feed] => {
    let left: number = feedLimits.characters
    const newest = posts
      .filter(({ datePublished }) => datePublished !== null)
      .slice(0, length)
      .filter(({ html }, at) => {
        left -= html.length
        return at === 0 || left >= 0
      })
    return [path, { title, path, ...feedPaths(path), posts: newest, contentOf }]
  }
  const { title } = site.settings
  const ofLists = listsWithFeeds(site.lists).map((list: List<Post>) =>
    feed(`${listTitle(list, site)} · ${title}`, list.path, list.posts, feedLimits.listPosts),
  )
  return new Map([feed(title, servicePaths.home, site.posts, feedLimits.archivePosts), ...ofLists])
}

export function feedForms({ atom, json }: Feed) {
  return [
    { path: atom, type: mediaTypes.atom },
    { path: json, type: mediaTypes.jsonFeed },
  ]
}

/** Explains a feed to a reader who opens it in a browser. A JSON string without escapes is a valid CSS string. */
export function feedStyle({ words: { aboutFeed, direction } }: Site) {
  const about = `feed::before{content:${JSON.stringify(aboutFeed)}}feed{direction:${direction}}`
  return textVersion('/citable-feed.css', feedSheet + about)
}

/** RFC 4287. Ids are URLs and dates come from the posts, so equal content gives equal feeds. */
export function atomFeed({ title, path, atom, json, posts, contentOf }: Feed, site: Site): string {
  const { settings, urls, licenseUrl } = site
  return `${joinLines(
    '<?xml version="1.0" encoding="utf-8"?>',
    `<?xml-stylesheet type="text/css" href="${escapeXml(urls.path(feedStyle(site).path))}"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(settings.language)}">`,
    atomElement('id', urls.url(path)),
    atomElement('title', title),
    settings.description !== undefined && atomElement('subtitle', settings.description),
    atomElement('updated', newestChange(posts) ?? ''),
    atomAuthor(publisherOf(settings)),
    atomLink('self', urls.url(atom), mediaTypes.atom),
    atomLink('alternate', urls.url(path), 'text/html'),
    atomLink('alternate', urls.url(json), mediaTypes.jsonFeed),
    licenseUrl !== undefined && atomLink('license', licenseUrl),
    ...posts.map((post) => atomEntry(post, contentOf(post), urls)),
    '</feed>',
  )}\n`
}

function atomEntry(post: Post, content: string, urls: Urls): string {
  const own = urls.url(post.path)
  const { title, summary, authors, tags } = post
  return joinLines(
    '<entry>',
    atomElement('id', own),
    atomElement('title', title),
    atomElement('published', publishedAt(post)),
    atomElement('updated', post.changedAt ?? ''),
    ...authors.map(atomAuthor),
    atomLink('alternate', own, 'text/html'),
    post.url !== own && atomLink('canonical', post.url),
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    atomElement('summary', summary),
    `<content type="html">${escapeXml(content)}</content>`,
    '</entry>',
  )
}

function atomAuthor({ name, url }: Author): string {
  return `<author>${atomElement('name', name)}${url === undefined ? '' : atomElement('uri', url)}</author>`
}

const atomElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

function atomLink(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`
  return `<link rel="${rel}"${typed} href="${escapeXml(href)}"/>`
}

/** https://jsonfeed.org/version/1.1 */
export function jsonFeed({ title, path, json, posts, contentOf }: Feed, { settings, urls }: Site) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: urls.url(path),
    feed_url: urls.url(json),
    description: settings.description,
    language: settings.language,
    authors: [jsonAuthor(publisherOf(settings))],
    items: posts.map((post) => jsonItem(post, contentOf(post), urls)),
  }
}

function jsonItem(post: Post, content: string, urls: Urls) {
  const own = urls.url(post.path)
  return {
    id: own,
    url: own,
    external_url: post.url === own ? undefined : post.url,
    title: post.title,
    summary: post.summary,
    content_html: content,
    image: post.image?.url,
    date_published: publishedAt(post),
    date_modified: post.changedAt ?? undefined,
    authors: post.authors.map(jsonAuthor),
    tags: post.tags.length > 0 ? post.tags : undefined,
  }
}

const jsonAuthor = ({ name, url }: Author) => ({ name, url })

const publishedAt = ({ datePublished }: Post): string => `${datePublished}T00:00:00Z`

const joinLines = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('\n')
