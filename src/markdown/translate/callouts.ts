import type { Edit } from '../edits.ts'
import { alertNamed } from './alerts.ts'
import { codeRanges, within } from './code.ts'

/**
 * `> [!tip]- Title`, as Obsidian and Docsy write their boxes, becomes GitHub's: the name is one of its five and alone in its line, the title is
 * the first line of what is in it. A kind that GitHub lacks is a note, but for a quotation.
 */
export function callouts(source: string): Edit[] {
  if (!source.includes('[!')) return []
  const isCode = within(codeRanges(source))
  return Array.from(source.matchAll(opening)).flatMap(({ 0: whole, index: start, groups }): Edit[] => {
    const { lead = '', kind = '', title = '' } = groups ?? {}
    if (isCode(start)) return []
    // In an item of a list, the lines after the first are indented.
    const next = `\n${lead.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length)).trimEnd()}`
    const mark = /^(?:quote|cite)$/i.test(kind) ? [] : [`[!${alertNamed(kind) ?? 'NOTE'}]`]
    const heading = title.trim() === '' ? [] : [`**${title.trim()}**${next}`]
    return [{ start, end: start + whole.length, text: lead + [...mark, ...heading].join(`${next} `) }]
  })
}

const opening =
  /^(?<lead>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>[ \t>]*)\[!(?<kind>[a-z][\w -]*)(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+(?<title>.*))?$/gim
