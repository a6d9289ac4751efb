import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { SourceDocument } from '../content/document.ts'
import { fnv1a, slugify } from './names.ts'

export interface SeriesIndex {
  /** Label by name, from archive.yaml and posts. The contract lists them. */
  readonly labels: ReadonlyMap<string, string>
  readonly of: ReadonlyMap<SourceDocument, string>
  /** Posts in a series that archive.yaml does not list. */
  readonly outside: ReadonlySet<SourceDocument>
  readonly listed: readonly string[]
}

/** Name and label for posts without a series. The contract requires both; only the API has them. */
const noSeries = 'none'

/** Whether a publisher chose the series. */
export const isNamedSeries = (name: string, label: string) => name !== noSeries || label !== noSeries

/** Returns the series that publishers chose: label by name. */
export const namedSeries = ({ series }: { readonly series: ReadonlyMap<string, string> }) =>
  new Map([...series].filter((one) => isNamedSeries(...one)))

/** Takes the series from archive.yaml, the folders or the posts. `checkPosts` reports those that archive.yaml does not list. */
export function seriesOf(posts: readonly SourceDocument[], { series }: ArchiveSettings): SeriesIndex {
  const declaredSeries = (post: SourceDocument) =>
    series === 'folder' ? folderOf(post) : (post.facts.series?.text ?? '')
  const entries = typeof series === 'object' ? Object.entries(series) : undefined
  const fixed = entries && new Map(entries.map(([name, { label }]) => [name, label]))
  const listed = [...(fixed?.keys() ?? [])]
  const only = listed.length === 1 ? listed[0] : undefined
  const of = new Map<SourceDocument, string>()
  const outside = new Set<SourceDocument>()
  const labelOf = new Map<string, string>()
  for (const post of posts) {
    const label = declaredSeries(post)
    const name = fixed?.has(label) ? label : slugify(label) || (label && `series-${fnv1a(label)}`)
    const seriesKey = name || (only ?? noSeries)
    of.set(post, seriesKey)
    if (fixed && (name === '' ? only === undefined : !fixed.has(name))) outside.add(post)
    if (!labelOf.has(seriesKey)) labelOf.set(seriesKey, name === '' ? noSeries : label)
  }
  const sorted = [...labelOf].sort(([a], [b]) => (a < b ? -1 : 1))
  const labels = new Map([...(fixed ?? []), ...sorted.filter(([name]) => !fixed?.has(name))])
  return { labels, of, outside, listed }
}

/** The first folder below the post folder. */
function folderOf({ file, base }: SourceDocument): string {
  const below = file.path.slice(base === '' ? 0 : base.length + 1).split('/')
  return below.length > 1 ? (below[0] ?? '') : ''
}
