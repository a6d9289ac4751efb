import type { Urls } from '../archive/urls.ts'
import { type BuildCache, noCache, memoizeLast, once } from '../base/caches.ts'
import { embeds } from '../base/embeds.ts'
import type { Draft, Form, Template } from '../snapshot/seal.ts'
import { isHidden, type Published } from './published.ts'
import type { Group, Link, Row } from './row.ts'
import { groups, resultPages } from './table.ts'

/** Yields a draft of every published resource, except those whose key the caller `has`. */
export function* represent(
  archive: Published,
  cache?: BuildCache,
  has: (key: string) => boolean = () => false,
): Generator<Draft> {
  for (const group of planResources(archive, cache))
    for (const plan of group) if (plan.key === undefined || !has(plan.key)) yield plan.make()
}

/** Yields a lazy plan of the resources, by group. */
export function* planResources(archive: Published, cache?: BuildCache): Generator<Iterable<Plan>> {
  for (const group of Object.values(groups)) yield planGroup(group as Group<unknown>, archive, cache)
}

export function countResources(archive: Published): number {
  let count = 0
  for (const group of planResources(archive)) for (const _ of group) count++
  return count
}

export interface Plan {
  readonly path: string
  /** A cache key for everything the resource depends on, if known. */
  readonly key: string | undefined
  readonly make: () => Draft
}

/** Returns the templates of the search page, one for each of its paths. */
export function resultTemplates(archive: Published): Template[] {
  return Array.from(planGroup(resultPages, archive), (plan) => {
    const { forms, ...draft } = plan.make()
    return { ...draft, forms: forms.map((form) => ({ ...form, body: String(form.body) })) }
  })
}

/** Returns the paths of HTML pages, which redirect from a trailing slash. */
export function pagePaths(archive: Published): string[] {
  const documents = [
    ...groups.homePage.subjects(archive),
    ...groups.pages.subjects(archive),
    ...groups.lists.subjects(archive),
    ...groups.posts.subjects(archive),
  ]
  return documents.map(({ path }) => archive.urls.path(path))
}

function* planGroup<Subject>(
  group: Group<Subject>,
  archive: Published,
  cache: BuildCache = noCache,
): Generator<Plan> {
  for (const subject of group.subjects(archive)) {
    const key = cache === noCache ? undefined : group.key?.(subject, archive, cache)
    for (const rowPath of new Set(group.rows.map((row) => row.path(subject)))) {
      const path = archive.urls.path(rowPath)
      yield { path, key, make: () => ({ path, key, ...draftOf(group, subject, rowPath, archive) }) }
    }
  }
}

function draftOf<Subject>(
  { rows, cacheTag = () => 'site' }: Group<Subject>,
  subject: Subject,
  path: string,
  archive: Published,
): Omit<Draft, 'path'> {
  const tags = archive.settings.cacheTags ? ['Cache-Tag', `citable, ${cacheTag(subject)}`] : []
  const choices = rows.filter((row) => row.path(subject) === path)
  return {
    negotiated: choices.some((row) => row.negotiated),
    immutable: choices.every((row) => row.immutable === true),
    forms: choices.map((row) => formOf(row, subject, archive, tags)),
  }
}

function formOf<Subject>(
  row: Row<Subject>,
  subject: Subject,
  archive: Published,
  tags: readonly string[],
): Form {
  const contentType = typeof row.contentType === 'string' ? row.contentType : row.contentType(subject)
  const body = once(() => row.body(subject, archive))
  return {
    contentType,
    get headers() {
      return [...headersOf(row, subject, archive, contentType), ...tags]
    },
    get body() {
      return body()
    },
  }
}

function headersOf<S>(row: Row<S>, subject: S, archive: Published, contentType: string): string[] {
  const { urls } = archive
  const links = row.links?.(subject, archive) ?? []
  const location = row.contentLocation?.(subject)
  return [
    ...(links.length > 0 ? ['Link', links.map((link) => linkValue(link, urls)).join(', ')] : []),
    ...(location === undefined ? [] : ['Content-Location', urls.path(location)]),
    // Twins and data have no element for it.
    ...(isHidden(subject, archive) ? ['X-Robots-Tag', 'noindex'] : []),
    ...securityHeaders(contentType, archive),
  ]
}

/** Returns the headers that all pages share, or all other files. */
export function securityHeaders(contentType: string, archive: Published): readonly string[] {
  return contentType.startsWith('text/html') ? pageSecurity(archive) : fileSecurity
}

function linkValue({ path, url = '', rel, type }: Link, urls: Urls): string {
  return `<${url || urls.url(path)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`
}

/**
 * Pages may load images and media, the archive's own script and inline styles, and send its search form. Publishers can add hosts for
 * their own HTML, and embedded players.
 */
const pageSecurity = memoizeLast(({ settings }: Published) => {
  const hosts = settings.look.hosts.map((host) => ` ${host}`).join('')
  const players = settings.embeds.map((name) => ` ${new URL(embeds[name].frame('')).origin}`).join('')
  const policy = [
    "default-src 'none'",
    `script-src 'self'${hosts}`,
    `connect-src 'self'${hosts}`,
    `style-src 'self' 'unsafe-inline'${hosts}`,
    "img-src 'self' https: data:",
    `font-src 'self'${hosts}`,
    "media-src 'self' https:",
    ...(hosts + players === '' ? [] : [`frame-src${players}${hosts}`]),
    "base-uri 'none'",
    `form-action 'self'${hosts}`,
    "frame-ancestors 'none'",
  ]
  return ['Content-Security-Policy', policy.join('; '), ...alwaysOnPages]
})

const alwaysOnPages = [
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), browsing-topics=()',
]

/** Other files are data and must not act as pages. Feeds have a stylesheet. */
const fileSecurity = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; sandbox",
]
