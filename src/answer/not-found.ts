import { answerSize, cacheSizes, memo, once } from '../base/caches.ts'
import { around, didYouMean, nearest } from '../base/nearest.ts'
import { versionFolder } from '../base/paths.ts'
import type { Answer, Snapshot } from '../snapshot/resource.ts'
import type { Refuse } from './http-errors.ts'

/** Creates the 404 for a path, with near matches. Cached, because dead links are requested again and again. */
export function notFoundAnswers(
  { resources, signposts, basePath, mcp }: Snapshot,
  refuse: Refuse,
  endpoints: Iterable<string>,
): (path: string) => Answer {
  // Longest suffix first: `/posts/x.md` is the twin of x, not the page of `x.md`.
  const shapes = signposts.postPaths.map(shapeOf).sort((a, b) => b.after.length - a.after.length)
  // Listed posts only: a typo must not reveal an unlisted one.
  const ids = once(() => mcp.posts.map(({ entry }) => entry.id).sort())
  const unlisted = new Set(signposts.unlisted)
  const otherPaths = once(() =>
    [...resources.keys(), ...endpoints]
      .filter((path) => !unlisted.has(path) && !shapes.some(({ before }) => path.startsWith(before)))
      .sort(),
  )

  const { idPattern, idExample, list, specification, index, home, search } = signposts
  const idRule = `Post ids match ${idPattern}, as in ${idExample}; ${list} lists them all.`
  const wayOut = `Contract: ${specification}. Endpoints: ${index}.`
  const wayHome = `The home page is at ${home}${search === null ? '' : `; ${search}{words} searches the posts`}.`
  const pathsByName = once(() =>
    indexByName(
      otherPaths().filter((path) => !path.startsWith(basePath + versionFolder)),
      ids(),
    ),
  )

  return memo(answerTo, cacheSizes.notFound, answerSize)

  function answerTo(path: string): Answer {
    const shape = shapeFor(path)
    const { message, near, rule } = shape ? noPost(path, shape) : noResource(path)
    const inApi = path.startsWith(`${basePath}/api/`)
    const withoutSlash = path.replace(/\/$/, '')
    const exact = inApi ? [withoutSlash, `${withoutSlash}.json`].filter(isListed) : []
    const likely = exact.length > 0 ? exact : near
    const suggestions = likely.length > 0 || (inApi && shape) ? likely : sameNameElsewhere(path)
    const hints = [didYouMean(suggestions), rule, inApi ? '' : wayHome, wayOut].filter((hint) => hint !== '')
    return refuse({ code: 'resource_not_found', message, hint: hints.join(' ') }, path)
  }

  function isListed(path: string): boolean {
    const shape = shapeFor(path)
    return shape ? ids().includes(middle(path, shape)) : otherPaths().includes(path)
  }

  function shapeFor(path: string): Shape | undefined {
    return shapes.find((shape) => middle(path, shape) !== '')
  }

  function noPost(path: string, shape: Shape) {
    const id = middle(path, shape)
    const near = nearest(id.toLowerCase(), around(ids(), id)).map((id) => shape.before + id + shape.after)
    const message = `No post has the id ${JSON.stringify(id)}: ${path} does not exist.`
    return { message, near, rule: idRule }
  }

  function noResource(path: string) {
    // Compare without the common base path.
    const lower = path.toLowerCase()
    const similar = around(otherPaths(), lower).map((one) => one.slice(basePath.length))
    const near = nearest(lower.slice(basePath.length), similar).map((one) => basePath + one)
    const isAbovePosts = shapes.some(({ before }) => before === path || before === `${path}/`)
    return { message: `Nothing exists at ${path}.`, near, rule: isAbovePosts ? idRule : '' }
  }

  /** Finds pages that moved: most keep their name, or at least the part before the extension. */
  function sameNameElsewhere(path: string): readonly string[] {
    const { byFileName, byStem, stems } = pathsByName()
    const lower = path.toLowerCase()
    const same = byFileName.get(lastSegment(lower))
    if (same !== undefined) return [same]
    const stem = stemOf(lower)
    const similar = new Set([...around(ids(), stem), ...around(stems, stem)])
    return nearest(stem, similar).flatMap((one) => byStem.get(one) ?? pagesOf(one))
  }

  /** With custom URLs for posts, these paths are redirects. */
  function pagesOf(id: string): readonly string[] {
    return shapes.flatMap(({ before, after }) => (after === '' ? [before + id] : []))
  }
}

const maxPathsPerStem = 3

/** Indexes paths by file name and by stem. The first path wins, and pages win over files. */
function indexByName(paths: readonly string[], ids: readonly string[]) {
  const byStem = new Map<string, string[]>()
  for (const path of paths) {
    const name = lastSegment(path)
    if (name !== '' && !name.includes('.') && !byStem.has(name)) byStem.set(name, [path])
  }
  const byFileName = new Map<string, string>()
  const isPage = new Set([...byStem.keys(), ...ids])
  for (const path of paths) {
    const name = lastSegment(path)
    if (!name.includes('.') || byFileName.has(name)) continue
    byFileName.set(name, path)
    const stem = stemOf(path)
    if (stem !== '' && !isPage.has(stem))
      byStem.set(stem, [...(byStem.get(stem) ?? []), path].slice(0, maxPathsPerStem))
  }
  return { byFileName, byStem, stems: [...byStem.keys()].sort() }
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns `week-01` for `/blog/week-01/`, `/week-01.html` and `/week-01/index.html`. */
function stemOf(path: string): string {
  const [last = '', above = ''] = path.split('/').filter(Boolean).reverse()
  const name = last.replace(/\.\w*$/, '')
  return name === 'index' ? above : name
}

type Shape = Readonly<Record<'before' | 'after', string>>

function shapeOf(template: string): Shape {
  const [before = '', after = ''] = template.split('{postId}')
  return { before, after }
}

/** Returns the segment between prefix and suffix, or '' if the path has another shape. */
function middle(path: string, { before, after }: Shape): string {
  if (!path.startsWith(before) || !path.endsWith(after)) return ''
  const segment = path.slice(before.length, path.length - after.length)
  return segment.includes('/') ? '' : segment
}
