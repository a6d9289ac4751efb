import type { PublishedFile } from './model.ts'
import { editDistance, nearFinder } from '../base/nearest.ts'
import { decoded, normalPath } from '../base/paths.ts'
import { isMarkdown, withoutEnding, isHtml } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import { filePath, type PublishedPaths } from './paths.ts'
import type { Urls } from './urls.ts'
import type { Syntax, TranslateOptions } from '../generators/syntaxes/translator.ts'

/** The resolved destination of a link. */
export type Target =
  | { readonly kind: 'elsewhere' }
  /** On the same site, outside the archive. */
  | { readonly kind: 'outside'; readonly prefix: string; readonly fileHint?: string | undefined }
  | (Found & { readonly kind: 'here'; readonly query: string; readonly fragment: string })
  | {
      readonly kind: 'dead'
      readonly message: string
      readonly hint: string
      /** Where a file of this name is. */
      readonly fileHint?: string | undefined
    }

type Found = { readonly path: string; readonly file?: PublishedFile }

const documentEndings = ['.md', '.mdx', '.markdown', '/index.md', '/index.mdx']

const elsewhere: Target = { kind: 'elsewhere' }

const dead = (message: string, hint = 'Fix or remove it.'): Target => ({ kind: 'dead', message, hint })

/** `from` is the file that contains the link. */
export type Resolve = (href: string, from: string) => Target

/** Paths below these belong to the archive, so an unknown one is a dead link. Not `/api/`: many sites have their own. */
const reservedFolder = /^\/(?:posts|api\/v1|assets|years|series|tags|authors)\//

/**
 * Returns a resolver for links: to a file (`week-02.md#method`), a current or old path (`/posts/week-02`,
 * `/2020/01/02/title/`), a file in one of `files`, or an absolute URL.
 */
export function makeResolver(content: Content, paths: PublishedPaths, urls: Urls): Resolve {
  const { all, byFile, redirects } = paths
  const { link: plainLink } = content.layout.generator.addresses
  const nearPath = nearFinder(all)
  const nearFile = nearFinder(content.paths)
  const { mounts } = content.layout
  const bases = [...content.posts, ...content.pages].map(({ base }) => base)
  const roots = [...new Set(['', ...content.layout.fileRoots, ...bases])]
  const fileOf = new Map(Array.from(byFile, ([file, path]) => [path, file]))
  // The first with a trailing slash, for relative links.
  const oldAddress = new Map(
    Array.from(redirects, ([from, to]) => [to, from] as const)
      .filter(([, from]) => from.endsWith('/'))
      .reverse(),
  )
  let notes: ReadonlyMap<string, string> | undefined

  return (href, from) => {
    // `[[name]]` is a note, in a form that a body's cached links can hold.
    const note = /^\[\[(.*)\]\]$/.exec(href)?.[1]
    if (note !== undefined) return targetOfNote(note)
    if (href === '') return dead('The link has no destination.', 'Add one.')
    const local = ownAddress(plainLink?.(href) ?? href, urls)
    if (local === undefined) return /^https?:\/*$/i.test(href) ? dead(`${href} has no host.`) : elsewhere
    const [, location = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(local) ?? []
    if (location === '') return { kind: 'here', path: byFile.get(from) ?? '', query, fragment }
    // The archive, or the site around it, may be at the base path.
    const isBelowBase = href.startsWith('/') && `${location}/`.startsWith(`${urls.basePath}/`)
    const inArchive = isBelowBase ? location.slice(urls.basePath.length) || '/' : location
    for (const written of new Set([inArchive, location])) {
      const page = lookUp(decoded(written), written, from)
      if (page) return { kind: 'here', ...page, query, fragment }
    }
    return missing(href, inArchive, from)
  }

  function lookUp(location: string, written: string, from: string): Found | undefined {
    const isAbsolute = location.startsWith('/')
    const page = isAbsolute ? pageAt(written) : undefined
    if (page !== undefined) return { path: page }
    for (const candidate of isAbsolute ? underRoots(location) : besideFile(location, from)) {
      const plain = candidate.replace(/\.html?$/, '')
      const withEndings = () => documentEndings.map((ending) => byFile.get(plain + ending))
      const page = byFile.get(candidate) ?? withEndings().find((path) => path !== undefined)
      const found = page === undefined ? fileAt(candidate) : { path: page }
      if (found) return found
    }
    if (isAbsolute) return besideOldAddress(written) ?? belowSitePrefix(location)
    // Resolve it as a browser would from the post's old address, with or without a trailing slash.
    const before = oldAddress.get(byFile.get(from) ?? '')
    for (const base of before === undefined ? [] : [before, before.replace(/\/$/, '')]) {
      if (!URL.canParse(written, `http://h${base}`)) return undefined
      const { pathname } = new URL(written, `http://h${base}`)
      const found = lookUp(decoded(pathname), pathname, from)
      if (found) return found
    }
    // Notes apps write paths from the top of the vault, which may be any folder.
    const note = isMarkdown(location) ? targetOfNote(location) : undefined
    return note?.kind === 'here' ? { path: note.path } : undefined
  }

  /** Finds a note by its name or the end of its path, ignoring case. */
  function targetOfNote(note: string): Target {
    notes ??= filesByName(content.paths, byFile)
    const file = notes.get(note.toLowerCase()) ?? notes.get(withoutEnding(note).toLowerCase()) ?? ''
    const path = byFile.get(file)
    const found = path === undefined ? fileAt(file) : { path }
    if (!found) return dead(`Nothing named ${note} is published.`)
    return { kind: 'here', ...found, query: '', fragment: '' }
  }

  function fileAt(source: string): Found | undefined {
    const { broken, drafts, templates } = content
    const isUnpublished = [broken, drafts, templates].some((files) => files.has(source))
    // A note that no glob matches is not meant for readers; its comments would be served too.
    const isNote = isMarkdown(source) && !/(?:^|\/)(?:assets|downloads|files|public|static)\//.test(source)
    if (isUnpublished || isNote || !content.paths.has(source)) return undefined
    const file = { source, path: filePath(source, content) }
    return { path: file.path, file }
  }

  /** `/2020/01/02/title/picture.png` is beside the post that was at `/2020/01/02/title/`. */
  function besideOldAddress(written: string): Found | undefined {
    const [, above = '/', name = ''] = /^(.*\/)([^/]+)$/.exec(written) ?? []
    const file = above === '/' ? undefined : fileOf.get(pageAt(above) ?? '')
    return file === undefined ? undefined : fileAt(relativeTo(file, name))
  }

  /** A site below a path of its host, such as /blog/, has that prefix in front of paths in its folder. */
  function belowSitePrefix(location: string): Found | undefined {
    const [, rest] = /^\/[^/]+(\/[^/]+\/.+)$/.exec(location) ?? []
    const sources = rest === undefined ? [] : underRoots(rest).filter((one) => !isMarkdown(one))
    return sources.map(fileAt).find((file) => file !== undefined)
  }

  function pageAt(path: string): string | undefined {
    if (all.has(path)) return path
    const plain = path.replace(/(?:\/index\.html?|\/|\.html?)$/, '')
    return all.has(plain) ? plain : (redirects.get(normalPath(path)) ?? redirects.get(normalPath(plain)))
  }

  function underRoots(location: string): string[] {
    const path = location.replace(/^\/+/, '').replace(/\/$/, '')
    const below = roots.map((root) => (root === '' ? path : `${root}/${path}`))
    const mounted = [...mounts].filter(([, at]) => path.startsWith(`${at}/`))
    return [...mounted.map(([folder, at]) => folder + path.slice(at.length)), ...below]
  }

  /** Beside the file, or from the post folder or the top. */
  function besideFile(location: string, from: string): string[] {
    // `@/` is the post folder for some generators, and `src/` for bundlers.
    if (location.startsWith('@/') || location.startsWith('~/'))
      return [...underRoots(location.slice(1)), `src${location.slice(1)}`]
    return [relativeTo(from, location), ...underRoots(`/${relativeTo('', location)}`)]
  }

  function missing(href: string, location: string, from: string): Target {
    const unpublishedFile = heldBack(location, from)
    // A broken file has its own diagnostic, and its path is unknown.
    if (unpublishedFile !== undefined && content.broken.has(unpublishedFile)) return elsewhere
    const message = `${decoded(href)} is not a published page or file.`
    const heldBackHint = 'is a draft, scheduled, expired or empty: publish it, or remove the link.'
    if (unpublishedFile !== undefined) return dead(message, `${unpublishedFile} ${heldBackHint}`)
    const isAbsolute = location.startsWith('/')
    const file = relativeTo(from, decoded(location))
    if (!isAbsolute && content.templates.has(file))
      return dead(message, `${file} is a template: link to the page it generates.`)
    if (!isAbsolute && isMarkdown(file) && content.paths.has(file))
      return dead(message, `${file} is no post or page: add it to \`posts\` or \`pages\` in archive.yaml.`)
    const isSiteLink = (prefix: string) => location.startsWith(prefix) || href.startsWith(prefix)
    if (content.settings.siteLinks.some(isSiteLink)) return elsewhere
    const near = isAbsolute ? nearPath(location) : nearFile(file)
    const isOnSite = isAbsolute && !reservedFolder.test(location) && URL.canParse(href, urls.base)
    // Other pages of the site can have any name: /talks is not a typo of /tags.
    const isTypo = near !== undefined && editDistance(location, near, 1) === 1
    const fileHint = hintOfFile(decoded(location))
    const [prefix = '/'] = /^\/[^/]*\/?/.exec(location) ?? []
    if (isOnSite && !isTypo) return { kind: 'outside', prefix, fileHint }
    const hint = near ? `Did you mean ${isAbsolute ? near : `the file ${near}`}?` : undefined
    return { kind: 'dead', message, hint: fileHint ?? hint ?? 'Fix or remove it.', fileHint }
  }

  /** Names the file of this name, with as many of its folders as possible, and what makes it reachable by its path. */
  function hintOfFile(location: string): string | undefined {
    if (!/\.\w+$/.test(location) || isMarkdown(location) || isHtml(location)) return undefined
    notes ??= filesByName(content.paths, byFile)
    const steps = location.split('/').filter((step) => !/^\.{0,2}$/.test(step))
    for (const first of steps.keys()) {
      const end = steps.slice(first).join('/')
      const file = notes.get(end.toLowerCase())
      if (file === undefined || !fileAt(file)) continue
      if (!location.startsWith('/')) return `Did you mean the file ${file}?`
      const [below, above] = [file, location].map((path) => path.slice(0, path.lastIndexOf('/')))
      const root = first === 0 ? file.slice(0, -end.length - 1) || '.' : `{ ${below || '.'}: ${above}/ }`
      return `It is at ${file}: add \`${root}\` to \`files\` in archive.yaml.`
    }
    return undefined
  }

  /** The draft or broken file that a link leads to. */
  function heldBack(location: string, from: string): string | undefined {
    const named = decoded(location)
    const candidates = named.startsWith('/')
      ? [...underRoots(named), `posts/${named.replace(/^\/posts\//, '')}`]
      : besideFile(named, from)
    const files = candidates.flatMap((one) => [one, `${one}.md`, `${one}.mdx`, one.replace(/\.md$/, '')])
    return files.find((path) => content.drafts.has(path) || content.broken.has(path))
  }
}

/** The path if the link is relative or below the base URL; undefined for other sites. */
function ownAddress(href: string, urls: Urls): string | undefined {
  const rest = href.startsWith(urls.base) ? href.slice(urls.base.length) : undefined
  if (rest !== undefined && /^(?:[/?#]|$)/.test(rest)) return rest.startsWith('/') ? rest : `/${rest}`
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href) ? undefined : href
}

/** Resolves a path relative to a file. `..` stops at the top. */
function relativeTo(from: string, location: string): string {
  const steps = from.split('/').slice(0, -1)
  for (const step of location.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** Files by each suffix of their path, in lower case and, for documents, without extension. The first file wins. */
function filesByName(paths: Iterable<string>, documents: ReadonlyMap<string, string>): Map<string, string> {
  const named = new Map<string, string>()
  for (const path of paths) {
    const steps = (documents.has(path) ? withoutEnding(path) : path).toLowerCase().split('/')
    for (const first of steps.keys()) {
      const end = steps.slice(first).join('/')
      if (!named.has(end)) named.set(end, path)
    }
  }
  return named
}

/** Returns the translation options for each file. */
export function translateOptions(
  { settings, layout }: Content,
  resolveAny: Resolve,
  urls: Urls,
): (path: string, resolve?: Resolve) => TranslateOptions {
  const components = new Map(Object.entries(settings.components))
  const variables = new Map([
    ['site.url', urls.base],
    ['site.baseurl', ''],
    ['site.title', settings.title],
  ])
  const ofEnding = (path: string): readonly Syntax[] =>
    isHtml(path) ? ['html'] : path.endsWith('.mdx') ? ['mdx'] : []
  return (path, resolve = resolveAny) => ({
    syntaxes: new Set([...(settings.syntaxes ?? layout.generator.syntaxes), ...ofEnding(path)]),
    variables,
    components,
    address(name) {
      const [location = '', fragment] = name.split('#')
      // What generators accept as the name of a post: an address, a path with or without extension, or a file name.
      const plain = location.replace(/^\//, '')
      const files = [`_posts/${plain}.md`, `_posts/${plain}.markdown`, `${plain}.md`]
      for (const candidate of [location, plain, `/${plain}`, ...files]) {
        const target = resolve(candidate, path)
        if (target.kind === 'here') return target.path + (fragment === undefined ? '' : `#${fragment}`)
      }
      return undefined
    },
    addressOfNote(name) {
      const target = resolve(`[[${name}]]`, path)
      if (target.kind !== 'here') return undefined
      return target.file ? `/${target.file.source}` : target.path
    },
  })
}
