import type { Archive, Asset, Document, Post } from '../archive/archive.ts'
import { manifestAliases, servicePaths, postJsonPath, twinPath } from '../archive/urls.ts'
import { agentInstructions, robotsTxt } from './discovery.ts'
import { pageHtml, postHtml } from './html.ts'
import { postListJson, postWithBodyJson, serviceIndexJson, statisticsJson } from './json.ts'
import { pageTwin, postTwinBytes } from './markdown.ts'
import { type ListPage, listHtml, listPages, listTwin } from './lists.ts'
import { llmsFiles } from './llms.ts'
import { aiCatalog, mcpManifest } from './mcp/manifest.ts'
import { mediaTypeOf, mediaTypes } from './media-types.ts'
import { oncePer } from './once.ts'
import { openapi, openapiYaml } from './openapi.ts'
import { sitemapFiles } from './sitemap.ts'
import { allPages } from './standard-pages.ts'

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
  readonly body: (subject: Subject, archive: Archive) => string | Uint8Array
  readonly links?: (subject: Subject, archive: Archive) => readonly Link[]
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
  readonly subjects: (archive: Archive) => readonly Subject[]
  readonly rows: readonly Row<Subject>[]
}

const group = <Subject>(one: Group<Subject>) => one

const utf8 = new TextEncoder()
const json = (value: unknown) => `${JSON.stringify(value)}\n`
const contract: Link = { path: servicePaths.contract, rel: 'service-desc', type: mediaTypes.json }
const index: Link = { path: servicePaths.llms, rel: 'describedby', type: 'text/plain' }
const alternate = (path: string): Link => ({ path: twinPath(path), rel: 'alternate', type: 'text/markdown' })

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

/** A page and its twin: at one path by Accept, and the twin again at its own. */
function withTwin<D extends Located>(
  html: (document: D, archive: Archive) => string,
  twin: (document: D, archive: Archive) => Uint8Array,
): readonly Row<D>[] {
  const canonical = (document: D): Link[] => [canonicalOf(document), index]
  return [
    {
      path: ({ path }) => path,
      contentType: mediaTypes.html,
      negotiated: true,
      body: html,
      links: ({ path }) => [alternate(path), index],
    },
    {
      path: ({ path }) => path,
      contentType: mediaTypes.markdown,
      negotiated: true,
      body: twin,
      links: canonical,
      contentLocation: ({ path }) => twinPath(path),
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
function encoded<D extends object>(twin: (document: D, archive: Archive) => string) {
  return oncePer((document: D, archive: Archive) => utf8.encode(twin(document, archive)))
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
  ],
})

const pages = group<Document>({ subjects: allPages, rows: withTwin(pageHtml, encoded(pageTwin)) })

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

const endpoint = (path: string, value: (archive: Archive) => unknown): Row<Archive> => ({
  path: () => path,
  contentType: mediaTypes.json,
  negotiated: true,
  body: (archive) => json(value(archive)),
  links: () => [contract],
})

const file = (path: string, contentType: string, body: Row<Archive>['body']): Row<Archive> => ({
  path: () => path,
  contentType,
  negotiated: false,
  body,
})

const manifestBytes = oncePer((archive: Archive) => utf8.encode(json(mcpManifest(archive))))
const manifest = (path: string, contentType: string = mediaTypes.json) =>
  file(path, contentType, manifestBytes)

const site = group<Archive>({
  subjects: (archive) => [archive],
  rows: [
    endpoint(servicePaths.index, serviceIndexJson),
    endpoint(servicePaths.list, postListJson),
    endpoint(servicePaths.stats, statisticsJson),
    file(servicePaths.contract, mediaTypes.json, (archive) => json(openapi(archive))),
    file(servicePaths.contractYaml, mediaTypes.yaml, openapiYaml),
    file(servicePaths.agentInstructions, mediaTypes.markdown, agentInstructions),
    file(servicePaths.robots, mediaTypes.text, robotsTxt),
    manifest(servicePaths.mcpManifest),
    manifest(manifestAliases.file),
    manifest(manifestAliases.wellKnownCard, mediaTypes.serverCard),
    manifest(manifestAliases.card, mediaTypes.serverCard),
    file(servicePaths.aiCatalog, mediaTypes.json, (archive) => json(aiCatalog(archive))),
  ],
})

const textFiles = (
  subjects: (archive: Archive) => readonly TextFile[],
  contentType: string,
): Group<TextFile> => ({
  subjects,
  rows: [{ path: ({ path }) => path, contentType, negotiated: false, body: ({ text }) => text }],
})

/** One file each, or an index of several where one would be too long. */
const llms = textFiles(llmsFiles, mediaTypes.text)
const sitemaps = textFiles(sitemapFiles, mediaTypes.xml)

export const groups = { posts, pages, lists, assets, site, llms, sitemaps } as const
