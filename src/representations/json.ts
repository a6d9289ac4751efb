import type { Archive, Post } from '../archive/model.ts'
import { en } from '../words/en.ts'
import { servicePaths, postJsonPath, postPath, twinPath } from '../archive/urls.ts'
import { feedsOf } from './feeds.ts'
import type { Published } from './published.ts'
import type { PostJson, PostListJson, PostWithBodyJson, ServiceIndexJson, StatisticsJson } from './schema.ts'

export const apiVersion = '1.0.0'

function postJson(post: Post, { urls }: Archive): PostJson {
  return {
    id: post.id,
    type: post.series,
    seriesLabel: post.seriesLabel,
    seriesNumber: post.seriesNumber,
    title: post.title,
    summary: post.summary,
    tags: [...post.tags],
    readingTime: en.readingTime(post.minutes),
    datePublished: post.datePublished,
    dateModified: post.dateModified,
    wordCount: post.wordCount,
    authors: post.authors.map(({ name, url }) => (url === undefined ? { name } : { name, url })),
    url: post.url,
    markdownUrl: urls.url(twinPath(post.path)),
  }
}

export function postWithBodyJson(post: Post, archive: Archive): PostWithBodyJson {
  return { ...postJson(post, archive), bodyMarkdown: post.markdown }
}

export function postListJson(archive: Archive): PostListJson {
  const posts = archive.posts.map((post) => postJson(post, archive))
  return { count: posts.length, ...generatedAt(archive), posts }
}

export function statisticsJson(archive: Archive): StatisticsJson {
  const found = new Map<string, { count: number; readonly latest: string }>()
  for (const { series, id } of archive.posts) {
    const known = found.get(series)
    if (known) known.count++
    else found.set(series, { count: 1, latest: id })
  }
  // In the order of the settings. Each post may have a series of its own, so no series looks through all posts.
  const bySeries: StatisticsJson['bySeries'] = {}
  for (const name of archive.series.keys()) {
    const one = found.get(name)
    if (one) bySeries[name] = one
  }
  return { totalPosts: archive.posts.length, bySeries, tags: [...archive.tags], ...generatedAt(archive) }
}

export function serviceIndexJson(archive: Published): ServiceIndexJson {
  const { urls, settings } = archive
  return {
    service: settings.title,
    version: apiVersion,
    documentation: urls.url(servicePaths.developers),
    specification: urls.url(servicePaths.contract),
    endpoints: endpoints(archive),
    uriTemplates: {
      getPost: urls.url(postJsonPath('{postId}')),
      postPage: urls.url(postPath('{postId}')),
      postMarkdown: urls.url(twinPath(postPath('{postId}'))),
    },
  }
}

/**
 * Every endpoint but the index itself. The names are public: clients find their way by them. Each URL answers as it is, so the
 * newest post stands for all posts.
 */
const endpointPaths = (newestPost: string, searchable: boolean, hasFeed: boolean, hasMcp: boolean) => ({
  listPosts: servicePaths.list,
  getPost: postJsonPath(newestPost),
  getStats: servicePaths.stats,
  postPage: postPath(newestPost),
  postMarkdown: twinPath(postPath(newestPost)),
  openapi: servicePaths.contract,
  openapiYaml: servicePaths.contractYaml,
  ...(searchable ? { search: servicePaths.search } : {}),
  developers: servicePaths.developers,
  contact: servicePaths.contact,
  privacy: servicePaths.privacy,
  llms: servicePaths.llms,
  llmsFull: servicePaths.llmsFull,
  agentInstructions: servicePaths.agentInstructions,
  ...(hasFeed ? { feed: servicePaths.feed, jsonFeed: servicePaths.jsonFeed } : {}),
  sitemap: servicePaths.sitemap,
  sitemapMarkdown: servicePaths.sitemapMarkdown,
  robots: servicePaths.robots,
  ...(hasMcp
    ? {
        mcp: servicePaths.mcp,
        mcpManifest: servicePaths.mcpManifest,
        aiCatalog: servicePaths.aiCatalog,
      }
    : {}),
  apiCatalog: servicePaths.apiCatalog,
  home: servicePaths.home,
})

function endpoints(archive: Published): Record<string, string> {
  const { urls, posts, pages, searchable, mcpUrl } = archive
  const hasFeed = feedsOf(archive).length > 0
  const fixed = endpointPaths(posts[0]?.id ?? '', searchable, hasFeed, mcpUrl !== undefined)
  const paths = new Map(Object.entries(fixed))
  const known = new Set(paths.values())
  for (const { path } of pages) {
    const name = path.slice(1)
    if (!known.has(path)) paths.set(paths.has(name) ? `${name}Page` : name, path)
  }
  const own = Object.fromEntries(Array.from(paths, ([name, path]) => [name, urls.url(path)]))
  return mcpUrl === undefined ? own : { ...own, mcp: mcpUrl }
}

/** The archive's last change, never the moment of the build: the same content gives the same bytes. */
function generatedAt({ changedAt }: Archive): { generatedAt?: string } {
  return changedAt === null ? {} : { generatedAt: changedAt }
}
