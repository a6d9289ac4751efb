import type { SealedSite } from '../../snapshot/seal.ts'
import { foldersAbove } from '../output/inspect-folder.ts'
import type { StaticFile } from './static-files.ts'

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
    if (
      path === undefined ||
      // Who asks for a feed reads no page.
      to.endsWith('.xml') ||
      made.has(path) ||
      isShort ||
      foldersAbove(path).some((folder) => written.has(folder))
    )
      continue
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
  const names = decodedNames(path.slice(basePath.length + 1).replace(/\/$/, ''))
  if (!names || names.some((name) => /^\.{1,2}$|[/\\\0]/.test(name) || Buffer.byteLength(name) > longestName))
    return undefined
  const whole = names.join('/')
  if (whole === '') return 'index.html'
  return /\.html?$/.test(whole) ? whole : `${whole}/index.html`
}

/** Undefined where bytes are no UTF-8. */
function decodedNames(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
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
