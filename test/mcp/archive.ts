import { listen } from '../../src/runtime/node/listen.ts'
import { serve, type ServeOptions } from '../../src/serve.ts'
import { afterFile } from '../after-file.ts'
import type { ToolResult } from '../contract/rpc.ts'
import { compiled, fixture } from '../snapshot/fixture.ts'
import { type Client, connect } from './official.ts'

/** Serves the fixture on a real socket until the test file ends. Returns the URL of its MCP endpoint. */
export async function servedFixture(options?: ServeOptions): Promise<string> {
  return served(serve(await fixture(), options))
}

/** Serves posts with these bodies, by id. */
export async function servedPosts(bodies: Readonly<Record<string, string>>, settings = ''): Promise<string> {
  const posts = Object.entries(bodies).map(([id, body]) => [
    `posts/${id}.md`,
    `---\ntitle: Post ${id}\nseries: practice\nsummary: The summary of ${id}.\n---\n\n${body}\n`,
  ])
  const files = { 'archive.yaml': settings, ...Object.fromEntries(posts) }
  return served(serve(await compiled(files, { baseUrl: 'https://example.org' })))
}

export async function served(handler: ReturnType<typeof serve>): Promise<string> {
  const timeouts = { idleGrace: 1, drain: 100 }
  const { port, close } = await listen({ handler, port: 0, host: '127.0.0.1', timeouts })
  afterFile(close)
  return `http://127.0.0.1:${port}/mcp`
}

/** A client, closed after the test file. */
export async function connected(url: string): Promise<Client> {
  const client = await connect(url)
  afterFile(() => client.close())
  return client
}

/** Calls a tool. `found` is its structured content. */
export async function call<Found>(client: Client, name: string, given: object) {
  const result = (await client.callTool({ name, arguments: { ...given } })) as ToolResult
  const { content, structuredContent, isError = false } = result
  return { text: content[0]?.text ?? '', isError, found: structuredContent as Found | undefined }
}
