import { seriesPath } from '../archive/lists.ts'
import type { Asset, Document, Page, Post, Version } from '../archive/model.ts'
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
import { toYaml } from '../base/yaml-text.ts'
import touchIcon from '../pages/apple-touch-icon.png?raw'
import { defaultAccent } from '../pages/colours.ts'
import { iconSvg } from '../pages/icon.ts'
import { bibtex, cslJson } from './citations.ts'
import { apiCatalog, robotsTxt, securityFiles } from './discovery.ts'
import { agentInstructions } from './documentation.ts'
import { atomFeed, type Feed, feedForms, feedStyle, jsonFeed } from './feeds.ts'
import { pageFiles } from './frame.ts'
import type { HomePage } from './home.ts'
import { homeHtml, listHtml, pageHtml, postHtml, resultsHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import { type ListPage, listMarkdown } from './lists.ts'
import { llmsTxt } from './llms.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { mcpManifest } from './mcp.ts'
import { mediaTypes } from './media-types.ts'
import type { Publication } from './publication.ts'
import { canonicalOf, type Group, type Row, textFileRow, type WebLink, withTwin } from './row.ts'
import { resultsPage, resultsQuery, resultsTwin } from './search.ts'
import type { Site, TextFile } from './site.ts'

function json<Subject>(value: (subject: Subject, publication: Publication) => unknown): Row<Subject>['body'] {
  return (subject, publication) => `${JSON.stringify(value(subject, publication))}\n`
}

function linkTo(rel: string, path: string, type: string): WebLink {
  return { path, rel, type: type.split(';')[0] ?? type }
}

const contract = linkTo('service-desc', servicePaths.contract, mediaTypes.json)
const catalog = linkTo('api-catalog', servicePaths.apiCatalog, mediaTypes.linkset)

/** All published formats, one row each. Other code never asks which row it has. */
const posts: Group<Post> = {
  subjects: ({ posts, unlisted }) => [...posts, ...unlisted.posts],
  cacheTag: ({ id }) => `post:${id}`,
  key: (post, keys) => keys.ofPost(post),
  rows: [
    ...withTwin(postHtml, postTwinBytes, { pageLinks: postSignposts, twinLinks: formSignposts }),
    {
      path: ({ id }) => postJsonPath(id),
      negotiated: true,
      body: json(postWithBodyJson),
      links: (post, site) => [contract, canonicalOf(post), ...formSignposts(post, site)],
    },
    citationFile(bibtexPath, bibtex),
    citationFile(cslPath, json(cslJson)),
  ],
}

function citationFile(path: (id: string) => string, body: Row<Post>['body']): Row<Post> {
  const links = ({ path }: Post) => [linkTo('describes', path, mediaTypes.html)]
  return { path: ({ id }) => path(id), body, links }
}

const homePage: Group<HomePage> = {
  subjects: ({ home }) => [home],
  rows: withTwin(homeHtml, pageTwin, { pageLinks: homeSignposts }),
}

const pages: Group<Page> = {
  subjects: ({ textPages, unlisted }) => [...textPages, ...unlisted.pages],
  rows: withTwin(pageHtml, pageTwin),
}

const lists: Group<ListPage> = {
  subjects: ({ listPages }) => listPages,
  key: (page, keys) => keys.ofList(page),
  rows: withTwin(listHtml, (page, site) => pageTwin({ ...page, markdown: listMarkdown(page, site) }, site)),
}

const fileRow: Row<Pick<Asset, 'path' | 'bytes'>> = { path: ({ path }) => path, body: ({ bytes }) => bytes }

const assets: Group<Asset> = { subjects: ({ assets }) => assets, rows: [fileRow] }

/** Content-hashed files. */
const versions: Group<Version> = {
  subjects: (publication) => [
    ...publication.assets.flatMap((asset) => asset.versions),
    ...Object.values(pageFiles),
    ...(publication.hasFeeds ? [feedStyle(publication)] : []),
  ],
  rows: [{ ...fileRow, immutable: true }],
}

const feeds: Group<Feed> = {
  subjects: ({ feeds }) => [...feeds.values()],
  rows: [
    { path: ({ atom }) => atom, contentType: mediaTypes.feed, body: atomFeed },
    { path: (feed) => feed.json, contentType: mediaTypes.jsonFeed, body: json(jsonFeed) },
  ],
}

type SiteRow = Row<Publication>

function file(path: string, body: SiteRow['body']): SiteRow {
  return { path: () => path, body }
}

function endpoint(path: string, value: (site: Site) => unknown): SiteRow {
  return { ...file(path, json(value)), negotiated: true, links: () => [contract] }
}

const touchIconBytes = Uint8Array.from(atob(touchIcon), (character) => character.charCodeAt(0))

const site: Group<Publication> = {
  subjects: (publication) => [publication],
  rows: [
    endpoint(servicePaths.index, serviceIndexJson),
    endpoint(servicePaths.list, postListJson),
    endpoint(servicePaths.stats, statisticsJson),
    file(
      servicePaths.contract,
      json(({ openapi }) => openapi()),
    ),
    file(servicePaths.contractYaml, ({ openapi }) => toYaml(openapi())),
    file(servicePaths.llms, (site) => llmsTxt(site, [site.home, ...site.textPages], site.listPages)),
    file(servicePaths.agentInstructions, agentInstructions),
    file(servicePaths.robots, robotsTxt),
    file(iconPaths.icon, ({ look }) => iconSvg(look.accent ?? defaultAccent)),
    file(iconPaths.touchIcon, () => touchIconBytes),
    // RFC 9727 §2 requires the link in the response to HEAD.
    {
      ...file(servicePaths.apiCatalog, json(apiCatalog)),
      contentType: mediaTypes.linkset,
      links: () => [catalog],
    },
  ],
}

const manifest = json<Publication>((publication) => mcpManifest(publication.mcp(), publication))

const mcp: Group<Publication> = {
  subjects: (publication) => (publication.mcpUrl === undefined ? [] : [publication]),
  rows: [
    { ...file(servicePaths.mcpManifest, manifest), contentType: mediaTypes.json },
    { ...file(serverCardPath, manifest), contentType: mediaTypes.serverCard },
  ],
}

const llmsFull: Group<TextFile> = {
  subjects: ({ llmsFull }) => llmsFull(),
  key: (text, keys) => keys.ofText(text),
  rows: [textFileRow],
}

/** Templates for search results; not published themselves. */
export const resultPages: Group<Document> = {
  subjects: (publication) => [resultsPage(publication)],
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
  sitemaps: { subjects: ({ sitemaps }: Publication) => sitemaps(), rows: [textFileRow] },
  security: { subjects: securityFiles, rows: [textFileRow] },
} as const

/** Links for citing a post without parsing it: https://signposting.org */
function postSignposts(post: Post, site: Site): WebLink[] {
  const { id, path, series, seriesLabel, isUnlisted } = post
  const isInSeries = !isUnlisted && isNamedSeries(series, seriesLabel)
  return [
    citeAs(post),
    linkTo('describedby', bibtexPath(id), mediaTypes.bibtex),
    linkTo('describedby', cslPath(id), mediaTypes.csl),
    linkTo('item', twinPath(path), mediaTypes.markdown),
    linkTo('item', postJsonPath(id), mediaTypes.json),
    ...(isInSeries ? [linkTo('collection', seriesPath(series), mediaTypes.html)] : []),
    ...licenseLink(site),
    ...authorLinks(post),
  ]
}

/** Links for programs that know only the site's URL. */
function homeSignposts({ path }: HomePage, site: Publication): WebLink[] {
  const feed = site.feeds.get(path)
  return [
    contract,
    linkTo('service-doc', servicePaths.developers, mediaTypes.html),
    catalog,
    ...licenseLink(site),
    ...(feed ? feedForms(feed).map((form) => ({ ...form, rel: 'alternate' })) : []),
  ]
}

/** Links from another format of a post to its page. */
function formSignposts(post: Post, site: Site): WebLink[] {
  return [citeAs(post), linkTo('collection', post.path, mediaTypes.html), ...licenseLink(site)]
}

/** Empty if the publisher states no terms. */
function licenseLink({ licenseUrl }: Site): WebLink[] {
  return licenseUrl === undefined ? [] : [{ path: servicePaths.privacy, rel: 'license' }]
}

/** RFC 8574. */
function citeAs({ path, url }: Post): WebLink {
  return { path, url, rel: 'cite-as' }
}

/** Limits the header's size. */
const maxAuthors = 10

/** `URL` percent-encodes, because headers are ASCII. */
function authorLinks({ path, authors }: Post): WebLink[] {
  const urls = authors.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).href]))
  return [...new Set(urls)].slice(0, maxAuthors).map((url) => ({ path, url, rel: 'author' }))
}
