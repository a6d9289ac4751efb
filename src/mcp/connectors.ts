import type { Index } from '../search/load.ts'
import { search } from '../search/search.ts'
import { ToolError } from './arguments.ts'
import { partOf, PostText } from './post-text.ts'
import type { Posts } from './posts.ts'
import { connectorNames, mcpLimits } from './protocol.ts'
import { extensibleJson } from './reply.ts'
import type { Run } from './tools.ts'

/**
 * Two more tools, for clients that call no others: OpenAI's connectors and deep research look for `search` and `fetch`, and for
 * results in these shapes (https://platform.openai.com/docs/mcp), as JSON in the text as well.
 */
export function connectorTools(posts: Posts, index: () => Index) {
  const searchRun: Run = ({ values }, work) => {
    const limit = mcpLimits.hits.usual * 2
    const found = search(index(), String(values.get('query')), { limit, work })
    const results = (found?.hits ?? []).flatMap(({ document }) => {
      const entry = posts.all[document]?.entry
      return entry ? [{ id: entry.id, title: entry.title, url: entry.url }] : []
    })
    return both({ results })
  }
  const fetchRun: Run = ({ values }, work) => {
    const post = posts.find(String(values.get('id')))?.post
    if (!post) return new ToolError(`No document has that id. \`${connectorNames.search}\` returns them.`)
    const { id, title, url, authors, published, series, tags } = post.entry
    const metadata = {
      authors: authors.join(', '),
      ...(published === null ? {} : { published }),
      series,
      tags: tags.join(', '),
    }
    const whole = new PostText(posts.bytesOf(post))
    work.add(whole.bytes.length)
    const { most } = mcpLimits.part
    const text = whole.length > most ? partOf(whole, 0, most, id) : whole.slice(0, most)
    return both({ id, title, text, url, metadata })
  }
  return { [connectorNames.search]: searchRun, [connectorNames.fetch]: fetchRun }
}

function both(value: object): Uint8Array {
  return extensibleJson({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
  })
}
