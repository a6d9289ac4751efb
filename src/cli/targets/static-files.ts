import { errorCodes } from '../../base/errors.ts'
import type { Draft, Form } from '../../snapshot/draft.ts'
import type { SealedSite } from '../../snapshot/seal.ts'
import type { OutputFile } from '../output/output.ts'
import { headerRules, isPage } from './static-headers.ts'
import { staticRedirects } from './static-redirects.ts'

/** A file of the site, and what it is sent as; without a type, a file for the host. */
export interface StaticFile extends OutputFile {
  readonly contentType?: string
}

/**
 * An archive as files for a host that knows nothing of it: one for each address. A page is `x.html`, which hosts serve at `/x`: with a
 * folder `x` that has an index, most of them would redirect to `/x/`. Its twin is `x.md`. JSON at a path without an ending is `x.html`,
 * too: its name may be that of a folder. Files are laid out without the base URL's path: they are put where that path leads.
 */
export function* staticFiles(drafts: Iterable<Draft>, site: SealedSite): Generator<StaticFile> {
  const headers = headerRules()
  const written = new Set<string>(ofTheHost)
  for (const { path, forms, immutable } of drafts) {
    const [preferred] = forms
    if (!preferred) continue
    const name = path.slice(site.basePath.length + 1)
    const file = fileName(name, preferred)
    if (ofTheHost.includes(file)) continue
    headers.add(name, preferred, immutable)
    written.add(file)
    yield { path: file, body: preferred.body, contentType: preferred.contentType }
  }
  yield* staticRedirects(site, written)
  yield { path: '404.html', body: notFoundBody(site) }
  yield { path: '_headers', body: headers.text() }
  // GitHub Pages runs Jekyll, which drops names that start with an underscore or a dot, unless it finds this file.
  yield { path: '.nojekyll', body: '' }
}

/** The file of an address: `name` is its path without the first slash. */
function fileName(name: string, { contentType }: Form): string {
  if (name === '') return 'index.html'
  const bare = contentType.includes('json') && !name.endsWith('.json')
  const decoded = decodeURIComponent(name)
  return isPage(contentType) || bare ? `${decoded}.html` : decoded
}

/** What hosts read by its name cannot be a file, or an old address, of the archive. */
const ofTheHost: readonly string[] = ['404.html', '_headers', '_redirects', '.nojekyll']

/** Errors are JSON here too; hosts insist on the name. A missing file must not be answered with the home page. */
function notFoundBody({ signposts: { documentation, specification, index, home } }: SealedSite): string {
  const { status, meaning: message } = errorCodes.resource_not_found
  const hint = `The service index ${index} names every address. The home page is ${home}.`
  const error = { status, code: 'resource_not_found', message, hint, documentation, specification }
  return `${JSON.stringify({ error })}\n`
}
