import type { Edit } from '../edits.ts'
import { alertNamed } from './alerts.ts'
import { codeRanges, within } from './code.ts'

/**
 * `!!! note "Title"` with indented lines after it, as Python's markdown has it for MkDocs and Pelican, becomes GitHub's `> [!NOTE]`; so does `???`,
 * which folds. A kind that GitHub lacks is a note.
 */
export function admonitions(source: string): Edit[] {
  if (!/^(?:!!!|\?\?\?)/m.test(source)) return []
  const isCode = within(codeRanges(source))
  const edits: Edit[] = []
  for (const { 0: mark, 1: kind = '', 2: title = '', index: start } of source.matchAll(opening)) {
    if (isCode(start)) continue
    const heading = title === '' ? '' : `\n> **${title}**\n>`
    edits.push({ start, end: start + mark.length, text: `> [!${alertNamed(kind) ?? 'NOTE'}]${heading}` })
    inside.lastIndex = start + mark.length
    const [block = ''] = inside.exec(source) ?? []
    for (const { 0: indent, index } of block.matchAll(/(?<=\n)(?: {4}|\t|[ \t]*(?=\n))/g)) {
      const at = start + mark.length + index
      edits.push({ start: at, end: at + indent.length, text: '> ' })
    }
  }
  return edits
}

const opening = /^(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)[^"\n]*(?:"(.*)")?[ \t]*(?=\n(?: {4}|\t))/gm

/** Indented lines, and empty ones between them. */
const inside = /(?:(?:\n[ \t]*(?=\n))*\n(?: {4}|\t)[ \t]*\S.*)*/y
