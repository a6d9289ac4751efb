import { seriesPath } from '../archive/lists.ts'
import type { Asset, Document, Page, Post, Version } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import {
  bibtexPath,
  cslPath,
  iconPaths,
  postJsonPath,
  searchTitlesPath,
  serverCardPath,
  servicePaths,
  twinPath,
} from '../archive/urls.ts'
import { toYaml } from '../base/yaml-text.ts'
import touchIcon from '../pages/apple-touch-icon.png?raw'
import { defaultAccent } from '../pages/colours.ts'
import icon from '../pages/icon.svg?raw'
import { bibtex, cslJson } from './citations.ts'
import { apiCatalog, robotsTxt, securityFiles } from './discovery.ts'
import { agentInstructions } from './documentation.ts'
import { atomFeed, type Feed, feedForms, feedStyle, jsonFeed } from './feeds.ts'
import { pageFiles } from './frame.ts'
import type { HomePage } from './home.ts'
import { homeHtml, listHtml, pageHtml, postHtml, resultsHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import type { ResourceKeys } from './keys.ts'
import { type ListPage, listMarkdown } from './lists.ts'
import { llmsTxt } from './llms.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { mcpManifest } from './mcp.ts'
import { mediaTypes } from './media-types.ts'
import type { Publication } from './publication.ts'
import { resultsPage, resultsQuery, resultsTwin, searchTitles } from './search.ts'
import type { Site, PublishedText } from './site.ts'

/** A published format of a kind of subject. Rows with the same path form one negotiated resource, in server order. */
export interface Row<Subject> {
  readonly path: (subject: Subject) => string
  /** By default that of the path's extension. */
  readonly contentType?: string
  /** Whether Accept applies, even with only one format. */
  readonly negotiated?: boolean
  /** The path contains a content hash. */
  readonly immutable?: boolean
  /** Called once for all rows with the same function. */
  readonly body: (subject: Subject, publication: Publication) => string | Uint8Array
  readonly links?: (subject: Subject, publication: Publication) => readonly WebLink[]
  /** Another path that has only this format. */
  readonly contentLocation?: (subject: Subject) => string
}

/** A link in a header (RFC 8288). */
export interface WebLink {
  readonly path: string
  /** An external target, in place of the path. */
  readonly url?: string | undefined
  readonly rel: string
  readonly type?: string
}

/** Rows, and the subjects that they apply to. */
export interface Group<Subject> {
  readonly subjects: (publication: Publication) => readonly Subject[]
  /** The cache key of all its bodies, if it can be computed without them. */
  readonly key?: (subject: Subject, keys: ResourceKeys) => string | undefined
  readonly rows: readonly Row<Subject>[]
  /** Tag for cache purges; default `site`. */
  readonly cacheTag?: (subject: Subject) => string
}

function json<Subject>(value: (subject: Subject, publication: Publication) => unknown): Row<Subject>['body'] {
  return (subject, publication) => `${JSON.stringify(value(subject, publication))}\n`
}

function linkTo(rel: string, path: string, type: string): WebLink {
  return { path, rel, type: type.split(';')[0] ?? type }
}

const contract = linkTo('service-desc', servicePaths.contract, mediaTypes.json)
const catalog = linkTo('api-catalog', servicePaths.apiCatalog, mediaTypes.linkset)

function citationFile(path: (id: string) => string, body: Row<Post>['body']): Row<Post> {
  const links = ({ path }: Post) => [linkTo('describes', path, mediaTypes.html)]
  return { path: ({ id }) => path(id), body, links }
}

function siteFile(path: string, body: Row<Publication>['body']): Row<Publication> {
  return { path: () => path, body }
}

function endpoint(path: string, value: (site: Site) => unknown): Row<Publication> {
  return { ...siteFile(path, json(value)), negotiated: true, links: () => [contract] }
}

const llmsLink: WebLink = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }

type Linked = Pick<WebLink, 'path' | 'url'>

/** A post's canonical URL may be on another site. */
const canonicalOf = ({ path, url }: Linked): WebLink => ({ path, url, rel: 'canonical' })

/**
 * Rows for a page and its markdown twin: negotiated at one path, and the twin again at its own. With a `query`, the links to the
 * other format are left to the body: a long search would exceed the header limits of proxies.
 */
function withTwin<D extends Linked>(
  html: Row<D>['body'],
  twin: Row<D>['body'],
  { query = '', pageLinks = noLinks, twinLinks = noLinks }: TwinOptions<D> = {},
): readonly Row<D>[] {
  const path = (document: D) => document.path
  const twinOf = (document: D) => twinPath(document.path) + query
  const links =
    (other: (document: D) => WebLink, more: typeof pageLinks): NonNullable<Row<D>['links']> =>
    (document, publication) => [
      ...(query === '' ? [other(document)] : []),
      llmsLink,
      ...more(document, publication),
    ]
  const alternate = (document: D) => ({ path: twinOf(document), rel: 'alternate', type: 'text/markdown' })
  const page = { contentType: mediaTypes.html, body: html, links: links(alternate, pageLinks) }
  const markdown = { contentType: mediaTypes.markdown, body: twin, links: links(canonicalOf, twinLinks) }
  return [
    { path, negotiated: true, ...page },
    { path, negotiated: true, ...markdown, contentLocation: twinOf },
    { path: (document) => twinPath(document.path), ...markdown },
  ]
}

interface TwinOptions<D> {
  readonly query?: string
  readonly pageLinks?: Row<D>['links']
  readonly twinLinks?: Row<D>['links']
}

const noLinks = () => []

/** Infers the subject of a group's rows. */
const rowsFor = <Subject>(rows: Group<Subject>): Group<Subject> => rows

const fileRow: Row<Pick<Asset, 'path' | 'bytes'>> = { path: ({ path }) => path, body: ({ bytes }) => bytes }
const textRow: Row<PublishedText> = { path: ({ path }) => path, body: ({ text }) => text }
const touchIconBytes = Uint8Array.from(atob(touchIcon), (character) => character.charCodeAt(0))
const manifest = json<Publication>((publication) => mcpManifest(publication.mcp(), publication))

/** All published formats, one row each. Other code never asks which row it has. */
export const groups = {
  home: rowsFor<HomePage>({
    subjects: ({ home }) => [home],
    rows: withTwin(homeHtml, pageTwin, { pageLinks: homeSignposts }),
  }),
  posts: rowsFor<Post>({
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
  }),
  pages: rowsFor<Page>({
    subjects: ({ textPages, unlisted }) => [...textPages, ...unlisted.pages],
    key: (page, keys) => keys.ofPage(page),
    rows: withTwin(pageHtml, pageTwin),
  }),
  lists: rowsFor<ListPage>({
    subjects: ({ listPages }) => listPages,
    key: (page, keys) => keys.ofList(page),
    rows: withTwin(listHtml, (page, site) => pageTwin({ ...page, markdown: listMarkdown(page, site) }, site)),
  }),
  feeds: rowsFor<Feed>({
    subjects: ({ feeds }) => [...feeds.values()],
    rows: [
      { path: ({ atom }) => atom, contentType: mediaTypes.feed, body: atomFeed },
      { path: (feed) => feed.json, contentType: mediaTypes.jsonFeed, body: json(jsonFeed) },
    ],
  }),
  assets: rowsFor<Asset>({ subjects: ({ assets }) => assets, rows: [fileRow] }),
  /** Content-hashed files. */
  versions: rowsFor<Version>({
    subjects: (publication) => [
      ...publication.assets.flatMap((asset) => asset.versions),
      ...Object.values(pageFiles),
      ...(publication.hasFeeds ? [feedStyle(publication)] : []),
    ],
    rows: [{ ...fileRow, immutable: true }],
  }),
  site: rowsFor<Publication>({
    subjects: (publication) => [publication],
    rows: [
      endpoint(servicePaths.index, serviceIndexJson),
      endpoint(servicePaths.list, postListJson),
      endpoint(servicePaths.stats, statisticsJson),
      siteFile(
        servicePaths.contract,
        json(({ openapi }) => openapi()),
      ),
      siteFile(servicePaths.contractYaml, ({ openapi }) => toYaml(openapi())),
      siteFile(searchTitlesPath, json(searchTitles)),
      siteFile(servicePaths.llms, (site) => llmsTxt(site, [site.home, ...site.textPages], site.listPages)),
      siteFile(servicePaths.agentInstructions, agentInstructions),
      siteFile(servicePaths.robots, robotsTxt),
      siteFile(iconPaths.icon, ({ look }) => icon.replace(defaultAccent, look.accent ?? defaultAccent)),
      siteFile(iconPaths.touchIcon, () => touchIconBytes),
      // RFC 9727 §2 requires the link in the response to HEAD.
      {
        ...siteFile(servicePaths.apiCatalog, json(apiCatalog)),
        contentType: mediaTypes.linkset,
        links: () => [catalog],
      },
    ],
  }),
  mcp: rowsFor<Publication>({
    subjects: (publication) => (publication.mcpUrl === undefined ? [] : [publication]),
    rows: [
      { ...siteFile(servicePaths.mcpManifest, manifest), contentType: mediaTypes.json },
      { ...siteFile(serverCardPath, manifest), contentType: mediaTypes.serverCard },
    ],
  }),
  llmsFull: rowsFor<PublishedText>({
    subjects: ({ llmsFull }) => llmsFull(),
    key: (text, keys) => keys.ofText(text),
    rows: [textRow],
  }),
  sitemaps: rowsFor<PublishedText>({ subjects: ({ sitemaps }) => sitemaps(), rows: [textRow] }),
  security: rowsFor<PublishedText>({ subjects: securityFiles, rows: [textRow] }),
} as const

/** Templates for search results; not published themselves. */
export const resultPages = rowsFor<Document>({
  subjects: (publication) => [resultsPage(publication)],
  rows: withTwin(resultsHtml, resultsTwin, { query: resultsQuery }),
})

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
const citeAs = ({ path, url }: Post): WebLink => ({ path, url, rel: 'cite-as' })

/** Limits the header's size. */
const maxAuthors = 10

/** `URL` percent-encodes, because headers are ASCII. */
function authorLinks({ path, authors }: Post): WebLink[] {
  const urls = authors.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).href]))
  return [...new Set(urls)].slice(0, maxAuthors).map((url) => ({ path, url, rel: 'author' }))
}
