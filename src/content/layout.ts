import picomatch from 'picomatch'
import type { Generator } from '../generators/generator.ts'
import { none } from '../generators/none.ts'
import { detectGenerator, generatorNamed, hasSigns } from '../generators/registry.ts'

/** Where things are in a folder: which files are posts and pages, and where files lie that addresses lead to. */
export interface Layout {
  /** By name, so that a layout can be sent to a thread. */
  readonly generator: string
  /** The zone whose day a post has that was published at a moment. */
  readonly timeZone: string | undefined
  readonly posts: readonly ContentFile[]
  readonly pages: readonly ContentFile[]
  /** Folders without a slash at the end; '' is the folder itself. */
  readonly fileRoots: readonly string[]
  readonly oldUrls: readonly string[]
  readonly oldFeeds: readonly string[]
  /** For each folder that a glob begins in, the one that its generator was run in: '', or with a slash at the end. */
  readonly siteRoots: ReadonlyMap<string, string>
}

/** A file, and the folder that its glob begins in: the rest of its path is what a generator makes addresses of. */
export interface ContentFile {
  readonly path: string
  readonly base: string
}

type LayoutSettings = Partial<
  Record<'generator' | 'timeZone', string | undefined> &
    Record<'posts' | 'pages' | 'files' | 'oldUrls' | 'oldFeeds', readonly string[] | undefined>
>

export function layoutOf(paths: readonly string[], settings: LayoutSettings): Layout {
  const generator =
    settings.generator === undefined ? detectGenerator(paths) : generatorNamed(settings.generator)
  const { oldUrls = [], oldFeeds = [], otherEndings = [] } = generator
  const isPart = partOfBundle(paths, generator)
  const candidates = paths.filter(
    (path) =>
      (isMarkdown(path) || otherEndings.some((ending) => path.toLowerCase().endsWith(`.${ending}`))) &&
      !neverContent.test(path) &&
      !isPart(path),
  )
  const choices = settings.posts ? [settings.posts] : [...generator.posts, ...none.posts]
  const posts = choices.map((globs) => matching(candidates, globs)).find((found) => found.length > 0) ?? []
  const asPosts = new Set(posts.map(({ path }) => path))
  const pages = matching(candidates, settings.pages ?? generator.pages ?? []).filter(
    ({ path }) => !asPosts.has(path),
  )
  const asPages = new Set(pages.map(({ path }) => path))
  return {
    generator: generator.name,
    timeZone: settings.timeZone ?? generator.timeZone,
    // A glob of a folder's every file takes what is left.
    posts: settings.posts ? posts : posts.filter(({ path }) => !asPages.has(path)),
    pages,
    fileRoots: (settings.files ?? generator.files).map((root) => root.replace(/^\.?\/|\/$|^\.$/g, '')),
    oldUrls: settings.oldUrls ?? oldUrls,
    oldFeeds: settings.oldFeeds ?? oldFeeds,
    siteRoots: new Map(
      Array.from(new Set(posts.map(({ base }) => base)), (base) => [base, siteRoot(base, paths, generator)]),
    ),
  }
}

/** Whether a file belongs to the page that another makes of its folder. */
export function partOfBundle(paths: Iterable<string>, { bundles }: Generator): (path: string) => boolean {
  if (!bundles) return () => false
  const folders = new Set(Array.from(paths, (path) => bundles.exec(path)?.[1]))
  return (path) => {
    const steps = path.split('/')
    const above = steps.slice(1).map((_, nth) => steps.slice(0, nth + 1).join('/'))
    return above.some((folder) => folders.has(folder)) && !bundles.test(path)
  }
}

/** A site may be in a folder of its repository, or in one of that. */
function siteRoot(base: string, paths: readonly string[], generator: Generator): string {
  const [first, second] = base.split('/')
  const folders = ['', `${first}/`, `${first}/${second}/`]
  return folders.find((folder) => hasSigns(paths, generator, folder)) ?? ''
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdx|qmd)$/i.test(path)
}

export function isHtml(path: string): boolean {
  return /\.html?$/i.test(path)
}

/** The path of a post or page, of which its name and its address are made. It may say what becomes of it: `one.html.md`. */
export function withoutEnding(path: string): string {
  return path.replace(/(?:\.html)?\.(?:md|markdown|mdx|qmd)$|\.(?:html?|txt)$/i, '')
}

/** Repository files, templates, section lists and installed packages. The names are in capitals: a post may be called `security.md`. */
export const neverContent = new RegExp(
  [
    /(?:^|\/)(?:node_modules|_includes|_layouts)\//,
    /(?:^|\/)[Rr][Ee][Aa][Dd][Mm][Ee](?:[._-][\w.-]+)?\.\w+$/,
    /(?:^|\/)(?:LICEN[CS]E|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|MAINTAINERS|AUTHORS|CODEOWNERS|SUPPORT|GOVERNANCE|CLAUDE|AGENTS|GEMINI)(?:[._-][\w.-]+)?\.\w+$/,
    /(?:^|\/)_index(?:\.\w+)?\.\w+$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** A glob that begins with `!` takes away, but not a file whose whole path is written out. */
function matching(paths: readonly string[], globs: readonly string[]): ContentFile[] {
  const takers = globs
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => ({ base: baseOf(glob), matches: matcher(glob) }))
  const leavers = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.slice(1)))
  const named = new Set(globs)
  return paths.flatMap((path) => {
    const taker = takers.find(({ matches }) => matches(path))
    const isTaken = named.has(path) || !leavers.some((leaves) => leaves(path))
    return taker && isTaken ? [{ path, base: taker.base }] : []
  })
}

/** A folder stands for all that is in it. */
function matcher(glob: string): (path: string) => boolean {
  const plain = plainGlob(glob)
  if (plain === '.' || plain === '') return () => true
  return picomatch(isGlob(plain) ? plain : [plain, `${plain}/**`], { dot: false })
}

/** The folders of a glob that are written out. */
export function baseOf(glob: string): string {
  const plain = plainGlob(glob)
  if (isGlob(plain)) return picomatch.scan(plain).base
  return isMarkdown(plain) ? plain.slice(0, Math.max(plain.lastIndexOf('/'), 0)) : plain.replace(/^\.$/, '')
}

function plainGlob(glob: string): string {
  return glob.replace(/^\.?\//, '').replace(/\/$/, '')
}

function isGlob(plain: string): boolean {
  return /[*?{[(]/.test(plain)
}
