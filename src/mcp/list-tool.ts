import { memo } from '../answer/memo.ts'
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
      const entries = posts.all
        .map(({ entry }) => entry)
        .filter((entry) => isOf(entry, series ?? undefined, tag ?? undefined))
        .filter(({ published }) => since === null || (published !== null && published >= since))
      if (from > 0 && from >= entries.length) return badCursor
      const { items, ...next } = pageOf('posts', entries, from, limit)
      const facts = { total: entries.length, ...next }
      const text = postsAsText({ publication, ...facts, notes, posts: items })
      return extensibleJson({
        content: [{ type: 'text', text }],
        structuredContent: {
          ...facts,
          returned: items.length,
          ...(notes.length > 0 ? { notes } : {}),
          posts: items,
        },
      })
    },
    { entries: 100 },
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

/** A day, a month or a year; a time of day is left out. Dates as text are in the order of time. */
function readSince(asked: unknown): { readonly since: string | null; readonly note: readonly string[] } {
  if (asked === undefined) return { since: null, note: [] }
  const [since = null] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T ])/.exec(String(asked).trim()) ?? []
  return { since, note: since === null ? ['`since` was ignored: write a date as YYYY-MM-DD.'] : [] }
}
