import { ownFolders, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { listPages } from './lists.ts'
import { lineLength, packed } from './llms.ts'
import type { Published } from './published.ts'
import type { TextFile } from './row.ts'
import { allPages } from './standard-pages.ts'

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs and 50 MB; a character has at most four bytes. */
const limits = { entries: 50_000, characters: 12_000_000 }

export function sitemapFiles(archive: Published, max = limits): TextFile[] {
  const { urls } = archive
  const element = (name: string, path: string, changedAt: string | null) => {
    const lastmod = changedAt ?? archive.changedAt
    const date = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${name}><loc>${escapeHtml(urls.url(path))}</loc>${date}</${name}>`
  }
  const pages = [...allPages(archive), ...listPages(archive), ...archive.posts]
  const entries = pages.map(({ path, changedAt }) => element('url', path, changedAt))
  const files = packed(entries, lineLength, max.characters, max.entries)
  const [only] = files
  if (only && files.length === 1) return [{ path: servicePaths.sitemap, text: xml('urlset', only) }]
  const paths = files.map((_, at) => `${ownFolders.sitemaps}${at + 1}.xml`)
  const index = paths.map((path) => element('sitemap', path, archive.changedAt))
  return [
    { path: servicePaths.sitemap, text: xml('sitemapindex', index) },
    ...files.map((entries, at) => ({ path: paths[at] ?? '', text: xml('urlset', entries) })),
  ]
}

function xml(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}
