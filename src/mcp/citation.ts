import type { PostEntry } from '../snapshot/mcp.ts'

type Cited = Pick<PostEntry, 'title' | 'authors' | 'url' | 'published'>

/** The one form in which a post is cited: everything that the terms ask for. */
export function citation({ title, authors, url, published }: Cited, publication: string): string {
  const date = published === null ? '' : ` (${published})`
  return `${inWords(authors)}${date}. “${title}”. ${publication}. ${url}`
}

/** Several names as a sentence has them. */
export function inWords(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
