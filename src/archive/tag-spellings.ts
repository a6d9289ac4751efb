import { type FieldTable, readFields } from '../content/fields.ts'
import { readMatter } from '../content/matter.ts'
import type { Written } from '../content/read.ts'
import { nameInPath } from './slug.ts'

/** Tags that are one but for their spelling: the commonest, and each other one. */
export interface Spellings {
  readonly usual: string
  readonly others: readonly { readonly tag: string; readonly posts: readonly Written[] }[]
}

/** How often each tag is used, the newest post first in each list. */
export function postsByTag(posts: readonly Written[]): Map<string, Written[]> {
  const byTag = new Map<string, Written[]>()
  for (const post of posts) {
    for (const tag of post.facts.tags) {
      const tagged = byTag.get(tag)
      if (tagged) tagged.push(post)
      else byTag.set(tag, [post])
    }
  }
  return byTag
}

/** Tags that differ in case, marks, or in what is between their words. */
export function spellingsOf(byTag: ReadonlyMap<string, readonly Written[]>): Spellings[] {
  const alike = new Map<string, { tag: string; posts: readonly Written[] }[]>()
  for (const [tag, posts] of byTag) {
    // `2.0` is not `20`: between digits, what is between them counts.
    const key = nameInPath(tag).replace(/(?<!\d)-|-(?!\d)/g, '')
    alike.set(key, [...(alike.get(key) ?? []), { tag, posts }])
  }
  return [...alike.values()].flatMap((spellings) => {
    // As often: the one that sorts first, so that two machines agree.
    const [usual, ...others] = spellings.sort(
      (a, b) => b.posts.length - a.posts.length || (a.tag < b.tag ? -1 : 1),
    )
    return usual && others.length > 0 ? [{ usual: usual.tag, others }] : []
  })
}

/** Where a post's front matter has a tag: its offset, and its end where it is written as it is read. */
export function placeOfTag(
  { file }: Written,
  tag: string,
  fields: FieldTable,
): { start: number; end?: number } {
  const root = readMatter(file).value?.root
  for (const { value, offset, parts } of root ? readFields(root, fields).of('tags') : []) {
    const inList = Array.from(parts.values()).find((part) => part.value === tag)
    if (!inList && value !== tag) continue
    const at = inList?.offset ?? offset
    const start = at + (/["']/.test(file.text[at] ?? '') ? 1 : 0)
    const isAsRead = file.text.startsWith(tag, start)
    return isAsRead ? { start, end: start + tag.length } : { start: at }
  }
  return { start: 0 }
}
