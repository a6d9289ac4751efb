import type { PostEntry } from '../snapshot/mcp.ts'
import { en } from '../words/en.ts'
import { inWords } from './citation.ts'
import { toolNames } from './names.ts'

/** A hit as clients are given it. */
export interface ShownHit extends Pick<PostEntry, 'id' | 'title' | 'authors' | 'published' | 'url'> {
  /** Where it is here, if it is cited from elsewhere. */
  readonly page?: string
  readonly passages: readonly ShownPassage[]
}

export interface ShownPassage {
  readonly text: string
  readonly heading: string
  readonly anchor: string
}

interface Hits {
  readonly publication: string
  readonly total: number
  readonly nextCursor?: string
  readonly notes: readonly string[]
  readonly hits: readonly ShownHit[]
}

/** The facts of a search, as a model reads them with the fewest tokens. It can be cited from alone. */
export function hitsAsText({ publication, total, nextCursor, notes, hits }: Hits): string {
  const [first] = hits
  const anchor = first?.passages[0]?.anchor
  const example = first && JSON.stringify({ id: first.id, ...(anchor ? { section: anchor } : {}) })
  return [
    ...notes,
    en.results.count(total, publication),
    ...hits.map(hitAsText),
    ...(example ? [`To read on: ${toolNames.get} ${example}`] : []),
    ...(nextCursor === undefined ? [] : [`For more hits: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}

/** Each passage on its line, `at` counted from 0, after the anchor of its section unless that is the one before. */
export function hitAsText({ passages, ...hit }: ShownHit, at: number): string {
  const lines = passages.map(({ text, anchor }, nth) => {
    const named = anchor === '' || anchor === passages[nth - 1]?.anchor ? '' : `#${anchor}: `
    return `- ${named}${text.replaceAll('\n', '\n  ')}`
  })
  return [`${at + 1}. ${headLine(hit)}`, ...lines].join('\n')
}

/** What a citation needs; an address is as good as the id. */
function headLine({ id, title, authors, published, url, page }: Omit<ShownHit, 'passages'>): string {
  const named = page ? `${url} (here ${page})` : url.endsWith(`/${id}`) ? url : `${url} (id ${id})`
  return `“${title}”, ${inWords(authors)}${published === null ? '' : `, ${published}`}, ${named}`
}

interface Listed {
  readonly publication: string
  readonly total: number
  readonly nextCursor?: string
  readonly notes: readonly string[]
  readonly posts: readonly PostEntry[]
}

export function postsAsText({ publication, total, nextCursor, notes, posts }: Listed): string {
  if (total === 0) return [...notes, en.results.count(total, publication)].join('\n\n')
  return [
    ...notes,
    `${total} ${total === 1 ? 'post' : 'posts'} of ${publication}, newest first:`,
    posts.map((post) => `- ${headLine(post)}\n  ${post.summary}`).join('\n'),
    ...(nextCursor === undefined ? [] : [`For the next: "cursor": "${nextCursor}"`]),
  ].join('\n\n')
}
