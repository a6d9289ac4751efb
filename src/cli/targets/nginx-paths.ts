import { literally } from './accept-patterns.ts'
import { asValue, map } from './nginx-negotiation.ts'
import type { ServerFacts } from './server-facts.ts'

const nowhere = '/='

/** What a path could be: a page, a file, one with a slash too many, or one that moved. It is looked at as it came, not as nginx decodes it. */
export function nginxPaths({ site: { basePath }, exceptions, redirects }: ServerFacts): string[] {
  const base = literally(basePath)
  const odd = Array.from(exceptions, ([name, file]) => [name, asValue(file)] as const)
  return [
    map('$request_method', 'kind', [
      ['~^(?:GET|HEAD)$', 'read'],
      ['OPTIONS', 'options'],
      ['~^(?:POST|PUT|PATCH|DELETE|TRACE|CONNECT)$', 'write'],
      ['default', ''],
    ]),
    map('$request_uri', 'path', [
      ['~^(?<citable_p>/[^?#]*)', '$citable_p'],
      ['default', ''],
    ]),
    map('$citable_path $uri', 'same', [
      [String.raw`~^(?<citable_u>[^ ]+) \k<citable_u>$`, '1'],
      ['default', '0'],
    ]),
    map('$citable_same$citable_path', 'name', [
      ...odd.map(([name]) => [`~^[01]${base}${literally(name)}$`, asValue(name)] as const),
      // The home page, below a path with and without a slash.
      ...(basePath === '' ? [] : [[`~^1${base}/$`, ''] as const]),
      [`~^1${base}(?<citable_n>/.*)?$`, '$citable_n'],
      ['default', nowhere],
    ]),
    map('$citable_name', 'as_page', [
      [basePath === '' ? '/' : '', '/index'],
      ...odd.map(([name, file]) => [name, file.endsWith('.html') ? file.slice(0, -5) : nowhere] as const),
      ['~(?:/|/index|^/404)$', nowhere],
      ['default', '$citable_name'],
    ]),
    map('$citable_name', 'as_file', [
      ...odd.map(([name, file]) => [name, file] as const),
      [
        String.raw`~(?:\.html|\.br|\.gz|/)$|^/(?:_headers|_redirects|_nginx\.conf|\.nojekyll|\.citable-)|^$`,
        nowhere,
      ],
      ['default', '$citable_name'],
    ]),
    map('$citable_kind $citable_name', 'without_slash', [
      ['~(?:/index|^read /404)/$', nowhere],
      ['~^read (?<citable_w>/.*[^/])/$', '$citable_w'],
      ['default', nowhere],
    ]),
    map('$citable_without_slash', 'canonical', [['default', `${basePath}$citable_without_slash`]]),
    map('$citable_kind $citable_path', 'moved', [
      ...Array.from(redirects, ([from, to]) => [`read ${from}`, asValue(to)] as const),
      ['default', ''],
    ]),
    map('$citable_kind $citable_path', 'api_write', [
      [`~^write ${base}/api/`, '1'],
      ['default', '0'],
    ]),
  ]
}
