import { endingOf, mediaTypeOf } from '../../representations/media-types.ts'
import type { Draft, Form } from '../../snapshot/draft.ts'
import type { Site } from '../../snapshot/seal.ts'
import { linkRules } from './server-links.ts'
import { fileName } from './file-name.ts'
import { isPage } from './static-headers.ts'

/** What a configuration must know of an archive. Of posts it knows only their shape, so that a new one changes no line of it. */
export interface ServerFacts {
  readonly site: Site
  /** Types by the end of a file's path, the most specific first. */
  readonly types: ReadonlyMap<string, string>
  /** Files with the ending of a page that are none, such as `/.well-known/api-catalog.html`. */
  readonly notPages: readonly string[]
  /** From a path that is not its file's name, or not one that is served, to the file. */
  readonly exceptions: ReadonlyMap<string, string>
  /** Headers of all pages, and of all other files, as name and value. */
  readonly onPages: readonly (readonly [string, string])[]
  readonly onFiles: readonly (readonly [string, string])[]
  readonly links: ReturnType<ReturnType<typeof linkRules>['rules']>
  /** Old addresses; a page's own with a slash too many is found by rule. */
  readonly redirects: ReadonlyMap<string, string>
}

/** Looks at drafts on their way to being written. */
export function serverFacts(site: Site) {
  const links = linkRules()
  const byEnding = new Map<string, string>()
  const byName = new Map<string, Map<string, string>>()
  const notPages = new Map<string, string>()
  const exceptions = new Map<string, string>()
  const pages = new Set<string>()
  let onPages: string[] | undefined
  let onFiles: string[] | undefined

  function add({ path, forms }: Draft): void {
    const [preferred] = forms
    if (!preferred) return
    const name = path.slice(site.basePath.length)
    const file = `/${fileName(name.slice(1), preferred)}`
    forms.forEach((form, nth) => {
      links.add(
        forms.length === 1 && !isPage(form.contentType) ? 'file' : nth === 0 ? 'html' : 'md',
        name,
        form.headers,
      )
      if (isPage(form.contentType)) onPages ??= shared(form)
      else onFiles ??= shared(form)
    })
    if (isPage(preferred.contentType)) pages.add(path)
    else if (file.endsWith('.html')) notPages.set(file, preferred.contentType)
    else addType(file, preferred)
    // An ending that is a twin's or a page's is served as such only.
    if (file !== (isPage(preferred.contentType) ? pageFile(name) : name) || hidden.test(name))
      exceptions.set(name, file)
  }

  function addType(file: string, { contentType }: Form): void {
    const ending = `.${endingOf(file)}`
    if (contentType === mediaTypeOf(file) && contentType !== mediaTypeOf(''))
      byEnding.set(ending, contentType)
    const last = file.slice(file.lastIndexOf('/'))
    byName.set(last, (byName.get(last) ?? new Map()).set(file, contentType))
  }

  /** A name has the type of its ending, unless all files of that name have another; what is left is named whole. */
  function typeRules(): Map<string, string> {
    const own = [...byName].flatMap(([last, files]) => {
      const types = new Set(files.values())
      if (types.size > 1) return [...files].filter(([file, type]) => type !== mediaTypeOf(file))
      return [...types].flatMap((type) => (type === mediaTypeOf(last) ? [] : [[last, type] as const]))
    })
    const longestFirst = (rules: Iterable<readonly [string, string]>) =>
      [...rules].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
    return new Map([...notPages, ...longestFirst(own), ...longestFirst(byEnding)])
  }

  return {
    add,
    facts: (): ServerFacts => ({
      site,
      types: typeRules(),
      notPages: [...notPages.keys()],
      exceptions,
      onPages: pairsOf(onPages ?? []),
      onFiles: pairsOf(onFiles ?? []),
      links: links.rules(),
      redirects: new Map([...site.redirects].filter(([from, to]) => !(pages.has(to) && from === `${to}/`))),
    }),
  }
}

const hidden = /\.(?:html|br|gz)$|\/index$/
const pageFile = (name: string) => (name === '' || name === '/' ? '/index.html' : `${name}.html`)

/** Those that all of a kind have. */
function shared({ headers }: Form): string[] {
  return headers.filter((_, at) => !/^(?:Link|Content-Location)$/.test(headers[at - (at % 2)] ?? ''))
}

/** Name, value, name, value … as pairs. */
export function pairsOf(list: readonly string[]): [string, string][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at] ?? '', list[2 * at + 1] ?? ''])
}
