import { compile, memory } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve, type ServeOptions } from '../../src/serve.ts'
import { afterFile } from '../after-file.ts'
import { fixture } from '../snapshot/fixture.ts'

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
  // MCP never returns cards, and drawing one takes longer than the rest of a post.
  const files = { 'archive.yaml': `${settings}`, ...Object.fromEntries(posts) }
  const { value: snapshot, diagnostics } = await compile(memory(files), {
    baseUrl: 'https://example.org',
    encodings: ['identity'],
  })
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return served(serve(snapshot))
}

export async function served(handler: ReturnType<typeof serve>): Promise<string> {
  const timeouts = { idleGrace: 1, drain: 100 }
  const { port, close } = await listen({ handler, port: 0, host: '127.0.0.1', timeouts })
  afterFile(close)
  return `http://127.0.0.1:${port}/mcp`
}
