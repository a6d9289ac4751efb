import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'

/**
 * Attribute lists of kramdown, Jekyll's markdown: `{: .class}` on a line of its own or after what it belongs to, and `{::options /}`.
 * They dress what is there and say nothing themselves.
 */
export function attributeLists(source: string): Edit[] {
  if (!source.includes('{:')) return []
  const isCode = within(codeRanges(source))
  const edits: Edit[] = []
  for (const { 0: written, index } of source.matchAll(
    /^[ \t]*[*-][ \t]+TOC[ \t]*\n[ \t]*\{:toc[^}\n]*\}|\{:{1,2}[^}\n]{0,400}\}/gim,
  )) {
    if (!isCode(index)) edits.push({ start: index, end: index + written.length, text: '' })
  }
  return edits
}
