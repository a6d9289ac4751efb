/** What a live archive is held to. `level` is that of a finding; `fix` says where to look. */
export interface OutsideRule {
  readonly level: 'error' | 'warning'
  readonly meaning: string
  readonly fix: string
}

const error = (meaning: string, fix: string): OutsideRule => ({ level: 'error', meaning, fix })
const warning = (meaning: string, fix: string): OutsideRule => ({ level: 'warning', meaning, fix })

export const outsideRules = {
  reachable: error(
    'The host answers every request.',
    'Check the address, DNS, the certificate and the log of the server.',
  ),
  index: error(
    'The service index has the fields of the contract, and covers the other endpoints.',
    'Serve /api/v1/index.json as the contract has it.',
  ),
  endpoints: error(
    'Every URL in the index answers 200.',
    'Serve what the index names, or take it out of the index.',
  ),
  list: error(
    'The post list has the fields of the contract, counts its posts, and has the newest first.',
    'Serve /api/v1/posts.json as the contract has it.',
  ),
  'list-filter': error(
    'The post list holds every post, whatever the value of `type`.',
    'Ignore the query of /api/v1/posts.json.',
  ),
  post: error(
    'A single post has the fields of the contract, and agrees with the list.',
    'Serve /api/v1/posts/{postId}.json as the contract has it; purge caches if it differs from the list.',
  ),
  statistics: error(
    'The statistics have the fields of the contract, and count the posts of the list.',
    'Serve /api/v1/stats.json as the contract has it; purge caches if it differs from the list.',
  ),
  openapi: error(
    'The OpenAPI contract is of version 3.1 and has the four operations; its YAML form is there.',
    'Serve /openapi.json and /api/openapi.yaml as the contract has them.',
  ),
  'accept-page': error(
    'A page is sent as HTML or markdown, as Accept asks.',
    'Negotiate by Accept before any file is chosen (RFC 9110 §12.5.1).',
  ),
  'accept-tie': warning(
    'An agent that names markdown before HTML, with equal weights, gets markdown.',
    'Let the order of the client decide between equal weights.',
  ),
  'accept-api': error(
    'A JSON endpoint answers every Accept header that allows JSON.',
    'Negotiate by Accept; a wildcard includes JSON.',
  ),
  'not-acceptable': error(
    'An Accept header that excludes every form is answered with 406 and a JSON error.',
    'Answer 406 with the error object of the contract.',
  ),
  vary: error(
    'Negotiated resources have `Vary: Accept, Accept-Encoding`, on 200, 304 and 406 alike.',
    'Send Vary: Accept, Accept-Encoding, and let no proxy remove it.',
  ),
  twin: error(
    'The path with .md sends the same markdown, whatever Accept says.',
    'Serve the twin at the path with .md, as text/markdown; charset=utf-8.',
  ),
  alternate: error(
    'A page links to its markdown twin, which answers.',
    'Put <link rel="alternate" type="text/markdown" href="…"> into every page.',
  ),
  'cache-types': error(
    'Markdown, HTML and markdown requested in turn at one URL are sent as requested.',
    'A cache ignores Vary: make Accept part of its key, or let it obey Vary; then purge it.',
  ),
  'cache-encodings': error(
    'gzip, no encoding and br requested in turn at one URL are sent as requested.',
    'A cache ignores Vary: make Accept-Encoding part of its key, or let it obey Vary; then purge it.',
  ),
  'stale-copy': warning('A cached answer equals a fresh one.', 'Purge the cache after publishing.'),
  'cache-control': warning(
    'Pages and JSON may be cached for an hour.',
    'Send Cache-Control: public, max-age=3600.',
  ),
  etag: error(
    'Pages, JSON and files have a strong ETag.',
    'Send an ETag; a proxy that weakens it to W/"…" compresses by itself: let it pass bodies on as they are.',
  ),
  'etag-distinct': error(
    'The forms and encodings of one URL have different ETags.',
    'Make the ETag depend on type and encoding (RFC 9110 §8.8.3.3).',
  ),
  'not-modified': error(
    'If-None-Match with the current tag, weak, in a list or as *, is answered with 304 and its ETag.',
    'Compare If-None-Match with the tag of the chosen form, weakly (RFC 9110 §13.1.2).',
  ),
  encoding: error(
    'A body has a requested encoding, declares it, and decodes to the same bytes.',
    'Send Content-Encoding with what is compressed, and only what Accept-Encoding allows.',
  ),
  compressed: warning(
    'A page is compressed for clients that accept gzip.',
    'Turn compression on, in the server rather than in a proxy.',
  ),
  head: error(
    'HEAD has the status and the headers of GET.',
    'Answer HEAD as GET, without the body (RFC 9110 §9.3.2).',
  ),
  'not-found': error(
    'An unknown path is answered with 404 and a JSON error, which below /api/ has the path and a hint.',
    'Answer 404 with the error object of the contract; let no proxy put a page of its own in its place.',
  ),
  'read-only': error(
    'Write methods on the API are answered with 405, Allow and a JSON error.',
    'Answer POST, PUT, PATCH and DELETE below /api/ with 405 and Allow.',
  ),
  pages: error(
    'Home page, developer portal, contact, privacy and the newest post answer as pages, without a redirect.',
    'Serve each at its own address; turn off what adds slashes or file names to it.',
  ),
  robots: error('robots.txt is text and names the sitemap.', 'Serve /robots.txt with a Sitemap line.'),
  sitemap: error(
    'The sitemap has every post.',
    'Serve /sitemap.xml as it was built; purge caches after publishing.',
  ),
  llms: error(
    'llms.txt has a title and names every post, or is an index of files that do.',
    'Serve /llms.txt as it was built; purge caches after publishing.',
  ),
  'agent-instructions': error('agent-instructions.md is markdown.', 'Serve /agent-instructions.md.'),
  manifest: error(
    'The MCP manifest is JSON and names the endpoint.',
    'Serve /.well-known/mcp; some hosts leave out what begins with a dot.',
  ),
  'localhost-links': error(
    'No URL in the archive points at localhost.',
    'Set the base URL: --base-url, BASE_URL or baseUrl in archive.yaml.',
  ),
  'base-url': warning(
    'The URLs in the archive begin with the URL that is checked.',
    'Set the base URL to the address that clients use, or examine that one.',
  ),
  'mcp-endpoint': warning(
    'The index names an MCP endpoint of the same origin.',
    'Run `citable serve` for /mcp, or examine the other origin by itself.',
  ),
  'mcp-handshake': error(
    'A client of the handshake era (2025-06-18) initializes, and its calls are answered.',
    'Pass POST /mcp on to the server as it is, with body and headers.',
  ),
  'mcp-stateless': warning(
    'A client of 2026-07-28 discovers the server and calls it without a handshake.',
    'Pass MCP-Protocol-Version, Mcp-Method and Mcp-Name on; serve server/discover.',
  ),
  'mcp-tools': error(
    'The three tools of the contract are listed, and list, read and find the newest post.',
    'Serve list_archive_posts, get_archive_post and search_archive_posts.',
  ),
  cookie: warning(
    'No answer sets a cookie; caches would not store it.',
    'Turn off what sets cookies in front of the archive.',
  ),
  'rate-limit': warning(
    'No answer carries a rate-limit header.',
    'Turn the header off; the contract has no quota.',
  ),
  'missing-post': error('Every post of the folder is served.', 'Publish the folder, then purge caches.'),
  'unknown-post': warning(
    'Every served post is in the folder.',
    'Publish the folder, or name the folder that was published.',
  ),
  'older-post': error(
    'No post is served as it was before its last change.',
    'Publish the folder, then purge caches.',
  ),
  'changed-post': error(
    'A post is served as it is in the folder.',
    'Publish the folder, then purge caches; compare versions of the program.',
  ),
} satisfies Record<string, OutsideRule>

export type OutsideRuleName = keyof typeof outsideRules
