import { errorCodes } from '../errors.ts'
import type { Draft, Form } from '../snapshot/draft.ts'
import { onEveryResource } from '../snapshot/headers.ts'
import type { Site } from '../snapshot/seal.ts'

export interface StaticFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly body: Form['body']
}

/**
 * An archive as files for a host that knows nothing of it. A page is written as `x.html`, which most hosts serve at
 * `/x`, and as `x/index.html` for those that know only folders; its twin is `x.md`. So is JSON at a path without an ending, because
 * there may be a folder of that name. Files are laid out without the base URL's path: they are put where that path leads.
 */
export function* staticFiles(drafts: Iterable<Draft>, site: Site): Generator<StaticFile> {
  for (const { path, forms } of drafts) {
    const [preferred] = forms
    if (!preferred) continue
    const { body, contentType } = preferred
    const name = path.slice(site.basePath.length + 1)
    const bare = contentType.includes('json') && !name.endsWith('.json')
    if (!contentType.startsWith('text/html') && !bare) yield { path: decodeURIComponent(name), body }
    else if (name === '') yield { path: 'index.html', body }
    else {
      yield { path: `${name}.html`, body }
      yield { path: `${name}/index.html`, body }
    }
  }
  yield { path: '404.html', body: notFoundBody(site) }
  yield { path: '_headers', body: headersFile }
  // GitHub Pages runs Jekyll, which drops names that start with an underscore or a dot, unless it finds this file.
  yield { path: '.nojekyll', body: '' }
}

/** Errors are JSON here too; hosts insist on the name. A missing file must not be answered with the home page. */
function notFoundBody({ signposts: { documentation, specification, index } }: Site): string {
  const { status, meaning: message } = errorCodes.resource_not_found
  const hint = `The service index ${index} names every address.`
  const error = { status, code: 'resource_not_found', message, hint, documentation, specification }
  return `${JSON.stringify({ error })}\n`
}

/** For hosts that read `_headers`: what all sealed answers share, and the types that a name alone does not tell. */
const headersFile = [
  ['/*', ...pairs(onEveryResource)],
  ['/*.md', 'Content-Type: text/markdown; charset=utf-8'],
  ['/api/openapi.yaml', 'Content-Type: application/yaml'],
  ['/.well-known/mcp', 'Content-Type: application/json'],
  ['/.well-known/mcp/server-card.json', 'Content-Type: application/mcp-server-card+json'],
  ['/mcp/server-card', 'Content-Type: application/mcp-server-card+json'],
  ['/404.html', 'Content-Type: application/json'],
]
  .map((rule) => `${rule.join('\n  ')}\n`)
  .join('\n')

function pairs(headers: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return lines
}
