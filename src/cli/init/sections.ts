import type { ContentSource } from '../../content/source.ts'
import { type Generator, type GeneratorName, generators } from '../../content/generators.ts'
import { layoutOf } from '../../content/layout.ts'
import { readContent, type Written } from '../../content/read.ts'
import { settingsPath } from '../../content/settings.ts'

const name =
  /^(?:.*?\/)??_?(?:posts?|blogs?|weblog|articles?|essays|stories|news|writings?|notes|journal|entries)(?=\/)/

/** The first folder above a file that is called like a place for posts. */
export function sectionOf(path: string): string | undefined {
  return name.exec(path)?.[0]
}

/**
 * Posts in such folders, of a repository that has none where its generator looks for them: if nearly all that is dated is there, and nearly all
 * that is there is dated, the rest is documentation. Undefined where that is not so: then everything is a post.
 */
export async function postsInSections(
  source: ContentSource,
  paths: readonly string[],
  generator: GeneratorName,
): Promise<readonly string[] | undefined> {
  const { posts }: Generator = generators[generator]
  const own = posts.filter((globs) => !generators.none.posts[1].some((every) => globs.includes(every)))
  if (own.some((globs) => layoutOf(paths, { generator, posts: globs }).posts.length > 0)) return undefined
  const all = (await readContent(withSettings(source, JSON.stringify({ generator })))).posts
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

/** In its front matter, its name or its folders. */
function isDated({ facts, file }: Written): boolean {
  return facts.published !== undefined || /(?:^|\/)\d{4}[-/]\d{2}[-/]/.test(file.path)
}

/** A folder's files, with this text for its archive.yaml. */
export function withSettings(source: ContentSource, text: string): ContentSource {
  return {
    list: async () => [...new Set([...(await source.list()), settingsPath])],
    read: async (path) => (path === settingsPath ? text : source.read(path)),
  }
}
