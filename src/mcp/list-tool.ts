import { cacheSizes, memo } from '../base/caches.ts'
import type { PostEntry } from '../snapshot/resource.ts'
import { type Arguments, ToolError } from './arguments.ts'
import { didYouMean, type Posts } from './posts.ts'
import { extensibleJson, postsAsText } from './reply.ts'
import type { Run } from './tools.ts'

export const unknownCursor = 'Unknown `cursor`. Leave it out to start from the beginning.'
export const badCursor = new ToolError(unknownCursor)

type ListKey = [AskedFilter, number, number, string[]]

export function lister(posts: Posts, publication: string): Run {
  const list = memo(
    (key: string) => {
      const [filter, limit, from, notes]: ListKey = JSON.parse(key)
      const all = posts.all.map(({ entry }) => entry)
      const entries = all.filter((entry) => isAsked(entry, filter))
      if (from > 0 && from >= entries.length) return badCursor
      const { items, ...next } = pageOf('posts', entries, from, limit)
      const facts = { total: entries.length, ...next }
      const told = entries.length > 0 ? notes : [...notes, whyNone(all, filter)]
      const text = postsAsText({ publication, ...facts, notes: told }, items)
      return extensibleJson({
        content: [{ type: 'text', text }],
        structuredContent: {
          ...facts,
          returned: items.length,
          ...(told.length > 0 ? { notes: told } : {}),
          posts: items,
        },
      })
    },
    cacheSizes.lists,
    (page) => (page instanceof ToolError ? 0 : page.length),
  )
  return ({ values, notes }) => {
    const filter = readFilter(values, posts)
    if (filter instanceof ToolError) return filter
    const from = startOf('posts', values.get('cursor'))
    if (from === undefined) return badCursor
    return list(JSON.stringify([filter.asked, values.get('limit'), from, [...notes, ...filter.notes]]))
  }
}

/** What to do about an empty list: `since` is too late, or no post is in the series and has the tag. */
function whyNone(all: readonly PostEntry[], { since: _, ...filter }: AskedFilter): string {
  const newest = all.find((entry) => isAsked(entry, filter))
  if (!newest) return 'Leave out `series` or `tag`: no post has both.'
  const { title, published } = newest
  if (published === null) return 'Leave out `since`: these posts have no dates.'
  return `Leave out \`since\`, or begin earlier: the newest is “${title}” of ${published}.`
}

/** A day, a month or a year; a time of day is left out. Dates as text are in the order of time. */
function readTime(
  name: 'since' | 'until',
  asked: unknown,
): { readonly day?: string; readonly notes: readonly string[] } {
  if (asked === undefined) return { notes: [] }
  const [day] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T ])/.exec(String(asked).trim()) ?? []
  return day === undefined
    ? { notes: [`\`${name}\` was ignored: write a date as YYYY-MM-DD.`] }
    : { day, notes: [] }
}

/** A page of a list, with an opaque word for the next one: the list's name and how far it was read. */
export function pageOf<Item>(name: string, all: readonly Item[], from: number, limit: number) {
  return { items: all.slice(from, from + limit), ...cursorAfter(name, from + limit, all.length) }
}

export function cursorAfter(name: string, end: number, total: number): { nextCursor?: string } {
  return end < total ? { nextCursor: btoa(`${name}:${end}`) } : {}
}

/** Where a page begins; undefined for a cursor that no list of that name gave. */
export function startOf(name: string, cursor: unknown): number | undefined {
  if (cursor === undefined || cursor === null) return 0
  if (typeof cursor !== 'string' || cursor.length > 64) return undefined
  try {
    const [list, end = ''] = atob(cursor).split(':')
    return list === name && /^[1-9]\d{0,8}$/.test(end) ? Number(end) : undefined
  } catch {
    return undefined
  }
}

/** Which posts are asked for: of a series, a tag, an author and a time, each if it is there. */
export interface AskedFilter {
  readonly series?: string
  readonly tag?: string
  /** A part of the name, in lower case. */
  readonly author?: string
  readonly since?: string
  readonly until?: string
}

/** With what a model should know about what it asked. */
export interface ReadFilter {
  readonly asked: AskedFilter
  readonly notes: readonly string[]
}

export function isAsked(
  { series, tags, authors, published }: PostEntry,
  { series: ofSeries, tag, author, since, until }: AskedFilter,
): boolean {
  return (
    (ofSeries === undefined || series === ofSeries) &&
    (tag === undefined || tags.includes(tag)) &&
    (author === undefined || authors.some((name) => name.toLowerCase().includes(author))) &&
    (since === undefined || (published !== null && published >= since)) &&
    // A month or a year is in it to its end.
    (until === undefined || (published !== null && published.slice(0, until.length) <= until))
  )
}

/** Which posts are wanted. A name in any case and spelling is the one that is in use; an unknown one is reported. */
export function readFilter(values: Arguments['values'], posts: Posts): ReadFilter | ToolError {
  const text = (name: string) => (values.has(name) ? String(values.get(name)) : undefined)
  const [series, tag, author] = [text('series'), text('tag'), text('author')?.trim().toLowerCase()]
  const knownSeries = series === undefined ? undefined : posts.seriesLike(series)
  if (series !== undefined && knownSeries === undefined)
    return new ToolError(
      `There is no such series. Leave \`series\` out, or use one of: ${posts.series().join(', ')}.`,
    )
  const knownTag = tag === undefined ? undefined : posts.tagLike(tag)
  if (tag !== undefined && knownTag === undefined) {
    const advice = didYouMean(posts.nearTags(tag)) || ' Leave `tag` out, or search for it.'
    const known = posts.tags().slice(0, mostNamed).join(', ') || 'none'
    return new ToolError(`No post has that tag.${advice} Tags in use: ${known}.`)
  }
  if (author !== undefined && !posts.authors().some((name) => name.toLowerCase().includes(author)))
    return new ToolError(
      `No post is by that author. Leave \`author\` out, or use one of: ${posts.authors().slice(0, mostNamed).join(', ')}.`,
    )
  const since = readTime('since', values.get('since'))
  const until = readTime('until', values.get('until'))
  const asked = {
    ...(knownSeries === undefined ? {} : { series: knownSeries }),
    ...(knownTag === undefined ? {} : { tag: knownTag }),
    ...(author === undefined ? {} : { author }),
    ...(since.day === undefined ? {} : { since: since.day }),
    ...(until.day === undefined ? {} : { until: until.day }),
  }
  return { asked, notes: [...since.notes, ...until.notes] }
}

const mostNamed = 50
