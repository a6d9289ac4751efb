/** What a live archive is held to. `level` is that of a finding; `fix` says where to look. */
export interface OutsideRule {
  readonly level: 'error' | 'warning'
  readonly meaning: string
  readonly fix: string
}

export const outsideRules = {
  reachable: {
    level: 'error',
    meaning: 'The host answers every request.',
    fix: 'Check the address, DNS, the certificate and the log of the server.',
  },
  index: {
    level: 'error',
    meaning: 'The service index has the fields of the contract, and covers the other endpoints.',
    fix: 'Serve /api/v1/index.json as the contract has it.',
  },
  endpoints: {
    level: 'error',
    meaning: 'Every URL in the index answers 200.',
    fix: 'Serve what the index names, or take it out of the index.',
  },
  list: {
    level: 'error',
    meaning: 'The post list has the fields of the contract, counts its posts, and has the newest first.',
    fix: 'Serve /api/v1/posts.json as the contract has it.',
  },
  'list-filter': {
    level: 'error',
    meaning: 'The post list holds every post, whatever the value of `type`.',
    fix: 'Ignore the query of /api/v1/posts.json.',
  },
  post: {
    level: 'error',
    meaning: 'A single post has the fields of the contract, and agrees with the list.',
    fix: 'Serve /api/v1/posts/{postId}.json as the contract has it; purge caches if it differs from the list.',
  },
  statistics: {
    level: 'error',
    meaning: 'The statistics have the fields of the contract, and count the posts of the list.',
    fix: 'Serve /api/v1/stats.json as the contract has it; purge caches if it differs from the list.',
  },
  openapi: {
    level: 'error',
    meaning: 'The OpenAPI contract is of version 3.1 and has the four operations; its YAML form is there.',
    fix: 'Serve /openapi.json and /api/openapi.yaml as the contract has them.',
  },
  'accept-page': {
    level: 'error',
    meaning: 'A page is sent as HTML or markdown, as Accept asks.',
    fix: 'Negotiate by Accept before any file is chosen (RFC 9110 §12.5.1).',
  },
  'accept-tie': {
    level: 'warning',
    meaning: 'An agent that names markdown before HTML, with equal weights, gets markdown.',
    fix: 'Let the order of the client decide between equal weights.',
  },
  'accept-api': {
    level: 'error',
    meaning: 'A JSON endpoint answers every Accept header that allows JSON.',
    fix: 'Negotiate by Accept; a wildcard includes JSON.',
  },
  'not-acceptable': {
    level: 'error',
    meaning: 'An Accept header that excludes every form is answered with 406 and a JSON error.',
    fix: 'Answer 406 with the error object of the contract.',
  },
  vary: {
    level: 'error',
    meaning: 'Negotiated resources have `Vary: Accept, Accept-Encoding`, on 200, 304 and 406 alike.',
    fix: 'Send Vary: Accept, Accept-Encoding, and let no proxy remove it.',
  },
  twin: {
    level: 'error',
    meaning: 'The path with .md sends the same markdown, whatever Accept says.',
    fix: 'Serve the twin at the path with .md, as text/markdown; charset=utf-8.',
  },
  alternate: {
    level: 'error',
    meaning: 'A page links to its markdown twin, which answers.',
    fix: 'Put <link rel="alternate" type="text/markdown" href="…"> into every page.',
  },
  'cache-types': {
    level: 'error',
    meaning: 'Markdown, HTML and markdown requested in turn at one URL are sent as requested.',
    fix: 'A cache ignores Vary: make Accept part of its key, or let it obey Vary; then purge it.',
  },
  'cache-encodings': {
    level: 'error',
    meaning: 'gzip, no encoding and br requested in turn at one URL are sent as requested.',
    fix: 'A cache ignores Vary: make Accept-Encoding part of its key, or let it obey Vary; then purge it.',
  },
  'stale-copy': {
    level: 'warning',
    meaning: 'A cached answer equals a fresh one.',
    fix: 'Purge the cache after publishing.',
  },
  'cache-control': {
    level: 'warning',
    meaning: 'Pages and JSON may be cached for an hour.',
    fix: 'Send Cache-Control: public, max-age=3600.',
  },
  etag: {
    level: 'error',
    meaning: 'Pages, JSON and files have a strong ETag.',
    fix: 'Send an ETag; a proxy that weakens it to W/"…" compresses by itself: let it pass bodies on as they are.',
  },
  'etag-distinct': {
    level: 'error',
    meaning: 'The forms and encodings of one URL have different ETags.',
    fix: 'Make the ETag depend on type and encoding (RFC 9110 §8.8.3.3).',
  },
  'not-modified': {
    level: 'error',
    meaning:
      'If-None-Match with the current tag, weak, in a list or as *, is answered with 304 and its ETag.',
    fix: 'Compare If-None-Match with the tag of the chosen form, weakly (RFC 9110 §13.1.2).',
  },
  encoding: {
    level: 'error',
    meaning: 'A body has a requested encoding, declares it, and decodes to the same bytes.',
    fix: 'Send Content-Encoding with what is compressed, and only what Accept-Encoding allows.',
  },
  compressed: {
    level: 'warning',
    meaning: 'A page is compressed for clients that accept gzip.',
    fix: 'Turn compression on, in the server rather than in a proxy.',
  },
  head: {
    level: 'error',
    meaning: 'HEAD has the status and the headers of GET.',
    fix: 'Answer HEAD as GET, without the body (RFC 9110 §9.3.2).',
  },
  'not-found': {
    level: 'error',
    meaning:
      'An unknown path is answered with 404 and a JSON error, which below /api/ has the path and a hint.',
    fix: 'Answer 404 with the error object of the contract; let no proxy put a page of its own in its place.',
  },
  'read-only': {
    level: 'error',
    meaning: 'Write methods on the API are answered with 405, Allow and a JSON error.',
    fix: 'Answer POST, PUT, PATCH and DELETE below /api/ with 405 and Allow.',
  },
  pages: {
    level: 'error',
    meaning:
      'Home page, developer portal, contact, privacy and the newest post answer as pages, without a redirect.',
    fix: 'Serve each at its own address; turn off what adds slashes or file names to it.',
  },
  robots: {
    level: 'error',
    meaning: 'robots.txt is text and names the sitemap.',
    fix: 'Serve /robots.txt with a Sitemap line.',
  },
  sitemap: {
    level: 'error',
    meaning: 'The sitemap has every post.',
    fix: 'Serve /sitemap.xml as it was built; purge caches after publishing.',
  },
  llms: {
    level: 'error',
    meaning: 'llms.txt has a title and names every post, or is an index of files that do.',
    fix: 'Serve /llms.txt as it was built; purge caches after publishing.',
  },
  'agent-instructions': {
    level: 'error',
    meaning: 'agent-instructions.md is markdown.',
    fix: 'Serve /agent-instructions.md.',
  },
  manifest: {
    level: 'error',
    meaning: 'The MCP manifest is JSON and names the endpoint.',
    fix: 'Serve /.well-known/mcp; some hosts leave out what begins with a dot.',
  },
  'localhost-links': {
    level: 'error',
    meaning: 'No URL in the archive points at localhost.',
    fix: 'Set the base URL: --base-url, BASE_URL or baseUrl in archive.yaml.',
  },
  'base-url': {
    level: 'warning',
    meaning: 'The URLs in the archive begin with the URL that is checked.',
    fix: 'Set the base URL to the address that clients use, or examine that one.',
  },
  'mcp-endpoint': {
    level: 'warning',
    meaning: 'The index names an MCP endpoint of the same origin.',
    fix: 'Run `citable serve` for /mcp, or examine the other origin by itself.',
  },
  'mcp-handshake': {
    level: 'error',
    meaning: 'A client of the handshake era (2025-06-18) initializes, and its calls are answered.',
    fix: 'Pass POST /mcp on to the server as it is, with body and headers.',
  },
  'mcp-stateless': {
    level: 'warning',
    meaning: 'A client of 2026-07-28 discovers the server and calls it without a handshake.',
    fix: 'Pass MCP-Protocol-Version, Mcp-Method and Mcp-Name on; serve server/discover.',
  },
  'mcp-tools': {
    level: 'error',
    meaning: 'The three tools of the contract are listed, and list, read and find the newest post.',
    fix: 'Serve list_archive_posts, get_archive_post and search_archive_posts.',
  },
  cookie: {
    level: 'warning',
    meaning: 'No answer sets a cookie; caches would not store it.',
    fix: 'Turn off what sets cookies in front of the archive.',
  },
  'rate-limit': {
    level: 'warning',
    meaning: 'No answer carries a rate-limit header.',
    fix: 'Turn the header off; the contract has no quota.',
  },
  'missing-post': {
    level: 'error',
    meaning: 'Every post of the folder is served.',
    fix: 'Publish the folder, then purge caches.',
  },
  'unknown-post': {
    level: 'warning',
    meaning: 'Every served post is in the folder.',
    fix: 'Publish the folder, or name the folder that was published.',
  },
  'older-post': {
    level: 'error',
    meaning: 'No post is served as it was before its last change.',
    fix: 'Publish the folder, then purge caches.',
  },
  'changed-post': {
    level: 'error',
    meaning: 'A post is served as it is in the folder.',
    fix: 'Publish the folder, then purge caches; compare versions of the program.',
  },
} as const satisfies Record<string, OutsideRule>

export type OutsideRuleName = keyof typeof outsideRules
