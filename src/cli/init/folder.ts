import { distinctIds } from '../../archive/identity.ts'
import type { FieldName } from '../../content/fields.ts'
import { type Generator, type GeneratorName, generatorOf, generators } from '../../content/generators.ts'
import { layoutOf } from '../../content/layout.ts'
import { readContent } from '../../content/read.ts'
import { settingsPath } from '../../content/settings.ts'
import type { ContentSource } from '../../content/source.ts'
import { foldersAbove } from '../output/look.ts'
import { siteBelow } from './below.ts'
import { unusualFields } from './fields.ts'
import { postsInSections, sectionOf } from './sections.ts'
import { within, withSettings } from './sources.ts'
import { linkedAddresses } from './linked-addresses.ts'
import type { AuthorEntry } from './authors.ts'
import { readSite, type Site } from './site.ts'

/** What a folder of posts turns out to be. */
export interface FoundFolder {
  readonly site: Site
  /** The folder that the site is in, when it is not this one. */
  readonly below: string
  readonly posts: readonly string[]
  readonly globs: readonly string[]
  /** Folders of the same posts in other languages, which one archive does not hold. */
  readonly translations: readonly string[]
  readonly fileRoots: readonly string[]
  /** How ids are made so that they differ; undefined when nothing does it. */
  readonly ids: string | undefined
  readonly fields: ReadonlyMap<FieldName, string>
  /** Where posts were, as patterns, by the links between them; empty where the site's settings or its generator say it. */
  readonly linkedAddresses: readonly string[]
  /** Those whom posts name by a key. */
  readonly authors: ReadonlyMap<string, AuthorEntry>
}

/** Looks at a folder as if it had no settings yet, and below it when no generator was run in it. Undefined when there is nothing to publish. */
export async function describeFolder(source: ContentSource): Promise<FoundFolder | undefined> {
  const below = siteBelow((await source.list()).filter((path) => path !== settingsPath))
  if (below === undefined) return describeSite(source)
  const found = await describeSite(within(source, below))
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
  const generator = generatorOf(paths)
  const sections = await postsInSections(source, paths, generator)
  const all = sections ?? layoutOf(paths, {}).posts.map(({ path }) => path)
  if (all.length === 0) return undefined
  const site = await readSite(source, paths, generator)
  const homeIn = (path: string) => (sections ? (sectionOf(path) ?? '') : homeOf(path, generator))
  const { homes, translations } = inOneLanguage(all, homeIn, site.language)
  const { posts }: Generator = generators[generator]
  const globs = [
    ...homes.map((home) => globOf(home, all)),
    ...posts.flat().filter((glob) => glob.startsWith('!')),
    ...translations.flatMap(leftOut),
  ]
  const settings = JSON.stringify({ generator, posts: globs })
  const content = await readContent(withSettings(source, settings))
  const named = new Set(content.posts.flatMap(({ facts }) => facts.authors.map(({ name }) => name)))
  return {
    // What its settings say is about posts where the generator looks for them.
    site: sections ? { ...site, permalinks: [] } : site,
    below: '',
    posts: content.posts.map(({ file }) => file.path),
    globs,
    translations,
    fileRoots: [...(sections ? besides(homes) : []), ...generators[generator].files].filter(
      (root) => root === '.' || paths.some((path) => path.startsWith(`${root}/`)),
    ),
    ids: distinctIds(content.posts, content),
    fields: unusualFields(content.posts),
    linkedAddresses: sections || programmed.has(generator) ? linkedAddresses(content, site.baseUrl) : [],
    authors: new Map([...site.authors].filter(([key]) => named.has(key))),
  }

  /** A folder of its own need not be named; one inside another must be taken away. */
  function leftOut(folder: string): string[] {
    return homes.some((home) => home === '' || folder.startsWith(`${home}/`)) ? [`!${folder}/**`] : []
  }
}

/** Those whose sites make addresses by a program of their own, which no settings tell of. */
const programmed: ReadonlySet<GeneratorName> = new Set(['astro', 'eleventy', 'gatsby', 'next', 'none'])

/** Where a site has the files that addresses lead to, if its posts are in these folders. */
function besides(homes: readonly string[]): string[] {
  const above = homes.flatMap((home) => foldersAbove(`${home}/`).slice(0, -1))
  return [...new Set(above)].flatMap((folder) => [`${folder}/static`, `${folder}/public`])
}

/** The folder that posts are in, as their generator has them. */
function homeOf(path: string, generator: GeneratorName): string {
  if (generator === 'jekyll' || generator === 'hexo') return /^.*\b_posts(?=\/)/.exec(path)?.[0] ?? ''
  if (generator === 'none') return path.startsWith('posts/') ? 'posts' : ''
  const root = generators[generator]
  const content = 'contentRoot' in root ? root.contentRoot.exec(path)?.[0] : undefined
  return sectionOf(path) ?? content?.replace(/\/$/, '') ?? ''
}

/** Sites in several languages have a folder for each. Kept is the one that the site names, else English, else the largest. */
function inOneLanguage(
  posts: readonly string[],
  homeIn: (path: string) => string,
  language = 'en',
): { homes: string[]; translations: string[] } {
  const counts = new Map<string, number>()
  for (const path of posts) {
    const home = homeIn(path)
    counts.set(home, (counts.get(home) ?? 0) + 1)
  }
  const groups = new Map<string, string[]>()
  for (const home of counts.keys()) {
    const alike = home.replace(languageStep, '$1*')
    groups.set(alike, [...(groups.get(alike) ?? []), home])
  }
  const [main = 'en'] = language.toLowerCase().split('-')
  const rank = (home: string) => {
    const step = languageStep.exec(home)?.[2]?.toLowerCase()
    return step === language.toLowerCase() ? 3 : step === main ? 2 : step === 'en' ? 1 : 0
  }
  const homes: string[] = []
  const translations: string[] = []
  for (const alike of groups.values()) {
    const [best = '', ...rest] = alike.sort(
      (a, b) => rank(b) - rank(a) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
    )
    homes.push(best)
    translations.push(...rest)
  }
  if (homes.includes('')) translations.push(...foldersOfTheSameNames(posts))
  return { homes: homes.sort(), translations: translations.sort() }
}

const languageStep = /(^|\/)([a-z]{2}(?:[-_][A-Za-z]{2,4})?)(?=\/|$)/

/** `zh/` with the names of the posts beside it is their translation; `go/` with names of its own is a subject. */
function foldersOfTheSameNames(posts: readonly string[]): string[] {
  const atTop = new Set(posts.filter((path) => !path.includes('/')))
  const inFolders = new Map<string, string[]>()
  for (const path of posts) {
    const [, folder, name] = /^([a-z]{2}(?:[-_][A-Za-z]{2,4})?)\/([^/]+)$/.exec(path) ?? []
    if (folder !== undefined && name !== undefined)
      inFolders.set(folder, [...(inFolders.get(folder) ?? []), name])
  }
  return [...inFolders].flatMap(([folder, names]) =>
    names.filter((name) => atTop.has(name)).length * 2 >= names.length ? [folder] : [],
  )
}

function globOf(home: string, posts: readonly string[]): string {
  const below = home === '' ? posts : posts.filter((path) => path.startsWith(`${home}/`))
  const endings = [...new Set(below.map((path) => path.slice(path.lastIndexOf('.') + 1)))].sort()
  const ending = endings.length === 1 ? endings[0] : `{${endings.join(',')}}`
  return `${home === '' ? '' : `${home}/`}**/*.${ending}`
}
