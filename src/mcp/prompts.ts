import type { Snapshot } from '../snapshot/resource.ts'
import { isObject, type Params } from './message.ts'
import { citation, didYouMean, type Posts } from './posts.ts'
import { type PromptName, promptNames, toolNames } from './protocol.ts'
import { extensibleJson, RpcError } from './reply.ts'

type Prompt = (given: Params) => Uint8Array | RpcError

export function promptGetter(snapshot: Snapshot, posts: Posts): (params: Params) => Uint8Array | RpcError {
  const prompts = { [promptNames.cite]: citePrompt(snapshot, posts) } satisfies Record<PromptName, Prompt>
  const byName = new Map<unknown, Prompt>(Object.entries(prompts))
  const names = [...byName.keys()].join(', ')
  const noSuchPrompt = new RpcError(200, 'params', `There is no such prompt. The prompts are: ${names}.`)
  return ({ name, arguments: given }) => byName.get(name)?.(isObject(given) ? given : {}) ?? noSuchPrompt
}

/** A citation that has everything the terms ask for. */
function citePrompt({ mcp }: Snapshot, posts: Posts): Prompt {
  const { serverInfo } = mcp
  return ({ id }) => {
    const entry = typeof id === 'string' ? posts.find(id)?.post.entry : undefined
    if (!entry) {
      const near = typeof id === 'string' ? posts.near(id) : []
      return new RpcError(200, 'params', `\`id\` must be the id of a post.${didYouMean(near)}`)
    }
    const { authors } = entry
    const text = `Cite this post as follows, in the style of the text that the citation is for:

${citation(entry, serverInfo.title)}

Keep the ${authors.length > 1 ? 'authors' : 'author'}, the title and the canonical URL. If you quote a benchmark number from the post, read the post with ${toolNames.get} (id ${entry.id}) and cite the primary source that it names as well.`
    const content = { type: 'text', text }
    return extensibleJson({ description: `Citation of ${entry.id}`, messages: [{ role: 'user', content }] })
  }
}
