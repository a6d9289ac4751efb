import type { Edit } from '../edits.ts'
import type { Source } from './source.ts'

/**
 * `{.wide width=50%}` after a link, a picture, code or `[text]`, at the end of a heading, or on the line after what it dresses: attributes as Pandoc
 * and others have them. They say nothing themselves, but for the name of a heading.
 */
export function attributes({ text: source, isCode }: Source): Edit[] {
  if (!/\{:?[ \t]*[.#\w]/.test(source)) return []
  return Array.from(source.matchAll(/\{[^{}]{1,2000}\}/g))
    .filter(({ 0: written, index }) => !isCode(index) && list.test(written))
    .flatMap(({ 0: written, index }) => without(source, written, index))
}

function without(source: string, written: string, start: number): Edit[] {
  const end = start + written.length
  const near = source.slice(Math.max(0, start - longestLine), start)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  if (/[)`]$/.test(before)) return [{ start, end, text: '' }]
  if (before.endsWith(']')) return withoutBrackets(before, start, end)
  if (!/^[ \t]*(?:\n|$)/.test(source.slice(end, end + 100))) return []
  if (/^[ \t]{0,3}#{1,6}[ \t]/.test(before)) return inHeading(written, start)
  const above = near.slice(0, -before.length - 1)
  return before.trim() === '' && !/(?:^|\n)[ \t]*$/.test(above) ? [{ start, end, text: '' }] : []
}

// Logseq: `{:height 402, :width 326}`.
const one = /:?(?:height|width) [\d.]+,?|[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'=}]+)/.source
const list = new RegExp(`^\\{:?\\s*(?:${one})(?:\\s+(?:${one}))*\\s*\\}$`)

/** In characters: as far as is looked back. */
const longestLine = 500

function withoutBrackets(before: string, start: number, end: number): Edit[] {
  const opening = before.lastIndexOf('[')
  if (opening === -1 || before.indexOf(']', opening) !== before.length - 1) return []
  const at = start - before.length + opening
  return [
    { start: at, end: at + 1, text: '' },
    { start: start - 1, end, text: '' },
  ]
}

/** A name in front is read with the heading. */
function inHeading(written: string, start: number): Edit[] {
  const id = /[ \t{:]#([\w:.-]+)/.exec(written)?.[1]
  if (written.startsWith('{#')) return []
  return [{ start, end: start + written.length, text: id === undefined ? '' : `{#${id}}` }]
}

/**
 * Attribute lists of kramdown: `{: .class}` on a line of its own or after what it belongs to, and `{::options /}`.
 * They dress what is there and say nothing themselves.
 */
export function attributeLists({ text: source, isCode }: Source): Edit[] {
  if (!source.includes('{:')) return []
  const edits: Edit[] = []
  for (const { 0: written, index } of source.matchAll(
    /^[ \t]*[*-][ \t]+TOC[ \t]*\n[ \t]*\{:toc[^}\n]*\}|\{:{1,2}[^}\n]{0,400}\}/gim,
  )) {
    if (!isCode(index)) edits.push({ start: index, end: index + written.length, text: '' })
  }
  return edits
}

/**
 * A title between quotes ends at the last of them in its line for kramdown, and at the first for CommonMark, which then takes neither this
 * definition nor those after it for one. So those within are escaped.
 */
export function titlesOfDefinitions({ text: source, isCode }: Source): Edit[] {
  if (!source.includes(']:')) return []
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
