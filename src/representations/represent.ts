import type { Urls } from '../archive/urls.ts'
import type { Draft, Form, Template } from '../snapshot/draft.ts'
import type { Published } from './published.ts'
import type { Group, Link, Row } from './row.ts'
import { groups, resultPages } from './table.ts'

/** Everything that is published, one resource at a time, as the rows of the table say. */
export function* represent(archive: Published): Generator<Draft> {
  for (const one of Object.values(groups)) yield* representGroup(one as Group<unknown>, archive)
}

/** The page of search results, at each of its paths. */
export function resultTemplates(archive: Published): Template[] {
  return Array.from(representGroup(resultPages, archive), ({ forms, ...draft }) => ({
    ...draft,
    forms: forms.map((form) => ({ ...form, body: String(form.body) })),
  }))
}

/** Paths that are pages for people: the ones that forgive a trailing slash. */
export function pagePaths(archive: Published): string[] {
  const documents = [
    ...groups.homePage.subjects(archive),
    ...groups.pages.subjects(archive),
    ...groups.lists.subjects(archive),
    ...archive.posts,
  ]
  return documents.map(({ path }) => archive.urls.path(path))
}

function* representGroup<Subject>(
  { subjects, rows, cacheTag = () => 'site' }: Group<Subject>,
  archive: Published,
): Generator<Draft> {
  for (const subject of subjects(archive)) {
    const tags = archive.settings.cacheTags ? ['Cache-Tag', `citable, ${cacheTag(subject)}`] : []
    const paths = new Set(rows.map((row) => row.path(subject)))
    for (const path of paths) {
      const choices = rows.filter((row) => row.path(subject) === path)
      const negotiated = choices.some((row) => row.negotiated)
      yield {
        path: archive.urls.path(path),
        negotiated,
        immutable: choices.every((row) => row.immutable === true),
        forms: choices.map((row) => formOf(row, subject, archive, tags)),
      }
    }
  }
}

function formOf<Subject>(
  row: Row<Subject>,
  subject: Subject,
  archive: Published,
  tags: readonly string[],
): Form {
  const contentType = typeof row.contentType === 'string' ? row.contentType : row.contentType(subject)
  const body = row.body(subject, archive)
  return { contentType, body, headers: [...headersOf(row, subject, archive, contentType), ...tags] }
}

function headersOf<S>(row: Row<S>, subject: S, archive: Published, contentType: string): string[] {
  const { urls } = archive
  const links = row.links?.(subject, archive) ?? []
  const location = row.contentLocation?.(subject)
  return [
    ...(links.length > 0 ? ['Link', links.map((link) => linkValue(link, urls)).join(', ')] : []),
    ...(location === undefined ? [] : ['Content-Location', urls.path(location)]),
    ...(contentType.startsWith('text/html') ? pageSecurity : fileSecurity),
  ]
}

function linkValue({ path, url = '', rel, type }: Link, urls: Urls): string {
  return `<${url || urls.url(path)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`
}

/**
 * Pages load nothing but what posts show and play; the style is inline. The one script is the archive's own file, which asks nobody but
 * the archive, and the only form searches it.
 */
const pageSecurity = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data:; font-src 'self'; media-src 'self' https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), browsing-topics=()',
]

/** Anything else is data: opened in a browser it must not act as a page. */
const fileSecurity = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"]
