import { cacheSizes } from '../base/cache-sizes.ts'
import { memo } from '../answer/memo.ts'
import type { PostEntry } from '../snapshot/mcp.ts'
import { ToolError } from './arguments.ts'
import { pageOf, startOf, unknownCursor } from './cursor.ts'
import { readFilter } from './filter.ts'
import { extensibleJson } from './json.ts'
import { isOf, type Posts } from './posts.ts'
import { postsAsText } from './reply-text.ts'
import type { Run } from './tools.ts'

export const badCursor = new ToolError(unknownCursor)

export function lister(posts: Posts, publication: string): Run {
  const list = memo(
    (key: string) => {
      const [series, tag, since, limit, from, notes] = JSON.parse(key) as [
        string | null,
        string | null,
        string | null,
        number,
        number,
        string[],
      ]
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
      const text = postsAsText({ publication, ...facts, notes: told, posts: items })
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
