import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { SourceDocument } from '../content/read.ts'
import { fnv1a, slugify } from './names.ts'

export interface SeriesIndex {
  /** Label by name, from archive.yaml and posts. The contract lists them. */
  readonly labels: ReadonlyMap<string, string>
  readonly of: ReadonlyMap<SourceDocument, string>
  /** Posts in a series that archive.yaml does not list. */
  readonly outside: ReadonlySet<SourceDocument>
  readonly listed: readonly string[]
}

/** The contract's series, used if every post is in one of them. */
const contractSeries: ReadonlyMap<string, string> = new Map([
  ['research', 'Research'],
  ['practice', 'Practice'],
])

/** The series of posts that name none. */
const defaultSeries = { name: 'posts', label: 'Posts' }

/** Whether a publisher chose the series. The contract requires one for every post. */
export function isNamedSeries(name: string, label: string): boolean {
  return name !== defaultSeries.name || label !== defaultSeries.label
}

/**
 * Takes the series from archive.yaml, the folders, the contract's two if every post is in one of them, or the posts.
 * A post keeps a series that archive.yaml does not list; `checkPosts` reports it.
 */
export function seriesOf(posts: readonly SourceDocument[], { series }: ArchiveSettings): SeriesIndex {
  const declaredSeries = (post: SourceDocument) =>
    series === 'folder' ? folderOf(post) : (post.facts.series?.text ?? '')
  const isContract = posts.length > 0 && posts.every((post) => contractSeries.has(declaredSeries(post)))
  const fixed =
    typeof series === 'object'
      ? new Map(Object.entries(series).map(([name, { label }]) => [name, label]))
      : isContract
        ? contractSeries
        : undefined
  const listed = [...(fixed?.keys() ?? [])]
  const only = listed.length === 1 ? listed[0] : undefined
  const of = new Map<SourceDocument, string>()
  const outside = new Set<SourceDocument>()
  const found = new Map<string, string>()
  for (const post of posts) {
    const label = declaredSeries(post)
    const name = fixed?.has(label) ? label : seriesName(label)
    const seriesKey = name || (only ?? defaultSeries.name)
    of.set(post, seriesKey)
    if (fixed && (name === '' ? only === undefined : !fixed.has(name))) outside.add(post)
    if (!found.has(seriesKey)) found.set(seriesKey, name === '' ? defaultSeries.label : label)
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const labels = new Map([...(fixed ?? []), ...sorted.filter(([name]) => !fixed?.has(name))])
  return { labels, of, outside, listed }
}

function seriesName(label: string): string {
  return slugify(label) || (label === '' ? '' : `series-${fnv1a(label)}`)
}

/** The first folder below the post folder. */
function folderOf({ file, base }: SourceDocument): string {
  const below = file.path.slice(base === '' ? 0 : base.length + 1).split('/')
  return below.length > 1 ? (below[0] ?? '') : ''
}
