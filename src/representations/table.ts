import { hasFeed, seriesPath } from '../archive/lists.ts'
import type { Archive, Asset, Document, Page, Post, Version } from '../archive/model.ts'
import {
  bibtexPath,
  cardPath,
  cslPath,
  iconPaths,
  manifestAliases,
  postJsonPath,
  servicePaths,
  siteCardPath,
  twinPath,
} from '../archive/urls.ts'
import { type BuildCache, memoizeLast } from '../base/caches.ts'
import { defaultAccent } from '../pages/colours.ts'
import { iconPng, iconSvg } from '../pages/icon.ts'
import { bylineOf } from './bylines.ts'
import { type CardRecipe, drawCard, postCard, postImage, postsWithCards, siteCard } from './cards.ts'
import { bibtex, cslJson } from './citations.ts'
import { agentInstructions, apiCatalog, robotsTxt, securityFiles } from './discovery.ts'
import { atomFeed, type Feed, feedLinks, feedSignposts, feedsOf, jsonFeed } from './feeds.ts'
import { frame } from './frame.ts'
import { home, homeHtml } from './home.ts'
import { neighboursOf, pageHtml, postHtml, resultsHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import { listHtml, type ListPage, listPages, listTwin, viewOf } from './lists.ts'
import { llmsFiles, llmsFullFiles } from './llms.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { aiCatalog, mcpManifest } from './mcp.ts'
import { listData } from './page-meta.ts'
import { openapi, openapiYaml } from './openapi.ts'
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
import { sitemapFiles, sitemapMarkdown } from './sitemap.ts'
import { textPages } from './standard-pages.ts'

/** All published formats, one row each. Other code never asks which row it has. */
const group = <Subject>(one: Group<Subject>) => one

const utf8 = new TextEncoder()
const json = (value: unknown) => `${JSON.stringify(value)}\n`
const contract: Link = { path: servicePaths.contract, rel: 'service-desc', type: mediaTypes.json }

/** Returns the same byte array for both paths of a twin. */
function encoded<D extends object>(twin: (document: D, archive: Published) => string) {
  return memoizeLast((document: D, archive: Published) => utf8.encode(twin(document, archive)))
}

const posts = group<Post>({
  subjects: ({ posts, unlisted }) => [...posts, ...unlisted.posts],
  cacheTag: ({ id }) => `post:${id}`,
  key: postKey,
  rows: [
    ...withTwin(postHtml, postTwinBytes, { pageLinks: postSignposts, twinLinks: formSignposts }),
    {
      path: ({ id }) => postJsonPath(id),
      contentType: mediaTypes.json,
      negotiated: true,
      body: (post, archive) => json(postWithBodyJson(post, archive)),
      links: (post, archive) => [contract, canonicalOf(post), ...formSignposts(post, archive)],
    },
    {
      path: ({ id }) => bibtexPath(id),
      contentType: mediaTypes.bibtex,
      negotiated: false,
      body: bibtex,
      links: citationSignposts,
    },
    {
      path: ({ id }) => cslPath(id),
      contentType: mediaTypes.csl,
      negotiated: false,
      body: (post, archive) => json(cslJson(post, archive)),
      links: citationSignposts,
    },
  ],
})

const homePage = group<Omit<Document, 'html'>>({
  subjects: (archive) => [home(archive)],
  rows: withTwin(homeHtml, encoded(pageTwin), { pageLinks: homeSignposts }),
})

const pages = group<Page>({
  subjects: (archive) => [...textPages(archive), ...archive.unlisted.pages],
  rows: withTwin(pageHtml, encoded(pageTwin)),
})

const lists = group<ListPage>({
  subjects: listPages,
  key: listKey,
  rows: withTwin(listHtml, encoded(listTwin)),
})

const assets = group<Asset>({
  subjects: (archive) => archive.assets,
  rows: [
    {
      path: ({ path }) => path,
      contentType: ({ path }) => mediaTypeOf(path),
      negotiated: false,
      body: ({ bytes }) => bytes,
    },
  ],
})

/** Content-hashed files. */
const versions = group<Version>({
  subjects: (archive) => [
    ...archive.assets.flatMap((asset) => asset.versions),
    ...Object.values(pageFiles),
    ...(hasFeed(archive.lists) ? [feedStyle(archive)] : []),
  ],
  rows: [
    {
      path: ({ path }) => path,
      contentType: ({ path }) => mediaTypeOf(path),
      negotiated: false,
      immutable: true,
      body: ({ bytes }) => bytes,
    },
  ],
})

const feeds = group<Feed>({
  subjects: feedsOf,
  rows: [
    { path: ({ atom }) => atom, contentType: mediaTypes.feed, negotiated: false, body: atomFeed },
    {
      path: (feed) => feed.json,
      contentType: mediaTypes.jsonFeed,
      negotiated: false,
      body: (feed, archive) => json(jsonFeed(feed, archive)),
    },
  ],
})

const endpoint = (path: string, value: (archive: Published) => unknown): Row<Published> => ({
  path: () => path,
  contentType: mediaTypes.json,
  negotiated: true,
  body: (archive) => json(value(archive)),
  links: () => [contract],
})

const file = (path: string, contentType: string, body: Row<Published>['body']): Row<Published> => ({
  path: () => path,
  contentType,
  negotiated: false,
  body,
})

const manifestBytes = memoizeLast((archive: Published) => utf8.encode(json(mcpManifest(archive))))
const manifest = (path: string, contentType: string = mediaTypes.json) =>
  file(path, contentType, manifestBytes)

const site = group<Published>({
  subjects: (archive) => [archive],
  rows: [
    endpoint(servicePaths.index, serviceIndexJson),
    endpoint(servicePaths.list, postListJson),
    endpoint(servicePaths.stats, statisticsJson),
    file(servicePaths.contract, mediaTypes.json, (archive) => json(openapi(archive))),
    file(servicePaths.contractYaml, mediaTypes.yaml, openapiYaml),
    file(servicePaths.agentInstructions, mediaTypes.markdown, agentInstructions),
    file(servicePaths.robots, mediaTypes.text, robotsTxt),
    file(iconPaths.icon, mediaTypeOf(iconPaths.icon), ({ look }) => iconSvg(look.accent ?? defaultAccent)),
    file(iconPaths.touchIcon, mediaTypeOf(iconPaths.touchIcon), ({ look }) =>
      iconPng(look.accent ?? defaultAccent),
    ),
    {
      ...file(servicePaths.apiCatalog, mediaTypes.linkset, (archive) => json(apiCatalog(archive))),
      // RFC 9727 §2 requires it in the response to HEAD.
      links: () => [catalog],
    },
    file(servicePaths.sitemapMarkdown, mediaTypes.markdown, sitemapMarkdown),
  ],
})

/** Only with an MCP endpoint. */
const mcp = group<Published>({
  subjects: (archive) => (archive.mcpUrl === undefined ? [] : [archive]),
  rows: [
    manifest(servicePaths.mcpManifest),
    manifest(manifestAliases.file),
    manifest(manifestAliases.wellKnownCard, mediaTypes.serverCard),
    manifest(manifestAliases.card, mediaTypes.serverCard),
    file(servicePaths.aiCatalog, mediaTypes.json, (archive) => json(aiCatalog(archive))),
  ],
})

const llms = textFiles(llmsFiles, mediaTypes.text)
const llmsFull = group<TextFile>({
  ...textFiles(llmsFullFiles, mediaTypes.text),
  key: ({ digest, path }, archive, cache) =>
    digest && cache.key('text', siteKey(archive, cache), path, digest),
})
const sitemaps = textFiles(sitemapFiles, mediaTypes.xml)
const security = textFiles(securityFiles, mediaTypes.text)

const card = <Subject>(
  path: (subject: Subject) => string,
  recipe: (subject: Subject, archive: Archive) => CardRecipe,
): Row<Subject> => ({
  path,
  contentType: mediaTypeOf(siteCardPath),
  negotiated: false,
  body: (subject, archive) => drawCard(recipe(subject, archive)),
  recipe,
})

const siteCards = group<Published>({
  subjects: (archive) => (archive.look.card === undefined ? [archive] : []),
  rows: [card(() => siteCardPath, siteCard)],
})

const cards = group<Post>({
  subjects: postsWithCards,
  key: cardKey,
  rows: [card(({ id }) => cardPath(id), postCard)],
})

/** Templates for search results; not published themselves. */
export const resultPages = group<Document>({
  subjects: (archive) => [resultsPage(archive)],
  rows: withTwin(resultsHtml, resultsTwin, { query: resultsQuery }),
})

export const groups = {
  // First, so that worker threads draw them while the rest is built.
  siteCard: siteCards,
  cards,
  homePage,
  posts,
  pages,
  lists,
  feeds,
  assets,
  versions,
  site,
  mcp,
  llms,
  llmsFull,
  sitemaps,
  security,
} as const

/** Links for citing a post without parsing it: https://signposting.org */
function postSignposts(post: Post, archive: Archive): Link[] {
  return [
    citeAs(post),
    described(bibtexPath(post.id), mediaTypes.bibtex),
    described(cslPath(post.id), mediaTypes.csl),
    { path: twinPath(post.path), rel: 'item', type: bare(mediaTypes.markdown) },
    { path: postJsonPath(post.id), rel: 'item', type: mediaTypes.json },
    ...(post.isUnlisted
      ? []
      : [{ path: seriesPath(post.series), rel: 'collection', type: bare(mediaTypes.html) }]),
    ...terms(archive),
    ...authorLinks(post),
  ]
}

/** Links for programs that know only the site's URL. */
function homeSignposts(_: unknown, archive: Archive): Link[] {
  return [
    { path: servicePaths.contract, rel: 'service-desc', type: mediaTypes.json },
    { path: servicePaths.developers, rel: 'service-doc', type: bare(mediaTypes.html) },
    catalog,
    ...terms(archive),
    ...feedSignposts(archive),
  ]
}

/** Links from another format of a post to its page. */
function formSignposts(post: Post, archive: Archive): Link[] {
  return [
    citeAs(post),
    { path: post.path, rel: 'collection', type: bare(mediaTypes.html) },
    ...terms(archive),
  ]
}

/** Links from a citation record to the post's page. */
function citationSignposts({ path }: Post): Link[] {
  return [{ path, rel: 'describes', type: bare(mediaTypes.html) }]
}

export const catalog: Link = {
  path: servicePaths.apiCatalog,
  rel: 'api-catalog',
  type: bare(mediaTypes.linkset),
}

/** Empty if the publisher states no terms. */
function terms(archive: Archive): Link[] {
  return licenseUrl(archive) === undefined ? [] : [{ path: servicePaths.privacy, rel: 'license' }]
}

/** RFC 8574. */
function citeAs({ path, url }: Post): Link {
  return { path, url, rel: 'cite-as' }
}

function described(path: string, type: string): Link {
  return { path, rel: 'describedby', type: bare(type) }
}

/** Limits the header's size. */
const maxAuthors = 10

/** `URL` percent-encodes, because headers are ASCII. */
function authorLinks({ path, authors }: Post): Link[] {
  const urls = authors.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).href]))
  return [...new Set(urls)].slice(0, maxAuthors).map((url) => ({ path, url, rel: 'author' }))
}

function bare(type: string): string {
  return type.split(';')[0] ?? type
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

function cardKey(post: Post, archive: Published, cache: BuildCache): string {
  const { cacheTags } = archive.settings
  return cache.key(
    'card',
    archive.urls.path(cardPath(post.id)),
    JSON.stringify([postCard(post, archive), cacheTags]),
  )
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
