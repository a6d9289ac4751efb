import { Brackets } from './brackets.ts'
import { codeRanges, within } from './code.ts'
import { readTag } from './jsx.ts'
import type { Tag } from './tag.ts'

/** Components that close themselves: `<JumpToc/>`. Others are left to HTML, which keeps what is in them. */
export function vueComponents(source: string): Tag[] {
  const marks = Array.from(source.matchAll(/<(?=[A-Z][A-Za-z]*(?:\s[^<>]*)?\/>)/g))
  if (marks.length === 0) return []
  const isCode = within(codeRanges(source))
  const brackets = new Brackets(source)
  return marks.flatMap(({ index }) => {
    const found = isCode(index) ? undefined : readTag(source, index, brackets, () => undefined)
    return found?.isComponent ? [found.tag] : []
  })
}
