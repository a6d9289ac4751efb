import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { SourceDocument } from '../content/read.ts'
import { hashed, slugged } from './names.ts'

/** The series of an archive, by name, and which of them each post belongs to. */
export interface SeriesOf {
  /** Every one that archive.yaml has or a post is in: the contract lists them. */
  readonly labels: ReadonlyMap<string, string>
  readonly of: ReadonlyMap<SourceDocument, string>
  /** Posts whose series archive.yaml does not have, though it lists them; and the names that it has. */
  readonly outside: ReadonlySet<SourceDocument>
  readonly listed: readonly string[]
}

/** The two of the contract: what there is when every post belongs to one of them. */
const contracted: ReadonlyMap<string, string> = new Map([
  ['research', 'Research'],
  ['practice', 'Practice'],
])

/** Where a post belongs that names no series, when others do or none does. */
const otherwise = { name: 'posts', label: 'Posts' }

/** Whether anybody named the series: the contract gives one to posts that name none. */
export function isNamedSeries(name: string, label: string): boolean {
  return name !== otherwise.name || label !== otherwise.label
}

/**
 * The series: as archive.yaml has them, else one per folder, else the contract's two where every post is in one of them, else as the posts say.
 * A post that names one which archive.yaml lacks keeps it, and is reported elsewhere.
 */
export function seriesOf(posts: readonly SourceDocument[], { series }: ArchiveSettings): SeriesOf {
  const said = (post: SourceDocument) =>
    series === 'folder' ? folderOf(post) : (post.facts.series?.text ?? '')
  const declared =
    typeof series === 'object'
      ? new Map(Object.entries(series).map(([name, { label }]) => [name, label]))
      : undefined
  const fixed =
    declared ??
    (posts.length > 0 && posts.every((post) => contracted.has(said(post))) ? contracted : undefined)
  const listed = [...(fixed?.keys() ?? [])]
  const only = listed.length === 1 ? listed[0] : undefined
  const of = new Map<SourceDocument, string>()
  const outside = new Set<SourceDocument>()
  const found = new Map<string, string>()
  for (const post of posts) {
    const label = said(post)
    const name = fixed?.has(label) ? label : seriesName(label)
    const meant = name || (only ?? otherwise.name)
    of.set(post, meant)
    if (fixed && (name === '' ? only === undefined : !fixed.has(name))) outside.add(post)
    if (!found.has(meant)) found.set(meant, name === '' ? otherwise.label : label)
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    labels: new Map([...(fixed ?? []), ...sorted.filter(([name]) => !fixed?.has(name))]),
    of,
    outside,
    listed,
  }
}

/** A label in another script has a name all the same. */
function seriesName(label: string): string {
  return slugged(label) || (label === '' ? '' : `series-${hashed(label)}`)
}

/** The first folder below the one that the posts are in. */
function folderOf({ file, base }: SourceDocument): string {
  const below = file.path.slice(base === '' ? 0 : base.length + 1).split('/')
  return below.length > 1 ? (below[0] ?? '') : ''
}
