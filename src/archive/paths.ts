import type { PlannedDocument, PublishedFile } from './model.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { problem, TextFile } from '../base/text-file.ts'
import type { Content } from '../content/read.ts'
import { followed, hasFeed, type List, withAbove } from './lists.ts'
import { feedSpellings, spellings } from './old-addresses.ts'
import {
  cardPath,
  enginePages,
  feedPaths,
  htmlFilePath,
  iconPaths,
  listPaths,
  manifestAliases,
  notFoundPath,
  ownFolders,
  postPath,
  postPaths,
  servicePaths,
  siteCardPath,
  twinPath,
} from './urls.ts'

/** Every path that answers, and what leads to one. */
export interface PublishedPaths {
  readonly all: ReadonlySet<string>
  /** Where pictures are that the service draws; nothing links to them. */
  readonly cards: ReadonlySet<string>
  /** From a file of the archive to the path of its page. */
  readonly byFile: ReadonlyMap<string, string>
  /** From an old address, in each of its spellings, to the path that answers now. */
  readonly redirects: ReadonlyMap<string, string>
  /** The file of the post or page that answers at a path. */
  readonly bySource: (path: string) => string | undefined
  readonly diagnostics: readonly Diagnostic[]
}

interface PathOptions {
  readonly distinctIds?: string | undefined
  readonly hasCards?: boolean
  /** Where the feed was before. */
  readonly oldFeeds?: readonly string[]
  /** Lists of a site from before, and what replaces each. */
  readonly oldLists?: readonly (readonly [from: string, to: string])[]
}

/** No two files may be published at one path: the server would know only one of them, and so would a static host. */
export function publishedPaths(
  found: readonly PlannedDocument[],
  lists: readonly List[],
  { distinctIds, hasCards = true, oldFeeds = [], oldLists = [] }: PathOptions = {},
): PublishedPaths {
  const ofLists = new Set([
    ...lists
      .flatMap((top) => Array.from(withAbove(top), ({ list: { path } }) => [path, twinPath(path)]))
      .flat(),
    ...followed(lists).flatMap(({ path }) => Object.values(feedPaths(path))),
  ])
  const made = new Set([...ofTheService, ...ofLists])
  // A page that is left out leads nowhere, unless the service has one in its place.
  const named = found.filter((one) => one.kind === 'post' || !isReserved(one.id) || made.has(pathsOf(one)[0]))
  const diagnostics: Diagnostic[] = []
  const takenBy = new Map<string, PlannedDocument>()
  const byFile = new Map<string, string>()
  for (const one of named) {
    const paths = pathsOf(one)
    const shared = [...paths, htmlFilePath(paths[0])].find((path) => takenBy.has(path))
    const other = shared && takenBy.get(shared)
    for (const path of [...paths, htmlFilePath(paths[0])]) if (!takenBy.has(path)) takenBy.set(path, one)
    byFile.set(one.source.file.path, paths[0])
    if (other) diagnostics.push(shares(one, other, shared, distinctIds))
    else if (one.kind === 'post') {
      const plain = one.path.replace(/(.)\/$/, '$1')
      if (made.has(one.path) || made.has(plain)) diagnostics.push(taken(one))
    }
  }
  const all = new Set([...made, ...named.flatMap(pathsOf)])
  const redirects = new Map<string, string>()
  const movedFrom = new Map<string, PlannedDocument>()
  for (const one of named) {
    const to = pathsOf(one)[0]
    for (const { path, offset } of one.oldAddresses) {
      const taken = spellings(path).find((spelling) => all.has(spelling) && takenBy.get(spelling) !== one)
      if (taken !== undefined) {
        const other = takenBy.get(taken)?.source.file.path ?? (ofLists.has(taken) && 'a list of posts')
        if (offset !== undefined && other) diagnostics.push(claims(one, other, taken, offset))
        continue
      }
      for (const spelling of spellings(path)) {
        if (spelling === '' || all.has(spelling)) continue
        const other = movedFrom.get(spelling)
        if (other === undefined) movedFrom.set(spelling, one)
        else if (other !== one && offset !== undefined && spelling === path)
          diagnostics.push(claims(one, other.source.file.path, path, offset))
        if (other === undefined || other === one) redirects.set(spelling, to)
      }
    }
  }
  for (const { kind, id, path } of named) {
    const twin = twinPath(postPath(id))
    if (kind === 'post' && path !== postPath(id) && !all.has(twin)) redirects.set(twin, twinPath(path))
  }
  for (const path of hasFeed(lists) ? oldFeeds.flatMap(feedSpellings) : [])
    if (!all.has(path) && !redirects.has(path)) redirects.set(path, servicePaths.feed)
  for (const [from, to] of oldLists)
    for (const path of spellings(from))
      if (path !== '' && !all.has(path) && !redirects.has(path)) redirects.set(path, to)
  const bySource = (path: string) => takenBy.get(path)?.source.file.path
  const drawn = named.filter(({ kind }) => kind === 'post').map(({ id }) => cardPath(id))
  const cards = new Set(hasCards ? [siteCardPath, ...drawn] : [])
  return { all, cards, byFile, redirects, bySource, diagnostics }
}

/** Files keep their names, so they may meet: each other, or a page. */
export function checkFiles(
  files: readonly PublishedFile[],
  { all, cards, bySource }: PublishedPaths,
): Diagnostic[] {
  const sources = new Map<string, string>()
  const found = new Map<string, Diagnostic>()
  for (const { source, path } of files) {
    const page = path.replace(/(?:\/index)?\.html$/, '')
    const isOfTheService =
      all.has(path) ||
      all.has(page) ||
      cards.has(path) ||
      Object.values(ownFolders).some((own) => path.startsWith(own))
    const other = bySource(path) ?? sources.get(path) ?? (isOfTheService ? 'The archive itself' : source)
    sources.set(path, sources.get(path) ?? source)
    if (other === source) continue
    const message = `${other} is also published at ${path}.`
    const hint = 'Rename the file, or remove its folder from `files` in archive.yaml.'
    found.set(source, problem(new TextFile(source), 0, 'duplicate-path', message, hint))
  }
  return [...found.values()]
}

function shares(
  one: PlannedDocument,
  other: PlannedDocument,
  path: string,
  distinctIds: string | undefined,
): Diagnostic {
  const { file } = other.source
  if (one.kind === other.kind && one.id === other.id) {
    const { slug } = one.source.facts
    const first = slug ? 'Change the `slug` of one of them' : 'Give one of them a `slug`'
    const isPattern = one.kind === 'post' && distinctIds !== undefined
    const hint = isPattern ? `${first}, or set \`ids: "${distinctIds}"\` in archive.yaml.` : `${first}.`
    const message = `${file.path} also has the id "${one.id}".`
    return problem(one.source.file, slug?.offset ?? 0, 'duplicate-id', message, hint)
  }
  const message = `${file.path} is also published at ${path}.`
  return problem(one.source.file, 0, 'duplicate-path', message, 'Rename one of the two files.')
}

function taken({ source, path }: PlannedDocument): Diagnostic {
  const message = `${path} is reserved.`
  const hint = 'Change the post’s `slug`, or `urls` in archive.yaml.'
  return problem(source.file, source.facts.slug?.offset ?? 0, 'duplicate-path', message, hint)
}

function claims(one: PlannedDocument, other: string, path: string, offset: number): Diagnostic {
  const message = `${path} already belongs to ${other}.`
  return problem(one.source.file, offset, 'shared-address', message, 'Remove it from one of the two.')
}

function pathsOf({ kind, id, path }: PlannedDocument): readonly [string, ...string[]] {
  return kind === 'post' ? postPaths(id, path) : [path, twinPath(path)]
}

/** Names that a publisher's page cannot have, because the service answers there itself, or below. */
export function isReserved(pageName: string): boolean {
  return reservedNames.has(pageName)
}

const ofTheService: readonly string[] = [
  ...Object.values(servicePaths),
  ...Object.values(iconPaths),
  ...Object.values(manifestAliases),
  ...enginePages.map(twinPath),
]

const byThePublisher: readonly string[] = [servicePaths.contact, servicePaths.privacy].flatMap((path) => [
  path,
  twinPath(path),
])

/** The first name of each path that is not the publisher's; what has an ending can be no page. */
const reservedNames: ReadonlySet<string> = new Set(
  [...ofTheService, ...Object.values(listPaths), postPath(''), '/assets/', notFoundPath]
    .filter((path) => !byThePublisher.includes(path))
    .map((path) => (path.split('/')[1] ?? '').replace(/\.md$/, ''))
    .filter((name) => /^[a-z0-9-]+$/.test(name)),
)

/** A file keeps the address it had: what lies in a root of files is at its path below that root. */
export function filePath(source: string, { layout }: Content): string {
  const roots = layout.fileRoots.filter((root) => root !== '' && source.startsWith(`${root}/`))
  const longest = roots.reduce((a, b) => (b.length > a.length ? b : a), '')
  return `/${encodedPath(longest === '' ? source : source.slice(longest.length + 1))}`
}

/** Parentheses too: unencoded they would end a markdown link. */
function encodedPath(path: string): string {
  const encode = (name: string) =>
    encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return path.split('/').map(encode).join('/')
}
