import { hasFeed, seriesPath } from '../archive/lists.ts'
import type { Archive, Asset, Document, Page, Post, Version } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import {
  bibtexPath,
  cslPath,
  iconPaths,
  postJsonPath,
  serverCardPath,
  servicePaths,
  twinPath,
} from '../archive/urls.ts'
import { type BuildCache, memoizeLast } from '../base/caches.ts'
import { toYaml } from '../base/escape.ts'
import { defaultAccent } from '../pages/colours.ts'
import touchIcon from '../pages/apple-touch-icon.png?raw'
import { iconSvg } from '../pages/icon.ts'
import { bylineOf } from './bylines.ts'
import { postImage } from './preview.ts'
import { bibtex, cslJson } from './citations.ts'
import { agentInstructions, apiCatalog, robotsTxt, securityFiles } from './discovery.ts'
import { atomFeed, type Feed, feedLinks, feedSignposts, feedsOf, jsonFeed } from './feeds.ts'
import { frame } from './frame.ts'
import { home, homeHtml } from './home.ts'
import { neighboursOf, pageHtml, postHtml, resultsHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import { listHtml, type ListPage, listPages, listTwin, viewOf } from './lists.ts'
import { llmsFullFiles, llmsTxt } from './llms.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { mcpManifest } from './mcp.ts'
import { listData } from './page-meta.ts'
import { openapi } from './openapi.ts'
import { feedStyle, pageFiles, licenseUrl, type Published } from './published.ts'
import {
  canonicalOf,
  type Group,
  type Link,
  mediaTypeOf,
  mediaTypes,
  type Row,
  type TextFile,
  textFiles,
  withTwin,
} from './row.ts'
import { resultsPage, resultsQuery, resultsTwin } from './search.ts'
import { sitemapFiles } from './sitemap.ts'
import { textPages } from './standard-pages.ts'

const utf8 = new TextEncoder()

/** Returns the same byte array for both paths of a twin. */
function encoded<Subject extends object>(text: (subject: Subject, archive: Published) => string) {
  return memoizeLast((subject: Subject, archive: Published) => utf8.encode(text(subject, archive)))
}

function json<Subject>(value: (subject: Subject, archive: Published) => unknown) {
  return (subject: Subject, archive: Published) => `${JSON.stringify(value(subject, archive))}\n`
}

function link(rel: string, path: string, type: string): Link {
  return { path, rel, type: type.split(';')[0] ?? type }
}

const contract = link('service-desc', servicePaths.contract, mediaTypes.json)
const catalog = link('api-catalog', servicePaths.apiCatalog, mediaTypes.linkset)

/** All published formats, one row each. Other code never asks which row it has. */
const posts: Group<Post> = {
  subjects: ({ posts, unlisted }) => [...posts, ...unlisted.posts],
  cacheTag: ({ id }) => `post:${id}`,
  key: postKey,
  rows: [
    ...withTwin(postHtml, postTwinBytes, { pageLinks: postSignposts, twinLinks: formSignposts }),
    {
      path: ({ id }) => postJsonPath(id),
      contentType: mediaTypes.json,
      negotiated: true,
      body: json(postWithBodyJson),
      links: (post, archive) => [contract, canonicalOf(post), ...formSignposts(post, archive)],
    },
    citation(bibtexPath, bibtex),
    citation(cslPath, json(cslJson)),
  ],
}

function citation(path: (id: string) => string, body: Row<Post>['body']): Row<Post> {
  const links = ({ path }: Post) => [link('describes', path, mediaTypes.html)]
  return { path: ({ id }) => path(id), contentType: mediaTypeOf(path('')), body, links }
}

const homePage: Group<Omit<Document, 'html'>> = {
  subjects: (archive) => [home(archive)],
  rows: withTwin(homeHtml, encoded(pageTwin), { pageLinks: homeSignposts }),
}

const pages: Group<Page> = {
  subjects: (archive) => [...textPages(archive), ...archive.unlisted.pages],
  rows: withTwin(pageHtml, encoded(pageTwin)),
}

const lists: Group<ListPage> = {
  subjects: listPages,
  key: listKey,
  rows: withTwin(listHtml, encoded(listTwin)),
}

const ownFile: Row<Pick<Asset, 'path' | 'bytes'>> = {
  path: ({ path }) => path,
  contentType: ({ path }) => mediaTypeOf(path),
  body: ({ bytes }) => bytes,
}

const assets: Group<Asset> = { subjects: (archive) => archive.assets, rows: [ownFile] }

/** Content-hashed files. */
const versions: Group<Version> = {
  subjects: (archive) => [
    ...archive.assets.flatMap((asset) => asset.versions),
    ...Object.values(pageFiles),
    ...(hasFeed(archive.lists) ? [feedStyle(archive)] : []),
  ],
  rows: [{ ...ownFile, immutable: true }],
}

const feeds: Group<Feed> = {
  subjects: feedsOf,
  rows: [
    { path: ({ atom }) => atom, contentType: mediaTypes.feed, body: atomFeed },
    { path: (feed) => feed.json, contentType: mediaTypes.jsonFeed, body: json(jsonFeed) },
  ],
}

function file(path: string, body: Row<Published>['body'], contentType = mediaTypeOf(path)): Row<Published> {
  return { path: () => path, contentType, body }
}

function endpoint(path: string, value: (archive: Published) => unknown): Row<Published> {
  return { ...file(path, json(value)), negotiated: true, links: () => [contract] }
}

const touchIconBytes = Uint8Array.from(atob(touchIcon), (character) => character.charCodeAt(0))

const site: Group<Published> = {
  subjects: (archive) => [archive],
  rows: [
    endpoint(servicePaths.index, serviceIndexJson),
    endpoint(servicePaths.list, postListJson),
    endpoint(servicePaths.stats, statisticsJson),
    file(servicePaths.contract, json(openapi)),
    file(servicePaths.contractYaml, (archive) => toYaml(openapi(archive))),
    file(servicePaths.llms, llmsTxt),
    file(servicePaths.agentInstructions, agentInstructions),
    file(servicePaths.robots, robotsTxt),
    file(iconPaths.icon, ({ look }) => iconSvg(look.accent ?? defaultAccent)),
    file(iconPaths.touchIcon, () => touchIconBytes),
    // RFC 9727 §2 requires the link in the response to HEAD.
    { ...file(servicePaths.apiCatalog, json(apiCatalog), mediaTypes.linkset), links: () => [catalog] },
  ],
}

const manifest = encoded(json(mcpManifest))

const mcp: Group<Published> = {
  subjects: (archive) => (archive.mcpUrl === undefined ? [] : [archive]),
  rows: [
    file(servicePaths.mcpManifest, manifest, mediaTypes.json),
    file(serverCardPath, manifest, mediaTypes.serverCard),
  ],
}

const llmsFull: Group<TextFile> = {
  ...textFiles(llmsFullFiles),
  key: ({ digest, path }, archive, cache) =>
    digest && cache.key('text', siteKey(archive, cache), path, digest),
}

/** Templates for search results; not published themselves. */
export const resultPages: Group<Document> = {
  subjects: (archive) => [resultsPage(archive)],
  rows: withTwin(resultsHtml, resultsTwin, { query: resultsQuery }),
}

export const groups = {
  homePage,
  posts,
  pages,
  lists,
  feeds,
  assets,
  versions,
  site,
  mcp,
  llmsFull,
  sitemaps: textFiles(sitemapFiles),
  security: textFiles(securityFiles),
} as const

/** Links for citing a post without parsing it: https://signposting.org */
function postSignposts(post: Post, archive: Archive): Link[] {
  const { id, path, series, seriesLabel, isUnlisted } = post
  return [
    citeAs(post),
    link('describedby', bibtexPath(id), mediaTypes.bibtex),
    link('describedby', cslPath(id), mediaTypes.csl),
    link('item', twinPath(path), mediaTypes.markdown),
    link('item', postJsonPath(id), mediaTypes.json),
    ...(isUnlisted || !isNamedSeries(series, seriesLabel)
      ? []
      : [link('collection', seriesPath(series), mediaTypes.html)]),
    ...terms(archive),
    ...authorLinks(post),
  ]
}

/** Links for programs that know only the site's URL. */
function homeSignposts(_: unknown, archive: Archive): Link[] {
  return [
    contract,
    link('service-doc', servicePaths.developers, mediaTypes.html),
    catalog,
    ...terms(archive),
    ...feedSignposts(archive),
  ]
}

/** Links from another format of a post to its page. */
function formSignposts(post: Post, archive: Archive): Link[] {
  return [citeAs(post), link('collection', post.path, mediaTypes.html), ...terms(archive)]
}

/** Empty if the publisher states no terms. */
function terms(archive: Archive): Link[] {
  return licenseUrl(archive) === undefined ? [] : [{ path: servicePaths.privacy, rel: 'license' }]
}

/** RFC 8574. */
function citeAs({ path, url }: Post): Link {
  return { path, url, rel: 'cite-as' }
}

/** Limits the header's size. */
const maxAuthors = 10

/** `URL` percent-encodes, because headers are ASCII. */
function authorLinks({ path, authors }: Post): Link[] {
  const urls = authors.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).href]))
  return [...new Set(urls)].slice(0, maxAuthors).map((url) => ({ path, url, rel: 'author' }))
}

/** Covers everything that the formats of a post depend on. The random edits in `test/cache/` find omissions. */
function postKey(post: Post, archive: Published, cache: BuildCache): string {
  const digest = post.digest ?? cache.key('shown', post.html, post.markdown)
  const { previous, next, related } = neighboursOf(post, archive)
  const around = [previous, next, ...related].map(
    (other) => other && [other.title, other.path, other.minutes],
  )
  const dependencies = [
    post.facts,
    around,
    bylineOf(post, archive),
    postImage(post, archive),
    feedLinks(archive, post.path),
  ]
  return cache.key('post', siteKey(archive, cache), digest, JSON.stringify(dependencies))
}

/** A list's view has everything that its page shows, and is cheap to build. */
function listKey(page: ListPage, archive: Published, cache: BuildCache): string {
  const { list: _, above: __, ...document } = page
  const view = viewOf(page, archive)
  // The twin ends with links to the indexes, and an index changes with the archive.
  const around = [archive.lists.map(({ path }) => path), page.changedAt ?? archive.changedAt]
  const data = listData(page, view.above, archive)
  const dependencies = [document, view, around, data, feedLinks(archive, page.path)]
  return cache.key('list', siteKey(archive, cache), JSON.stringify(dependencies))
}

/** Covers what all posts show of the archive. */
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
