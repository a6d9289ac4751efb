import type { Document } from '../archive/model.ts'
import { ownFolders, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { inParts } from '../base/grouped.ts'
import type { Site, TextFile } from './site.ts'

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs and 50 MB; a character has at most four bytes. */
const maxPerFile = { entries: 50_000, characters: 12_000_000 }

type DatedPath = Pick<Document, 'path' | 'changedAt'>

export function sitemapFiles(
  { urls, changedAt: newest }: Site,
  pages: readonly DatedPath[],
  max = maxPerFile,
): TextFile[] {
  const element = (name: string, { path, changedAt }: DatedPath) => {
    const lastmod = changedAt ?? newest
    const date = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${name}><loc>${escapeHtml(urls.url(path))}</loc>${date}</${name}>`
  }
  const entries = pages.map((page) => element('url', page))
  const files = inParts(entries, ({ length }) => length + 1, max.characters, max.entries)
  const [only] = files
  if (only && files.length === 1) return [{ path: servicePaths.sitemap, text: xml('urlset', only) }]
  const parts = files.map((part, at) => {
    return { path: `${ownFolders.sitemaps}${at + 1}.xml`, text: xml('urlset', part) }
  })
  const index = parts.map(({ path }) => element('sitemap', { path, changedAt: newest }))
  return [{ path: servicePaths.sitemap, text: xml('sitemapindex', index) }, ...parts]
}

function xml(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}
