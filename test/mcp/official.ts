import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Tool } from '../contract/rpc.ts'

/** The methods that tests use, common to versions 1 and 2 of the official client. */
export interface Client {
  getServerVersion(): { name: string; version: string } | undefined
  getServerCapabilities(): object | undefined
  getInstructions(): string | undefined
  listTools(): Promise<{ tools: Tool[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>
  listResources(params?: { cursor?: string }): Promise<{
    resources: { uri: string; size?: number; annotations?: object }[]
    nextCursor?: string | undefined
  }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(params: { uri: string }): Promise<{ contents: object[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
    argument: { name: string; value: string }
  }): Promise<{ completion: object }>
  close(): Promise<void>
}

export const info = { name: 'citable-test', version: '1.0.0' }

export async function connect1(url: string): Promise<Client> {
  const client = new Client1(info)
  await client.connect(new Transport1(new URL(url)) as never)
  return client as unknown as Client
}

export const connect2 = (mode: 'legacy' | { pin: string }) => async (url: string) => {
  const client = new Client2(info, { versionNegotiation: { mode } })
  await client.connect(new Transport2(new URL(url)))
  return client as unknown as Client
}
