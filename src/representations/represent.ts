import { type BuildCache, noCache, unboundedMemo } from '../base/caches.ts'
import type { Draft, Form, Template } from '../snapshot/resource.ts'
import { type ResourceKeys, resourceKeys } from './keys.ts'
import { mediaTypeOf } from './media-types.ts'
import type { Publication } from './publication.ts'
import type { Site } from './site.ts'
import { type Group, groups, resultPages, type Row } from './table.ts'
import { bytesOf, decodeUtf8 } from '../base/utf8.ts'

/** Yields a draft of every published resource. */
export function* represent(publication: Publication, cache?: BuildCache): Generator<Draft> {
  for (const { make } of planResources(publication, cache)) yield make()
}

/** Yields a lazy plan of each resource. */
export function* planResources(
  publication: Publication,
  cache: BuildCache = noCache,
): Generator<ResourcePlan, undefined> {
  const keys = cache === noCache ? undefined : resourceKeys(publication, cache)
  for (const group of Object.values(groups)) yield* planGroup(group as Group<unknown>, publication, keys)
}

export function countResources(publication: Publication): number {
  let count = 0
  for (const _ of planResources(publication)) count++
  return count
}

export interface ResourcePlan {
  readonly path: string
  /** A cache key for everything the resource depends on, if known. */
  readonly key: string | undefined
  readonly make: () => Draft
}

/** Returns the templates of the search page, one for each of its paths. */
export function resultTemplates(publication: Publication): Template[] {
  return Array.from(planGroup(resultPages, publication), (plan) => {
    const { forms, ...draft } = plan.make()
    const textOf = ({ body }: Form) => (typeof body === 'string' ? body : decodeUtf8(body))
    return { ...draft, forms: forms.map((form) => ({ ...form, body: textOf(form) })) }
  })
}

/** Returns the paths of HTML pages, which redirect from a trailing slash. */
export function pagePaths(publication: Publication): string[] {
  const { home, textPages, listPages, posts, unlisted, urls } = publication
  const pages = [home, ...textPages, ...unlisted.pages, ...listPages, ...posts, ...unlisted.posts]
  return pages.map(({ path }) => urls.path(path))
}

function* planGroup<Subject>(
  group: Group<Subject>,
  publication: Publication,
  keys?: ResourceKeys,
): Generator<ResourcePlan> {
  const { rows, cacheTag = () => 'site' } = group
  for (const subject of group.subjects(publication)) {
    const key = keys && group.key?.(subject, keys)
    // Rows with the same body share its bytes, so that they are hashed, compressed and stored once.
    const bodyOf = unboundedMemo((body: Row<Subject>['body']) => bytesOf(body(subject, publication)))
    const tags = publication.settings.cacheTags ? ['Cache-Tag', `citable, ${cacheTag(subject)}`] : []
    const paths = rows.map((row) => row.path(subject))
    for (const rowPath of new Set(paths)) {
      const choices = rows.filter((_, at) => paths[at] === rowPath)
      const path = publication.urls.path(rowPath)
      const make = () => ({
        path,
        key,
        negotiated: choices.some((row) => row.negotiated),
        immutable: choices.every((row) => row.immutable === true),
        forms: choices.map((row) =>
          makeForm(row, rowPath, subject, () => bodyOf(row.body), tags, publication),
        ),
      })
      yield { path, key, make }
    }
  }
}

function makeForm<Subject>(
  row: Row<Subject>,
  path: string,
  subject: Subject,
  body: () => Uint8Array,
  tags: readonly string[],
  publication: Publication,
): Form {
  const { urls, hidden } = publication
  const { contentType = mediaTypeOf(path) } = row
  return {
    contentType,
    get headers() {
      const links = (row.links?.(subject, publication) ?? []).map(
        ({ path, url = '', rel, type }) =>
          `<${url || urls.url(path)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`,
      )
      const location = row.contentLocation?.(subject)
      return [
        ...(links.length > 0 ? ['Link', links.join(', ')] : []),
        ...(location === undefined ? [] : ['Content-Location', urls.path(location)]),
        // Twins and data have no element for it.
        ...(hidden.has(subject) ? ['X-Robots-Tag', 'noindex'] : []),
        ...securityHeaders(contentType, publication),
        ...tags,
      ]
    },
    get body() {
      return body()
    },
  }
}

/** Other files are data and must not act as pages. Feeds have a stylesheet. */
const fileHeaders = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; sandbox",
]

/** Returns the headers that all pages share, or all other files. */
export const securityHeaders = (contentType: string, { pageHeaders }: Site): readonly string[] =>
  contentType.startsWith('text/html') ? pageHeaders : fileHeaders
