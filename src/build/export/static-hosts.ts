import { foldersAbove, versionFolder } from '../../base/paths.ts'
import { extensionOf, mediaTypeOf, mediaTypes } from '../../representations/media-types.ts'
import type { Publication } from '../../representations/publication.ts'
import { securityHeaders } from '../../representations/represent.ts'
import { resourceHeaders, immutableHeaders } from '../../snapshot/headers.ts'
import type { SealedSite } from '../../snapshot/resource.ts'
import type { OutputFile } from '../output/output.ts'

/** A file of the site. Configuration files for hosts have no media type. */
export interface StaticFile extends OutputFile {
  readonly contentType?: string | undefined
}

const versionedFiles = `${versionFolder}*`

/**
 * Collects rules for `_headers`: the server's headers for pages and other files, and media types that the file extension does not imply.
 * Hosts limit the number of rules (often to 100), so they match by folder and extension.
 *
 * When two rules match, some hosts send the later value and others join both with a comma. Joined Content-Security-Policy values all
 * apply (CSP 3 §2.2). Of joined Cache-Control directives, caches use the first (RFC 9111 §4.2.1), so the rule for immutable files
 * removes the general value with `!`, which the other hosts ignore as a line without a colon.
 */
export function headerRules(publication: Publication) {
  const rules = new Map<string, Set<string | undefined>>()
  const rule = (pattern: string, type?: string) =>
    rules.set(pattern, (rules.get(pattern) ?? new Set()).add(type))
  const onPages = headerLines(securityHeaders(mediaTypes.html, publication))
  const onFiles = headerLines(securityHeaders(mediaTypes.text, publication))
  return {
    /** `name` is the path without the leading slash. */
    add(name: string, contentType: string, immutable: boolean): void {
      if (immutable) rule(versionedFiles)
      else if (name.startsWith('assets/')) rule('/assets/*')
      else if (!isPageType(contentType)) {
        const ending = extensionOf(name).length
        if (ending > 0) rule(`/*${name.slice(-ending - 1)}`, contentType)
        if (mediaTypeOf(name) === contentType) return
        // One rule for all tags: `tags/*/feed.xml`.
        rule(`/${name.replace(/^([^/]+)\/.+\/([^/]+)$/, '$1/*/$2')}`, contentType)
      }
    },
    text(): string {
      const byPattern = Array.from(rules, ([pattern, [type, ...others]]) => [
        pattern,
        ...(type === undefined || others.length > 0 ? [] : [`Content-Type: ${type}`]),
        ...(pattern === versionedFiles
          ? ['! Cache-Control', ...headerLines(immutableHeaders).slice(0, 1)]
          : []),
        ...onFiles,
      ])
      const everything = ['/*', ...headerLines(resourceHeaders), ...onPages]
      const missing = ['/404.html', `Content-Type: ${mediaTypes.json}`]
      return [everything, ...byPattern, missing].map((lines) => `${lines.join('\n  ')}\n`).join('\n')
    },
  }
}

export const isPageType = (contentType: string): boolean => contentType.startsWith('text/html')

function headerLines(headers: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return lines
}

/** Yields `_redirects` for hosts that support it, and pages with a meta refresh for the others. Skips files in `written`. */
export function* staticRedirects(site: SealedSite, written: ReadonlySet<string>): Generator<StaticFile> {
  const moved = [...site.redirects].filter(([from]) => !isTaken(fileOf(from, site) ?? ''))
  if (moved.length === 0) return
  // Hosts differ in which statuses they support besides 301.
  const lines = moved
    .filter(([from]) => !from.endsWith('/index.html'))
    .map(([from, to]) => `${asLiteral(from)} ${asLiteral(to)} 301`)
  yield { path: '_redirects', body: `${lines.join('\n')}\n` }
  const made = new Set<string>()
  for (const [from, to] of moved) {
    const path = fileOf(from, site)
    // Hosts serve x.html at /x; a folder named x would conflict.
    const isExtensionless = site.redirects.has(`${from}.html`)
    // Feed readers do not follow a meta refresh.
    if (path === undefined || to.endsWith('.xml') || made.has(path) || isExtensionless) continue
    if (foldersAbove(path).some((folder) => written.has(folder))) continue
    made.add(path)
    yield { path, body: redirectPage(to, new URL(site.baseUrl).origin + to) }
  }

  /** `x.html` also takes `x/index.html`: with both, hosts redirect `/x` to `/x/`. */
  function isTaken(path: string): boolean {
    return written.has(path) || written.has(path.replace(/(?:\/index\.html)?$/, '.html'))
  }
}

/** Escapes wildcards (`*`) and placeholders (`:name`). Hosts that do not decode fall back to the page. */
const asLiteral = (path: string): string => path.replaceAll('*', '%2A').replaceAll(':', '%3A')

/** Names in a site's folder that hosts read as rules or run as code, whatever put them there. */
const hostNames = /^(?:_worker\.js|_routes\.json|_redirects|_headers|functions|\.netlify|\.vercel)(?:\/|$)/
/** Limit of common file systems. */
const maxNameBytes = 255

/** Returns the file served at a path, or undefined if no file can have that name. */
function fileOf(path: string, { basePath }: SealedSite): string | undefined {
  let file: string
  try {
    const names = path
      .slice(basePath.length + 1)
      .replace(/\/$/, '')
      .split('/')
      .map(decodeURIComponent)
    if (names.some((name) => /^\.{1,2}$|[/\\\0]/.test(name) || Buffer.byteLength(name) > maxNameBytes))
      return undefined
    file = names.join('/')
  } catch {
    // Invalid UTF-8.
    return undefined
  }
  if (file === '') return 'index.html'
  if (hostNames.test(file)) return undefined
  return /\.html?$/.test(file) ? file : `${file}/index.html`
}

/** Old URLs that a page would have to be written for at such a name. */
export function refusedPaths(site: SealedSite): readonly string[] {
  const names = [...site.redirects.keys()].map((path) => path.slice(site.basePath.length + 1))
  const refused = names.filter((name) => hostNames.test(name))
  return [...new Set(refused.map((name) => `/${name.replace(/(?:\/index\.html|\/)$/, '')}`))]
}

function redirectPage(to: string, url: string): string {
  // URLs encode all other HTML metacharacters.
  const [path, canonical] = [to, url].map((text) => text.replaceAll('&', '&amp;'))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${canonical}">
<meta http-equiv="refresh" content="0; url=${path}">
</head>
<body>
<p>This page has moved to <a href="${path}">${canonical}</a>.</p>
</body>
</html>
`
}
