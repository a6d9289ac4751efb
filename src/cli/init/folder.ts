import { foldersAbove } from '../../base/paths.ts'
import { distinctIds, identityOf } from '../../archive/identity.ts'
import type { Generator } from '../../generators/generator.ts'
import { isPlaceholder } from '../../content/bylines.ts'
import { layoutOf, usualSectionOf } from '../../content/layout.ts'
import type { SourceDocument } from '../../content/document.ts'
import type { ContentSource } from '../../content/source.ts'
import { settingsPath } from '../../content/settings.ts'
import { grouped } from '../../base/grouped.ts'
import { none } from '../../generators/none/none.ts'
import { detectGenerator } from '../../generators/registry.ts'
import { termsOfPosts, type InitSite, readSite, variablesUsed } from './site.ts'
import { type FoundAddresses, postAddresses } from './addresses.ts'
import type { AuthorEntry } from './authors.ts'
import * as guess from './guesses.ts'

/** What there is to publish, and how its posts are written. */
export interface FoundFolder extends AuthorsInPosts {
  readonly generator: Generator
  readonly site: InitSite
  readonly addresses: FoundAddresses
  /** Subfolder of the site, or ''. */
  readonly below: string
  /** Number of posts. */
  readonly posts: number
  /** The home page of a generator's site. */
  readonly home: string | undefined
  readonly globs: readonly string[]
  /** Folders and globs of other languages; an archive has one. */
  readonly translations: readonly string[]
  readonly fileRoots: readonly string[]
  /** Folders that the site publishes at other paths. */
  readonly mounts: readonly Readonly<Record<string, string>>[]
  /** Pattern that makes ids unique; undefined if none does. */
  readonly ids: string | undefined
  readonly fields: guess.OwnKeys
  /** Statuses of most posts, and the number of posts by status that are held back. */
  readonly statuses: readonly guess.StatusCount[]
  readonly heldBack: readonly guess.StatusCount[]
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
      home: found.home && at(found.home),
      globs: found.globs.map((glob) => (glob.startsWith('!') ? `!${at(glob.slice(1))}` : at(glob))),
      translations: found.translations.map(at),
      fileRoots: found.fileRoots.map(at),
      mounts: found.mounts.map((mount) =>
        Object.fromEntries(Object.entries(mount).map(([folder, path]) => [at(folder), path])),
      ),
      authors: new Map(
        Array.from(found.authors, ([key, one]) => [key, { ...one, picture: one.picture && at(one.picture) }]),
      ),
    }
  )
}

async function describeSite(source: ContentSource): Promise<FoundFolder | undefined> {
  const paths = (await source.list()).filter((path) => path !== settingsPath)
  const generator = detectGenerator(paths)
  const site = await readSite(source, paths, generator)
  const sections = site.posts ? undefined : await guess.postsInSections(source, paths, generator)
  const placed = layoutOf(paths, { posts: site.posts }).posts
  const all = sections ?? placed.map(({ path }) => path)
  if (all.length === 0) return undefined
  /** Base of each post, if the site's settings name the folders. */
  const bases = new Map(site.posts ? placed.map(({ path, base }) => [path, base]) : [])
  const homeIn = (path: string) =>
    sections ? (usualSectionOf(path) ?? '') : (bases.get(path) ?? homeOf(path, generator))
  const { homes, translations } = guess.inOneLanguage(all, homeIn, site.language)
  const { inOthers, inNoOther } = guess.translatedFiles(all, site.language)
  const countOf = (glob: string) => layoutOf(paths, { generator: generator.name, posts: [glob] }).posts.length
  const isInHome = (folder: string) => homes.some((home) => home === '' || folder.startsWith(`${home}/`))
  const globs = [
    ...homes.map((home) => globOf(home, all)),
    ...new Set(
      generator.layout.posts.flat().filter((glob) => glob.startsWith('!') && countOf(glob.slice(1))),
    ),
    // A folder needs excluding only if it is inside an included one.
    ...translations.filter(isInHome).map((folder) => `!${folder}/**`),
    ...inOthers.map((glob) => `!${glob}`),
    ...inNoOther,
    ...site.ignored.flatMap((one) => ignoredBy(one, all, generator.name)),
  ]
  const read = (own: guess.OwnSettings) => guess.readPosts(source, generator, globs, own)
  const asUsual = await read({})
  const { statuses, heldBack } = guess.ownStatuses(asUsual)
  const withStatuses = statuses.length > 0 ? await read({ statuses }) : asUsual
  const fields = guess.unusualFields(withStatuses)
  const found = fields.size > 0 ? await read({ statuses, fields }) : withStatuses
  const aboutAuthors = foldersOfAuthors(found.posts, site)
  globs.push(...aboutAuthors.map((folder) => `!${folder}/**`))
  const content = aboutAuthors.length > 0 ? await read({ statuses, fields }) : found
  const besideHomes = homes
    .flatMap((home) => foldersAbove(`${home}/`).slice(0, -1))
    .flatMap((folder) => [`${folder}/static`, `${folder}/public`])
  const candidates = [
    ...(sections ? besideHomes : []),
    ...(site.files ?? []).filter((one) => typeof one === 'string'),
    ...generator.layout.files,
    ...paths.flatMap((path) => generator.layout.themeFiles?.exec(path)?.[0] ?? []),
  ]
  const roots = [...new Set(candidates)].filter(
    (root) => root === '.' || paths.some((path) => path.startsWith(`${root}/`)),
  )
  const textOf = ({ file }: SourceDocument) => file.text
  return {
    generator,
    site: { ...site, terms: termsOfPosts(content.posts) ?? site.terms },
    // Settings and defaults apply only to the generator's own post folders.
    addresses: await postAddresses(content, generator, site, { source, paths, isUsual: !sections }),
    below: '',
    posts: content.posts.length,
    home: generator === none ? undefined : paths.find((path) => siteHome.test(path)),
    globs,
    translations: [...translations, ...inOthers],
    fileRoots: [...roots, ...guess.furtherRoots(content.posts.map(textOf), paths, roots)],
    mounts: (site.files ?? []).filter((one) => typeof one !== 'string'),
    ids: distinctIds(content.posts.map((post) => identityOf(post, content))),
    fields,
    statuses,
    heldBack,
    ...authorsOf(content.posts, site),
    unattributed: content.posts.filter(({ facts }) =>
      facts.authors.every(({ name }) => isPlaceholder(name) && site.authorsCalled(name).length !== 1),
    ).length,
    variables: variablesUsed([...content.posts, ...content.pages].map(textOf), site.namedSettings),
  }
}

const siteHome =
  /^(?:(?:content|src|source|docs)\/)?(?:(?:content|_?pages)\/)?_?index\.(?:md|markdown|mdx|qmd)$/

/** Returns globs that exclude the posts that a setting of the site ignores. */
function ignoredBy(ignored: string | RegExp, posts: readonly string[], generator: string): string[] {
  if (typeof ignored !== 'string')
    return posts.filter((path) => ignored.test(path)).map((path) => `!${globOfFile(path)}`)
  const glob = ignored.replace(/^\.?\//, '')
  const { length } = layoutOf(posts, { generator, posts: [glob] }).posts
  return length > 0 && length < posts.length ? [`!${glob}`] : []
}

/** Characters with a meaning in globs become `?`. */
export const globOfFile = (path: string): string => path.replace(/[*?{}[\]()!+@\\]/g, '?')

interface AuthorsInPosts {
  /** With details beyond the name in posts. */
  readonly authors: ReadonlyMap<string, AuthorEntry>
  /** Names that may mean several people. */
  readonly ambiguousAuthors: readonly AmbiguousAuthor[]
}

interface AmbiguousAuthor {
  readonly key: string
  readonly posts: number
  readonly people: readonly string[]
}

function authorsOf(posts: readonly SourceDocument[], { authorsCalled }: InitSite): AuthorsInPosts {
  const authors = new Map<string, AuthorEntry>()
  const ambiguousAuthors: AmbiguousAuthor[] = []
  const byName = grouped(posts, ({ facts }) => [
    ...new Set(facts.authors.flatMap(({ name, parts = [] }) => [name, ...parts.map((part) => part.name)])),
  ])
  for (const [key, { length }] of byName) {
    const people = authorsCalled(key)
    const [author] = people
    if (people.length > 1) {
      const named = people.map(({ name, place }) => `${name} in ${place}`)
      ambiguousAuthors.push({ key, posts: length, people: named })
    } else if (author && (author.name !== key || author.url || author.email || author.picture))
      authors.set(key, author)
  }
  return { authors, ambiguousAuthors }
}

/** Author pages are not posts, nor are other files in their folder. */
function foldersOfAuthors(posts: readonly SourceDocument[], site: InitSite): string[] {
  const { authors } = authorsOf(posts, site)
  const files = new Set([...authors.values()].flatMap(({ place, isAlone }) => (isAlone ? [place] : [])))
  const about = posts.map(({ file }) => file.path).filter((path) => files.has(path))
  const folders = about.flatMap((path) => foldersAbove(path.replace(/\/_?index\.\w+$/, '.md')).at(-1) ?? [])
  return [...new Set(folders)].sort()
}

function homeOf(path: string, { layout: { postFolder }, addresses }: Generator): string {
  if (postFolder) return postFolder.exec(path)?.[0] ?? ''
  return usualSectionOf(path) ?? addresses.root?.exec(path)?.[0].replace(/\/$/, '') ?? ''
}

function globOf(home: string, posts: readonly string[]): string {
  const below = home === '' ? posts : posts.filter((path) => path.startsWith(`${home}/`))
  const endings = [...new Set(below.map((path) => path.slice(path.lastIndexOf('.') + 1)))].sort()
  const ending = endings.length === 1 ? endings[0] : `{${endings.join(',')}}`
  return `${home === '' ? '' : `${home}/`}**/*.${ending}`
}

/** Third-party files and test sites. */
const ignoredFolder = /(?:^|\/)(?:node_modules|vendor|tests?|fixtures)(?:\/|$)/

/** Returns the subfolder, up to two levels down, of the site with the most posts; undefined if the site is at the top. */
function siteBelow(paths: readonly string[]): string | undefined {
  if (detectGenerator(paths) !== none || paths.some((path) => path.startsWith('posts/'))) return undefined
  let best: { readonly folder: string; readonly count: number } | undefined
  const upToTwo = (path: string) => foldersAbove(path).slice(0, 2)
  for (const [folder, all] of grouped(paths, upToTwo)) {
    if (ignoredFolder.test(folder)) continue
    const inside = all.map((path) => path.slice(folder.length + 1))
    const { name: generator, layout } = detectGenerator(inside)
    if (generator === none.name) continue
    const count = Math.max(
      ...layout.posts.map((posts) => layoutOf(inside, { generator, posts }).posts.length),
    )
    if (count > (best?.count ?? 0)) best = { folder, count }
  }
  return best?.folder
}

function subfolder(source: ContentSource, folder: string): ContentSource {
  const start = `${folder}/`
  return {
    list: async () =>
      (await source.list()).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])),
    read: (path) => source.read(start + path),
  }
}
