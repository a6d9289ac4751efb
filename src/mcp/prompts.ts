import type { Snapshot } from '../snapshot/resource.ts'
import { RpcError } from './rpc-error.ts'
import { unclosedJson } from './json.ts'
import { isObject, type Params } from './message.ts'
import type { Posts } from './posts.ts'

/** The one prompt: a citation that has everything the terms ask for. */
export function promptGetter({ mcp }: Snapshot, posts: Posts): (params: Params) => Uint8Array | RpcError {
  const { author, serverInfo } = mcp
  return ({ name, arguments: given }) => {
    if (name !== 'cite_post')
      return new RpcError(200, 'params', 'There is no such prompt. There is cite_post.')
    const id = isObject(given) ? given['id'] : undefined
    const entry = typeof id === 'string' ? posts.find(id)?.entry : undefined
    if (!entry) {
      const near = typeof id === 'string' ? posts.near(id) : []
      const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
      return new RpcError(200, 'params', `\`id\` must be the id of a post.${meant}`)
    }
    const { title, url, published } = entry
    const date = published === null ? '' : ` (${published})`
    const citation = `${author}${date}. “${title}”. ${serverInfo.title}. ${url}`
    const text = `Cite this post as follows, in the style of the text it goes into:

${citation}

Keep the author, the title and the canonical URL. If you quote a benchmark number from the post, read it with get_archive_post (id ${entry.id}) and cite the primary source that it names, too.`
    const content = { type: 'text', text }
    return unclosedJson({ description: `Citation of ${entry.id}`, messages: [{ role: 'user', content }] })
  }
}
