import type { Archive } from '../archive/model.ts'
import { securityPath, servicePaths } from '../archive/urls.ts'
import { mediaTypes } from './media-types.ts'
import type { Site, TextFile } from './site.ts'

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
export function securityFiles({ settings, urls }: Archive): TextFile[] {
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
