import { oneLine } from '../base/escape.ts'
import type { Archive } from '../archive/model.ts'
import { namedSeries } from '../archive/series.ts'
import {
  bibtexPath,
  cslPath,
  postJsonPath,
  postPath,
  securityPath,
  servicePaths,
  twinPath,
} from '../archive/urls.ts'
import { toolNames } from '../mcp/protocol.ts'
import { type Json, postWithBodyJson } from './json.ts'
import { cutAtWord, escapeHeading } from './markdown.ts'
import { mediaTypes } from './media-types.ts'
import { searchTemplate } from './search.ts'
import { type Site, termsMarkdown, type TextFile } from './site.ts'

export function agentInstructions(site: Site): string {
  const { settings, urls, posts, mcpUrl = '' } = site
  const id = posts[0]?.id ?? 'week-01'
  const { url } = urls
  const ways = [
    mcpUrl &&
      `Search, and do everything above, over MCP at ${mcpUrl} (Streamable HTTP, no authentication). Call
   \`${toolNames.search}\` for the passages that answer a question, \`${toolNames.get}\` to read around them, \`${toolNames.list}\` to see
   what is new. Manifest: ${url(servicePaths.mcpManifest)}`,
    !site.engine &&
      `Search without MCP: GET \`${searchTemplate(site)}\` returns the passages that match, as markdown.`,
  ]
    .filter(Boolean)
    .map((way, at) => `${at + 5}. ${way}\n`)
  const series = Array.from(namedSeries(site), ([name, label]) => `\`${name}\` (${label})`)
  return `# Using ${escapeHeading(settings.title)}

${oneLine(site.about)} Every page and post is listed in ${url(servicePaths.llms)}.

## When to use it

- To answer from, quote or cite what ${settings.author.name} published here: ${posts.length} ${posts.length === 1 ? 'post' : 'posts'}${series.length > 0 ? ` in the series ${series.join(' and ')}` : ''}.
- Not for real-time data${settings.rhythm === 'weekly' ? ': the archive changes about once a week' : ''}.

## How to call it

GET only${mcpUrl && ', except MCP'}; no key, no sign-up. Send a \`User-Agent\` that names your project. Cache responses for at least an hour.

1. List every post: ${url(servicePaths.list)} (one page, newest first; filter by \`type\` and \`tags\` yourself).
2. Read one: ${url(postJsonPath(id))} as JSON, ${url(twinPath(postPath(id)))} as markdown. Replace \`${id}\` with any id from the list.
   To get one section, take the lines from its heading to the next heading of the same or a higher level.
3. Counts and tags: ${url(servicePaths.stats)}
4. All endpoints: ${url(servicePaths.index)}. Contract: ${url(servicePaths.contract)}
${ways.join('')}
Example call and response, shortened:

\`\`\`
GET ${url(postJsonPath(id))}
${posts[0] ? shortAnswer(postWithBodyJson(posts[0], site)) : '{}'}
\`\`\`

## The response contract

- A post is an object. Its text is \`bodyMarkdown\`, which the list leaves out. An unknown id returns 404 with the code
  \`resource_not_found\` and a hint with the nearest ids.
- JSON endpoints return \`application/json\`. An \`Accept\` header that excludes it gets 406.
- Send \`Accept: text/markdown\`, or append \`.md\` to the path, to get markdown. \`*/*\` or no header returns HTML.
- Errors are always JSON: \`{"error": {"status", "code", "message", "hint", "path", "documentation", "specification"}}\`. Follow the \`hint\`.
${mcpUrl && toolErrors}- New fields may appear at any time. Breaking changes get a new prefix instead of \`/api/v1/\`.

## How to cite

${termsMarkdown(site)}

In JSON, use \`title\`, \`authors\` and \`url\` (the canonical URL). For a bibliography, get BibTeX at
${url(bibtexPath(id))} or CSL-JSON at ${url(cslPath(id))}.
`
}

const toolErrors =
  '- A bad tool call returns `isError` with a sentence that says what to do; protocol errors are JSON-RPC errors.\n'

/** A real response, shortened. */
function shortAnswer({ id, title, summary, url, bodyMarkdown = '' }: Json<'PostWithBody'>): string {
  const [opening = ''] = bodyMarkdown.split('\n\n')
  const short = { id, title, summary: cutAtWord(summary, 80), url, bodyMarkdown: cutAtWord(opening, 80) }
  return JSON.stringify(short, null, 1).replaceAll('```', '')
}

/** Includes https://contentsignals.org, if the publisher sets them. */
export function robotsTxt({ settings, urls }: Archive): string {
  const signals = Object.entries(settings.contentSignals ?? {})
    .filter(([, allowed]) => allowed !== undefined)
    .map(([name, allowed]) => `${name}=${allowed ? 'yes' : 'no'}`)
  return `User-agent: *
${signals.length > 0 ? `Content-Signal: ${signals.join(', ')}\n` : ''}Allow: /

Sitemap: ${urls.url(servicePaths.sitemap)}
`
}

/** RFC 9116. The publisher sets the expiry date, because the library reads no clock. */
export function securityFiles({ settings, urls }: Archive): TextFile[] {
  const { security, language } = settings
  if (!security) return []
  const contact = security.contact.includes('://') ? security.contact : `mailto:${security.contact}`
  const text = `Contact: ${contact}
Expires: ${security.expires}T00:00:00Z
Canonical: ${urls.url(securityPath)}
Preferred-Languages: ${language}
`
  return [{ path: securityPath, text }]
}

/** RFC 9727: links from each API to its description. */
export function apiCatalog({ urls, mcpUrl, licenseUrl }: Site) {
  const target = (path: string, type: string) => ({ href: urls.url(path), type })
  const documentation = target(servicePaths.developers, 'text/html')
  const mcp = {
    anchor: mcpUrl,
    'service-desc': [target(servicePaths.mcpManifest, mediaTypes.json)],
    'service-doc': [documentation],
  }
  return {
    linkset: [
      {
        anchor: urls.url(servicePaths.apiCatalog),
        item: [{ href: urls.url(servicePaths.index) }, ...(mcpUrl === undefined ? [] : [{ href: mcpUrl }])],
      },
      {
        anchor: urls.url(servicePaths.index),
        'service-desc': [
          target(servicePaths.contract, mediaTypes.json),
          target(servicePaths.contractYaml, mediaTypes.yaml),
        ],
        'service-doc': [documentation, target(servicePaths.agentInstructions, 'text/markdown')],
        ...(licenseUrl !== undefined && { license: [target(servicePaths.privacy, 'text/html')] }),
      },
      ...(mcpUrl === undefined ? [] : [mcp]),
    ],
  }
}
