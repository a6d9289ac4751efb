import { identityOf } from '../../archive/identity.ts'
import { layoutOf } from '../../content/layout.ts'
import { readContent, type SourceDocument } from '../../content/read.ts'
import type { ContentSource } from '../../content/source.ts'
import type { Generator } from '../../generators/generator.ts'
import { sectionNames } from '../../generators/globs.ts'
import { anyMarkdown } from '../../generators/none.ts'
import { withSettings } from './sources.ts'

const names = [
  ...sectionNames,
  'blogs',
  'weblog',
  'article',
  'essays',
  'stories',
  'writings',
  'journal',
  'entries',
]
const section = new RegExp(`^(?:.*?/)??_?(?:${names.join('|')})(?=/)`)

/** The first folder above a file that is called like a place for posts. */
export function sectionOf(path: string): string | undefined {
  return section.exec(path)?.[0]
}

/**
 * Posts in such folders, of a repository that has none where its generator has a folder for them: if nearly all that is dated is there, and nearly all
 * that is there is dated, the rest is documentation. Undefined where that is not so: then everything is a post.
 */
export async function postsInSections(
  source: ContentSource,
  paths: readonly string[],
  generator: Generator,
): Promise<readonly string[] | undefined> {
  const { name } = generator
  const own = generator.posts.filter((globs) => globs.every((glob) => /posts|blog/.test(glob)))
  if (own.some((globs) => layoutOf(paths, { generator: name, posts: globs }).posts.length > 0))
    return undefined
  const everything = [...anyMarkdown, '!**/{themes,exampleSite,vendor,test,tests,fixtures}/**']
  const settings = JSON.stringify({ generator: name, posts: everything })
  const content = await readContent(withSettings(source, settings))
  const all = content.posts
  const isDated = (post: SourceDocument) => identityOf(post, content).published !== undefined
  const sections = new Map<string, SourceDocument[]>()
  for (const post of all) {
    const section = sectionOf(post.file.path)
    const others = section === undefined ? undefined : sections.get(section)
    if (others) others.push(post)
    else if (section !== undefined) sections.set(section, [post])
  }
  const isMost = (part: readonly unknown[], whole: readonly unknown[]) => part.length >= 0.8 * whole.length
  const inside = [...sections.values()].filter((one) => isMost(one.filter(isDated), one)).flat()
  const dated = inside.filter(isDated)
  return dated.length >= few && isMost(dated, all.filter(isDated))
    ? inside.map(({ file }) => file.path)
    : undefined
}

/** Fewer say nothing about what the others are. */
const few = 3

/** Sites in several languages have a folder for each. Kept is the one that the site names, else English, else the largest. */
export function inOneLanguage(
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

/**
 * `one.de.md` next to `one.md`, or to `one.en.md`, is its translation. As globs: all files of the other languages, and those of
 * them that are no translations, which are taken back.
 */
export function translatedFiles(
  posts: readonly string[],
  language = 'en',
): { inOthers: string[]; inNoOther: string[] } {
  const [main = 'en'] = language.toLowerCase().split('-')
  const files = posts.map((path) => {
    const [, stem = path, tag = '', ending = ''] = withLanguage.exec(path) ?? []
    return { path, stem, tag, ending }
  })
  const rank = (tag: string) => ['en', main, language.toLowerCase(), ''].indexOf(tag.toLowerCase())
  const best = new Map<string, string>()
  for (const { stem, tag } of files) {
    const other = best.get(stem)
    if (other === undefined || rank(tag) > rank(other)) best.set(stem, tag)
  }
  const isTranslation = ({ stem, tag }: { stem: string; tag: string }) => best.get(stem) !== tag
  const others = new Set(files.filter(isTranslation).map(({ tag, ending }) => `**/*.${tag}.${ending}`))
  return {
    inOthers: [...others].sort(),
    inNoOther: files
      .filter((file) => others.has(`**/*.${file.tag}.${file.ending}`) && !isTranslation(file))
      .map(({ path }) => path),
  }
}

const withLanguage = /^(.+?)(?:\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?))?\.((?:html\.)?\w+)$/
