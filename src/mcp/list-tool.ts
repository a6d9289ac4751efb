import { cacheSizes, memo } from '../base/caches.ts'
import type { PostEntry } from '../snapshot/resource.ts'
import { type Arguments, ToolError } from './arguments.ts'
import { didYouMean, isOf, type Posts } from './posts.ts'
import { extensibleJson, postsAsText } from './reply.ts'
import type { Run } from './tools.ts'

export const unknownCursor = 'Unknown `cursor`. Leave it out to start from the beginning.'
export const badCursor = new ToolError(unknownCursor)

type ListKey = [string | null, string | null, string | null, number, number, string[]]

export function lister(posts: Posts, publication: string): Run {
  const list = memo(
    (key: string) => {
      const [series, tag, since, limit, from, notes]: ListKey = JSON.parse(key)
      const ofAllTimes = posts.all
        .map(({ entry }) => entry)
        .filter((entry) => isOf(entry, series ?? undefined, tag ?? undefined))
      const entries = ofAllTimes.filter(
        ({ published }) => since === null || (published !== null && published >= since),
      )
      if (from > 0 && from >= entries.length) return badCursor
      const { items, ...next } = pageOf('posts', entries, from, limit)
      const facts = { total: entries.length, ...next }
      const told = entries.length > 0 ? notes : [...notes, whyNone(ofAllTimes)]
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
    const { series = null, tag = null } = filter
    const { since, note } = readSince(values.get('since'))
    return list(JSON.stringify([series, tag, since, values.get('limit'), from, [...notes, ...note]]))
  }
}

/** What to do about an empty list: `since` is too late, or no post is in the series and has the tag. */
function whyNone([newest]: readonly PostEntry[]): string {
  if (!newest) return 'Leave out `series` or `tag`: no post has both.'
  const { title, published } = newest
  if (published === null) return 'Leave out `since`: none of these posts has a date.'
  return `Leave out \`since\`, or begin earlier: the newest is “${title}” of ${published}.`
}

/** A day, a month or a year; a time of day is left out. Dates as text are in the order of time. */
function readSince(asked: unknown): { readonly since: string | null; readonly note: readonly string[] } {
  if (asked === undefined) return { since: null, note: [] }
  const [since = null] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T ])/.exec(String(asked).trim()) ?? []
  return { since, note: since === null ? ['`since` was ignored: write a date as YYYY-MM-DD.'] : [] }
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
  if (cursor === undefined) return 0
  if (typeof cursor !== 'string' || cursor.length > 64) return undefined
  try {
    const [list, end = ''] = atob(cursor).split(':')
    return list === name && /^[1-9]\d{0,8}$/.test(end) ? Number(end) : undefined
  } catch {
    return undefined
  }
}

export interface AskedFilter {
  readonly series: string | undefined
  readonly tag: string | undefined
}

/** Which posts are wanted. A name in any case and spelling is the one that is in use; an unknown one is reported. */
export function readFilter(values: Arguments['values'], posts: Posts): AskedFilter | ToolError {
  const series = values.get('series')
  const tag = values.get('tag')
  const knownSeries = series === undefined ? undefined : posts.seriesLike(String(series))
  if (series !== undefined && knownSeries === undefined)
    return new ToolError(
      `There is no such series. Leave \`series\` out, or use one of: ${posts.series().join(', ')}.`,
    )
  const knownTag = tag === undefined ? undefined : posts.tagLike(String(tag))
  if (tag !== undefined && knownTag === undefined) {
    const advice = didYouMean(posts.nearTags(String(tag))) || ' Leave `tag` out, or search for it.'
    const known = posts.tags().slice(0, mostTagsNamed).join(', ') || 'none'
    return new ToolError(`No post has that tag.${advice} Tags in use: ${known}.`)
  }
  return { series: knownSeries, tag: knownTag }
}

const mostTagsNamed = 50
