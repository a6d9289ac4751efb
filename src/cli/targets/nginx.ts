import { literally } from './accept-patterns.ts'
import { nginxHeaderLines, nginxHeaderMaps } from './nginx-headers.ts'
import { nginxPaths } from './nginx-paths.ts'
import { asValue, dollar, map, nginxNegotiation, quote } from './nginx-negotiation.ts'
import { gaps, serverErrors } from './server-errors.ts'
import type { ServerFacts } from './server-facts.ts'

/**
 * A configuration for nginx 1.18 or newer, to be included at the level of `http`. It is `answer/ladder.ts` once more, as far as files go: a look at the
 * path, the method, the Accept header, and then at what there is of the file. Variables begin with
 * `citable_`; two archives in one nginx need two names for them.
 */
export function nginxConfiguration(facts: ServerFacts, root: string): string {
  const { site } = facts
  const maps = [
    dollar,
    ...nginxPaths(facts),
    nginxNegotiation(),
    ...forms(facts),
    ...nginxHeaderMaps(facts),
    errorMap(facts),
  ].join('\n')
  return `# Made by citable build --server nginx. Include it at the level of http { }, for example from /etc/nginx/conf.d/.
# It changes only with the kinds of addresses, not with every post. On another machine, change root below.

${hasLongKeys.test(maps) ? 'map_hash_bucket_size 1024;\n' : ''}${maps}

server {
    listen 80;
    server_name ${new URL(site.baseUrl).hostname};
    root ${quote(asValue(root))};
    # Yours: certificates, a location for /mcp.
    include citable.d/*.conf;

    server_tokens off;
    absolute_redirect off;
    if_modified_since off;
    max_ranges 0;
    gzip off;
    large_client_header_buffers 4 16k;

${nginxHeaderLines(facts)}

    location / {
        set $citable_file "";
        if (-f $document_root$citable_as_page.html) { set $citable_file $citable_as_page.html; }
        if (-f $document_root$citable_as_file) { set $citable_file $citable_as_file; }

        if ($citable_kind = "") { return 501; }
        if ($citable_api_write) { return 405; }
        if ($citable_moved) { return 308 $citable_moved$is_args$args; }
        if (-f $document_root$citable_without_slash.html) { return 308 $citable_canonical$is_args$args; }
        if ($citable_file = "") { return 404; }
        if ($citable_kind = "options") { return 204; }
        if ($citable_kind = "write") { return 405; }
        if ($citable_form = "") { return 406; }
        rewrite ^ /=$citable_chosen last;
    }

${[...facts.types].map(([ending, type]) => sending(`${literally(ending)}$`, type)).join('\n')}
${sending('\\.html$', 'text/html; charset=utf-8')}
${sending('', 'application/octet-stream')}

    # A path that cannot be decoded cannot lead to a named location.
    error_page 400 /=error;
    location = /=error {
        internal;
        types { }
        default_type application/json;
        return 200 $citable_error;
    }
    error_page 403 404 405 406 412 413 414 416 431 494 500 501 505 @citable_error;
    location @citable_error {
        types { }
        default_type application/json;
        return 200 $citable_error;
    }
}
`
}

/** Longer than the 64 bytes that nginx has for a key and what it keeps with it. The setting may be made once, so not without need. */
const hasLongKeys = /^ {4}"(?!~)[^"]{41,}" /m

/** Files of one type, in the first encoding that there is. */
function sending(pattern: string, type: string): string {
  return `    location ~ ${quote(`^/=(?<citable_sent>.*${pattern})`)} {
        internal;
        types { }
        default_type ${quote(type)};
        try_files $citable_sent$citable_first $citable_sent$citable_second $citable_sent$citable_plain =406;
    }`
}

/** Which of its forms is sent, and as which file. */
function forms({ notPages }: ServerFacts): string[] {
  return [
    map('$citable_file', 'form', [
      ...notPages.map((file) => [file, 'file'] as const),
      [String.raw`~\.html$`, '$citable_page'],
      [String.raw`~^/api/v1/.*\.json$`, '$citable_json_form'],
      ['default', 'file'],
    ]),
    map('$citable_json', 'json_form', [
      ['1', 'json'],
      ['default', ''],
    ]),
    map('$citable_form $citable_file', 'chosen', [
      [String.raw`~^md (?<citable_c>.*)\.html$`, '$citable_c.md'],
      ['default', '$citable_file'],
    ]),
    map('$citable_sent $uri', 'encoding', [
      [String.raw`~^(?<citable_x>.*) \k<citable_x>\.br$`, 'br'],
      [String.raw`~^(?<citable_y>.*) \k<citable_y>\.gz$`, 'gzip'],
      ['default', ''],
    ]),
  ]
}

/** The body by status; what is echoed of a path must not end a string of JSON. */
function errorMap({ site }: ServerFacts): string {
  const { missing, notAcceptable, others } = serverErrors(site)
  const filled = (body: string) =>
    // A dollar sign begins a variable, and cannot be escaped but by JSON.
    body
      .replaceAll('$', '\\u0024')
      .replaceAll(gaps.path, '$citable_echo')
      .replaceAll(gaps.method, '$request_method')
  return [
    map('$citable_path', 'echo', [
      ['~^(?<citable_z>[!#-\\[\\]-~]*)$', '$citable_z'],
      ['default', '/'],
    ]),
    map('$status $citable_form $citable_path', 'error', [
      ...missing.map(([beginning, body]) => [`~^404 [a-z]* ${literally(beginning)}`, filled(body)] as const),
      [`~^406  ${literally(site.basePath)}/api/`, filled(notAcceptable.json)],
      ['~^406  ', filled(notAcceptable.page)],
      ['~^406 ', filled(notAcceptable.encoding)],
      ...Array.from(others, ([status, body]) => [`~^${status} `, filled(body)] as const),
      ['~^494 ', filled(others.get(431) ?? '')],
      ['default', filled(others.get(400) ?? '')],
    ]),
  ].join('\n')
}
