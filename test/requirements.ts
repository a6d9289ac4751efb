/**
 * The requirements of the service: every numbered rule and table row of the content API contract, and the design's decisions
 * where the contract is silent. Tests cite ids in square brackets in their titles; `requirements.test.ts` fails on a
 * requirement that no test cites, and on an unknown id.
 *
 * An id is the section's short name with the rule's number or the row's name: `endpoints-3`, `post.url`. A rule with several
 * parts has a row for each, such as `decided-4.head`, so that each row can fail on its own.
 */
export interface Requirement {
  readonly id: string
  readonly source: string
  readonly text: string
}

function section(source: string, rows: Readonly<Record<string, string>>): Requirement[] {
  return Object.entries(rows).map(([id, text]) => ({ id, source, text }))
}

const contract: readonly Requirement[] = [
  ...section('contract, What the service does', {
    'what-1': 'Posts are structured JSON that can be read and cited without scraping HTML.',
    'what-2': 'Every post belongs to one of two series, research or practice.',
    'what-3.read-only': 'The API is read-only.',
    'what-3.no-key': 'Nothing asks for authentication, signup or a key.',
    'what-3.static':
      'The API is static JSON that a CDN can serve: the same request has the same response, which any cache may store.',
    'what-4': 'Every page and every post also has a markdown representation.',
    'what-5': 'One MCP endpoint has three tools for listing, reading and searching posts.',
    'what-6.free': 'Free for any use, commercial use included; no quota; no attribution requirement in code.',
    'what-6.cite': 'A program that quotes a post cites the author, the title and the canonical URL.',
    'what-6.benchmark':
      'A program that quotes a benchmark number cites the primary source that the post names.',
    'what-7.developers': 'The developer portal is at /developers.',
    'what-7.contact': 'The contact page is at /contact.',
    'what-7.privacy': 'The privacy and terms page is at /privacy.',
  }),
  ...section('contract, Resources and fields: Post', {
    'post.id': 'id: string, required; stable; matches ^week-\\d{2}$.',
    'post.type': 'type: string, required; research or practice; the series the post belongs to.',
    'post.seriesLabel': 'seriesLabel: string, required; the series as people read it.',
    'post.seriesNumber': 'seriesNumber: integer, required, at least 1; the position within the series.',
    'post.title': 'title: string, required.',
    'post.summary': 'summary: string, required; one paragraph.',
    'post.tags': 'tags: array of string.',
    'post.readingTime': 'readingTime: string or null; estimated reading time as text.',
    'post.datePublished': 'datePublished: string or null; ISO 8601 calendar date.',
    'post.dateModified': 'dateModified: string or null; ISO 8601 date-time.',
    'post.wordCount': 'wordCount: integer; words of the body.',
    'post.url': 'url: URI, required; the canonical HTML URL.',
    'post.markdownUrl': 'markdownUrl: URI; the markdown representation of the same post.',
  }),
  ...section('contract, Resources and fields: Post with body', {
    'body.fields': 'The single post has all fields of the post in the list.',
    'body.bodyMarkdown': 'bodyMarkdown: string; the full body as markdown, including any tables.',
  }),
  ...section('contract, Resources and fields: Post list', {
    'list.count': 'count: integer, required; the number of posts in the response.',
    'list.generatedAt': 'generatedAt: date-time.',
    'list.posts': 'posts: array of Post, required; newest first.',
  }),
  ...section('contract, Resources and fields: Service index', {
    'index.service': 'service: string, required; the service’s name.',
    'index.version': 'version: string, required; the API version.',
    'index.documentation': 'documentation: URI.',
    'index.specification': 'specification: URI.',
    'index.endpoints':
      'endpoints: object, required; from a name to an absolute URL; covers every other endpoint.',
  }),
  ...section('contract, Resources and fields: Statistics', {
    'stats.totalPosts': 'totalPosts: integer, required; the number of posts.',
    'stats.bySeries': 'bySeries: object, required; from a series to its count and its latest post.',
    'stats.tags': 'tags: array of string; every topic tag in use.',
    'stats.generatedAt': 'generatedAt: date-time.',
  }),
  ...section('contract, Endpoints', {
    'endpoints.get': 'All endpoints use GET, take no request body and return application/json.',
    'endpoints.ids': 'Each endpoint has a unique operationId.',
    'endpoint.getServiceIndex': 'GET /api/v1/index.json: 200 Service index, 406 Error.',
    'endpoint.listPosts':
      'GET /api/v1/posts.json, query type (optional, an enum of the series): 200 Post list, 406 Error.',
    'endpoint.getPost':
      'GET /api/v1/posts/{postId}.json, postId matching the pattern: 200 Post with body, 404 Error, 406 Error.',
    'endpoint.getStats': 'GET /api/v1/stats.json: 200 Statistics, 406 Error.',
    'endpoints-1': 'The list is a single page, newest first; there is no pagination.',
    'endpoints-2': 'The list has every post, whatever the value of type: agents filter it themselves.',
    'endpoints-3': 'The four JSON endpoints answer 406 when Accept excludes application/json.',
    'endpoints-4': 'Any unknown path under /api/ answers 404.',
    'endpoints-5': 'POST, PUT, PATCH and DELETE on the API answer 405 with Allow.',
  }),
  ...section('contract, Markdown representation', {
    'markdown-1': 'Every page and every post has a markdown twin.',
    'markdown-2': 'Accept: text/markdown on the HTML URL returns text/markdown; charset=utf-8.',
    'markdown-3':
      'Appending .md to the path gives markdown whatever the headers; posts are at /posts/<id>.md.',
    'markdown-4': 'Accept: */* or no Accept header gives HTML.',
    'markdown-5': 'An Accept header that excludes both text/html and text/markdown gives 406.',
    'markdown-6': 'Negotiated responses carry Vary: Accept, Accept-Encoding.',
    'markdown-7':
      'Every HTML page has a link rel=alternate type=text/markdown element that points at its twin.',
    'markdown-8': 'The single-post JSON carries the markdown body in bodyMarkdown.',
  }),
  ...section('contract, MCP endpoint', {
    'mcp.endpoint': 'POST /mcp is the endpoint, Streamable HTTP.',
    'mcp.protocol': 'The protocol is JSON-RPC 2.0.',
    'mcp.auth': 'The endpoint needs no authentication.',
    'mcp.manifest': 'GET /.well-known/mcp is the manifest and endpoint descriptor.',
    'mcp.content-type': 'Requests are application/json.',
    'mcp.initialize': 'initialize is the handshake: protocolVersion, capabilities, clientInfo.',
    'mcp.tools-list': 'tools/list lists the tools.',
    'tool.list': 'list_archive_posts lists posts, optionally filtered by series or by topic tag.',
    'tool.get': 'get_archive_post fetches one post in full as markdown.',
    'tool.search':
      'search_archive_posts searches titles, summaries, tags and bodies, and returns the matching sentence for each hit.',
  }),
  ...section('contract, Discovery files', {
    'discovery.openapi': '/openapi.json is the OpenAPI 3.1 contract of the four JSON operations.',
    'discovery.openapi-yaml': 'The YAML form of the contract is at /api/openapi.yaml.',
    'discovery.llms': '/llms.txt is in the llms.txt format: every page and post with a one-line description.',
    'discovery.agent-instructions':
      '/agent-instructions.md says when to use the site, how to call it, and the response contract.',
    'discovery.sitemap': '/sitemap.xml has every indexable URL with a last-modified date.',
    'discovery.robots': '/robots.txt has the crawl policy and a pointer at the sitemap.',
    'discovery.mcp': '/.well-known/mcp is the MCP manifest and endpoint descriptor.',
  }),
  ...section('contract, Authentication', {
    'auth-1': 'No key, token or signup is required for any endpoint.',
    'auth-2': 'There is no rate limiting by key, because there are no keys.',
    'auth-3': 'Clients should send a User-Agent header that names their project.',
  }),
  ...section('contract, Errors', {
    'error.json': 'Errors are always JSON, never an HTML page: an object with one required key, error.',
    'error.status': 'status: integer, required; the HTTP status code, repeated.',
    'error.code': 'code: string, required; stable and machine-readable.',
    'error.message': 'message: string, required; what went wrong, in one sentence.',
    'error.hint': 'hint: string; how to fix the request.',
    'error.path': 'path: string; the path that produced the error.',
    'error.documentation': 'documentation: URI; the developer portal.',
    'error.specification': 'specification: URI; the OpenAPI contract.',
    'condition.unknown-path':
      'An unknown path under /api/: 404 resource_not_found; message names the path, hint points at contract and index, path echoes it.',
    'condition.unknown-post': 'getPost with an unknown id: 404 resource_not_found.',
    'condition.write': 'A write method on the API: 405 with Allow.',
    'condition.json': 'Accept excludes application/json on a JSON endpoint: 406, error object.',
    'condition.page': 'Accept excludes both text/html and text/markdown on a page: 406.',
  }),
  ...section('contract, Limits', {
    'limits-1.cdn': 'The CDN limits rates, not per key, and there is no quota.',
    'limits-1.no-header': 'No rate-limit header is sent.',
    'limits-2': 'Clients cache responses for at least one hour; the archive changes about once a week.',
    'limits-3': 'The post list is a single unpaginated page holding every post.',
  }),
  ...section('contract, Versioning', {
    'versioning-1.prefix': 'The API version is in the path prefix /api/v1/.',
    'versioning-1.contract': 'The contract’s own version is 1.0.0, the OpenAPI version 3.1.',
    'versioning-2': 'The service index reports the API version in its version field.',
    'versioning-3': 'Additive changes ship without notice.',
    'versioning-4': 'A breaking change is published under a new path prefix.',
    'versioning-5': 'No stability is guaranteed beyond the published contract.',
  }),
]

const decided: readonly Requirement[] = [
  ...section('design, decision 1: errors', {
    'decided-1.404': 'A 404 has the code resource_not_found.',
    'decided-1.405': 'A 405 has the code method_not_allowed.',
    'decided-1.406': 'A 406 has the code not_acceptable.',
    'decided-1.400': 'A 400 has the code bad_request.',
    'decided-1.403': 'A forbidden Origin is 403, as a JSON-RPC error without an id.',
    'decided-1.413': 'A 413 has the code payload_too_large; at /mcp it is a JSON-RPC error.',
    'decided-1.415': 'A body of an unsupported type or encoding is 415, as a JSON-RPC error.',
    'decided-1.500': 'A 500 has the code internal_error; it is opaque and logged once.',
    'decided-1.fields': 'Every error carries hint, path, documentation and specification.',
    'decided-1.everywhere': 'Errors are JSON for pages and unknown pages too, whatever Accept says.',
  }),
  ...section('design, decision 2: paths', {
    'decided-2.pattern': 'A postId outside the pattern is a 404 like any unknown post.',
    'decided-2.hint': 'The hint for an unknown post shows the form of ids and the nearest ones.',
    'decided-2.undecoded': 'Paths are looked up as received, never decoded.',
    'decided-2.api-write': 'Under /api/ a write method is 405 whatever the path.',
    'decided-2.page-write': 'Elsewhere an unknown path is 404, whatever the method.',
  }),
  ...section('design, decision 3: negotiation', {
    'decided-3.q': 'The greatest q-value wins.',
    'decided-3.q0': 'q=0 excludes.',
    'decided-3.specific': 'The most specific range decides about a type.',
    'decided-3.case': 'Case does not matter.',
    'decided-3.repeated': 'Repeated Accept headers join in order.',
    'decided-3.parameters': 'Parameters other than q are ignored.',
    'decided-3.absent': 'An empty or unparsable Accept counts as absent.',
    'decided-3.tie-named': 'A tie between named types goes to the client’s order.',
    'decided-3.tie-wildcard': 'A tie by wildcard goes to HTML.',
    'decided-3.user-agent': 'The User-Agent never decides.',
  }),
  ...section('design, decision 4: methods and addresses', {
    'decided-4.md': '.md paths ignore Accept.',
    'decided-4.home-twin': 'The home page’s twin is /index.md.',
    'decided-4.trailing-slash': 'A page path with a trailing slash redirects with 308 to the one without.',
    'decided-4.replaced': 'A replaced version of a file redirects with 308 to the current file.',
    'decided-4.no-redirect': 'Nothing else redirects.',
    'decided-4.head': 'HEAD works wherever GET does.',
    'decided-4.options': 'OPTIONS answers 204 with Allow and CORS.',
    'decided-4.cors': 'CORS is * on everything.',
  }),
  ...section('design, decision 5: headers', {
    'decided-5.cache':
      'A 200 has Cache-Control: public, max-age=3600, with stale-while-revalidate and stale-if-error for shared caches.',
    'decided-5.immutable':
      'Pages load files from versioned paths with public, max-age=31536000, immutable; the plain path has the headers of every file.',
    'decided-5.etag': 'Each variant and encoding has its own strong ETag.',
    'decided-5.nosniff': 'A 200 has X-Content-Type-Options: nosniff.',
    'decided-5.vary':
      'Pages, posts and the JSON endpoints vary by exactly Accept, Accept-Encoding on 200, 304 and 406 alike.',
    'decided-5.vary-file': 'Files that ignore Accept vary by Accept-Encoding.',
    'decided-5.absent': 'No rate-limit header, no cookie, no Server, no X-Powered-By.',
  }),
  ...section('design, decision 6: posts', {
    'decided-6.latest': 'latest in statistics is the post’s id.',
    'decided-6.empty-series': 'A series without posts is left out of the statistics.',
    'decided-6.order': 'Order is published newest first, then id descending; undated posts are last.',
    'decided-6.reading-time': 'readingTime reads “7 min read”.',
    'decided-6.series-number': 'seriesNumber comes from front matter, else it is the position by order.',
  }),
  ...section('design, decision 7: service index', {
    'decided-7.version': 'version in the service index is 1.0.0, the contract’s.',
    'decided-7.endpoints': 'endpoints are real URLs that can be fetched; getPost shows the newest post’s.',
    'decided-7.templates': 'An added uriTemplates object gives the {postId} forms.',
  }),
  ...section('design, decision 8: markdown twins', {
    'decided-8.front-matter':
      'The twin opens with YAML front matter: title, description, author, series, published, last_updated, tags, canonical_url.',
    'decided-8.order': 'Then comes “# Title”, then the body.',
    'decided-8.body': 'bodyMarkdown is the body alone.',
    'decided-8.links': 'Links in both are absolute.',
  }),
  ...section('design, decision 9: base URL, port, host', {
    'decided-9.base-url':
      'Base URL: --base-url, then BASE_URL, then archive.yaml, then http://localhost:PORT.',
    'decided-9.prefix':
      'The base URL may have a path prefix; its root is the home page, with and without a slash.',
    'decided-9.port': 'Port: --port, then PORT, then 3000.',
    'decided-9.host': 'Host: --host, then HOST, then 127.0.0.1.',
  }),
  ...section('design, decision 10: MCP inputs', {
    'decided-10.inputs':
      'list {series?, tag?, since?, limit?, cursor?}, get {id, section?, offset?, max_chars?}, search {query, series?, tag?, markdown?, explain?, limit?, cursor?}.',
  }),
  ...section('design, decision 11: Host and Origin on /mcp', {
    'decided-11.loopback':
      'Bound to a loopback address, Host and Origin must be loopback names or the archive’s own, else 403.',
    'decided-11.public': 'Bound to another address, every Host and Origin is served by default.',
    'decided-11.named': 'archive.yaml can name the Hosts and Origins that are served.',
    'decided-11.origin': 'An invalid Origin is refused everywhere.',
  }),
  ...section('design, decision 18: the search page', {
    'decided-18.sealed': 'Without a query, the search page is a page like any other.',
    'decided-18.linked': 'Every page, llms.txt and agent-instructions.md link to it.',
    'decided-18.results':
      'With a query, it quotes the matches, as the MCP tool does; no hits is a valid response.',
    'decided-18.forms': 'Results have a markdown twin, by Accept and at /search.md.',
    'decided-18.ladder': 'Results follow the rules of every page: 406, 405, HEAD, 304, redirects, limits.',
    'decided-18.headers': 'Results may be cached for five minutes and have noindex.',
    'decided-18.words': 'The query is escaped as text in every form.',
  }),
]

export const requirements: readonly Requirement[] = [...contract, ...decided]
