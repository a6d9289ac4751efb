import { distinctIds } from '../../archive/identity.ts'
import type { FieldName, Generator } from '../../generators/generator.ts'
import { layoutOf } from '../../content/layout.ts'
import { readContent, type SourceDocument } from '../../content/read.ts'
import type { ContentSource } from '../../content/source.ts'
import { settingsPath } from '../../content/settings.ts'
import { detectGenerator } from '../../generators/registry.ts'
import { foldersAbove } from '../output/inspect-folder.ts'
import {
  type AuthorEntry,
  termsOfPosts,
  type InitSite,
  readSite,
  siteBelow,
  variablesUsed,
  subfolder,
  withSettings,
} from './site.ts'
import {
  furtherRoots,
  inOneLanguage,
  linkedAddresses,
  postsInSections,
  sectionOf,
  translatedFiles,
  unusualFields,
} from './guesses.ts'

export interface FoundFolder {
  readonly generator: Generator
  readonly site: InitSite
  /** Subfolder of the site, or ''. */
  readonly below: string
  readonly posts: readonly string[]
  readonly globs: readonly string[]
  /** Folders and globs of other languages; an archive has one. */
  readonly translations: readonly string[]
  readonly fileRoots: readonly string[]
  /** Pattern that makes ids unique; undefined if none does. */
  readonly ids: string | undefined
  readonly fields: ReadonlyMap<FieldName, string>
  /** URL patterns guessed from links between posts; empty if settings or the generator define them. */
  readonly linkedAddresses: readonly string[]
  /** Authors that posts name by a key. */
  readonly authors: ReadonlyMap<string, AuthorEntry>
  /** Number of posts without an author. */
  readonly unattributed: number
  /** Template variables in posts, with their values from the site's settings. */
  readonly variables: ReadonlyMap<string, string>
}

/** Inspects a folder, ignoring archive.yaml, or its subfolder with the site. Undefined if there is nothing to publish. */
export async function describeFolder(source: ContentSource): Promise<FoundFolder | undefined> {
  const below = siteBelow((await source.list()).filter((path) => path !== settingsPath))
  if (below === undefined) return describeSite(source)
  const found = await describeSite(subfolder(source, below))
  const at = (path: string) => (path === '.' ? below : `${below}/${path}`)
  return (
    found && {
      ...found,
      below,
      posts: found.posts.map(at),
      globs: found.globs.map((glob) => (glob.startsWith('!') ? `!${at(glob.slice(1))}` : at(glob))),
      translations: found.translations.map(at),
      fileRoots: found.fileRoots.map(at),
    }
  )
}

async function describeSite(source: ContentSource): Promise<FoundFolder | undefined> {
  const paths = (await source.list()).filter((path) => path !== settingsPath)
  const generator = detectGenerator(paths)
  const site = await readSite(source, paths, generator)
  const sections = site.posts ? undefined : await postsInSections(source, paths, generator)
  const placed = layoutOf(paths, { posts: site.posts }).posts
  const all = sections ?? placed.map(({ path }) => path)
  if (all.length === 0) return undefined
  /** Base of each post, if the site's settings name the folders. */
  const bases = new Map(site.posts ? placed.map(({ path, base }) => [path, base]) : [])
  const homeIn = (path: string) =>
    sections ? (sectionOf(path) ?? '') : (bases.get(path) ?? homeOf(path, generator))
  const { homes, translations } = inOneLanguage(all, homeIn, site.language)
  const { inOthers, inNoOther } = translatedFiles(all, site.language)
  const globs = [
    ...homes.map((home) => globOf(home, all)),
    ...new Set(generator.posts.flat().filter((glob) => glob.startsWith('!') && matchesAny(glob.slice(1)))),
    ...translations.flatMap(exclusionOf),
    ...inOthers.map((glob) => `!${glob}`),
    ...inNoOther,
  ]
  const read = (posts: readonly string[]) =>
    readContent(withSettings(source, JSON.stringify({ generator: generator.name, posts })))
  const found = await read(globs)
  const aboutAuthors = foldersOfAuthors(found.posts, site)
  globs.push(...aboutAuthors.map((folder) => `!${folder}/**`))
  const content = aboutAuthors.length > 0 ? await read(globs) : found
  const roots = [
    ...(sections ? fileFolders(homes) : []),
    ...generator.files,
    ...new Set(paths.flatMap((path) => generator.themeFiles?.exec(path)?.[0] ?? [])),
  ].filter((root) => root === '.' || paths.some((path) => path.startsWith(`${root}/`)))
  const texts = content.posts.map(({ file }) => file.text)
  return {
    generator,
    // Its permalink settings apply only to the generator's own post folders.
    site: {
      ...site,
      terms: termsOfPosts(content.posts) ?? site.terms,
      ...(sections && { addresses: undefined }),
    },
    below: '',
    posts: content.posts.map(({ file }) => file.path),
    globs,
    translations: [...translations, ...inOthers],
    fileRoots: [...roots, ...furtherRoots(texts, paths, roots)],
    ids: distinctIds(content.posts, content),
    fields: unusualFields(content),
    linkedAddresses: sections || generator.programmedAddresses ? linkedAddresses(content, site.baseUrl) : [],
    authors: authorsNamed(content.posts, site),
    unattributed: content.posts.filter(({ facts }) => facts.authors.length === 0).length,
    variables: variablesUsed(
      [...content.posts, ...content.pages].map(({ file }) => file.text),
      site.namedSettings,
    ),
  }

  function matchesAny(glob: string): boolean {
    return layoutOf(paths, { generator: generator.name, posts: [glob] }).posts.length > 0
  }

  /** A folder needs excluding only if it is inside an included one. */
  function exclusionOf(folder: string): string[] {
    return homes.some((home) => home === '' || folder.startsWith(`${home}/`)) ? [`!${folder}/**`] : []
  }
}

/** Returns authors with details beyond the name in posts. */
function authorsNamed(posts: readonly SourceDocument[], { authorNamed }: InitSite): Map<string, AuthorEntry> {
  const named = posts.flatMap(({ facts }) =>
    facts.authors.flatMap(({ name, parts = [] }) => [name, ...parts.map((part) => part.name)]),
  )
  const known = Array.from(new Set(named), (name) => [name, authorNamed(name)] as const)
  return new Map(
    known.flatMap(([name, entry]) =>
      entry && (entry.name !== name || entry.url || entry.email || entry.picture) ? [[name, entry]] : [],
    ),
  )
}

/** Author pages are not posts, nor are other files in their folder. */
function foldersOfAuthors(posts: readonly SourceDocument[], site: InitSite): string[] {
  const files = new Set(Array.from(authorsNamed(posts, site).values(), ({ file }) => file))
  const about = posts.filter(({ file }) => files.has(file.path))
  const folders = about.map(
    ({ file }) => foldersAbove(file.path.replace(/\/_?index\.\w+$/, '.md')).at(-1) ?? '',
  )
  return [...new Set(folders)].filter((folder) => folder !== '').sort()
}

/** Returns folders for files beside the post folders. */
function fileFolders(homes: readonly string[]): string[] {
  const above = homes.flatMap((home) => foldersAbove(`${home}/`).slice(0, -1))
  return [...new Set(above)].flatMap((folder) => [`${folder}/static`, `${folder}/public`])
}

function homeOf(path: string, { postFolder, contentRoot }: Generator): string {
  if (postFolder) return postFolder.exec(path)?.[0] ?? ''
  return sectionOf(path) ?? contentRoot?.exec(path)?.[0].replace(/\/$/, '') ?? ''
}

function globOf(home: string, posts: readonly string[]): string {
  const below = home === '' ? posts : posts.filter((path) => path.startsWith(`${home}/`))
  const endings = [...new Set(below.map((path) => path.slice(path.lastIndexOf('.') + 1)))].sort()
  const ending = endings.length === 1 ? endings[0] : `{${endings.join(',')}}`
  return `${home === '' ? '' : `${home}/`}**/*.${ending}`
}
