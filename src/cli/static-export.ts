import { errorCodes } from '../errors.ts'
import type { Draft, Form } from '../snapshot/draft.ts'
import type { Site } from '../snapshot/seal.ts'
import { headerRules, isPage } from './static-headers.ts'
import { staticRedirects } from './static-redirects.ts'

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
  const headers = headerRules()
  const written = new Set<string>()
  for (const { path, forms, immutable } of drafts) {
    const [preferred] = forms
    if (!preferred) continue
    const name = path.slice(site.basePath.length + 1)
    headers.add(name, preferred, immutable)
    for (const file of fileNames(name, preferred)) {
      written.add(file)
      yield { path: file, body: preferred.body }
    }
  }
  yield* staticRedirects(site, written)
  yield { path: '404.html', body: notFoundBody(site) }
  yield { path: '_headers', body: headers.text() }
  // GitHub Pages runs Jekyll, which drops names that start with an underscore or a dot, unless it finds this file.
  yield { path: '.nojekyll', body: '' }
}

function fileNames(name: string, { contentType }: Form): string[] {
  if (name === '') return ['index.html']
  const bare = contentType.includes('json') && !name.endsWith('.json')
  if (isPage(contentType) || bare) return [`${name}.html`, `${name}/index.html`]
  return [decodeURIComponent(name)]
}

/** Errors are JSON here too; hosts insist on the name. A missing file must not be answered with the home page. */
function notFoundBody({ signposts: { documentation, specification, index, home } }: Site): string {
  const { status, meaning: message } = errorCodes.resource_not_found
  const hint = `The service index ${index} names every address. The home page is ${home}.`
  const error = { status, code: 'resource_not_found', message, hint, documentation, specification }
  return `${JSON.stringify({ error })}\n`
}
