import { servicePaths } from '../archive/urls.ts'
import { mediaTypes } from './media-types.ts'
import type { Published } from './published.ts'

/** RFC 9727: what can be called here, as links from each interface to what describes it. */
export function apiCatalog({ urls, mcpUrl }: Published) {
  const target = (path: string, type: string) => ({ href: urls.url(path), type })
  const documentation = target(servicePaths.developers, 'text/html')
  return {
    linkset: [
      {
        anchor: urls.url(servicePaths.apiCatalog),
        item: [urls.url(servicePaths.index), ...(mcpUrl === undefined ? [] : [mcpUrl])].map((href) => ({
          href,
        })),
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
      ...(mcpUrl === undefined
        ? []
        : [
            {
              anchor: mcpUrl,
              'service-desc': [target(servicePaths.mcpManifest, mediaTypes.json)],
              'service-doc': [documentation],
            },
          ]),
    ],
  }
}
