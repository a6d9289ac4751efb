import { countedNames, mostCommon } from '../../archive/counted-names.ts'
import type { PlannedPost } from '../../archive/plan.ts'
import { baseOf, layoutOf } from '../../content/layout.ts'
import type { Content, SourceDocument } from '../../content/read.ts'
import { generatorNamed } from '../../generators/registry.ts'
import { UsageError } from '../../base/errors.ts'

/** Of the newest posts, so many show how the next one is written: habits change, and an archive keeps the old ones. */
const neighbourCount = 20

/** The path of a post like those that there are; in an archive without any, where its generator has them. */
export function pathLike(
  neighbours: readonly SourceDocument[],
  content: Content,
  {
    slug,
    day,
    folder,
  }: { readonly slug: string; readonly day: string; readonly folder?: string | undefined },
): string {
  const shapes = neighbours.map((one) =>
    shapeOf(one, content.settings.series === 'folder' ? folder : undefined),
  )
  const candidates = shapes.length > 0 ? [mostCommon(shapes) ?? ''] : emptyShapes(content)
  const [year = '', month = '', date = ''] = day.split('-')
  const parts: Readonly<Record<string, string>> = { slug, year, month, day: date }
  const paths = candidates.map((shape) => shape.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''))
  const path = paths.find((one) => isPost(one, content))
  if (path !== undefined) return path
  throw new UsageError(
    `${paths[0]} would be no post of this archive; write a first one where \`posts\` in archive.yaml says.`,
  )
}

function isPost(path: string, { paths, settings }: Content): boolean {
  return layoutOf([...paths, path], settings).posts.some((one) => one.path === path)
}

/**
 * A path with what is its own in braces: `_posts/{year}-{month}-{day}-{slug}.md`, `blog/{year}/{slug}/index.md`. `folder` takes the
 * place of the first below the one that posts are in.
 */
function shapeOf({ file: { path }, base, facts }: SourceDocument, folder: string | undefined): string {
  const below = path.slice(base === '' ? 0 : base.length + 1)
  // `title/index.md` is named by its folder, and `title.en.md` without its language.
  const [, steps = '', name = '', ending = ''] =
    /^((?:.*\/)?)([^/]+?)(\/index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?\.\w+)$/.exec(below) ??
    /^((?:.*\/)?)([^/]+?)((?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?\.\w+)$/.exec(below) ??
    []
  const [, dated = ''] = /^(\d{4}-\d{2}-\d{2}[-_. ]+)?/.exec(name) ?? []
  const day = /\d{4}-\d{2}-\d{2}/.exec(dated)?.[0] ?? facts.published?.text ?? ''
  const [, inFolder = ''] = /^(\d{2}-\d{2}[-_. ]+)?/.exec(dated === '' ? name : '') ?? []
  const isMonthAndDay = inFolder !== '' && day.slice(5) === inFolder.slice(0, 5)
  const prefix = dated
    ? `{year}-{month}-{day}${dated.slice(10)}`
    : isMonthAndDay
      ? `{month}-{day}${inFolder.slice(5)}`
      : ''
  const folders =
    folder === undefined ? steps : steps.replace(/^(?:[^/]+\/)?/, folder === '' ? '' : `${folder}/`)
  return `${base === '' ? '' : `${base}/`}${datesInFolders(folders, day)}${prefix}{slug}${ending}`
}

/** `2024/05/`, where they are those of the post's own day. */
function datesInFolders(folders: string, day: string): string {
  const names: Readonly<Record<string, string>> = {
    [day.slice(0, 4)]: '{year}',
    [day.slice(0, 7)]: '{year}-{month}',
    [day]: '{year}-{month}-{day}',
  }
  let inYear = false
  return folders
    .split('/')
    .map((step) => {
      const isWhole = day !== '' && Object.hasOwn(names, step)
      // A number of two digits is a month, and then a day, within a year only.
      const inner = inYear && step === day.slice(5, 7) ? '{month}' : step === day.slice(8) ? '{day}' : step
      const shown = isWhole ? (names[step] ?? step) : inYear ? inner : step
      inYear ||= isWhole
      return shown
    })
    .join('/')
}

/** Where the globs say that posts are, in a folder `posts` where they leave the choice. */
function emptyShapes({ settings, layout: { generator } }: Content): string[] {
  const { posts, newPost } = generatorNamed(generator)
  const globs = (settings.posts ?? posts.flat()).filter((glob) => !glob.startsWith('!'))
  const name = newPost?.file ?? '{slug}'
  return globs.flatMap((glob) => {
    const base = baseOf(glob)
    const rest = glob.slice(glob.indexOf(base) + base.length)
    const folder = /\/?_posts\//.test(rest) ? '_posts' : /^\/?\{posts\b/.test(rest) ? 'posts' : ''
    const above = [base, folder].filter((step) => step !== '' && step !== '.').map((step) => `${step}/`)
    return ['md', 'mdx', 'markdown'].map((ending) => `${above.join('')}${name}.${ending}`)
  })
}

/** The next name where names are counted: `week-13` after `week-12`, `042-title` after `041-other`. */
export function nextName(names: readonly string[], slug: string): string | undefined {
  const counted = countedNames(names)
  if (!counted) return undefined
  const { last, named } = counted
  return named(last + 1, slug)
}

/** `week-01` for `^week-\d{2}$`: a pattern of a word and a number says how the first one is called. */
export function firstName(idPattern: string): string | undefined {
  const [, word, , width] = /^\^([a-z][a-z-]*)(\\d|\[0-9\])(?:\{(\d)\}|\+)\$$/.exec(idPattern) ?? []
  return word === undefined ? undefined : `${word}${'1'.padStart(Number(width ?? 1), '0')}`
}

/** Those that a new post of a series is written like: the newest of it, or of all. */
export function neighboursOf(posts: readonly PlannedPost[], series: string | undefined): SourceDocument[] {
  const same = posts.filter((one) => one.series === series)
  return (same.length > 0 ? same : posts).slice(0, neighbourCount).map(({ source }) => source)
}
