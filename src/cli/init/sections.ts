import { identityOf } from '../../archive/identity.ts'
import type { ContentSource } from '../../content/source.ts'
import { type Generator, type GeneratorName, generators, sectionNames } from '../../content/generators.ts'
import { layoutOf } from '../../content/layout.ts'
import { readContent, type Written } from '../../content/read.ts'
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
  generator: GeneratorName,
): Promise<readonly string[] | undefined> {
  const { posts }: Generator = generators[generator]
  const own = posts.filter((globs) => globs.every((glob) => /posts|blog/.test(glob)))
  if (own.some((globs) => layoutOf(paths, { generator, posts: globs }).posts.length > 0)) return undefined
  const everything = [...generators.none.posts[1], '!**/{themes,exampleSite,vendor,test,tests,fixtures}/**']
  const content = await readContent(withSettings(source, JSON.stringify({ generator, posts: everything })))
  const all = content.posts
  const isDated = (post: Written) => identityOf(post, content).published !== undefined
  const sections = new Map<string, Written[]>()
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
