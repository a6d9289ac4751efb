import type { Edit } from '../edits.ts'
import { alertNamed } from './alerts.ts'
import { codeRanges, within } from './code.ts'

/**
 * `!!! note "Title"` with indented lines after it, as Python's markdown has it for MkDocs and Pelican, becomes GitHub's `> [!NOTE]`; so does `???`,
 * which folds. A kind that GitHub lacks is a note. One within another keeps its text, without a frame of its own.
 */
export function admonitions(source: string): Edit[] {
  if (!/^[ \t]*(?:!!!|\?\?\?)/m.test(source)) return []
  const isCode = within(codeRanges(source))
  const edits: Edit[] = []
  let framedUpTo = 0
  for (const { 0: mark, 1: indent = '', 2: kind = '', 3: title = '', index } of source.matchAll(opening)) {
    if (isCode(index)) continue
    const end = index + mark.length
    const isFramed = index < framedUpTo
    const lead = isFramed ? '' : '> '
    const bold = title === '' ? '' : `**${title}**`
    const heading = bold === '' ? '' : `\n${indent}> ${bold}\n${indent}>`
    const alert = `> [!${alertNamed(kind) ?? 'NOTE'}]${heading}`
    edits.push({ start: index + indent.length, end, text: isFramed ? bold : alert })
    const inside = linesBelow(indent)
    inside.lastIndex = end
    const [block = ''] = inside.exec(source) ?? []
    let at = end
    for (const line of block.split('\n')) {
      const from = at + indent.length
      if (at > end && line.trim() !== '')
        edits.push({ start: from, end: from + (line[indent.length] === '\t' ? 1 : 4), text: lead })
      else if (at > end && !isFramed) edits.push({ start: at, end: at + line.length, text: `${indent}> ` })
      at += line.length + 1
    }
    framedUpTo = Math.max(framedUpTo, end + block.length)
  }
  return edits
}

const opening =
  /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)[^"\n]*(?:"(.*)")?[ \t]*(?=\n(?:[ \t]*\n){0,2}\1(?: {4}|\t))/gm

/** Lines that are indented further, and empty ones between them. */
function linesBelow(indent: string): RegExp {
  return new RegExp(`(?:(?:\\n[ \\t]*(?=\\n))*\\n${indent}(?: {4}|\\t)[ \\t]*\\S.*)*`, 'y')
}
