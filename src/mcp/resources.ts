import { memo } from '../answer/memo.ts'
import { cacheSizes } from '../base/caches.ts'
import { pageOf, startOf, unknownCursor } from './list-tool.ts'
import { mcpLimits } from './protocol.ts'
import type { Params } from './message.ts'
import type { Method } from './methods.ts'
import type { Posts } from './posts.ts'
import { extensibleJson, RpcError } from './reply.ts'

const mimeType = 'text/markdown'

/** Every post as a resource, by its canonical URL. */
export function resourceList(posts: Posts): (params: Params) => Uint8Array | RpcError {
  const page = memo(pageFrom, cacheSizes.resourceLists, (bytes) => bytes.length)

  function pageFrom(from: number): Uint8Array {
    const { items, nextCursor } = pageOf('resources', posts.all, from, mcpLimits.resources)
    const resources = items.map(({ entry: { id, title, summary, url } }) => ({
      uri: url,
      name: id,
      title,
      description: summary,
      mimeType,
    }))
    return extensibleJson({ resources, nextCursor })
  }

  return ({ cursor }) => {
    const from = startOf('resources', cursor)
    return from !== undefined && (from === 0 || from < posts.all.length)
      ? page(from)
      : new RpcError(200, 'params', unknownCursor)
  }
}

export function resourceReader(posts: Posts): Method['answer'] {
  return ({ uri }, era, work) => {
    if (typeof uri !== 'string') return new RpcError(200, 'params', '`uri` must be a string.')
    const post = posts.at(uri)
    if (post) {
      const bytes = posts.bytesOf(post)
      work.add(bytes.length)
      return extensibleJson({ contents: [{ uri, mimeType, text: utf8.decode(bytes) }] })
    }
    const kind = era === 'stateless' ? 'params' : 'resource'
    const message = 'No resource has that URI. resources/list names them all.'
    return new RpcError(200, kind, message, { uri: uri.slice(0, longestUri) })
  }
}

const utf8 = new TextDecoder()
/** SEP-2164 wants the URI in the error; none of ours is longer. */
const longestUri = 1024
