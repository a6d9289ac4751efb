import { errorCodes } from '../../errors.ts'
import { onEveryAnswer } from '../../snapshot/headers.ts'
import { literally } from './accept-patterns.ts'
import { caddyHeaders } from './caddy-headers.ts'
import { caddyPaths } from './caddy-paths.ts'
import { caddyNegotiation, captured, map, quote } from './caddy-negotiation.ts'
import { gaps, serverErrors } from './server-errors.ts'
import { pairsOf, type ServerFacts } from './server-facts.ts'

/**
 * A Caddyfile for Caddy 2.6 or newer: `answer/ladder.ts` once more, as far as files go. Placeholders are worked out when they are asked for, so that
 * most of it costs nothing until the file is found.
 */
export function caddyConfiguration(facts: ServerFacts, root: string): string {
  const { site } = facts
  const lines = [
    'vars citable_file ``',
    ...caddyPaths(facts),
    ...caddyNegotiation(),
    'request_header -Range',
    'request_header -If-Modified-Since',
    ...pairsOf(onEveryAnswer).map(([name, value]) => `header ${name} ${quote(value)}`),
    'header {\n\t\t\t-Server\n\t\t\t-Last-Modified\n\t\t\t-Accept-Ranges\n\t\t\tdefer\n\t\t}',
    ...ladder(facts),
    ...forms(facts),
    ...caddyHeaders(facts),
    ...sending(),
  ]
  return `# Made by citable build --server caddy. It changes only with the kinds of addresses, not with every post.
# The address may be given as CITABLE_ADDRESS. On another machine, change root.
{$CITABLE_ADDRESS:${new URL(site.baseUrl).host}} {
	root * ${quote(root)}
	# Yours: a reverse_proxy for /mcp.
	import /etc/caddy/citable.d/*.caddy
	route {
		${lines.join('\n\t\t')}
	}
	handle_errors {
		${errors(facts).join('\n\t\t')}
	}
}
`
}

/** Each rung answers by `error`, which `handle_errors` gives its body. */
function ladder({ notPages }: ServerFacts): string[] {
  return [
    '@citable_is_page file {citable_as_page}.html',
    'vars @citable_is_page citable_file {citable_as_page}.html',
    '@citable_is_file file {citable_as_file}',
    'vars @citable_is_file citable_file {citable_as_file}',
    map('{vars.citable_file}', 'form', [
      ...notPages.map((file) => [file, 'file'] as const),
      ['/404.html', 'file'],
      ['default', '{citable_form_of}'],
    ]),
    map('{vars.citable_file}|{citable_page}|{citable_json}', 'form_of', [
      [String.raw`~^[^|]*\.html\|([^|]*)`, captured(1)],
      [String.raw`~^/api/v1/[^|]*\.json\|[^|]*\|(.*)$`, captured(1)],
      ['default', 'file'],
    ]),
    ...rung('unknown_method', '{citable_kind} == ""', 'error', '501'),
    ...rung('api_write', '{citable_api_write} == "1"', 'error', '405'),
    '@citable_moved expression `{citable_moved} != ""`',
    ...redirect('@citable_moved', '{citable_moved}'),
    '@citable_slash file {citable_without_slash}.html',
    ...redirect('@citable_slash', '{citable_canonical}'),
    ...rung('missing', '{vars.citable_file} == ""', 'error', '404'),
    '@citable_options method OPTIONS',
    'header @citable_options Allow `GET, HEAD, OPTIONS`',
    'header @citable_options Access-Control-Allow-Methods `GET, HEAD, OPTIONS`',
    'header @citable_options Access-Control-Allow-Headers *',
    'header @citable_options Access-Control-Max-Age 86400',
    'respond @citable_options 204',
    ...rung('write', '{citable_kind} == "write"', 'error', '405'),
    ...rung('not_acceptable', '{citable_form} == ""', 'error', '406'),
  ]
}

function redirect(matcher: string, target: string): string[] {
  return [
    `header ${matcher} Cache-Control \`public, max-age=3600\``,
    // Go says so to GET alone.
    `header ${matcher} Content-Length 0`,
    `redir ${matcher} ${target}{citable_query} 308`,
  ]
}

function rung(name: string, expression: string, directive: string, rest: string): string[] {
  return [`@citable_${name} expression ${quote(expression)}`, `${directive} @citable_${name} ${rest}`]
}

/** Which of its forms is sent, and as which file and type. */
function forms({ types }: ServerFacts): string[] {
  return [
    map('{citable_form} {vars.citable_file}', 'chosen', [
      [String.raw`~^md (.*)\.html$`, `${captured(1)}.md`],
      ['default', '{vars.citable_file}'],
    ]),
    map('{citable_chosen}', 'type', [
      ...Array.from(
        types,
        ([ending, type]) => [`~${literally(ending)}$`, type.replaceAll('$', '$$$$')] as const,
      ),
      [String.raw`~\.html$`, 'text/html; charset=utf-8'],
      ['default', 'application/octet-stream'],
    ]),
  ]
}

/** In the first encoding that there is. Told of it before the file is opened, Go would send no Content-Length. */
function sending(): string[] {
  const encodings = ['br', 'gzip'].flatMap((encoding) => [
    `@citable_sent_${encoding} path *.${encoding === 'br' ? 'br' : 'gz'}`,
    `header @citable_sent_${encoding} {
				Content-Encoding ${encoding}
				defer
			}`,
  ])
  const attempt = (name: string, before: readonly string[]) => [
    `@citable_has_${name} file {citable_chosen}{citable_${name}}`,
    `route @citable_has_${name} {
			${[`rewrite {citable_chosen}{citable_${name}}`, ...before, 'file_server {\n\t\t\t\tindex none\n\t\t\t\tdisable_canonical_uris\n\t\t\t}'].join('\n\t\t\t')}
		}`,
  ]
  return [
    ...attempt('first', encodings),
    ...attempt('second', encodings),
    ...attempt('plain', []),
    'error 406',
  ]
}

/** The body by status; what is echoed of a path must not end a string of JSON. */
function errors({ site }: ServerFacts): string[] {
  const { missing, notAcceptable, others } = serverErrors(site)
  const filled = (body: string) =>
    body
      .replaceAll('`', '\\u0060')
      .replaceAll('$', '\\u0024')
      .replaceAll(gaps.path, captured(1))
      .replaceAll(gaps.method, captured(2))
  const row = (beginning: string, body: string) => [`~^${beginning}`, filled(body)] as const
  const rest = String.raw`(\S*) (\S+)$`
  return [
    map('{citable_path}', 'echo', [
      [String.raw`~^([!#-\[\]-~]*)$`, captured(1)],
      ['default', '/'],
    ]),
    map('{http.error.status_code} {citable_form} {citable_echo} {method}', 'error', [
      ...missing.map(([beginning, body]) =>
        row(String.raw`404 \S* (${literally(beginning)}\S*) (\S+)$`, body),
      ),
      row(String.raw`406  (${literally(site.basePath)}/api/\S*) (\S+)$`, notAcceptable.json),
      row(`406  ${rest}`, notAcceptable.page),
      row(String.raw`406 \S+ ${rest}`, notAcceptable.encoding),
      ...Array.from(others, ([status, body]) => row(String.raw`${status} \S* ${rest}`, body)),
      row(String.raw`\S+ \S* ${rest}`, others.get(500) ?? ''),
    ]),
    map('{http.error.status_code}', 'cache', [
      ['404', errorCodes.resource_not_found.cache],
      ['default', 'no-store'],
    ]),
    map('{citable_form}', 'vary', [
      ['file', 'Accept-Encoding'],
      ['default', 'Accept, Accept-Encoding'],
    ]),
    'header Content-Type application/json',
    'header Cache-Control {citable_cache}',
    'header -Server',
    '@citable_406 expression `{http.error.status_code} == 406`',
    'header @citable_406 Vary {citable_vary}',
    '@citable_allow expression `{http.error.status_code} in [405, 501]`',
    'header @citable_allow Allow `GET, HEAD, OPTIONS`',
    'respond {citable_error} {http.error.status_code}',
  ]
}
