import { around, nearest } from '../nearest.ts'
import type { Answer, Snapshot } from '../snapshot/resource.ts'
import { memo } from './memo.ts'
import type { Refuse } from './error-answer.ts'

/**
 * The 404 for a path: it names what is missing and what is near. Remembered, because a link that is dead once is
 * dead often, and its answer should be as quick as any other.
 */
export function missing(
  { basePath, resources, signposts }: Snapshot,
  refuse: Refuse,
  endpoints: Iterable<string>,
): (path: string) => Answer {
  const json = { before: `${basePath}/api/v1/posts/`, after: '.json' }
  const markdown = { before: `${basePath}/posts/`, after: '.md' }
  const html = { before: `${basePath}/posts/`, after: '' }

  let neighbours: Neighbours | undefined
  const neighboursIn = (paths: string[]): Neighbours => {
    paths.sort()
    return {
      ids: paths.map((path) => middle(path, json)).filter((id) => id !== ''),
      others: paths.filter((path) => !path.startsWith(json.before) && !path.startsWith(html.before)),
    }
  }

  const idRule = `Post ids match ${signposts.idPattern}, as in ${signposts.idExample}; ${signposts.list} lists them all.`
  const wayOut = `The contract is ${signposts.specification}, the index of endpoints ${signposts.index}.`

  return memo((path: string) => {
    // Sorting takes a moment in a large archive, so it is left to the first miss.
    neighbours ??= neighboursIn([...resources.keys(), ...endpoints])
    const { ids, others } = neighbours
    const shape = [json, markdown, html].find((shape) => middle(path, shape) !== '')
    if (shape) {
      const id = middle(path, shape)
      const near = nearest(id.toLowerCase(), around(ids, id)).map((id) => shape.before + id + shape.after)
      const message = `No post has the id ${JSON.stringify(id)}: nothing is at ${path}.`
      return refuse(notFound(message, didYouMean(near), idRule, wayOut), path)
    }
    const near = nearest(path.toLowerCase(), around(others, path.toLowerCase()))
    return refuse(notFound(`Nothing is at ${path}.`, didYouMean(near), wayOut), path)
  })
}

interface Neighbours {
  /** Of posts, and the paths of all else; sorted. */
  readonly ids: readonly string[]
  readonly others: readonly string[]
}

function notFound(message: string, ...hints: readonly string[]) {
  return { code: 'resource_not_found', message, hint: hints.filter((hint) => hint !== '').join(' ') } as const
}

function didYouMean(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `Did you mean ${paths.join(' or ')}?`
}

/** The one segment between a beginning and an end, or '' when the path has another shape. */
function middle(path: string, { before, after }: { before: string; after: string }): string {
  if (!path.startsWith(before) || !path.endsWith(after)) return ''
  const segment = path.slice(before.length, path.length - after.length)
  return segment.includes('/') ? '' : segment
}
