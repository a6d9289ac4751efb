import type { Edit } from '../edits.ts'
import { closingMark } from './scan.ts'
import { readArguments, type Tag } from './tag.ts'

export interface HugoFound {
  readonly tags: readonly Tag[]
  /** Shortcodes that mean themselves, without the comment marks that say so. */
  readonly edits: readonly Edit[]
}

/**
 * `{{< name … >}}` and `{{% name … %}}`, with their closing and self-closing forms. Hugo reads them before markdown does, in
 * code, too; so posts about Hugo write them between comment marks.
 */
export function hugoFound(source: string): HugoFound {
  const tags: Tag[] = []
  const edits: Edit[] = []
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{\{[<%]/g)) {
    if (start < done) continue
    const close = mark === '{{<' ? '>}}' : '%}}'
    const stop = closingMark(source, start + mark.length, close)
    if (stop === -1) continue
    const end = stop + close.length
    done = end
    const inside = source.slice(start + mark.length, stop).trim()
    if (inside.startsWith('/*') && inside.endsWith('*/')) {
      edits.push({ start, end, text: `${mark}${inside.slice(2, -2)}${close}` })
      continue
    }
    const [, closes = '', name = '', given = ''] = /^(\/?)\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? []
    const alone = given.trimEnd().endsWith('/')
    const kind = closes ? 'close' : alone ? 'alone' : 'open'
    tags.push({ name, start, end, kind, ...readArguments(alone ? given.trimEnd().slice(0, -1) : given) })
  }
  return { tags, edits }
}
