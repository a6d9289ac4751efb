import type { LiveRuleName } from '../../src/probe/probed-site.ts'
import {
  answers,
  at,
  compresses,
  decompresses,
  header,
  isHtml,
  keeps,
  message,
  requests,
  says,
} from './changes.ts'
import { type Between, without } from './changing-proxy.ts'

type Mistake = readonly [what: string, rules: readonly LiveRuleName[], between: Between]

const index = at('/api/v1/index.json')
const list = at('/api/v1/posts.json')
const page404 = Buffer.from('<!doctype html><title>404</title><h1>Not found</h1>')

/** One thing that a server or a proxy gets wrong, and the rules that it breaks: those are found, and nothing else. */
export const mistakes: readonly Mistake[] = [
  // The JSON API
  ['the index leaves out its version', ['index'], says(index, /"version":"[^"]*",/, '')],
  ['the index leaves out the statistics', ['index'], says(index, /"getStats":"[^"]*",/, '')],
  ['the index names what is not there', ['endpoints'], says(index, '/feed.json"', '/nowhere.json"')],
  ['an id is no part of an address', ['list', 'reachable'], says(list, '"id":"week-07"', '"id":"week 07"')],
  ['the list counts wrongly', ['list'], says(list, '"count":6', '"count":7')],
  ['the list has the oldest first', ['list'], says(list, '"2026-02-02"', '"1999-02-02"')],
  ['the list has a tag that is no text', ['list'], says(list, '"wordCount":', '"tags":[1],"wordCount":')],
  ['the list breaks the served contract', ['list'], says(list, '"type":"practice"', '"type":"essay"')],
  [
    'the list is filtered',
    ['list-filter'],
    says(({ path }) => path.includes('=research'), /\{"id":"week-07".*?\},/, ''),
  ],
  [
    'a post differs from the list',
    ['post'],
    says(at('/api/v1/posts/week-07.json'), '"title":"Notes', '"title":"Old notes'),
  ],
  ['a post has no date', ['post'], says(at('/api/v1/posts/week-07.json'), '"2026-02-02"', '"yesterday"')],
  [
    'the statistics are old',
    ['statistics'],
    says(at('/api/v1/stats.json'), '"totalPosts":6', '"totalPosts":5'),
  ],
  [
    'the contract is of OpenAPI 3.0',
    ['openapi'],
    says(at('/openapi.json'), '"openapi":"3.1.0"', '"openapi":"3.0.3"'),
  ],
  [
    'an operation has another name',
    ['openapi'],
    says(at('/openapi.json'), '"operationId":"getStats"', '"operationId":"stats"'),
  ],

  // Negotiation
  ['Vary is dropped', ['vary'], header('vary', undefined)],
  ['Vary names Accept-Encoding alone', ['vary'], header('vary', () => 'Accept-Encoding')],
  [
    'Accept is not read for pages',
    ['accept-page', 'accept-tie', 'not-acceptable', 'cache-types', 'etag-distinct'],
    requests((asked) =>
      asked.path.startsWith('/posts/week-07?') || asked.path === '/posts/week-07'
        ? { headers: without(asked.headers, 'accept') }
        : {},
    ),
  ],
  [
    'q-values are not read',
    ['accept-page', 'not-acceptable'],
    requests(({ headers }) => ({
      headers:
        headers['accept'] === undefined
          ? headers
          : { ...headers, accept: headers['accept'].replace(/;q=[\d.]+/g, '') },
    })),
  ],
  [
    'HTML wins a tie',
    ['accept-tie'],
    requests(({ headers }) =>
      headers['accept']?.startsWith('text/markdown, text/html,') ||
      headers['accept'] === 'text/markdown, text/html'
        ? { headers: { ...headers, accept: 'text/html' } }
        : {},
    ),
  ],
  [
    'JSON must be named',
    ['accept-api'],
    requests(({ path, headers }) =>
      path.startsWith('/api/v1/index') && headers['accept']?.includes('*')
        ? { headers: { ...headers, accept: 'text/html' } }
        : {},
    ),
  ],
  [
    '406 is never said',
    ['not-acceptable', 'cache-types'],
    answers(({ status, headers }) =>
      status === 406 ? { status: 200, headers: { ...headers, 'content-type': 'text/html' } } : {},
    ),
  ],
  [
    '406 is a page',
    ['not-acceptable', 'cache-types'],
    answers(({ status, headers }) =>
      status === 406 ? { headers: { ...headers, 'content-type': 'text/html' }, body: page404 } : {},
    ),
  ],
  [
    'twins are plain text',
    ['twin', 'alternate'],
    answers(({ headers }, { path }) =>
      /^\/(?:posts|index|dev|contact|privacy).*\.md/.test(path)
        ? { headers: { ...headers, 'content-type': 'text/plain' } }
        : {},
    ),
  ],
  ['a twin is old', ['twin'], says(at('/posts/week-07.md'), 'Notes', 'Old notes')],
  [
    'pages do not name their twins',
    ['alternate'],
    says((_, reply) => isHtml(reply), /type="?text\/markdown"?/g, ''),
  ],
  [
    'pages name twins elsewhere',
    ['alternate'],
    says(
      (_, reply) => isHtml(reply),
      /(<link rel="alternate" type="text\/markdown" href=")[^"]*/g,
      '$1https://twins.example/x.md',
    ),
  ],

  // Caches
  [
    'a cache ignores Accept',
    ['cache-types'],
    keeps(({ path, headers }) => `${path} ${headers['accept-encoding']}`),
  ],
  [
    'a cache ignores Accept-Encoding',
    ['cache-encodings'],
    keeps(({ path, headers }) => `${path} ${headers['accept']}`),
  ],
  ['a cache ignores both', ['cache-types', 'cache-encodings'], keeps(({ path }) => path)],
  [
    'a cache holds an old page',
    ['stale-copy'],
    answers(({ headers }, { path }) =>
      path === '/posts/week-07' ? { headers: { ...headers, etag: '"old"', age: '4000' } } : {},
    ),
  ],
  ['nothing may be kept', ['cache-control'], header('cache-control', 'private, no-cache')],
  ['a cookie is set', ['cookie'], header('set-cookie', 'visitor=1')],
  ['a rate limit is told', ['rate-limit'], header('x-ratelimit-limit', '60')],

  // Validators and encodings
  ['ETags are weakened', ['etag'], header('etag', (tag) => `W/${tag}`)],
  ['ETags are dropped', ['etag'], header('etag', undefined)],
  [
    'ETags do not depend on the encoding',
    ['etag-distinct'],
    header('etag', (tag) => tag.replace(/-(?:gzip|br)"$/, '"')),
  ],
  ['a proxy compresses and keeps the tag', ['etag-distinct'], compresses],
  ['a proxy decompresses and keeps the tag', ['etag-distinct'], decompresses],
  [
    'a proxy has no room for long headers',
    ['long-search'],
    answers((_, { path }) => (path.length > 1000 ? { status: 502 } : {})),
  ],
  [
    '304 is never said',
    ['not-modified'],
    requests(({ headers }) => ({ headers: without(headers, 'if-none-match') })),
  ],
  [
    '304 has no ETag',
    ['not-modified'],
    answers(({ status, headers }) => (status === 304 ? { headers: without(headers, 'etag') } : {})),
  ],
  [
    '304 is said to a tag of another body',
    ['not-modified'],
    requests(({ headers }) =>
      headers['if-none-match'] === '"citable-check"' ? { headers: { ...headers, 'if-none-match': '*' } } : {},
    ),
  ],
  [
    'weak tags are not compared',
    ['not-modified'],
    requests(({ headers }) =>
      headers['if-none-match']?.startsWith('W/') ? { headers: without(headers, 'if-none-match') } : {},
    ),
  ],
  [
    'gzip is not declared',
    ['encoding', 'compressed'],
    answers(({ headers }) =>
      headers['content-encoding'] === 'gzip' ? { headers: without(headers, 'content-encoding') } : {},
    ),
  ],
  [
    'gzip is sent to everybody',
    ['encoding', 'cache-encodings', 'head'],
    requests(({ method, headers }) =>
      method === 'GET' ? { headers: { ...headers, 'accept-encoding': 'gzip' } } : {},
    ),
  ],
  [
    'gzip is cut short',
    ['encoding'],
    answers((reply, { method, path }) =>
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
    requests(({ headers }) => ({ headers: { ...headers, 'accept-encoding': 'identity' } })),
  ],

  // Methods and errors
  [
    'HEAD has a length of its own',
    ['head'],
    answers(({ headers }, { method }) =>
      method === 'HEAD' ? { headers: { ...headers, 'content-length': '17' } } : {},
    ),
  ],
  ['HEAD is not allowed', ['head'], answers((_, { method }) => (method === 'HEAD' ? { status: 405 } : {}))],
  [
    '404 is a page',
    ['not-found'],
    answers(({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'content-type': 'text/html' }, body: page404 } : {},
    ),
  ],
  [
    '404 does not echo the path',
    ['not-found'],
    says((_, { status }) => status === 404, /"path":"[^"]*",/, ''),
  ],
  [
    '404 has another code',
    ['not-found'],
    says((_, { status }) => status === 404, '"resource_not_found"', '"not_found"'),
  ],
  [
    'what is missing is answered with 200',
    ['not-found'],
    answers(({ status }) => (status === 404 ? { status: 200 } : {})),
  ],
  [
    '405 has no Allow',
    ['read-only'],
    answers(({ status, headers }) => (status === 405 ? { headers: without(headers, 'allow') } : {})),
  ],
  [
    'POST is taken for GET',
    ['read-only'],
    requests(({ method, path, headers }) =>
      method === 'POST' && path !== '/mcp' ? { method: 'GET', headers: without(headers, 'if-match') } : {},
    ),
  ],

  // Pages and files
  [
    'a page redirects to a folder',
    ['pages', 'endpoints'],
    answers(({ headers }, asked) =>
      at('/contact')(asked) ? { status: 301, headers: { ...headers, location: '/contact/' } } : {},
    ),
  ],
  ['robots.txt names no sitemap', ['robots'], says(at('/robots.txt'), /^Sitemap.*$/m, '')],
  ['the sitemap is old', ['sitemap'], says(at('/sitemap.xml'), '/posts/week-07<', '/posts/week-00<')],
  ['llms.txt is old', ['llms'], says(at('/llms.txt'), /\/posts\/week-07/g, '/posts/week-00')],
  [
    'agent-instructions.md is not served',
    ['agent-instructions', 'endpoints'],
    answers((_, asked) => (at('/agent-instructions.md')(asked) ? { status: 404 } : {})),
  ],
  [
    'what begins with a dot is not served',
    ['manifest', 'endpoints'],
    answers((_, { path }) => (path.startsWith('/.well-known') ? { status: 404 } : {})),
  ],
  [
    'the sitemap names localhost',
    ['localhost-links', 'sitemap'],
    says(at('/sitemap.xml'), /http:\/\/127\.0\.0\.1:\d+/g, 'http://localhost:3000'),
  ],
  [
    'llms.txt names localhost',
    ['localhost-links', 'llms'],
    says(at('/llms.txt'), /http:\/\/127\.0\.0\.1:\d+/g, 'http://localhost:3000'),
  ],
  [
    'the sitemap names another host',
    ['base-url'],
    says(at('/sitemap.xml'), '</urlset>', '<url><loc>https://other.example/x</loc></url></urlset>'),
  ],

  // MCP
  [
    'initialize fails',
    ['mcp-handshake'],
    answers((_, asked) =>
      message('"initialize"')(asked) ? { status: 502, body: Buffer.from('Bad gateway') } : {},
    ),
  ],
  [
    'initialize does not name the server',
    ['mcp-handshake'],
    says(message('"initialize"'), '"serverInfo"', '"server"'),
  ],
  [
    'POST to /mcp is refused',
    ['mcp-handshake', 'mcp-stateless'],
    answers((_, { path }) => (path === '/mcp' ? { status: 405 } : {})),
  ],
  [
    'headers of 2026-07-28 are dropped',
    ['mcp-stateless'],
    requests(({ headers }) => ({ headers: without(headers, 'mcp-method') })),
  ],
  [
    'lists of 2026-07-28 do not say how long they hold',
    ['mcp-stateless'],
    says(message('"tools/list"'), '"ttlMs"', '"ttl"'),
  ],
  [
    'a tool is gone',
    ['mcp-tools'],
    says(message('"tools/list"'), '"name":"search_archive_posts"', '"name":"search"'),
  ],
  ['the search finds nothing', ['mcp-tools'], says(message('"search_archive_posts"'), /week-07/g, 'week-00')],
  ['the index names no MCP endpoint', ['mcp-endpoint'], says(index, /"mcp":"[^"]*",/, '')],
  [
    'the MCP endpoint is elsewhere',
    ['mcp-endpoint', 'base-url'],
    says(index, /"mcp":"[^"]*"/, '"mcp":"https://mcp.example/mcp"'),
  ],

  [
    'the connection breaks',
    ['reachable'],
    async (asked, forward) =>
      message('"server/discover"')(asked) ? Promise.reject(new Error('gone')) : forward(asked),
  ],
]
