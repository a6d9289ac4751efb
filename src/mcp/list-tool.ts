import { cacheSizes, memo } from '../base/caches.ts'
import { didYouMean } from '../base/nearest.ts'
import type { PostEntry } from '../snapshot/resource.ts'
import { type Arguments, ToolError } from './arguments.ts'
import type { Posts } from './posts.ts'
import { postsAsText, toolResult } from './reply.ts'
import type { ToolRun } from './arguments.ts'

export const badCursor = new ToolError('Unknown `cursor`. Leave it out to start from the beginning.')

type ListRequest = [filter: PostFilter, sort: Sort, limit: number, from: number, notes: string[]]

export function lister(posts: Posts, publication: string): ToolRun {
  const list = memo(
    (key: string) => {
      const [filter, sort, limit, from, given]: ListRequest = JSON.parse(key)
      const all = posts.all.map(({ entry }) => entry)
      const entries = all.filter((entry) => passes(entry, filter))
      if (sort === 'oldest') entries.reverse()
      if (from > 0 && from >= entries.length) return badCursor
      const total = entries.length
      const page = entries.slice(from, from + limit)
      const facts = { total, ...cursorAfter('posts', from + limit, total) }
      const notes = total > 0 ? given : [...given, whyEmpty(all, filter)]
      const text = postsAsText({ publication, ...facts, notes }, page, sort)
      const listed = { returned: page.length, notes: notes.length > 0 ? notes : undefined, posts: page }
      return toolResult(text, { structuredContent: { ...facts, ...listed } })
    },
    cacheSizes.lists,
    (page) => (page instanceof ToolError ? 0 : page.length),
  )
  return (input) => {
    const read = readFilter(input, posts, ['newest', 'oldest'])
    if (read instanceof ToolError) return read
    const from = cursorStart('posts', input.values.get('cursor'))
    if (from === undefined) return badCursor
    const { filter, sort = 'newest', notes } = read
    return list(JSON.stringify([filter, sort, input.values.get('limit'), from, notes]))
  }
}

/** Explains an empty list: the dates leave out all posts, or no post has all the rest. */
function whyEmpty(all: readonly PostEntry[], { since, until, ...filter }: PostFilter): string {
  const others = all.filter((entry) => passes(entry, filter))
  const dated = others.filter(({ published }) => published !== null)
  const [newest, oldest] = [dated[0], dated.at(-1)]
  if (others.length === 0) return `Leave out ${givenIn(filter)}: no post has both.`
  const leaveOut = `Leave out ${givenIn({ since, until })}`
  if (!newest || !oldest) return `${leaveOut}: these posts have no dates.`
  const named = ({ title, published }: PostEntry) => `“${title}” of ${published}`
  if (!passes(newest, { since }))
    return `${leaveOut}, or use an earlier date: the newest post is ${named(newest)}.`
  if (!passes(oldest, { until }))
    return `${leaveOut}, or use a later date: the oldest post is ${named(oldest)}.`
  return `${leaveOut}: no post is from between these days.`
}

function givenIn(filter: PostFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return given.map(([name]) => `\`${name}\``).join(' or ')
}

/** Returns an opaque cursor for what follows `end` in a list. */
export function cursorAfter(name: string, end: number, total: number): { nextCursor?: string } {
  return end < total ? { nextCursor: btoa(`${name}:${end}`) } : {}
}

/** Decodes a cursor into an offset; undefined if it is invalid or belongs to another list. */
export function cursorStart(name: string, cursor: unknown): number | undefined {
  if (cursor === undefined || cursor === null) return 0
  if (typeof cursor !== 'string' || cursor.length > 64) return undefined
  try {
    const [list, end = ''] = atob(cursor).split(':')
    return list === name && /^[1-9]\d{0,8}$/.test(end) ? Number(end) : undefined
  } catch {
    return undefined
  }
}

/** Which posts to find. */
export interface PostFilter {
  /** A series or tag, in any case and spelling. */
  readonly series?: string | undefined
  readonly tag?: string | undefined
  /** A name of an author, or a part of it. */
  readonly author?: string | undefined
  /** The first day, month or year: `2026`, `2026-11`, `2026-11-17`. */
  readonly since?: string | undefined
  /** The last day, month or year. */
  readonly until?: string | undefined
}

/** Resolves names to those that posts have, and times to days, months or years. Keeps unknown names: no post passes. */
export function resolveFilter({ series, tag, author, since, until }: PostFilter, posts: Posts): PostFilter {
  return {
    series: series ? (posts.seriesLike(series) ?? series) : undefined,
    tag: tag ? (posts.tagLike(tag) ?? tag) : undefined,
    author: author?.toLowerCase() || undefined,
    since: timeForm.exec(since ?? '')?.[0],
    until: timeForm.exec(until ?? '')?.[0],
  }
}

export function passes(post: PostEntry | undefined, filter: PostFilter): boolean {
  if (!post) return false
  const { series, tag, author, since, until } = filter
  const { published } = post
  return (
    (series === undefined || post.series === series) &&
    (tag === undefined || post.tags.includes(tag)) &&
    (author === undefined || post.authors.some((name) => name.toLowerCase().includes(author))) &&
    (since === undefined || (published !== null && published >= since)) &&
    // `until` includes the whole month or year.
    (until === undefined || (published !== null && published.slice(0, until.length) <= until))
  )
}

/** What models write for each order. */
const orders = {
  newest: /new|late|recent|desc|date(?!.*asc)/i,
  oldest: /old|earl|first|asc/i,
  relevance: /relev|score|best|rank/i,
} as const
export type Sort = keyof typeof orders

/** Matches a day, month or year, before a time of day. They compare as text. */
const timeForm = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T ])/
const mostListed = 50

/**
 * Parses the filter arguments and the order. Matches names in any case and spelling; an unknown name is an error. Notes say what was
 * ignored or changed.
 */
export function readFilter({ values, notes }: Arguments, posts: Posts, sorts: readonly Sort[]) {
  const text = (name: string) => values.get(name)?.toString().trim()
  const names = ['series', 'tag', 'author', 'since', 'until'] as const
  const filter = resolveFilter(Object.fromEntries(names.map((name) => [name, text(name)])), posts)
  const { series, tag, author } = filter
  if (series && !posts.series().includes(series)) {
    const all = posts.series().join(', ')
    return new ToolError(`There is no such series. Leave \`series\` out${all && `, or use one of: ${all}`}.`)
  }
  if (tag && !posts.tags().includes(tag)) {
    const advice = didYouMean(posts.nearTags(tag)) || 'Leave `tag` out, or search for it.'
    const known = posts.tags().slice(0, mostListed).join(', ') || 'none'
    return new ToolError(`No post has that tag. ${advice} Tags in use: ${known}.`)
  }
  if (author && !posts.authors().some((name) => name.toLowerCase().includes(author))) {
    const known = posts.authors().slice(0, mostListed).join(', ')
    return new ToolError(`No post is by that author. Leave \`author\` out, or use one of: ${known}.`)
  }
  const undated = (['since', 'until'] as const).filter((name) => values.has(name) && !filter[name])
  const order = text('sort')
  const sort = order ? sorts.find((name) => orders[name].test(order)) : undefined
  return {
    filter,
    sort,
    notes: [
      ...notes,
      ...undated.map((name) => `\`${name}\` was ignored: write a date as YYYY-MM-DD.`),
      ...(order && !sort ? [`\`sort\` was ignored: write ${sorts.join(' or ')}.`] : []),
    ],
  }
}
