import type { RuleName } from '../src/check.ts'
import { at, cacheBy, changeHeader, changeRequest, changeResponse } from './changes.ts'
import { compress, decompress, isHtml, message, replaceText } from './changes.ts'
import {
  type Fields,
  type Interceptor,
  type ProxyRequest,
  type ProxyResponse,
  without,
} from './changing-proxy.ts'

type Mistake = readonly [what: string, rules: readonly RuleName[], intercept: Interceptor]

const index = '/api/v1/index.json'
const list = '/api/v1/posts.json'
const post = '/api/v1/posts/week-07.json'
const page = '/posts/week-07'
const localhost = /http:\/\/127\.0\.0\.1:\d+/g
const page404 = Buffer.from('<!doctype html><title>404</title><h1>Not found</h1>')

/** As if the server sent another text at this path. */
const inBody = (path: string, from: string | RegExp, to: string) => replaceText(at(path), from, to)
const inAnswer = (part: string, from: string | RegExp, to: string) => replaceText(message(part), from, to)
type Change = (reply: ProxyResponse) => Partial<ProxyResponse>
/** As if the client sent other headers, where it sent such. */
const askFor = (isMeant: (request: ProxyRequest) => boolean, more: Fields, ...dropped: readonly string[]) =>
  changeRequest((request) =>
    isMeant(request) ? { headers: { ...without(request.headers, ...dropped), ...more } } : {},
  )
/** As if the server answered such requests in another way. */
const onRequest = (isMeant: (request: ProxyRequest, reply: ProxyResponse) => boolean, change: Change) =>
  changeResponse((reply, request) => (isMeant(request, reply) ? change(reply) : {}))
const onStatus = (code: number, change: Change) => onRequest((_, { status }) => status === code, change)
const status = (code: number) => () => ({ status: code })
const adding =
  (more: Fields): Change =>
  ({ headers }) => ({ headers: { ...headers, ...more } })
const dropping =
  (name: string): Change =>
  ({ headers }) => ({ headers: without(headers, name) })
const typed = (type: string, body?: Buffer) => (reply: ProxyResponse) => ({
  ...adding({ 'content-type': type })(reply),
  body: body ?? reply.body,
})
const asHtml = { accept: 'text/html' }
const all = () => true
const isHead = ({ method }: ProxyRequest) => method === 'HEAD'
const isGet = ({ method }: ProxyRequest) => method === 'GET'
const isGzip = (_: ProxyRequest, { headers }: ProxyResponse) => headers['content-encoding'] === 'gzip'

/** Each mistake of a server or a proxy, and the rules that it breaks. */
export const mistakes: readonly Mistake[] = [
  // The JSON API
  ['the index has no version', ['index'], inBody(index, /"version":"[^"]*",/, '')],
  ['the index has no statistics', ['index'], inBody(index, /"getStats":"[^"]*",/, '')],
  ['the index lists a missing endpoint', ['endpoints'], inBody(index, '/feed.json"', '/nowhere.json"')],
  ['an id is not a URL segment', ['list', 'reachable'], inBody(list, '"id":"week-07"', '"id":"week 07"')],
  ['the list has a wrong count', ['list'], inBody(list, '"count":6', '"count":7')],
  ['the list is not sorted by date', ['list'], inBody(list, '"2026-02-02"', '"1999-02-02"')],
  [
    'the list has a tag that is not a string',
    ['list'],
    inBody(list, '"wordCount":', '"tags":[1],"wordCount":'),
  ],
  ['the list violates the served schema', ['list'], inBody(list, '"type":"practice"', '"type":"essay"')],
  [
    'a query parameter filters the list',
    ['list-filter'],
    replaceText(({ path }) => path.includes('=research'), /\{"id":"week-07".*?\},/, ''),
  ],
  ['a post differs from the list', ['post'], inBody(post, '"title":"Notes', '"title":"Old notes')],
  ['a post has an invalid date', ['post'], inBody(post, '"2026-02-02"', '"yesterday"')],
  ['statistics are stale', ['statistics'], inBody('/api/v1/stats.json', '"totalPosts":6', '"totalPosts":5')],
  [
    'the contract is OpenAPI 3.0',
    ['openapi'],
    inBody('/openapi.json', '"openapi":"3.1.0"', '"openapi":"3.0.3"'),
  ],
  ['an operation has another name', ['openapi'], inBody('/openapi.json', 'Id":"getStats"', 'Id":"stats"')],

  // Negotiation
  ['Vary is dropped', ['vary'], changeHeader('vary', undefined)],
  ['Vary only has Accept-Encoding', ['vary'], changeHeader('vary', () => 'Accept-Encoding')],
  [
    'pages ignore Accept',
    ['accept-page', 'accept-tie', 'not-acceptable', 'cache-types', 'etag-distinct'],
    askFor(at(page), {}, 'accept'),
  ],
  [
    'q-values are ignored',
    ['accept-page', 'not-acceptable'],
    changeRequest(({ headers }) => {
      const accept = headers['accept']?.replace(/;q=[\d.]+/g, '')
      return accept === undefined ? {} : { headers: { ...headers, accept } }
    }),
  ],
  [
    'HTML wins a tie',
    ['accept-tie'],
    askFor(({ headers }) => /^text\/markdown, text\/html(?:,|$)/.test(headers['accept'] ?? ''), asHtml),
  ],
  [
    'JSON is not served for */*',
    ['accept-api'],
    askFor(
      ({ path, headers }) => path.startsWith('/api/v1/index') && headers['accept']?.includes('*') === true,
      asHtml,
    ),
  ],
  [
    '406 is never sent',
    ['not-acceptable', 'cache-types'],
    onStatus(406, (reply) => ({ status: 200, ...typed('text/html')(reply) })),
  ],
  ['406 has an HTML body', ['not-acceptable', 'cache-types'], onStatus(406, typed('text/html', page404))],
  [
    'twins have the type text/plain',
    ['twin', 'alternate'],
    onRequest(({ path }) => /^\/(?:posts|index|dev|contact|privacy).*\.md/.test(path), typed('text/plain')),
  ],
  ['a twin is stale', ['twin'], inBody('/posts/week-07.md', 'Notes', 'Old notes')],
  [
    'pages do not link to their twins',
    ['alternate'],
    replaceText((_, reply) => isHtml(reply), /type="?text\/markdown"?/g, ''),
  ],
  [
    'pages link to twins on another host',
    ['alternate'],
    replaceText(
      (_, reply) => isHtml(reply),
      /(<link rel="alternate" type="text\/markdown" href=")[^"]*/g,
      '$1https://twins.example/x.md',
    ),
  ],

  // Caches
  [
    'a cache ignores Accept',
    ['cache-types'],
    cacheBy(({ path, headers }) => `${path} ${headers['accept-encoding']}`),
  ],
  [
    'a cache ignores Accept-Encoding',
    ['cache-encodings'],
    cacheBy(({ path, headers }) => `${path} ${headers['accept']}`),
  ],
  ['a cache ignores both', ['cache-types', 'cache-encodings'], cacheBy(({ path }) => path)],
  [
    'a cache has a stale page',
    ['stale-copy'],
    onRequest(({ path }) => path === page, adding({ etag: '"old"', age: '4000' })),
  ],
  ['responses are not cacheable', ['cache-control'], changeHeader('cache-control', 'private, no-cache')],
  ['a cookie is set', ['cookie'], changeHeader('set-cookie', 'visitor=1')],
  ['a rate limit header is set', ['rate-limit'], changeHeader('x-ratelimit-limit', '60')],

  // Validators and encodings
  ['ETags are weakened', ['etag'], changeHeader('etag', (tag) => `W/${tag}`)],
  ['ETags are dropped', ['etag'], changeHeader('etag', undefined)],
  [
    'ETags do not depend on the encoding',
    ['etag-distinct'],
    changeHeader('etag', (tag) => tag.replace(/-(?:gzip|br)"$/, '"')),
  ],
  ['a proxy compresses without changing the ETag', ['etag-distinct'], compress],
  ['a proxy decompresses without changing the ETag', ['etag-distinct'], decompress],
  ['a proxy rejects long URLs', ['long-search'], onRequest(({ path }) => path.length > 1000, status(502))],
  ['304 is never sent', ['not-modified'], askFor(all, {}, 'if-none-match')],
  ['304 has no ETag', ['not-modified'], onStatus(304, dropping('etag'))],
  [
    '304 is sent for a different ETag',
    ['not-modified'],
    askFor(({ headers }) => headers['if-none-match'] === '"citable-check"', { 'if-none-match': '*' }),
  ],
  [
    'weak ETags never match',
    ['not-modified'],
    askFor(({ headers }) => headers['if-none-match']?.startsWith('W/') === true, {}, 'if-none-match'),
  ],
  [
    'gzip has no Content-Encoding',
    ['encoding', 'compressed'],
    onRequest(isGzip, dropping('content-encoding')),
  ],
  [
    'gzip is sent to every client',
    ['encoding', 'cache-encodings', 'head'],
    askFor(isGet, { 'accept-encoding': 'gzip' }),
  ],
  [
    'gzip is truncated',
    ['encoding'],
    onRequest(
      (sent, reply) =>
        isGet(sent) && isGzip(sent, reply) && sent.path.startsWith('/posts/week-07?') && isHtml(reply),
      ({ body }) => ({ body: body.subarray(0, 900) }),
    ),
  ],
  ['nothing is compressed', ['compressed'], askFor(all, { 'accept-encoding': 'identity' })],

  // Methods and errors
  ['HEAD has another Content-Length', ['head'], onRequest(isHead, adding({ 'content-length': '17' }))],
  ['HEAD is not allowed', ['head'], onRequest(isHead, status(405))],
  ['404 has an HTML body', ['not-found'], onStatus(404, typed('text/html', page404))],
  [
    '404 does not echo the path',
    ['not-found'],
    replaceText((_, { status }) => status === 404, /"path":"[^"]*",/, ''),
  ],
  [
    '404 has another error code',
    ['not-found'],
    replaceText((_, { status }) => status === 404, '"resource_not_found"', '"not_found"'),
  ],
  ['missing resources get 200', ['not-found'], onStatus(404, status(200))],
  ['405 has no Allow', ['read-only'], onStatus(405, dropping('allow'))],
  [
    'POST is handled as GET',
    ['read-only'],
    changeRequest(({ method, path, headers }) =>
      method === 'POST' && path !== '/mcp' ? { method: 'GET', headers: without(headers, 'if-match') } : {},
    ),
  ],

  // Pages and files
  [
    'a page redirects to a trailing slash',
    ['pages', 'endpoints'],
    onRequest(at('/contact'), (reply) => ({ status: 301, ...adding({ location: '/contact/' })(reply) })),
  ],
  ['robots.txt has no sitemap', ['robots'], inBody('/robots.txt', /^Sitemap.*$/m, '')],
  ['the sitemap is stale', ['sitemap'], inBody('/sitemap.xml', '/posts/week-07<', '/posts/week-00<')],
  ['llms.txt is stale', ['llms'], inBody('/llms.txt', /\/posts\/week-07/g, '/posts/week-00')],
  [
    'agent-instructions.md is missing',
    ['agent-instructions', 'endpoints'],
    onRequest(at('/agent-instructions.md'), status(404)),
  ],
  [
    'dotfiles are not served',
    ['manifest', 'endpoints'],
    onRequest(({ path }) => path.startsWith('/.well-known'), status(404)),
  ],
  [
    'the sitemap has localhost URLs',
    ['localhost-links', 'sitemap'],
    inBody('/sitemap.xml', localhost, 'http://localhost:3000'),
  ],
  [
    'llms.txt has localhost URLs',
    ['localhost-links', 'llms'],
    inBody('/llms.txt', localhost, 'http://localhost:3000'),
  ],
  [
    'the sitemap has URLs of another host',
    ['base-url'],
    inBody('/sitemap.xml', '</urlset>', '<url><loc>https://other.example/x</loc></url></urlset>'),
  ],

  // MCP
  [
    'initialize fails',
    ['mcp-handshake'],
    onRequest(message('"initialize"'), () => ({ status: 502, body: Buffer.from('Bad gateway') })),
  ],
  ['initialize has no serverInfo', ['mcp-handshake'], inAnswer('"initialize"', '"serverInfo"', '"server"')],
  ['POST to /mcp is refused', ['mcp-handshake', 'mcp-stateless'], onRequest(at('/mcp'), status(405))],
  ['the headers of 2026-07-28 are dropped', ['mcp-stateless'], askFor(all, {}, 'mcp-method')],
  ['lists of 2026-07-28 have no ttlMs', ['mcp-stateless'], inAnswer('"tools/list"', '"ttlMs"', '"ttl"')],
  ['a tool is missing', ['mcp-tools'], inAnswer('"tools/list"', '"search_archive_posts"', '"search"')],
  ['the search tool finds nothing', ['mcp-tools'], inAnswer('"search_archive_posts"', /week-07/g, 'week-00')],
  ['the index has no MCP endpoint', ['mcp-endpoint'], inBody(index, /"mcp":"[^"]*",/, '')],
  [
    'the MCP endpoint is on another host',
    ['mcp-endpoint', 'base-url'],
    inBody(index, /"mcp":"[^"]*"/, '"mcp":"https://mcp.example/mcp"'),
  ],
  [
    'the connection is closed',
    ['reachable'],
    async (request, forward) =>
      message('"server/discover"')(request) ? Promise.reject(new Error('gone')) : forward(request),
  ],
]
