import { memo } from '../answer/memo.ts'
import { openIndex } from '../search/load.ts'
import { type Hit, search } from '../search/search.ts'
import type { SealedPost, Tool } from '../snapshot/mcp.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { argumentReader, type Arguments, ToolError } from './arguments.ts'
import { cursorBehind, pageOf, startOf } from './cursor.ts'
import { encoded, unclosedJson } from './json.ts'
import { partOf } from './part.ts'
import { isOf, type Posts } from './posts.ts'

/** From a call's arguments to the result, as unclosed JSON. A mistake in them is a result too, one that says what to do. */
export type Call = (given: unknown) => Uint8Array

export function toolCalls({ mcp }: Snapshot, posts: Posts): ReadonlyMap<unknown, Call> {
  const index = openIndex(mcp.search)
  return new Map([
    call('list_archive_posts', lister(posts)),
    call('get_archive_post', getter(posts)),
    call(
      'search_archive_posts',
      searcher(posts, (query, options) => search(index, query, options)),
    ),
  ])

  function call(name: string, run: (values: Arguments) => Uint8Array | ToolError): [string, Call] {
    const read = argumentReader(schemaOf(mcp.tools, name))
    return [
      name,
      (given) => {
        const values = read(given)
        const result = values instanceof ToolError ? values : run(values)
        return result instanceof ToolError ? toolErrorResult(result) : result
      },
    ]
  }
}

function schemaOf(tools: readonly Tool[], name: string): Tool['inputSchema'] {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`the snapshot declares no tool ${name}`)
  return tool.inputSchema
}

type Run = (values: Arguments) => Uint8Array | ToolError

function lister(posts: Posts): Run {
  const list = memo(
    (key: string) => {
      const [series, tag, limit, from] = JSON.parse(key) as [string | null, string | null, number, number]
      const entries = posts.all
        .map(({ entry }) => entry)
        .filter((entry) => isOf(entry, series ?? undefined, tag ?? undefined))
      if (from > 0 && from >= entries.length) return staleCursor
      const { items, nextCursor } = pageOf('posts', entries, from, limit)
      return structured({ total: entries.length, returned: items.length, nextCursor, posts: items })
    },
    { entries: 100 },
  )
  return (values) => {
    const filter = filterOf(values, posts)
    const from = startOf('posts', values.get('cursor'))
    if (filter instanceof ToolError) return filter
    return from === undefined
      ? staleCursor
      : list(JSON.stringify([filter.series ?? null, filter.tag ?? null, values.get('limit'), from]))
  }
}

function getter(posts: Posts): Run {
  const wholes = memo((post: SealedPost) => {
    const whole = posts.textOf(post)
    return { length: whole.length, result: text(whole) }
  })
  return (values) => {
    const asked = String(values.get('id'))
    const post = posts.find(asked)
    if (!post) return unknownPost(posts, asked)
    const offset = Number(values.get('offset'))
    const most = Number(values.get('max_chars'))
    const { length, result } = wholes(post)
    if (offset === 0 && length <= most) return result
    if (offset >= length)
      return new ToolError(`The post has ${length} characters: \`offset\` must be less, 0 for the beginning.`)
    return text(partOf(posts.textOf(post), offset, most, post.entry.id))
  }
}

type Search = (query: string, options: Parameters<typeof search>[2]) => ReturnType<typeof search>

function searcher(posts: Posts, find: Search): Run {
  return (values) => {
    const filter = filterOf(values, posts)
    if (filter instanceof ToolError) return filter
    const { series, tag } = filter
    const query = String(values.get('query'))
    const limit = Number(values.get('limit'))
    const offset = startOf('hits', values.get('cursor'))
    if (offset === undefined || offset > posts.all.length) return staleCursor
    const wanted = (document: number) => {
      const post = posts.all[document]
      return post !== undefined && isOf(post.entry, series, tag)
    }
    const filtered = series !== undefined || tag !== undefined
    const found = find(query, { limit, offset, filter: filtered ? wanted : undefined })
    if (!found) return new ToolError('`query` holds no word to look for. Name the subject in a few words.')
    const { total, complete, interpreted } = found
    const hits = found.hits.flatMap((hit) => hitOf(posts, hit))
    const next = cursorBehind('hits', offset + hits.length, hits.length > 0 ? total : 0)
    return structured({ query, total, returned: hits.length, ...next, complete, interpreted, hits })
  }
}

function hitOf(posts: Posts, hit: Hit): object[] {
  const entry = posts.all[hit.document]?.entry
  if (!entry) return []
  const { id, title, url, published, series, tags } = entry
  const { sentence, matchedTerms, score } = hit
  const { text, anchor, heading, kind, matchedIn } = sentence
  const anchorUrl = anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`
  const where = { id, title, url, anchorUrl, heading, sentence: text, kind }
  return [{ ...where, matchedIn, matchedTerms, score, published, series, tags }]
}

function filterOf(values: Arguments, posts: Posts): { series?: string; tag?: string } | ToolError {
  const series = values.get('series')
  const asked = values.get('tag')
  const tag = asked === undefined ? undefined : posts.tagLike(String(asked))
  if (asked !== undefined && tag === undefined) {
    const near = posts.nearTags(String(asked))
    const advice =
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Leave `tag` out, or search for it.'
    return new ToolError(
      `No post has that tag. ${advice} Tags in use: ${posts.tags.slice(0, 50).join(', ') || 'none'}.`,
    )
  }
  return {
    ...(series === undefined ? {} : { series: String(series) }),
    ...(tag === undefined ? {} : { tag }),
  }
}

function unknownPost(posts: Posts, id: string): ToolError {
  const near = posts.near(id)
  const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return new ToolError(
    `No post has that id.${meant} Ids look like ${posts.all[0]?.entry.id}; list_archive_posts and search_archive_posts give them.`,
  )
}

const staleCursor = new ToolError('`cursor` is none that this list gave. Leave it out to begin again.')

/** Clients show their model one channel or the other, so each holds all of it. */
function structured(value: object): Uint8Array {
  const json = JSON.stringify(value)
  return encoded(`{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`)
}

function text(whole: string): Uint8Array {
  return unclosedJson({ content: [{ type: 'text', text: whole }] })
}

function toolErrorResult({ advice }: ToolError): Uint8Array {
  return unclosedJson({ content: [{ type: 'text', text: advice }], isError: true })
}
