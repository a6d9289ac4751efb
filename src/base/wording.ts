/** "1 post", "2 posts" */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "a, b, c and 2 more" */
export function shortList(items: readonly string[], limit: number): string {
  const more = items.length - limit
  return `${items.slice(0, limit).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Formats 25000 as 25,000. */
export const thousands = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Returns the words of a text, for tables of names. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
