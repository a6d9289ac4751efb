import type { Asset, Document, Post } from '../archive/archive.ts'
import {
  bibtexPath,
  cslPath,
  manifestAliases,
  pageFiles,
  postJsonPath,
  servicePaths,
  twinPath,
} from '../archive/urls.ts'
import { defaultAccent } from '../pages/colours.ts'
import { printStyle, script } from '../pages/files.ts'
import { iconSvg } from '../pages/icon.ts'
import { bibtex } from './citations/bibtex.ts'
import { cslJson } from './citations/csl.ts'
import { agentInstructions, robotsTxt } from './discovery.ts'
import { home, homeHtml } from './home.ts'
import { pageHtml, postHtml, resultsHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { type ListPage, listHtml, listPages, listTwin } from './lists.ts'
import { llmsFiles } from './llms.ts'
import { aiCatalog, mcpManifest } from './mcp/manifest.ts'
import { mediaTypeOf, mediaTypes } from './media-types.ts'
import { oncePer } from './once.ts'
import { openapi, openapiYaml } from './openapi.ts'
import type { Published } from './published.ts'
import { resultsPage, resultsQuery, resultsTwin } from './search.ts'
import { sitemapFiles } from './sitemap.ts'
import { textPages } from './standard-pages.ts'

/**
 * Every form the archive can be shown in, a row each. Rows that share a path are the choices of one negotiated
 * resource, in server order. What makes the snapshot never asks which row it holds.
 */
export interface Row<Subject> {
  readonly path: (subject: Subject) => string
  readonly contentType: string | ((subject: Subject) => string)
  /** Accept decides, even if there is only one form to choose. */
  readonly negotiated: boolean
  /** What is sent at several paths is bytes, the same object at each. */
  readonly body: (subject: Subject, archive: Published) => string | Uint8Array
  readonly links?: (subject: Subject, archive: Published) => readonly Link[]
  /** Another path, at which this form is the only one. */
  readonly contentLocation?: (subject: Subject) => string
}

export interface Link {
  readonly path: string
  /** Where it leads instead, outside the archive. */
  readonly url?: string
  readonly rel: string
  readonly type?: string
}

/** A file of text, whole. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Rows of one kind, and the things that each of them is made for. */
export interface Group<Subject> {
  readonly subjects: (archive: Published) => readonly Subject[]
  readonly rows: readonly Row<Subject>[]
}

const group = <Subject>(one: Group<Subject>) => one

const utf8 = new TextEncoder()
const json = (value: unknown) => `${JSON.stringify(value)}\n`
const contract: Link = { path: servicePaths.contract, rel: 'service-desc', type: mediaTypes.json }
const index: Link = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }
const alternate = (path: string): Link => ({ path, rel: 'alternate', type: 'text/markdown' })

interface Located {
  readonly path: string
  readonly url?: string
}

/** A post that was first published elsewhere is cited from there. */
const canonicalOf = ({ path, ...document }: Located): Link => ({
  path,
  rel: 'canonical',
  ...(document.url === undefined ? {} : { url: document.url }),
})

/** A page and its twin: at one path by Accept, and the twin again at its own. `query` is the rest of the address of both. */
function withTwin<D extends Located>(
  html: (document: D, archive: Published) => string,
  twin: (document: D, archive: Published) => string | Uint8Array,
  query = '',
): readonly Row<D>[] {
  const twinOf = ({ path }: D) => twinPath(path) + query
  const canonical = (document: D): Link[] => [
    canonicalOf({ ...document, path: document.path + query }),
    index,
  ]
  return [
    {
      path: ({ path }) => path,
      contentType: mediaTypes.html,
      negotiated: true,
      body: html,
      links: (document) => [alternate(twinOf(document)), index],
    },
    {
      path: ({ path }) => path,
      contentType: mediaTypes.markdown,
      negotiated: true,
      body: twin,
      links: canonical,
      contentLocation: twinOf,
    },
    {
      path: ({ path }) => twinPath(path),
      contentType: mediaTypes.markdown,
      negotiated: false,
      body: twin,
      links: canonical,
    },
  ]
}

/** A twin as bytes, the same object at both of its addresses. */
function encoded<D extends object>(twin: (document: D, archive: Published) => string) {
  return oncePer((document: D, archive: Published) => utf8.encode(twin(document, archive)))
}

const posts = group<Post>({
  subjects: (archive) => archive.posts,
  rows: [
    ...withTwin(postHtml, postTwinBytes),
    {
      path: ({ id }) => postJsonPath(id),
      contentType: mediaTypes.json,
      negotiated: true,
      body: (post, archive) => json(postWithBodyJson(post, archive)),
      links: (post) => [contract, canonicalOf(post)],
    },
    {
      path: ({ id }) => bibtexPath(id),
      contentType: mediaTypes.bibtex,
      negotiated: false,
      body: bibtex,
    },
    {
      path: ({ id }) => cslPath(id),
      contentType: mediaTypes.csl,
      negotiated: false,
      body: (post, archive) => json(cslJson(post, archive)),
    },
  ],
})

const homePage = group<Omit<Document, 'html'>>({
  subjects: (archive) => [home(archive)],
  rows: withTwin(homeHtml, encoded(pageTwin)),
})

const pages = group<Document>({ subjects: textPages, rows: withTwin(pageHtml, encoded(pageTwin)) })

const lists = group<ListPage>({ subjects: listPages, rows: withTwin(listHtml, encoded(listTwin)) })

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

const manifestBytes = oncePer((archive: Published) => utf8.encode(json(mcpManifest(archive))))
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
    file(pageFiles.script, mediaTypes.script, () => script.text),
    file(pageFiles.printStyle, mediaTypes.css, () => printStyle.text),
    file(pageFiles.icon, mediaTypeOf(pageFiles.icon), ({ look }) => iconSvg(look.accent ?? defaultAccent)),
    manifest(servicePaths.mcpManifest),
    manifest(manifestAliases.file),
    manifest(manifestAliases.wellKnownCard, mediaTypes.serverCard),
    manifest(manifestAliases.card, mediaTypes.serverCard),
    file(servicePaths.aiCatalog, mediaTypes.json, (archive) => json(aiCatalog(archive))),
  ],
})

const textFiles = (
  subjects: (archive: Published) => readonly TextFile[],
  contentType: string,
): Group<TextFile> => ({
  subjects,
  rows: [{ path: ({ path }) => path, contentType, negotiated: false, body: ({ text }) => text }],
})

/** One file each, or an index of several where one would be too long. */
const llms = textFiles(llmsFiles, mediaTypes.text)
const sitemaps = textFiles(sitemapFiles, mediaTypes.xml)

/** What results of a search are put into; nothing of it is published as it is. */
export const resultPages = group<Document>({
  subjects: (archive) => [resultsPage(archive)],
  rows: withTwin(resultsHtml, resultsTwin, resultsQuery),
})

export const groups = { homePage, posts, pages, lists, assets, site, llms, sitemaps } as const
