import { describe, expect, test } from 'vitest'
import { legacy, versions } from './rpc.ts'
import { manifests, type Site } from './site.ts'

/** Discovery of the MCP endpoint. */
export function mcpManifest(site: Site): void {
  const { rpc, tools } = legacy(site)

  describe('the manifest', () => {
    test('[mcp.manifest] [discovery.mcp] is also at the path of a server card', async () => {
      const [first, ...others] = await Promise.all(manifests.map((path) => site.ask(path)))
      for (const other of others) expect(other.text).toBe(first?.text)
    })

    test('[mcp.manifest] agrees with initialize and tools/list', async () => {
      const manifest = (await site.ask('/.well-known/mcp')).json<Record<string, unknown>>()
      const { capabilities, instructions, serverInfo } = (await rpc('initialize')).result ?? {}
      expect(manifest).toMatchObject({
        ...{ capabilities, instructions, tools: await tools() },
        ...(serverInfo as object),
        remotes: [{ type: 'streamable-http', url: site.url('/mcp'), supportedProtocolVersions: versions }],
      })
    })

    test('[discovery.mcp] is a valid server card', async () => {
      const card = (await site.ask('/mcp/server-card')).json<Record<string, string>>()
      expect(card['$schema']).toBe(
        'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      )
      expect(card['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      expect(card['version']).toMatch(/^\d+\.\d+\.\d+$/)
      for (const key of ['title', 'description']) {
        expect(card[key]?.length).toBeGreaterThan(0)
        expect(card[key]?.length).toBeLessThanOrEqual(100)
      }
      expect(new URL(card['websiteUrl'] ?? '').href).toBe(card['websiteUrl'])
    })
  })
}
