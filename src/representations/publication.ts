import type { Archive, Page, Post } from '../archive/model.ts'
import { once } from '../base/caches.ts'
import type { Frame, SharedHead } from '../pages/layout.ts'
import { defaultTheme, type Theme } from '../pages/theme.ts'
import { sitemapFiles } from './discovery.ts'
import { developerPortal } from './documentation.ts'
import { type Feed, feedsOf } from './feeds.ts'
import { frameOf } from './frame.ts'
import { type HomePage, homePage } from './home.ts'
import { type ListPage, listPages } from './lists.ts'
import { llmsFullFiles } from './llms.ts'
import { describeMcp, type McpDescription } from './mcp.ts'
import { type OpenApi, openapiOf } from './openapi.ts'
import { type Neighbours, neighboursIn } from './related.ts'
import { searchPage } from './search.ts'
import { makeSite, type Services, type Site, type PublishedText } from './site.ts'
import { standardPages } from './standard-pages.ts'

/** Everything that is published, made once for each build. Functions make their value on first use. */
export interface Publication extends Site {
  readonly feeds: ReadonlyMap<string, Feed>
  readonly frame: Frame
  readonly sharedHead: SharedHead
  readonly theme: Theme
  readonly neighboursOf: (post: Post) => Neighbours
  readonly home: HomePage
  /** All pages but the home page, posts and lists. */
  readonly textPages: readonly Page[]
  readonly listPages: readonly ListPage[]
  readonly openapi: () => OpenApi
  readonly mcp: () => McpDescription
  readonly sitemaps: () => readonly PublishedText[]
  readonly llmsFull: () => readonly PublishedText[]
}

/** Says what depends on what: each value is made from those above it. */
export function publish(archive: Archive, services: Services = {}): Publication {
  const site = makeSite(archive, services)
  const openapi = once(() => openapiOf(site))
  const mcp = once(() => describeMcp(site))
  const home = homePage(site)
  const lists = listPages(site)
  const textPages = [
    ...site.pages,
    searchPage(site),
    developerPortal(site, openapi, mcp),
    ...standardPages(site),
  ]
  const documents = [home, ...textPages, ...lists, ...site.posts]
  return {
    ...site,
    feeds: feedsOf(site),
    ...frameOf(site),
    theme: { ...defaultTheme, ...site.ownTheme },
    neighboursOf: neighboursIn(site.posts),
    home,
    textPages,
    listPages: lists,
    openapi,
    mcp,
    sitemaps: once(() => sitemapFiles(site, documents)),
    llmsFull: once(() => llmsFullFiles(site)),
  }
}
