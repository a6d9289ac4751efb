import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { Written } from '../content/read.ts'
import { hashed, slugged } from './slug.ts'

/** The series of an archive, by name, and which of them each post belongs to. */
export interface SeriesOf {
  readonly labels: ReadonlyMap<string, string>
  readonly of: ReadonlyMap<Written, string>
}

/** The two of the contract: what there is when every post belongs to one of them. */
const contracted: ReadonlyMap<string, string> = new Map([
  ['research', 'Research'],
  ['practice', 'Practice'],
])

/** Where a post belongs that names no series, when others do or none does. */
const otherwise = { name: 'posts', label: 'Posts' }

/**
 * The series: as archive.yaml has them, or one a folder, or the contract's two when every post is in one of them, or what the posts
 * say. A post that names one which archive.yaml does not have keeps its word, and is reported elsewhere.
 */
export function seriesOf(posts: readonly Written[], { series }: ArchiveSettings): SeriesOf {
  const said = (post: Written) => (series === 'folder' ? folderOf(post) : (post.facts.series?.text ?? ''))
  const declared =
    typeof series === 'object'
      ? new Map(Object.entries(series).map(([name, { label }]) => [name, label]))
      : undefined
  const fixed =
    declared ??
    (posts.length > 0 && posts.every((post) => contracted.has(said(post))) ? contracted : undefined)
  const of = new Map<Written, string>()
  const labels = new Map(fixed)
  for (const post of posts) {
    const label = said(post)
    const name = fixed?.has(label) ? label : seriesName(label)
    if (name === '' && fixed?.size === 1) of.set(post, [...fixed.keys()][0] ?? '')
    else of.set(post, name === '' && !fixed ? otherwise.name : name)
    if (!fixed && !labels.has(of.get(post) ?? ''))
      labels.set(of.get(post) ?? '', name === '' ? otherwise.label : label)
  }
  return { labels: fixed ?? new Map([...labels].sort(([a], [b]) => (a < b ? -1 : 1))), of }
}

/** A label in another script has a name all the same. */
function seriesName(label: string): string {
  return slugged(label) || (label === '' ? '' : `series-${hashed(label)}`)
}

/** The first folder below the one that the posts are in. */
function folderOf({ file, base }: Written): string {
  const below = file.path.slice(base === '' ? 0 : base.length + 1).split('/')
  return below.length > 1 ? (below[0] ?? '') : ''
}
