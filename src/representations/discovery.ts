import type { Archive, Document } from '../archive/model.ts'
import { ownFolders, securityPath, servicePaths } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { inParts } from '../base/grouped.ts'
import { mediaTypes } from './media-types.ts'
import type { Site, PublishedText } from './site.ts'

/** Includes https://contentsignals.org, if the publisher sets them. */
export function robotsTxt({ settings, urls }: Archive): string {
  const signals = Object.entries(settings.contentSignals ?? {})
    .filter(([, allowed]) => allowed !== undefined)
    .map(([name, allowed]) => `${name}=${allowed ? 'yes' : 'no'}`)
  return `User-agent: *
${signals.length > 0 ? `Content-Signal: ${signals.join(', ')}\n` : ''}Allow: /

Sitemap: ${urls.url(servicePaths.sitemap)}
`
}

/** RFC 9116. The publisher sets the expiry date, because the library reads no clock. */
export function securityFiles({ settings, urls }: Archive): PublishedText[] {
  const { security, language } = settings
  if (!security) return []
  const contact = security.contact.includes('://') ? security.contact : `mailto:${security.contact}`
  const text = `Contact: ${contact}
Expires: ${security.expires}T00:00:00Z
Canonical: ${urls.url(securityPath)}
Preferred-Languages: ${language}
`
  return [{ path: securityPath, text }]
}

/** RFC 9727: links from each API to its description. */
export function apiCatalog({ urls, mcpUrl, licenseUrl }: Site) {
  const target = (path: string, type: string) => ({ href: urls.url(path), type })
  const documentation = target(servicePaths.developers, 'text/html')
  const mcp = {
    anchor: mcpUrl,
    'service-desc': [target(servicePaths.mcpManifest, mediaTypes.json)],
    'service-doc': [documentation],
  }
  return {
    linkset: [
      {
        anchor: urls.url(servicePaths.apiCatalog),
        item: [{ href: urls.url(servicePaths.index) }, ...(mcpUrl === undefined ? [] : [{ href: mcpUrl }])],
      },
      {
        anchor: urls.url(servicePaths.index),
        'service-desc': [
          target(servicePaths.contract, mediaTypes.json),
          target(servicePaths.contractYaml, mediaTypes.yaml),
        ],
        'service-doc': [documentation, target(servicePaths.agentInstructions, 'text/markdown')],
        ...(licenseUrl !== undefined && { license: [target(servicePaths.privacy, 'text/html')] }),
      },
      ...(mcpUrl === undefined ? [] : [mcp]),
    ],
  }
}

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs and 50 MB; a character has at most four bytes. */
const maxPerFile = { entries: 50_000, characters: 12_000_000 }

type DatedPath = Pick<Document, 'path' | 'changedAt'>

export function sitemapFiles(
  { urls, changedAt: newest }: Site,
  pages: readonly DatedPath[],
  max = maxPerFile,
): PublishedText[] {
  const element = (name: string, { path, changedAt }: DatedPath) => {
    const lastmod = changedAt ?? newest
    const date = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${name}><loc>${escapeHtml(urls.url(path))}</loc>${date}</${name}>`
  }
  const entries = pages.map((page) => element('url', page))
  const files = inParts(entries, ({ length }) => length + 1, max.characters, max.entries)
  const [only] = files
  if (only && files.length === 1) return [{ path: servicePaths.sitemap, text: sitemapXml('urlset', only) }]
  const parts = files.map((part, at) => {
    return { path: `${ownFolders.sitemaps}${at + 1}.xml`, text: sitemapXml('urlset', part) }
  })
  const index = parts.map(({ path }) => element('sitemap', { path, changedAt: newest }))
  return [{ path: servicePaths.sitemap, text: sitemapXml('sitemapindex', index) }, ...parts]
}

function sitemapXml(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}
