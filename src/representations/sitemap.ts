import { ownFolders, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { listPages } from './lists.ts'
import { allPages } from './standard-pages.ts'
import type { TextFile } from './row.ts'
import type { Published } from './published.ts'

/** https://www.sitemaps.org/protocol.html: a file has at most 50,000 URLs, and 50 MB. */
const limits = { entries: 50_000, characters: 12_000_000 }

/** Every page and post. The limit in characters holds in bytes too, as long as an address is escaped or of few scripts. */
export function sitemapFiles(archive: Published, most = limits): TextFile[] {
  const { urls } = archive
  const element = (name: string, path: string, changedAt: string | null) => {
    const lastmod = changedAt ?? archive.changedAt
    const date = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${name}><loc>${escapeHtml(urls.url(path))}</loc>${date}</${name}>`
  }
  const pages = [...allPages(archive), ...listPages(archive), ...archive.posts]
  const files = inFiles(
    pages.map(({ path, changedAt }) => element('url', path, changedAt)),
    most,
  )
  const [only] = files
  if (only && files.length === 1) return [{ path: servicePaths.sitemap, text: xml('urlset', only) }]
  const paths = files.map((_, at) => `${ownFolders.sitemaps}${at + 1}.xml`)
  const index = paths.map((path) => element('sitemap', path, archive.changedAt))
  return [
    { path: servicePaths.sitemap, text: xml('sitemapindex', index) },
    ...files.map((entries, at) => ({ path: paths[at] ?? '', text: xml('urlset', entries) })),
  ]
}

function inFiles(entries: readonly string[], most: typeof limits): string[][] {
  const files: string[][] = [[]]
  let characters = 0
  for (const entry of entries) {
    const file = files.at(-1)
    characters += entry.length + 1
    if (file && file.length < most.entries && characters <= most.characters) file.push(entry)
    else {
      files.push([entry])
      characters = entry.length + 1
    }
  }
  return files
}

function xml(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}
