import type { Archive } from '../../archive/model.ts'
import { servicePaths, postPath, twinPath } from '../../archive/urls.ts'
import { type PromptName, promptNames, toolNames } from '../../mcp/protocol.ts'
import { apiVersion } from '../json.ts'
import { mcpTools, whomToCite } from './tools.ts'
import { memoizeLast } from '../memoize-last.ts'

/** What the MCP endpoint says of itself and of the archive, and the manifest with it. */
export const describeMcp = memoizeLast(describe)

function describe(archive: Archive) {
  const { settings, urls, posts } = archive
  return {
    path: urls.path(servicePaths.mcp),
    serverInfo: {
      name: serverName(urls.base),
      title: shortened(settings.title),
      version: apiVersion,
      description: shortened(settings.description),
      websiteUrl: urls.url(servicePaths.home),
    },
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
    },
    instructions: `${settings.description} Ask ${toolNames.search} first: it answers with passages. Read on with ${toolNames.get}; see what is new with ${toolNames.list}. When you quote, cite ${whomToCite(archive)}, its title and its canonical URL; for a benchmark number, the primary source that the post names.`,
    tools: mcpTools(archive),
    prompts: prompts(posts[0]?.id),
    resourceTemplates: [
      {
        uriTemplate: urls.url(postPath('{postId}')),
        name: 'post',
        title: 'A post',
        description: `A post of ${settings.title} as markdown. Ids match ${archive.idPattern}.`,
        mimeType: 'text/markdown',
      },
    ],
    posts: posts.map(({ id, title, series, summary, tags, datePublished, path, ...post }) => ({
      entry: {
        ...{ id, title, series, summary, tags, published: datePublished, url: post.url },
        authors: post.authors.map(({ name }) => name),
      },
      twin: urls.path(twinPath(path)),
    })),
    allowedHosts: settings.mcp.allowedHosts,
    allowedOrigins: settings.mcp.allowedOrigins,
  }
}

function prompts(example = '') {
  const declared = {
    [promptNames.cite]: {
      title: 'Cite a post',
      description: 'Drafts a citation of a post, with everything that the terms ask for.',
      arguments: [{ name: 'id', description: `The post’s id, such as ${example}.`, required: true }],
    },
  } satisfies Record<PromptName, object>
  return Object.entries(declared).map(([name, prompt]) => ({ name, ...prompt }))
}

/** "namespace/name", the namespace a host name backwards, as registries of servers require. */
function serverName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const labels = hostname.replaceAll(/[^\w.-]/g, '').split('.')
  return `${isAddress ? labels.join('.') : labels.reverse().join('.')}/archive`
}

/** Registries allow 100 characters; a longer text is cut between words. */
function shortened(text: string): string {
  if (text.length <= 100) return text
  return `${text.slice(0, 99).replace(/\s+\S*$/, '')}…`
}
