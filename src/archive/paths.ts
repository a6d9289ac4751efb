import type { Content } from '../content/read.ts'
import { problem, TextFile } from '../content/text.ts'
import type { Diagnostic } from '../diagnostics.ts'
import {
  assetPath,
  enginePages,
  htmlFilePath,
  manifestAliases,
  notFoundPath,
  pagePath,
  postJsonPath,
  postPath,
  servicePaths,
  twinPath,
} from './urls.ts'

/** What answers, and where a file of the archive is published. */
export interface PublishedPaths {
  readonly all: ReadonlySet<string>
  /** From a file of the archive to the path of its page, or of the asset. */
  readonly byFile: ReadonlyMap<string, string>
}

export function publishedPaths(content: Content): PublishedPaths {
  const publications = publicationsOf(content)
  return {
    all: new Set([...ofTheService, ...publications.flatMap(({ paths }) => paths)]),
    byFile: new Map(publications.map(({ file, paths }) => [file.path, paths[0]])),
  }
}

/** No two files may be published at one path: the server would know only one of them, and so would a static host. */
export function checkPaths(content: Content): Diagnostic[] {
  const takenBy = new Map<string, Publication>()
  return publicationsOf(content).flatMap((publication) => {
    const { paths, name, file } = publication
    const used = [...paths, htmlFilePath(paths[0])]
    const shared = used.find((path) => takenBy.has(path))
    const other = shared && takenBy.get(shared)
    for (const path of used) takenBy.set(path, publication)
    if (!other) return []
    const isSameId = other.paths[0] === paths[0]
    const message = isSameId
      ? `${other.file.path} has the id "${name}" too.`
      : `${other.file.path} is published at ${shared} too.`
    const rule = isSameId ? 'duplicate-id' : 'duplicate-path'
    return [problem(file, 0, rule, message, 'Rename one of the two files.')]
  })
}

/** Names that a publisher's page cannot have, because the service answers there itself, or below. */
export function isReserved(pageName: string): boolean {
  return reservedNames.has(pageName)
}

interface Publication {
  readonly file: TextFile
  readonly name: string
  /** The page's own path first. */
  readonly paths: readonly [string, ...string[]]
}

function publicationsOf({ posts, pages, assets }: Content): Publication[] {
  return [
    ...posts.map(({ file, name }): Publication => {
      const path = postPath(name)
      return { file, name, paths: [path, twinPath(path), postJsonPath(name)] }
    }),
    ...pages.map(({ file, name }): Publication => {
      const path = pagePath(name)
      return { file, name, paths: [path, twinPath(path)] }
    }),
    ...assets.map(
      ({ path }): Publication => ({
        file: new TextFile(path),
        name: path,
        paths: [assetPath(path)],
      }),
    ),
  ]
}

const ofTheService: readonly string[] = [
  ...Object.values(servicePaths),
  ...Object.values(manifestAliases),
  ...enginePages.map(twinPath),
]

const byThePublisher: readonly string[] = [servicePaths.contact, servicePaths.privacy].flatMap((path) => [
  path,
  twinPath(path),
])

/** The first name of each path that is not the publisher's; what has an ending can be no page. */
const reservedNames: ReadonlySet<string> = new Set(
  [...ofTheService, postPath(''), assetPath('assets/'), notFoundPath]
    .filter((path) => !byThePublisher.includes(path))
    .map((path) => (path.split('/')[1] ?? '').replace(/\.md$/, ''))
    .filter((name) => /^[a-z0-9-]+$/.test(name)),
)
