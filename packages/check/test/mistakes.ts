import type { RuleName } from '../src/check.ts'
import {
  changeResponse,
  at,
  compress,
  decompress,
  changeHeader,
  isHtml,
  cacheBy,
  message,
  changeRequest,
  replaceText,
} from './changes.ts'
import { type Interceptor, without } from './changing-proxy.ts'

type Mistake = readonly [what: string, rules: readonly RuleName[], intercept: Interceptor]

const index = at('/api/v1/index.json')
const list = at('/api/v1/posts.json')
const page404 = Buffer.from('<!doctype html><title>404</title><h1>Not found</h1>')

/** Each mistake of a server or a proxy, and the rules that it breaks. */
export const mistakes: readonly Mistake[] = [
  // The JSON API
  ['the index has no version', ['index'], replaceText(index, /"version":"[^"]*",/, '')],
  ['the index has no statistics', ['index'], replaceText(index, /"getStats":"[^"]*",/, '')],
  ['the index lists a missing endpoint', ['endpoints'], replaceText(index, '/feed.json"', '/nowhere.json"')],
  [
    'an id is not a URL segment',
    ['list', 'reachable'],
    replaceText(list, '"id":"week-07"', '"id":"week 07"'),
  ],
  ['the list has a wrong count', ['list'], replaceText(list, '"count":6', '"count":7')],
  ['the list is not sorted by date', ['list'], replaceText(list, '"2026-02-02"', '"1999-02-02"')],
  [
    'the list has a tag that is not a string',
    ['list'],
    replaceText(list, '"wordCount":', '"tags":[1],"wordCount":'),
  ],
  [
    'the list violates the served OpenAPI schema',
    ['list'],
    replaceText(list, '"type":"practice"', '"type":"essay"'),
  ],
  [
    'a query parameter filters the list',
    ['list-filter'],
    replaceText(({ path }) => path.includes('=research'), /\{"id":"week-07".*?\},/, ''),
  ],
  [
    'a post differs from the list',
    ['post'],
    replaceText(at('/api/v1/posts/week-07.json'), '"title":"Notes', '"title":"Old notes'),
  ],
  [
    'a post has an invalid date',
    ['post'],
    replaceText(at('/api/v1/posts/week-07.json'), '"2026-02-02"', '"yesterday"'),
  ],
  [
    'the statistics are stale',
    ['statistics'],
    replaceText(at('/api/v1/stats.json'), '"totalPosts":6', '"totalPosts":5'),
  ],
  [
    'the contract is OpenAPI 3.0',
    ['openapi'],
    replaceText(at('/openapi.json'), '"openapi":"3.1.0"', '"openapi":"3.0.3"'),
  ],
  [
    'an operation has another name',
    ['openapi'],
    replaceText(at('/openapi.json'), '"operationId":"getStats"', '"operationId":"stats"'),
  ],

  // Negotiation
  ['Vary is dropped', ['vary'], changeHeader('vary', undefined)],
  ['Vary only has Accept-Encoding', ['vary'], changeHeader('vary', () => 'Accept-Encoding')],
  [
    'pages ignore Accept',
    ['accept-page', 'accept-tie', 'not-acceptable', 'cache-types', 'etag-distinct'],
    changeRequest((request) =>
      request.path.startsWith('/posts/week-07?') || request.path === '/posts/week-07'
        ? { headers: without(request.headers, 'accept') }
        : {},
    ),
  ],
  [
    'q-values are ignored',
    ['accept-page', 'not-acceptable'],
    changeRequest(({ headers }) => ({
      headers:
        headers['accept'] === undefined
          ? headers
          : { ...headers, accept: headers['accept'].replace(/;q=[\d.]+/g, '') },
    })),
  ],
  [
    'HTML wins a tie',
    ['accept-tie'],
    changeRequest(({ headers }) =>
      headers['accept']?.startsWith('text/markdown, text/html,') ||
      headers['accept'] === 'text/markdown, text/html'
        ? { headers: { ...headers, accept: 'text/html' } }
        : {},
    ),
  ],
  [
    'JSON is not served for */*',
    ['accept-api'],
    changeRequest(({ path, headers }) =>
      path.startsWith('/api/v1/index') && headers['accept']?.includes('*')
        ? { headers: { ...headers, accept: 'text/html' } }
        : {},
    ),
  ],
  [
    '406 is never sent',
    ['not-acceptable', 'cache-types'],
    changeResponse(({ status, headers }) =>
      status === 406 ? { status: 200, headers: { ...headers, 'content-type': 'text/html' } } : {},
    ),
  ],
  [
    '406 has an HTML body',
    ['not-acceptable', 'cache-types'],
    changeResponse(({ status, headers }) =>
      status === 406 ? { headers: { ...headers, 'content-type': 'text/html' }, body: page404 } : {},
    ),
  ],
  [
    'twins have the type text/plain',
    ['twin', 'alternate'],
    changeResponse(({ headers }, { path }) =>
      /^\/(?:posts|index|dev|contact|privacy).*\.md/.test(path)
        ? { headers: { ...headers, 'content-type': 'text/plain' } }
        : {},
    ),
  ],
  ['a twin is stale', ['twin'], replaceText(at('/posts/week-07.md'), 'Notes', 'Old notes')],
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
    changeResponse(({ headers }, { path }) =>
      path === '/posts/week-07' ? { headers: { ...headers, etag: '"old"', age: '4000' } } : {},
    ),
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
  [
    'a proxy rejects long URLs',
    ['long-search'],
    changeResponse((_, { path }) => (path.length > 1000 ? { status: 502 } : {})),
  ],
  [
    '304 is never sent',
    ['not-modified'],
    changeRequest(({ headers }) => ({ headers: without(headers, 'if-none-match') })),
  ],
  [
    '304 has no ETag',
    ['not-modified'],
    changeResponse(({ status, headers }) => (status === 304 ? { headers: without(headers, 'etag') } : {})),
  ],
  [
    '304 is sent for a different ETag',
    ['not-modified'],
    changeRequest(({ headers }) =>
      headers['if-none-match'] === '"citable-check"' ? { headers: { ...headers, 'if-none-match': '*' } } : {},
    ),
  ],
  [
    'weak ETags never match',
    ['not-modified'],
    changeRequest(({ headers }) =>
      headers['if-none-match']?.startsWith('W/') ? { headers: without(headers, 'if-none-match') } : {},
    ),
  ],
  [
    'gzip has no Content-Encoding',
    ['encoding', 'compressed'],
    changeResponse(({ headers }) =>
      headers['content-encoding'] === 'gzip' ? { headers: without(headers, 'content-encoding') } : {},
    ),
  ],
  [
    'gzip is sent to every client',
    ['encoding', 'cache-encodings', 'head'],
    changeRequest(({ method, headers }) =>
      method === 'GET' ? { headers: { ...headers, 'accept-encoding': 'gzip' } } : {},
    ),
  ],
  [
    'gzip is truncated',
    ['encoding'],
    changeResponse((reply, { method, path }) =>
      method === 'GET' &&
      reply.headers['content-encoding'] === 'gzip' &&
      path.startsWith('/posts/week-07?') &&
      isHtml(reply)
        ? { body: reply.body.subarray(0, 900) }
        : {},
    ),
  ],
  [
    'nothing is compressed',
    ['compressed'],
    changeRequest(({ headers }) => ({ headers: { ...headers, 'accept-encoding': 'identity' } })),
  ],

  // Methods and errors
  [
    'HEAD has another Content-Length',
    ['head'],
    changeResponse(({ headers }, { method }) =>
      method === 'HEAD' ? { headers: { ...headers, 'content-length': '17' } } : {},
    ),
  ],
  [
    'HEAD is not allowed',
    ['head'],
    changeResponse((_, { method }) => (method === 'HEAD' ? { status: 405 } : {})),
  ],
  [
    '404 has an HTML body',
    ['not-found'],
    changeResponse(({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'content-type': 'text/html' }, body: page404 } : {},
    ),
  ],
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
  [
    'missing resources get 200',
    ['not-found'],
    changeResponse(({ status }) => (status === 404 ? { status: 200 } : {})),
  ],
  [
    '405 has no Allow',
    ['read-only'],
    changeResponse(({ status, headers }) => (status === 405 ? { headers: without(headers, 'allow') } : {})),
  ],
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
    changeResponse(({ headers }, request) =>
      at('/contact')(request) ? { status: 301, headers: { ...headers, location: '/contact/' } } : {},
    ),
  ],
  ['robots.txt has no sitemap', ['robots'], replaceText(at('/robots.txt'), /^Sitemap.*$/m, '')],
  [
    'the sitemap is stale',
    ['sitemap'],
    replaceText(at('/sitemap.xml'), '/posts/week-07<', '/posts/week-00<'),
  ],
  ['llms.txt is stale', ['llms'], replaceText(at('/llms.txt'), /\/posts\/week-07/g, '/posts/week-00')],
  [
    'agent-instructions.md is missing',
    ['agent-instructions', 'endpoints'],
    changeResponse((_, request) => (at('/agent-instructions.md')(request) ? { status: 404 } : {})),
  ],
  [
    'dotfiles are not served',
    ['manifest', 'endpoints'],
    changeResponse((_, { path }) => (path.startsWith('/.well-known') ? { status: 404 } : {})),
  ],
  [
    'the sitemap has localhost URLs',
    ['localhost-links', 'sitemap'],
    replaceText(at('/sitemap.xml'), /http:\/\/127\.0\.0\.1:\d+/g, 'http://localhost:3000'),
  ],
  [
    'llms.txt has localhost URLs',
    ['localhost-links', 'llms'],
    replaceText(at('/llms.txt'), /http:\/\/127\.0\.0\.1:\d+/g, 'http://localhost:3000'),
  ],
  [
    'the sitemap has URLs of another host',
    ['base-url'],
    replaceText(at('/sitemap.xml'), '</urlset>', '<url><loc>https://other.example/x</loc></url></urlset>'),
  ],

  // MCP
  [
    'initialize fails',
    ['mcp-handshake'],
    changeResponse((_, request) =>
      message('"initialize"')(request) ? { status: 502, body: Buffer.from('Bad gateway') } : {},
    ),
  ],
  [
    'initialize has no serverInfo',
    ['mcp-handshake'],
    replaceText(message('"initialize"'), '"serverInfo"', '"server"'),
  ],
  [
    'POST to /mcp is refused',
    ['mcp-handshake', 'mcp-stateless'],
    changeResponse((_, { path }) => (path === '/mcp' ? { status: 405 } : {})),
  ],
  [
    'the headers of 2026-07-28 are dropped',
    ['mcp-stateless'],
    changeRequest(({ headers }) => ({ headers: without(headers, 'mcp-method') })),
  ],
  [
    'the lists of 2026-07-28 have no ttlMs',
    ['mcp-stateless'],
    replaceText(message('"tools/list"'), '"ttlMs"', '"ttl"'),
  ],
  [
    'a tool is missing',
    ['mcp-tools'],
    replaceText(message('"tools/list"'), '"name":"search_archive_posts"', '"name":"search"'),
  ],
  [
    'the search tool finds nothing',
    ['mcp-tools'],
    replaceText(message('"search_archive_posts"'), /week-07/g, 'week-00'),
  ],
  ['the index has no MCP endpoint', ['mcp-endpoint'], replaceText(index, /"mcp":"[^"]*",/, '')],
  [
    'the MCP endpoint is on another host',
    ['mcp-endpoint', 'base-url'],
    replaceText(index, /"mcp":"[^"]*"/, '"mcp":"https://mcp.example/mcp"'),
  ],

  [
    'the connection is closed',
    ['reachable'],
    async (request, forward) =>
      message('"server/discover"')(request) ? Promise.reject(new Error('gone')) : forward(request),
  ],
]
