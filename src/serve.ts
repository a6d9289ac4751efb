import { ladder } from './answer/ladder.ts'
import { once } from './base/caches.ts'
import { type OptionNames, requireOptions } from './base/options.ts'
import type { Handler } from './answer/request.ts'
import { type Exposure, mcpEndpoint } from './mcp/endpoint.ts'
import { indexOf } from './mcp/posts.ts'
import { searchResults } from './search-page/results.ts'
import type { Snapshot } from './snapshot/resource.ts'

export { type Handler, type Need, requireAnswer, type RequestFacts } from './answer/request.ts'
export { type Exposure, exposureFor } from './mcp/endpoint.ts'
export { type ArchiveSearch, type ArchiveSearchOptions, searchSnapshot as search } from './mcp/search-tool.ts'
export { getPost, type Post, type PostWithBody, posts } from './snapshot/posts.ts'
export { unpack } from './snapshot/unpack.ts'
export type { Answer, Snapshot } from './snapshot/resource.ts'

export interface ServeOptions {
  /** `loopback` protects /mcp on a local server from DNS rebinding; see `exposureFor`. Default: `public`. */
  readonly exposure?: Exposure
  /** A proxy in front strips the path of the base URL. */
  readonly prefixStripped?: boolean | undefined
}

const serveOptions: OptionNames<ServeOptions> = { exposure: true, prefixStripped: true }

/** Returns a pure function from a request to its answer. It reads no clock, disk or environment and runs on every runtime. */
export function serve(snapshot: Snapshot, options: ServeOptions = {}): Handler {
  requireOptions('serve', options, serveOptions)
  const { exposure = 'public', prefixStripped = false } = options
  const index = once(() => indexOf(snapshot))
  const endpoints = new Map([[snapshot.mcp.path, mcpEndpoint(snapshot, index, exposure)]])
  const handler = ladder(snapshot, endpoints, searchResults(snapshot, index))
  if (!prefixStripped) return handler
  // Restore the prefix, so that errors name the path the client requested.
  const withPrefix = (target: string) => (target.startsWith('/') ? snapshot.basePath + target : target)
  return (request) => handler({ ...request, target: withPrefix(request.target) })
}
