import picomatch from 'picomatch'
import { foldersAbove } from '../base/paths.ts'
import { type Generator, sectionNames } from '../generators/generator.ts'
import type { Statuses } from './visibility.ts'
import type { ArchiveSettings } from './archive-keys.ts'
import { none } from '../generators/none/none.ts'
import { detectGenerator, generatorNamed, generators, isSite } from '../generators/registry.ts'

/** Which files of a folder are posts and pages, and where URLs of files resolve. */
export interface Layout {
  readonly generator: Generator
  /** Time zone that decides a post's date. */
  readonly timeZone: string | undefined
  /** The site's zone is unknown, and UTC stands in. */
  readonly isZoneAssumed: boolean
  /** Names and keys in archive.yaml, which a byline may be as a whole. */
  readonly authorNames: ReadonlySet<string>
  /** `statuses` in archive.yaml, in lower case. */
  readonly ownStatuses: Statuses
  readonly posts: readonly ContentFile[]
  readonly pages: readonly ContentFile[]
  /** Without a trailing slash; '' is the root. */
  readonly fileRoots: readonly string[]
  /** Folders whose files are published below another path: `assets/images` at `img`. */
  readonly mounts: ReadonlyMap<string, string>
  readonly oldUrls: readonly string[]
  readonly oldFeeds: readonly string[]
  /** For each glob base, the folder the generator ran in: '', or with a trailing slash. */
  readonly siteRoots: ReadonlyMap<string, string>
}

/** A file and the base of its glob. Generators derive URLs from the rest of the path. */
export type ContentFile = { readonly path: string; readonly base: string }

type LayoutSettings = Partial<
  Record<'generator' | 'timeZone', string | undefined> &
    Record<'posts' | 'pages' | 'oldUrls' | 'oldFeeds', readonly string[] | undefined> &
    Pick<ArchiveSettings, 'author' | 'authors' | 'statuses' | 'files'>
>

export function layoutOf(paths: readonly string[], settings: LayoutSettings, known = generators): Layout {
  const { generator: name, author, authors = {} } = settings
  const generator = name === undefined ? detectGenerator(paths, known) : generatorNamed(name, known)
  const { layout, addresses, fields } = generator
  const { endings = [] } = layout
  const files = settings.files ?? layout.files
  const isPart = partOfBundle(paths, generator)
  const authorNames = [author, ...Object.values(authors)].flatMap((named) => named?.name ?? [])
  const named = new Set([settings.posts ?? [], settings.pages ?? []].flat())
  const candidates = paths.filter(
    (path) =>
      (isMarkdown(path) || endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`))) &&
      (named.has(path) || !(neverContent.test(path) || layout.ignored?.test(path) || isPart(path))),
  )
  const choices = settings.posts ? [settings.posts] : [...layout.posts, ...none.layout.posts]
  const posts =
    choices.map((globs) => matching(candidates, globs)).find((matches) => matches.length > 0) ?? []
  const asPosts = new Set(posts.map(({ path }) => path))
  const pages = matching(candidates, settings.pages ?? layout.pages ?? []).filter(
    ({ path }) => !asPosts.has(path),
  )
  const asPages = new Set(pages.map(({ path }) => path))
  return {
    generator,
    timeZone: settings.timeZone ?? (fields.zone && 'UTC'),
    isZoneAssumed: settings.timeZone === undefined && fields.zone === 'site',
    authorNames: new Set([...Object.keys(authors), ...authorNames]),
    ownStatuses: settings.statuses ?? {},
    // A default glob that matches everything yields to pages.
    posts: settings.posts ? posts : posts.filter(({ path }) => !asPages.has(path)),
    pages,
    fileRoots: files.flatMap((root) => (typeof root === 'string' ? [plainFolder(root)] : [])),
    mounts: new Map(
      files
        .flatMap((root) => (typeof root === 'string' ? [] : Object.entries(root)))
        .map(([folder, path]) => [plainFolder(folder), plainFolder(path)]),
    ),
    oldUrls: settings.oldUrls ?? addresses.posts ?? [],
    oldFeeds: settings.oldFeeds ?? addresses.feeds ?? [],
    siteRoots: new Map(
      Array.from(new Set(posts.map(({ base }) => base)), (base) => [base, siteRoot(base, paths, generator)]),
    ),
  }
}

const plainFolder = (folder: string) => folder.replace(/^\.?\/|\/$|^\.$/g, '')

/** Returns a test for files that belong to a page bundle but are not its index. */
export function partOfBundle(
  paths: Iterable<string>,
  { layout: { bundles } }: Generator,
): (path: string) => boolean {
  if (!bundles) return () => false
  const folders = new Set(Array.from(paths, (path) => bundles.exec(path)?.[1]))
  return (path) => foldersAbove(path).some((folder) => folders.has(folder)) && !bundles.test(path)
}

/** A site may be up to two folders below the root of its repository. */
function siteRoot(base: string, paths: readonly string[], generator: Generator): string {
  const [first, second] = base.split('/')
  const folders = ['', `${first}/`, `${first}/${second}/`]
  return folders.find((folder) => isSite(paths, generator, folder)) ?? ''
}

export const isMarkdown = (path: string) => /\.(?:md|markdown|mdx|qmd)$/i.test(path)

export const isHtml = (path: string) => /\.html?$/i.test(path)

/** Strips the extension, also that of `one.html.md`. */
export const withoutEnding = (path: string) =>
  path.replace(/(?:\.html)?\.(?:md|markdown|mdx|qmd)$|\.(?:html?|txt)$/i, '')

/** Files that are no posts by their whole name, with or without a language: `README.zh-CN.md`. */
export const skippedName = new RegExp(
  `(?:^|/)(?:[Rr][Ee][Aa][Dd][Mm][Ee]|${[
    ...['LICEN[CS]E(?:-(?:MIT|APACHE))?', 'CHANGELOG', 'CONTRIBUTING', 'CODE_OF_CONDUCT', 'SECURITY'],
    ...['MAINTAINERS', 'AUTHORS', 'CODEOWNERS', 'SUPPORT', 'GOVERNANCE', 'CLAUDE', 'AGENTS', 'GEMINI'],
  ].join('|')})(?:[._-][a-z]{2}(?:[-_][A-Za-z]{2,4})?)?\\.\\w+$`,
)

/** Skipped names, templates, section lists and installed packages. Case matters: a post may be called `security.md`. */
export const neverContent = new RegExp(
  [/(?:^|\/)(?:node_modules|_includes|_layouts)\//, skippedName, /(?:^|\/)_index(?:\.\w+)?\.\w+$/]
    .map(({ source }) => source)
    .join('|'),
)

/** A leading `!` excludes, except a file that is listed by its full path. */
function matching(paths: readonly string[], globs: readonly string[]): ContentFile[] {
  const includes = globs
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => ({ base: baseOf(glob), matches: matcher(glob) }))
  const excludes = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.slice(1)))
  const named = new Set(globs)
  return paths.flatMap((path) => {
    const include = includes.find(({ matches }) => matches(path))
    const isIncluded = named.has(path) || !excludes.some((excluded) => excluded(path))
    return include && isIncluded ? [{ path, base: include.base }] : []
  })
}

/** A folder matches everything below it. */
function matcher(glob: string): (path: string) => boolean {
  const plain = plainGlob(glob)
  if (plain === '.' || plain === '') return () => true
  return picomatch(isGlob(plain) ? plain : [plain, `${plain}/**`], { dot: false })
}

/** Returns the static prefix of a glob. */
export function baseOf(glob: string): string {
  const plain = plainGlob(glob)
  if (isGlob(plain)) return picomatch.scan(plain).base
  return isMarkdown(plain) ? plain.slice(0, Math.max(plain.lastIndexOf('/'), 0)) : plain.replace(/^\.$/, '')
}

const plainGlob = (glob: string) => glob.replace(/^\.?\//, '').replace(/\/$/, '')

const isGlob = (plain: string) => /[*?{[(]/.test(plain)

const postSections = [
  ...sectionNames,
  ...'blogs weblog article essays stories writings journal entries'.split(' '),
]
const postSection = new RegExp(`^(?:.*?/)??_?(?:${postSections.join('|')})(?=/)`)

/** Returns the first parent folder with a usual name for posts. */
export const usualSectionOf = (path: string) => postSection.exec(path)?.[0]
