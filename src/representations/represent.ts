import type { Archive } from '../archive/archive.ts'
import type { Urls } from '../archive/urls.ts'
import { type Group, groups, type Link, type Row } from './table.ts'

/** A resource as it was rendered; the snapshot seals it. */
export interface Rendered {
  readonly path: string
  readonly negotiated: boolean
  readonly forms: {
    readonly contentType: string
    readonly body: string | Uint8Array
    readonly headers: readonly string[]
  }[]
}

/**
 * Renders every row of the table for everything it is made for, one resource at a time, so that the first are being
 * compressed while the last are still to be parsed.
 */
export function* represent(archive: Archive): Generator<Rendered> {
  for (const one of Object.values(groups)) yield* renderGroup(one as Group<unknown>, archive)
}

/** Paths that are pages for people: the ones that forgive a trailing slash. */
export function pagePaths(archive: Archive): string[] {
  const documents = [...groups.pages.subjects(archive), ...archive.posts]
  return documents.map(({ path }) => archive.urls.path(path))
}

function* renderGroup<Subject>({ subjects, rows }: Group<Subject>, archive: Archive): Generator<Rendered> {
  for (const subject of subjects(archive)) {
    const rendered = new Map<string, Rendered>()
    for (const row of rows) {
      const path = archive.urls.path(row.path(subject))
      const resource = rendered.get(path) ?? { path, negotiated: row.negotiated, forms: [] }
      rendered.set(path, resource)
      const contentType = typeof row.contentType === 'string' ? row.contentType : row.contentType(subject)
      const body = row.body(subject, archive)
      resource.forms.push({ contentType, body, headers: headersOf(row, subject, archive, contentType) })
    }
    yield* rendered.values()
  }
}

function headersOf<S>(row: Row<S>, subject: S, archive: Archive, contentType: string): string[] {
  const { urls } = archive
  const links = row.links?.(subject, archive) ?? []
  const location = row.contentLocation?.(subject)
  return [
    ...(links.length > 0 ? ['Link', links.map((link) => linkValue(link, urls)).join(', ')] : []),
    ...(location === undefined ? [] : ['Content-Location', urls.path(location)]),
    ...(contentType.startsWith('text/html') ? pageSecurity : fileSecurity),
  ]
}

function linkValue({ path, rel, type }: Link, urls: Urls): string {
  return `<${urls.url(path)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`
}

/** Pages run nothing and load nothing but their own pictures; the style is inline and there is no script to allow. */
const pageSecurity = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), browsing-topics=()',
]

/** Anything else is data: opened in a browser it must not act as a page. */
const fileSecurity = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"]
