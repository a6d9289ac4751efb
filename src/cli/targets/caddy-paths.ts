import { literally } from './accept-patterns.ts'
import { captured, flag, map } from './caddy-negotiation.ts'
import type { ServerFacts } from './server-facts.ts'

const nowhere = '/='

/** What a path could be: a page, a file, one with a slash too many, or one that moved. It is looked at as it came, not decoded. */
export function caddyPaths({ site: { basePath }, exceptions, redirects }: ServerFacts): string[] {
  const base = literally(basePath)
  const odd = [...exceptions]
  return [
    map('{method}', 'kind', [
      ['~^(?:GET|HEAD)$', 'read'],
      ['OPTIONS', 'options'],
      ['~^(?:POST|PUT|PATCH|DELETE|TRACE|CONNECT)$', 'write'],
      ['default', ''],
    ]),
    map('{http.request.orig_uri}', 'path', [
      ['~^(/[^?#]*)', captured(1)],
      ['default', ''],
    ]),
    ...flag('same', '{citable_path} == {http.request.orig_uri.path}'),
    map('{vars.citable_same}{citable_path}', 'name', [
      ...odd.map(([name]) => [`~^[01]${base}${literally(name)}$`, name.replaceAll('$', '$$$$')] as const),
      [String.raw`~//|/\.{1,2}(?:/|$)|\\`, nowhere],
      // The home page, below a path with and without a slash.
      ...(basePath === '' ? [] : [[`~^1${base}/$`, ''] as const]),
      [`~^1${base}(/.*)?$`, captured(1)],
      ['default', nowhere],
    ]),
    map('{citable_name}', 'as_page', [
      [basePath === '' ? '/' : '', '/index'],
      ...odd.map(([name, file]) => [name, file.endsWith('.html') ? file.slice(0, -5) : nowhere] as const),
      ['~(?:/|/index|^/404)$', nowhere],
      ['default', '{citable_name}'],
    ]),
    map('{citable_name}', 'as_file', [
      ...odd,
      [
        String.raw`~(?:\.html|\.br|\.gz|/)$|^/(?:_headers|_redirects|_Caddyfile|\.nojekyll|\.citable-)|^$`,
        nowhere,
      ],
      ['default', '{citable_name}'],
    ]),
    map('{citable_kind} {citable_name}', 'without_slash', [
      ['~(?:/index|^read /404)/$', nowhere],
      ['~^read (/.*[^/])/$', captured(1)],
      ['default', nowhere],
    ]),
    map('{citable_without_slash}', 'canonical', [['default', `${basePath}{citable_without_slash}`]]),
    map('{citable_kind} {citable_path}', 'moved', [
      ...Array.from(redirects, ([from, to]) => [`read ${from}`, to] as const),
      ['default', ''],
    ]),
    map('{query}', 'query', [
      ['', ''],
      ['default', '?{query}'],
    ]),
    map('{citable_kind} {citable_path}', 'api_write', [
      [`~^write ${base}/api/`, '1'],
      ['default', '0'],
    ]),
  ]
}
