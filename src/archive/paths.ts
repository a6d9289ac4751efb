import type { PlannedDocument, PublishedFile } from './model.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { problem, TextFile } from '../base/text-file.ts'
import type { Content } from '../content/read.ts'
import { listsWithFeeds, hasFeed, type List, walkLists } from './lists.ts'
import { feedVariants, addressVariants, type RedirectStub } from './old-addresses.ts'
import {
  enginePages,
  feedPaths,
  htmlFilePath,
  iconPaths,
  listPaths,
  notFoundPath,
  ownFolders,
  postPath,
  postPaths,
  searchTitlesPath,
  serverCardPath,
  servicePaths,
  twinPath,
} from './urls.ts'

/** All published paths, and what leads to them. */
export interface PublishedPaths {
  readonly all: ReadonlySet<string>
  /** Page path by source file. */
  readonly byFile: ReadonlyMap<string, string>
  /** Current path by old address, in all its variants. */
  readonly redirects: ReadonlyMap<string, string>
  /** The source file of the page at a path. */
  readonly bySource: (path: string) => string | undefined
  readonly diagnostics: readonly Diagnostic[]
}

interface PathOptions {
  readonly distinctIds: string | undefined
  readonly oldFeeds: readonly string[]
  /** Paths of old lists, and their replacements. */
  readonly oldLists: readonly (readonly [from: string, to: string])[]
  /** Documents that only lead to another page. */
  readonly stubs: readonly RedirectStub[]
}

const builtInPaths: readonly string[] = [
  ...Object.values(servicePaths),
  searchTitlesPath,
  ...Object.values(iconPaths),
  serverCardPath,
  ...enginePages.map(twinPath),
]

/** Assigns paths, and reports files that would be published at the same path. */
export function publishedPaths(
  documents: readonly PlannedDocument[],
  lists: readonly List[],
  { distinctIds, oldFeeds, oldLists, stubs }: PathOptions,
): PublishedPaths {
  const listPages = Array.from(walkLists(lists), ({ list }) => list.path)
  const generatedLists = new Set([
    ...listPages.flatMap((path) => [path, twinPath(path)]),
    ...listsWithFeeds(lists).flatMap(({ path }) => Object.values(feedPaths(path))),
  ])
  const generated = new Set([...builtInPaths, ...generatedLists])
  // A reserved page is not published, unless a built-in page replaces it.
  const named = documents.filter(
    ({ kind, id, path }) => kind === 'post' || !isReserved(id) || generated.has(path),
  )
  const diagnostics: Diagnostic[] = []
  const takenBy = new Map<string, PlannedDocument>()
  const byFile = new Map<string, string>()
  for (const document of named) {
    const paths = [...pathsOf(document), htmlFilePath(document.path)]
    const shared = paths.find((path) => takenBy.has(path))
    const other = shared && takenBy.get(shared)
    for (const path of paths) if (!takenBy.has(path)) takenBy.set(path, document)
    const { kind, path, source } = document
    byFile.set(source.file.path, path)
    if (other) diagnostics.push(duplicate(document, other, shared, distinctIds))
    else if (kind === 'post' && [path, path.replace(/(.)\/$/, '$1')].some((each) => generated.has(each))) {
      const hint = 'Change the post’s `slug`, or `urls` in archive.yaml.'
      const offset = source.facts.slug?.offset ?? 0
      diagnostics.push(problem(source.file, offset, 'duplicate-path', `${path} is reserved.`, hint))
    }
  }
  const all = new Set([...generated, ...named.flatMap(pathsOf)])
  const redirects = new Map<string, string>()
  const redirect = (from: string, to: string) => {
    if (from !== '' && !all.has(from) && !redirects.has(from)) redirects.set(from, to)
  }
  const movedFrom = new Map<string, PlannedDocument>()
  const oldAddresses = named.flatMap((document) => document.oldAddresses.map((old) => ({ document, ...old })))
  // Stable: of equals, the newest post comes first.
  oldAddresses.sort((a, b) => Number(a.isGuess ?? 0) - Number(b.isGuess ?? 0))
  for (const { document, path, offset } of oldAddresses) {
    const variants = addressVariants(path)
    const taken = variants.find((variant) => all.has(variant) && takenBy.get(variant) !== document)
    if (taken !== undefined) {
      const owner = takenBy.get(taken)?.source.file.path ?? (generatedLists.has(taken) && 'a list of posts')
      if (offset !== undefined && owner) diagnostics.push(sharedAddress(document, owner, taken, offset))
      continue
    }
    const other = movedFrom.get(path)
    if (other && other !== document && offset !== undefined)
      diagnostics.push(sharedAddress(document, other.source.file.path, path, offset))
    for (const variant of variants) {
      if (!redirects.has(variant)) movedFrom.set(variant, document)
      redirect(variant, document.path)
    }
  }
  for (const { kind, id, path } of named)
    if (kind === 'post' && path !== postPath(id)) redirect(twinPath(postPath(id)), twinPath(path))
  for (const path of hasFeed(lists) ? oldFeeds.flatMap(feedVariants) : []) redirect(path, servicePaths.feed)
  for (const [from, to] of oldLists) for (const path of addressVariants(from)) redirect(path, to)
  // Twice, because one may lead to another.
  for (const { source, addresses, target } of [...stubs, ...stubs]) {
    const variants = target === undefined ? [] : [target, ...addressVariants(target)]
    const published = variants.find((path) => all.has(path) || redirects.has(path))
    const to = published && (redirects.get(published) ?? published)
    if (to === undefined) continue
    byFile.set(source.file.path, to)
    for (const path of addresses.flatMap(addressVariants)) redirect(path, to)
  }
  for (const { source, target } of stubs) {
    if (target === undefined || byFile.has(source.file.path)) continue
    const message = `${target} is not a published page, so the redirect to it is lost.`
    const offset = source.facts.redirect?.offset ?? 0
    diagnostics.push(problem(source.file, offset, 'dead-link', message, 'Fix or remove it.'))
  }
  return { all, byFile, redirects, bySource: (path) => takenBy.get(path)?.source.file.path, diagnostics }
}

/** Files keep their names, so their paths can collide with others. */
export function checkFiles(files: readonly PublishedFile[], { all, bySource }: PublishedPaths): Diagnostic[] {
  const sources = new Map<string, string>()
  const problems = new Map<string, Diagnostic>()
  for (const { source, path } of files) {
    const page = path.replace(/(?:\/index)?\.html$/, '')
    const isBuiltIn =
      all.has(path) || all.has(page) || Object.values(ownFolders).some((own) => path.startsWith(own))
    const other = bySource(path) ?? sources.get(path) ?? (isBuiltIn ? 'The archive itself' : source)
    sources.set(path, sources.get(path) ?? source)
    if (other === source) continue
    const message = `${other} is also published at ${path}.`
    const hint = 'Rename the file, or remove its folder from `files` in archive.yaml.'
    problems.set(source, problem(new TextFile(source), 0, 'duplicate-path', message, hint))
  }
  return [...problems.values()]
}

function duplicate(
  document: PlannedDocument,
  other: PlannedDocument,
  path: string,
  distinctIds: string | undefined,
): Diagnostic {
  const { file } = other.source
  if (document.kind === other.kind && document.id === other.id) {
    const { slug } = document.source.facts
    const first = slug ? 'Change the `slug` of one of them' : 'Give one of them a `slug`'
    const isPattern = document.kind === 'post' && distinctIds !== undefined
    const hint = isPattern ? `${first}, or set \`ids: "${distinctIds}"\` in archive.yaml.` : `${first}.`
    const message = `${file.path} also has the id "${document.id}".`
    return problem(document.source.file, slug?.offset ?? 0, 'duplicate-id', message, hint)
  }
  const message = `${file.path} is also published at ${path}.`
  return problem(document.source.file, 0, 'duplicate-path', message, 'Rename one of the two files.')
}

function sharedAddress(document: PlannedDocument, other: string, path: string, offset: number): Diagnostic {
  const message = `${path} already belongs to ${other}.`
  return problem(document.source.file, offset, 'shared-address', message, 'Remove it from one of the two.')
}

const pathsOf = ({ kind, id, path }: PlannedDocument): readonly string[] =>
  kind === 'post' ? postPaths(id, path) : [path, twinPath(path)]

/** The first segment of each built-in path that no page can replace. Those with a file extension cannot collide. */
const reservedNames: ReadonlySet<string> = new Set(
  [...builtInPaths, ...Object.values(listPaths), postPath(''), '/assets/', notFoundPath]
    .map((path) => path.replace(/\.md$/, ''))
    .filter((path) => path !== servicePaths.contact && path !== servicePaths.privacy)
    .map((path) => path.split('/')[1] ?? '')
    .filter((name) => /^[a-z0-9-]+$/.test(name)),
)

/** Whether a page name is taken by a built-in path. */
export const isReserved = (pageName: string) => reservedNames.has(pageName)

/** A file is published at its path below its root in `files`, where it was before. */
export function filePath(source: string, { layout }: Content): string {
  const mount = Array.from(layout.mounts).find(([folder]) => source.startsWith(`${folder}/`))
  if (mount) return `/${encodedPath(mount[1] + source.slice(mount[0].length))}`
  const roots = layout.fileRoots.filter((root) => root !== '' && source.startsWith(`${root}/`))
  const longest = roots.reduce((a, b) => (b.length > a.length ? b : a), '')
  return `/${encodedPath(longest === '' ? source : source.slice(longest.length + 1))}`
}

/** Encodes parentheses too, which would end a markdown link. */
function encodedPath(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
