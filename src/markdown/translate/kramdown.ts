import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'
import { isEndOfLine, leadBefore } from './line-place.ts'

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

/**
 * `$$…$$` is kramdown's only mark for a formula; within a paragraph it is one in a line, which GitHub writes `` $`…`$ ``. One that is a
 * paragraph of its own means the same everywhere.
 */
export function formulasInLines(source: string): Edit[] {
  if (!source.includes('$$')) return []
  const isCode = within(codeRanges(source))
  const edits: Edit[] = []
  for (const { 0: written, 1: tex = '', index } of source.matchAll(doubleDollars)) {
    const end = index + written.length
    const isAlone = leadBefore(source, index) !== undefined && isEndOfLine(source, end)
    if (!isAlone && !isCode(index)) edits.push({ start: index, end, text: `$\`${tex.trim()}\`$` })
  }
  return edits
}

/** Up to the end of its paragraph; an escaped dollar may be in it. */
const doubleDollars = /(?<!\\)\$\$((?:\\\$|[^$`\n]|\n(?![ \t]*\n)){1,1000})\$\$/g

/**
 * A title between quotes ends at the last of them in its line for kramdown, and at the first for CommonMark, which then takes neither this
 * definition nor those after it for one. So those within are escaped.
 */
export function titlesOfDefinitions(source: string): Edit[] {
  if (!source.includes(']:')) return []
  const isCode = within(codeRanges(source))
  const edits: Edit[] = []
  for (const { 1: before = '', 2: quote = '', 3: title = '', index } of source.matchAll(titled)) {
    if (!title.includes(quote) || isCode(index)) continue
    const start = index + before.length + quote.length
    for (const { 0: mark, index: at } of title.matchAll(/\\.|["']/g))
      if (mark === quote) edits.push({ start: start + at, end: start + at, text: '\\' })
  }
  return edits
}

const titled = /^( {0,3}\[(?!\^)[^[\]\n]+\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)[ \t]+)(["'])(.+)\2[ \t]*$/gm
