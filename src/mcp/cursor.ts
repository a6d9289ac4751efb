/** A page of a list, with an opaque word for the next one: the list's name and how far it was read. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

export function pageOf<Item>(name: string, all: readonly Item[], from: number, limit: number): Page<Item> {
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

export const unknownCursor = 'Unknown `cursor`. Leave it out to start from the beginning.'
