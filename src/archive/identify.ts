import { idMatcher } from '../content/id-pattern.ts'
import { withoutEnding } from '../content/layout.ts'
import type { Content, Written } from '../content/read.ts'
import { distinctIds, identityOf } from './identity.ts'
import type { Listed } from './lists.ts'
import { namedAddressesOf, oldAddressesOf } from './old-addresses.ts'
import type { Named } from './paths.ts'
import { type SeriesOf, seriesOf } from './series.ts'
import { slugged } from './slug.ts'
import type { Urls } from './urls.ts'

/** A post with all that it is called by. */
export interface Identified {
  readonly written: Written
  readonly id: string
  /** Nothing of the file's name can be part of an address. */
  readonly isMadeUp: boolean
  readonly published: string | undefined
  readonly series: string
  readonly seriesLabel: string
}

/** What everything is called: the posts in order, the pages, the series, and what ids look like. */
export interface Known {
  /** Newest first. */
  readonly posts: readonly Identified[]
  readonly pages: readonly { readonly written: Written; readonly name: string }[]
  readonly named: readonly Named[]
  readonly series: SeriesOf
  /** What every id matches: as archive.yaml has it, unless there are ids that do not. */
  readonly idPattern: string
  readonly misfits: ReadonlySet<string>
  /** How ids would have to be made, where two posts have the same. */
  readonly distinctIds: string | undefined
}

/** The contract's pattern where every id fits it; else what a slug is. */
const contracted = '^week-\\d{2}$'
const slugs = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

/** Ids that count weeks say how often the archive changes. Of any other, nobody knows. */
export function isWeekly({ idPattern }: Pick<Known, 'idPattern'>): boolean {
  return idPattern === contracted
}

export function identify(content: Content, urls: Urls): Known {
  const { settings } = content
  const series = seriesOf(content.posts, settings)
  const posts = content.posts
    .map((written) => {
      const identity = identityOf(written, content)
      const name = series.of.get(written) ?? ''
      const oldAddresses = oldAddressesOf(written, identity, content, urls)
      return {
        written,
        id: identity.id,
        isMadeUp: identity.isMadeUp,
        published: identity.published,
        series: name,
        seriesLabel: series.labels.get(name) ?? name,
        oldAddresses,
      }
    })
    .sort(newestFirst)
  const fits = settings.idPattern === undefined ? () => true : idMatcher(settings.idPattern)
  const misfits = new Set(posts.map(({ id }) => id).filter((id) => !fits(id)))
  const pages = content.pages.map((written) => ({ written, name: pageName(written) }))
  return {
    posts,
    pages,
    named: [
      ...posts.map(
        ({ written, id, oldAddresses }): Named => ({ kind: 'post', written, name: id, oldAddresses }),
      ),
      ...pages.map(
        ({ written, name }): Named => ({
          kind: 'page',
          written,
          name,
          oldAddresses: namedAddressesOf(written, settings, urls),
        }),
      ),
    ],
    series,
    distinctIds:
      new Set(posts.map(({ id }) => id)).size < posts.length
        ? distinctIds(content.posts, content)
        : undefined,
    misfits,
    idPattern:
      misfits.size === 0 && settings.idPattern !== undefined
        ? settings.idPattern
        : posts.every(({ id }) => /^week-\d{2}$/.test(id))
          ? contracted
          : slugs,
  }
}

/** What decides which lists a post is in. */
export function listed({ id, series, written, published }: Identified): Listed {
  return { id, series, tags: written.facts.tags, datePublished: published ?? null }
}

/** `published` newest first, then id descending; undated posts last. Compared by code unit: no locale decides. */
function newestFirst(a: Identified, b: Identified): number {
  const [ofA = '', ofB = ''] = [a.published, b.published]
  if (ofA !== ofB) return ofA < ofB ? 1 : -1
  if (a.id !== b.id) return a.id < b.id ? 1 : -1
  return a.written.file.path < b.written.file.path ? -1 : 1
}

function pageName({ file, facts }: Written): string {
  const stem = withoutEnding(file.path).replace(/\/index$/, '')
  return slugged(facts.slug?.text ?? stem.slice(stem.lastIndexOf('/') + 1))
}
