import { versionFolder } from '../../base/paths.ts'
import type { Published } from '../../representations/published.ts'
import { securityHeaders } from '../../representations/represent.ts'
import { endingOf, mediaTypeOf, mediaTypes } from '../../representations/row.ts'
import { resourceHeaders, immutableHeaders } from '../../snapshot/headers.ts'
import type { SealedSite } from '../../snapshot/seal.ts'
import { foldersAbove } from '../output/inspect-folder.ts'
import type { StaticFile } from './static.ts'

/**
 * The rules of `_headers`, for hosts that read it: what the server sends with all pages and with all other files, and the types
 * that a name does not tell. Hosts take a hundred rules, so they go by folder and ending.
 *
 * Where two rules apply, some hosts send the later value and some join both with a comma. Of two policies in one
 * Content-Security-Policy both hold (CSP 3 §2.2), so either way a file has its own, though `/*` gives it that of a page. Of two
 * Cache-Controls a cache takes the first (RFC 9111 §4.2.1), so the rule for what never changes takes back the other: `!` is known to the
 * hosts that join, and to the others it is a line without a colon, which they pass over.
 */
export function headerRules(archive: Published) {
  const rules = new Map<string, Set<string | undefined>>()
  const rule = (pattern: string, type?: string) =>
    rules.set(pattern, (rules.get(pattern) ?? new Set()).add(type))
  const [onPages, onFiles] = [mediaTypes.html, mediaTypes.text].map((type) =>
    headerLines(securityHeaders(type, archive)),
  )
  return {
    /** `name` is the path without its first slash. */
    add(name: string, contentType: string, immutable: boolean): void {
      if (immutable) rule(versions)
      else if (name.startsWith('assets/')) rule('/assets/*')
      else if (!isPage(contentType)) {
        const ending = endingOf(name).length
        if (ending > 0) rule(`/*${name.slice(-ending - 1)}`, contentType)
        // `tags/*/feed.xml` is one rule for as many tags as there are.
        const inFolder = name.replace(/^([^/]+)\/.+\/([^/]+)$/, '$1/*/$2')
        if (mediaTypeOf(name) !== contentType) rule(`/${inFolder}`, contentType)
      }
    },
    text(): string {
      const byPattern = Array.from(rules, ([pattern, [type, ...others]]) => [
        pattern,
        ...(type === undefined || others.length > 0 ? [] : [`Content-Type: ${type}`]),
        ...(pattern === versions ? ['! Cache-Control', ...headerLines(immutableHeaders).slice(0, 1)] : []),
        ...(onFiles ?? []),
      ])
      const everything = ['/*', ...headerLines(resourceHeaders), ...(onPages ?? [])]
      const missing = ['/404.html', `Content-Type: ${mediaTypes.json}`]
      return [everything, ...byPattern, missing].map((lines) => `${lines.join('\n  ')}\n`).join('\n')
    },
  }
}

const versions = `${versionFolder}*`

export function isPage(contentType: string): boolean {
  return contentType.startsWith('text/html')
}

function headerLines(headers: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return lines
}

/**
 * Old addresses on a static host: `_redirects` for those that read it, and for the others a page at each that leads on. What is
 * there already stays: `written` holds the files of the site.
 */
export function* staticRedirects(site: SealedSite, written: ReadonlySet<string>): Generator<StaticFile> {
  const moved = [...site.redirects].filter(([from]) => !isTaken(fileOf(from, site) ?? ''))
  if (moved.length === 0) return
  // 301: hosts differ in which others they know, and whoever is sent on here only reads.
  const lines = moved
    .filter(([from]) => !from.endsWith('/index.html'))
    .map(([from, to]) => `${asLiteral(from)} ${asLiteral(to)} 301`)
  yield { path: '_redirects', body: `${lines.join('\n')}\n` }
  const made = new Set<string>()
  for (const [from, to] of moved) {
    const path = fileOf(from, site)
    // Hosts answer /x with x.html; a folder of that name beside it would be in the way.
    const isShort = site.redirects.has(`${from}.html`)
    // Who asks for a feed reads no page.
    if (path === undefined || to.endsWith('.xml') || made.has(path) || isShort) continue
    if (foldersAbove(path).some((folder) => written.has(folder))) continue
    made.add(path)
    yield { path, body: refreshingPage(to, new URL(site.baseUrl).origin + to) }
  }

  /** A page `x.html` is asked for as `x`; with `x/index.html` beside it, hosts would redirect to `x/` instead. */
  function isTaken(path: string): boolean {
    return written.has(path) || written.has(path.replace(/(?:\/index\.html)?$/, '.html'))
  }
}

/** Hosts read `*` as any text and `:name` as any step. One that compares without decoding does not find the rule, and serves the page. */
function asLiteral(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}

/** The file that a host answers with at a path; undefined where none could have the name. */
function fileOf(path: string, { basePath }: SealedSite): string | undefined {
  let whole: string
  try {
    const names = path
      .slice(basePath.length + 1)
      .replace(/\/$/, '')
      .split('/')
      .map(decodeURIComponent)
    if (names.some((name) => /^\.{1,2}$|[/\\\0]/.test(name) || Buffer.byteLength(name) > longestName))
      return undefined
    whole = names.join('/')
  } catch {
    // Bytes that are no UTF-8.
    return undefined
  }
  if (whole === '') return 'index.html'
  return /\.html?$/.test(whole) ? whole : `${whole}/index.html`
}

/** In bytes, on the usual file systems. */
const longestName = 255

function refreshingPage(to: string, url: string): string {
  // Of what HTML gives a meaning, only the ampersand is left as it is in the path of a URL.
  const [path, whole] = [to, url].map((one) => one.replaceAll('&', '&amp;'))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${whole}">
<meta http-equiv="refresh" content="0; url=${path}">
</head>
<body>
<p>This page has moved to <a href="${path}">${whole}</a>.</p>
</body>
</html>
`
}
