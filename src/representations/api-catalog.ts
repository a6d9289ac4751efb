import { servicePaths } from '../archive/urls.ts'
import { mediaTypes } from './media-types.ts'
import type { Published } from './published.ts'

/** RFC 9727: what can be called here, as links from each interface to what describes it. */
export function apiCatalog({ urls }: Published) {
  const target = (path: string, type: string) => ({ href: urls.url(path), type })
  const documentation = target(servicePaths.developers, 'text/html')
  return {
    linkset: [
      {
        anchor: urls.url(servicePaths.apiCatalog),
        item: [{ href: urls.url(servicePaths.index) }, { href: urls.url(servicePaths.mcp) }],
      },
      {
        anchor: urls.url(servicePaths.index),
        'service-desc': [
          target(servicePaths.contract, mediaTypes.json),
          target(servicePaths.contractYaml, mediaTypes.yaml),
        ],
        'service-doc': [documentation, target(servicePaths.agentInstructions, 'text/markdown')],
        license: [target(servicePaths.privacy, 'text/html')],
      },
      {
        anchor: urls.url(servicePaths.mcp),
        'service-desc': [target(servicePaths.mcpManifest, mediaTypes.json)],
        'service-doc': [documentation],
      },
    ],
  }
}
