import type { RequestOptions, Client, Reply } from './http.ts'

/** A live archive. Paths are those of the contract. */
export interface ProbedSite extends Prober {
  /** The checked URL, without a trailing slash. */
  readonly base: string
  /** The base URL it declares. */
  readonly claimed: string
  /** Newest first. */
  readonly posts: readonly ListedPost[]
  readonly post: ListedPost
  /** URLs in its index. */
  readonly endpoints: Readonly<Record<string, string>>
  /** Returns the path of a URL below the archive; undefined for other URLs. */
  pathOf(url: string): string | undefined
  /** Returns the path of a post's page, which archives may choose. */
  pageOf(post: ListedPost): string
}

/** Returns the page's path for a twin. */
export function pageOfTwin(path: string): string {
  return path.replace(/(?:(?<=\/)index)?\.md$/, '')
}

export interface ListedPost {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly markdownUrl?: string
}

/** A reply, and its request as shown in findings. */
export type ProbeReply = Reply & { readonly what: string }

export type Prober = ReturnType<typeof createProber>

export interface Finding {
  readonly level: 'error' | 'warning' | 'ok'
  readonly rule: LiveRuleName
  /** The request; for a passed rule, its meaning. */
  readonly what: string
  readonly expected?: string
  readonly got?: string
  readonly fix?: string
  /** Number of occurrences; for a passed rule, of comparisons. */
  readonly times: number
}

export function createProber(basePath: string, client: Client) {
  const run = Math.random().toString(36).slice(2, 10)
  let nth = 0
  const comparisons = new Map<LiveRuleName, number>()
  const failures = new Map<string, Finding>()
  /** Adds a unique query, which bypasses caches and which the archive ignores. */
  const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}citable-check=${run}-${nth++}`
  /** Requests the path itself, which may be cached. */
  const request = async (path: string, options: RequestOptions = {}): Promise<ProbeReply> => {
    const target = path === '/' || path.startsWith('/?') ? (basePath || '/') + path.slice(1) : basePath + path
    const reply = { ...(await client(target, options)), what: describeRequest(path, options) }
    expect('cookie', reply, 'no Set-Cookie', reply.header('Set-Cookie') ? 'Set-Cookie' : 'no Set-Cookie')
    expect('rate-limit', reply, 'none', rateLimits.find((name) => reply.header(name) !== undefined) ?? 'none')
    return reply
  }
  /** Records a comparison. A rule without comparisons does not count as passed. */
  const expect = (
    rule: LiveRuleName,
    about: ProbeReply | string,
    expected: string,
    got: string,
    passes = expected === got,
  ) => {
    comparisons.set(rule, (comparisons.get(rule) ?? 0) + 1)
    if (passes) return
    const key = JSON.stringify([rule, expected, got])
    const { level, fix }: LiveRule = liveRules[rule]
    const what = typeof about === 'string' ? about : about.what
    const first = failures.get(key) ?? { level, rule, what, expected, got, fix, times: 0 }
    failures.set(key, { ...first, times: first.times + 1 })
  }
  const findings = () =>
    (Object.keys(liveRules) as LiveRuleName[]).flatMap((rule): Finding[] => {
      const found = [...failures.values()].filter((one) => one.rule === rule)
      const times = comparisons.get(rule) ?? 0
      if (found.length > 0 || times === 0) return found
      return [{ level: 'ok', rule, what: liveRules[rule].meaning, times }]
    })
  const requestFresh = (path: string, options?: RequestOptions) => request(fresh(path), options)
  return { request, fresh, requestFresh, expect, findings }
}

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']

function describeRequest(path: string, { method = 'GET', headers = {} }: RequestOptions): string {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name.toLowerCase()))
  const parts = [
    `${method} ${withoutCacheBuster(path)}`,
    ...shown.map(([name, value]) => `${name}: ${value}`),
  ]
  return parts.join(', ')
}

/** Removes the cache-busting query. */
export function withoutCacheBuster(address: string): string {
  return address.replace(/[?&]citable-check=[^&]*$/, '')
}

const shownHeaders = new Set(['accept', 'accept-encoding', 'if-none-match', 'mcp-protocol-version'])

export const html = '200 text/html'
export const markdown = '200 text/markdown; charset=utf-8'
export const json = '200 application/json'

/** Returns status and type, such as "200 text/html". */
export function typed(reply: Reply): string {
  const type = (reply.header('Content-Type') ?? 'no Content-Type').toLowerCase().replace(/;\s*/g, '; ')
  return `${reply.status} ${type.startsWith('text/markdown') ? type : (type.split(';')[0] ?? type).trim()}`
}

/** Returns undefined for invalid JSON. */
export function jsonOf({ text }: Pick<Reply, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a nested value, or undefined. */
export function valueAt(value: unknown, ...steps: readonly string[]): unknown {
  return steps.reduce((inner, step) => (isObject(inner) ? inner[step] : undefined), value)
}

/** Returns a nested object, or an empty one. */
export function objectAt(value: unknown, ...steps: readonly string[]): Readonly<Record<string, unknown>> {
  const found = valueAt(value, ...steps)
  return isObject(found) ? found : {}
}

/** Returns a nested list, or an empty one. */
export function listAt(value: unknown, ...steps: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...steps)
  return Array.isArray(found) ? found : []
}

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** A rule for live archives. `fix` says where to look. */
interface LiveRule {
  readonly level: 'error' | 'warning'
  readonly meaning: string
  readonly fix: string
}

const error = (meaning: string, fix: string): LiveRule => ({ level: 'error', meaning, fix })
const warning = (meaning: string, fix: string): LiveRule => ({ level: 'warning', meaning, fix })

export const liveRules = {
  reachable: error(
    'The host answers every request.',
    'Check the URL, DNS, the certificate and the server’s log.',
  ),
  index: error(
    'The service index has every field in the contract and covers the other endpoints.',
    'Serve /api/v1/index.json as the contract defines it.',
  ),
  endpoints: error(
    'Every URL in the index answers 200.',
    'Serve what the index lists, or remove it from the index.',
  ),
  list: error(
    'The post list has every field in the contract, a correct count, and the newest post first.',
    'Serve /api/v1/posts.json as the contract defines it.',
  ),
  'list-filter': error(
    'The post list has every post, whatever `type` says.',
    'Ignore the query string of /api/v1/posts.json.',
  ),
  post: error(
    'A single post has every field in the contract and matches the list.',
    'Serve /api/v1/posts/{postId}.json as the contract defines it; purge caches if it differs from the list.',
  ),
  statistics: error(
    'The statistics have every field in the contract and match the list.',
    'Serve /api/v1/stats.json as the contract defines it; purge caches if it differs from the list.',
  ),
  openapi: error(
    'The OpenAPI contract is version 3.1, has the four operations, and is also served as YAML.',
    'Serve /openapi.json and /api/openapi.yaml as the contract defines them.',
  ),
  'accept-page': error(
    'A page is HTML or markdown, as Accept asks.',
    'Negotiate by Accept before choosing a file (RFC 9110 §12.5.1).',
  ),
  'accept-tie': warning(
    'An agent that names markdown before HTML, with equal weights, gets markdown.',
    'Break ties between equal weights by the client’s order.',
  ),
  'accept-api': error(
    'A JSON endpoint answers every Accept header that allows JSON.',
    'Negotiate by Accept; a wildcard includes JSON.',
  ),
  'not-acceptable': error(
    'An Accept header that excludes every format gets 406 and a JSON error.',
    'Answer 406 with the contract’s error object.',
  ),
  vary: error(
    'Negotiated resources send `Vary: Accept, Accept-Encoding` with 200, 304 and 406.',
    'Send Vary: Accept, Accept-Encoding, and make sure no proxy removes it.',
  ),
  twin: error(
    'The .md path returns the same markdown, whatever Accept says.',
    'Serve the twin at the .md path as text/markdown; charset=utf-8.',
  ),
  alternate: error(
    'A page links to its markdown twin, which answers.',
    'Add <link rel="alternate" type="text/markdown" href="…"> to every page.',
  ),
  'cache-types': error(
    'Markdown, HTML and markdown requested in turn from one URL each come back as requested.',
    'A cache ignores Vary. Add Accept to its key or make it respect Vary, then purge it.',
  ),
  'cache-encodings': error(
    'gzip, no encoding and br requested in turn from one URL each come back as requested.',
    'A cache ignores Vary. Add Accept-Encoding to its key or make it respect Vary, then purge it.',
  ),
  'stale-copy': warning('A cached response equals a fresh one.', 'Purge the cache after publishing.'),
  'cache-control': warning(
    'Pages and JSON may be cached for an hour.',
    'Send Cache-Control: public, max-age=3600.',
  ),
  etag: error(
    'Pages, JSON and files have a strong ETag.',
    'Send an ETag. A proxy that weakens it to W/"…" recompresses responses; make it pass bodies through unchanged.',
  ),
  'etag-distinct': error(
    'Each format and encoding of a URL has its own ETag, also for clients that name no encoding.',
    'Derive the ETag from type and encoding (RFC 9110 §8.8.3.3). A proxy that keeps it must not compress or decompress.',
  ),
  'not-modified': error(
    'If-None-Match with the current tag (weak, in a list or *) gets 304 and the ETag.',
    'Compare If-None-Match with the selected representation’s tag, using weak comparison (RFC 9110 §13.1.2).',
  ),
  encoding: error(
    'A body uses a requested encoding, declares it, and decodes to the same bytes.',
    'Send Content-Encoding with compressed bodies, and only encodings that Accept-Encoding allows.',
  ),
  compressed: warning(
    'A page is compressed for clients that accept gzip.',
    'Turn compression on, in the server rather than in a proxy.',
  ),
  'long-search': error(
    'A search of 150 Chinese characters is answered.',
    'Allow longer request lines and response headers in the proxy; for nginx, raise proxy_buffer_size.',
  ),
  head: error(
    'HEAD returns the same status and headers as GET.',
    'Answer HEAD like GET, without the body (RFC 9110 §9.3.2).',
  ),
  'not-found': error(
    'An unknown path gets 404 and a JSON error; below /api/ it has the path and a hint.',
    'Answer 404 with the contract’s error object, and stop proxies from replacing it.',
  ),
  'read-only': error(
    'Write methods on the API get 405, Allow and a JSON error.',
    'Answer POST, PUT, PATCH and DELETE below /api/ with 405 and Allow.',
  ),
  pages: error(
    'Home page, developer portal, contact, privacy and the newest post answer as pages, without a redirect.',
    'Serve each at its own URL; turn off rules that add slashes or file names.',
  ),
  robots: error('robots.txt is text and names the sitemap.', 'Serve /robots.txt with a Sitemap line.'),
  sitemap: error(
    'The sitemap lists every post.',
    'Serve /sitemap.xml as built; purge caches after publishing.',
  ),
  llms: error(
    'llms.txt has a title and lists every post, or links to files that do.',
    'Serve /llms.txt as built; purge caches after publishing.',
  ),
  'agent-instructions': error('agent-instructions.md is markdown.', 'Serve /agent-instructions.md.'),
  manifest: error(
    'The MCP manifest is JSON and names the endpoint.',
    'Serve /.well-known/mcp; some hosts skip paths that start with a dot.',
  ),
  'localhost-links': error(
    'No URL in the archive points at localhost.',
    'Set the base URL: --base-url, BASE_URL or baseUrl in archive.yaml.',
  ),
  'base-url': warning(
    'URLs in the archive start with the URL you check.',
    'Set the base URL to the one clients use, or check that one.',
  ),
  'mcp-endpoint': warning(
    'The index lists an MCP endpoint on the same origin.',
    'Run `citable serve` for /mcp, or check the other origin separately.',
  ),
  'mcp-handshake': error(
    'A client that uses the handshake (2025-06-18) can initialize and call tools.',
    'Forward POST /mcp to the server unchanged, with body and headers.',
  ),
  'mcp-stateless': warning(
    'A client on 2026-07-28 can discover the server and call tools without a handshake.',
    'Forward MCP-Protocol-Version, Mcp-Method and Mcp-Name; serve server/discover.',
  ),
  'mcp-tools': error(
    'The contract’s three tools are there; they list, read and find the newest post.',
    'Serve list_archive_posts, get_archive_post and search_archive_posts.',
  ),
  cookie: warning(
    'No response sets a cookie, because caches would not store it.',
    'Turn off whatever sets cookies in front of the archive.',
  ),
  'rate-limit': warning(
    'No response has a rate-limit header.',
    'Turn off the header; the contract has no quota.',
  ),
  'missing-post': error('Every post in the folder is served.', 'Publish the folder, then purge caches.'),
  'unknown-post': warning(
    'Every served post is in the folder.',
    'Publish the folder, or check against the folder you published.',
  ),
  'older-post': error('No post is out of date.', 'Publish the folder, then purge caches.'),
  'changed-post': error(
    'A served post matches the folder.',
    'Publish the folder, then purge caches; check that both use the same version of Citable.',
  ),
} satisfies Record<string, LiveRule>

export type LiveRuleName = keyof typeof liveRules
