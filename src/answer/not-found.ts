import { answerSize, cacheSizes, memo, once } from '../base/caches.ts'
import { around, nearest } from '../base/nearest.ts'
import { versionFolder } from '../base/paths.ts'
import type { Answer, Signposts, Snapshot } from '../snapshot/resource.ts'
import type { Refuse } from './http-errors.ts'

/**
 * The 404 for a path: it names what is missing and what is near. Remembered, because a link that is dead once is
 * dead often, and its answer should be as quick as any other.
 */
export function notFoundAnswers(
  { resources, signposts, basePath, mcp }: Snapshot,
  refuse: Refuse,
  endpoints: Iterable<string>,
): (path: string) => Answer {
  // Of two shapes that a path has, the one with the longer ending: `/posts/x.md` is the twin of x, not the page of `x.md`.
  const shapes = signposts.postPaths.map(shapeOf).sort((a, b) => b.after.length - a.after.length)
  // Of the posts that lists have: nobody is told of another by mistyping its address.
  const ids = once(() => mcp.posts.map(({ entry }) => entry.id).sort())
  const unlisted = new Set(signposts.unlisted)
  const others = once(() =>
    [...resources.keys(), ...endpoints]
      .filter((path) => !unlisted.has(path) && !shapes.some(({ before }) => path.startsWith(before)))
      .sort(),
  )

  const { idRule, wayOut, wayHome } = directions(signposts)
  const named = once(() =>
    byName(
      others().filter((path) => !path.startsWith(basePath + versionFolder)),
      ids(),
    ),
  )

  return memo(answerTo, cacheSizes.notFound, answerSize)

  function answerTo(path: string): Answer {
    const shape = shapes.find((shape) => middle(path, shape) !== '')
    const { message, near, rule } = shape ? noPost(path, shape) : noResource(path)
    const inApi = path.startsWith(`${basePath}/api/`)
    const meant = near.length > 0 || inApi ? near : elsewhere(path)
    const hints = [didYouMean(meant), rule, inApi ? '' : wayHome, wayOut].filter((hint) => hint !== '')
    return refuse({ code: 'resource_not_found', message, hint: hints.join(' ') }, path)
  }

  function noPost(path: string, shape: Shape) {
    const id = middle(path, shape)
    const near = nearest(id.toLowerCase(), around(ids(), id)).map((id) => shape.before + id + shape.after)
    const message = `No post has the id ${JSON.stringify(id)}: ${path} does not exist.`
    return { message, near, rule: idRule }
  }

  function noResource(path: string) {
    // What all paths begin with makes none of them nearer.
    const asked = path.toLowerCase()
    const alike = around(others(), asked).map((one) => one.slice(basePath.length))
    const near = nearest(asked.slice(basePath.length), alike).map((one) => basePath + one)
    const isAbovePosts = shapes.some(({ before }) => before === path || before === `${path}/`)
    return { message: `Nothing exists at ${path}.`, near, rule: isAbovePosts ? idRule : '' }
  }

  /** What moved keeps its name more often than its folder, and the rest of its name more often than its ending. */
  function elsewhere(path: string): readonly string[] {
    const { byWhole, byStem, stems } = named()
    const asked = path.toLowerCase()
    const same = byWhole.get(lastOf(asked))
    if (same !== undefined) return [same]
    const name = nameOf(asked)
    const alike = new Set([...around(ids(), name), ...around(stems, name)])
    return nearest(name, alike).flatMap((one) => byStem.get(one) ?? pagesOf(one))
  }

  /** Where the publisher put posts elsewhere, these are redirects, and their pages are among the others. */
  function pagesOf(id: string): readonly string[] {
    return shapes.flatMap(({ before, after }) => (after === '' ? [before + id] : []))
  }
}

/** What every 404 can say, whatever is near. */
function directions({ idPattern, idExample, list, specification, index, home, search }: Signposts) {
  return {
    idRule: `Post ids match ${idPattern}, as in ${idExample}; ${list} lists them all.`,
    wayOut: `Contract: ${specification}. Endpoints: ${index}.`,
    wayHome: `The home page is at ${home}${search === null ? '' : `; ${search}{words} searches the posts`}.`,
  }
}

/** Pages and files by the last part of their paths, with and without its ending. Of equals it is the first, and pages are before files. */
function byName(paths: readonly string[], ids: readonly string[]) {
  const byStem = new Map<string, string[]>()
  for (const path of paths) {
    const name = lastOf(path)
    if (name !== '' && !name.includes('.') && !byStem.has(name)) byStem.set(name, [path])
  }
  const byWhole = new Map<string, string>()
  const isPage = new Set([...byStem.keys(), ...ids])
  for (const path of paths) {
    const name = lastOf(path)
    if (!name.includes('.') || byWhole.has(name)) continue
    byWhole.set(name, path)
    const stem = nameOf(path)
    if (stem !== '' && !isPage.has(stem))
      byStem.set(stem, [...(byStem.get(stem) ?? []), path].slice(0, mostOfOneName))
  }
  return { byWhole, byStem, stems: [...byStem.keys()].sort() }
}

const mostOfOneName = 3

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `week-01` of `/blog/week-01/`, `/week-01.html` and `/week-01/index.html`. */
function nameOf(path: string): string {
  const [last = '', above = ''] = path.split('/').filter(Boolean).reverse()
  const name = last.replace(/\.\w*$/, '')
  return name === 'index' ? above : name
}

function didYouMean(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `Did you mean ${paths.join(' or ')}?`
}

interface Shape {
  readonly before: string
  readonly after: string
}

function shapeOf(template: string): Shape {
  const [before = '', after = ''] = template.split('{postId}')
  return { before, after }
}

/** The one segment between a beginning and an end, or '' when the path has another shape. */
function middle(path: string, { before, after }: Shape): string {
  if (!path.startsWith(before) || !path.endsWith(after)) return ''
  const segment = path.slice(before.length, path.length - after.length)
  return segment.includes('/') ? '' : segment
}
