import type { Edit } from '../source-map.ts'
import { isEndOfLine, leadBefore, type Source, type Translator } from './source.ts'

/**
 * Terms with definitions below them after a colon, as in kramdown and Python's markdown, become `- **Term**: what it means`. Left alone, their
 * indented paragraphs would be code.
 */
export const definitionLists: Translator = (source, { syntaxes }) => {
  const marked = syntaxes.has('definition-lists') ? anyDefinition : plainDefinition
  return marked.test(source.text) ? editsOf(source, marked) : []
}

/** Where a generator is known to have them. */
const anyDefinition = /^ {0,3}:[ \t]+(?=\S)/m
/** Anywhere else: nobody's sentence goes on in the next line like that. */
const plainDefinition = /^:(?: {3}|\t)[ \t]*(?=\S)/m

function editsOf({ text: source, isCode }: Source, marked: RegExp): Edit[] {
  const edits: Edit[] = []
  let lineStart = 0
  /** `mark` is up to where a line is the mark of a definition; 0 if it is none. */
  const lines = source.split('\n').map((text) => {
    const start = lineStart
    lineStart += text.length + 1
    return { start, text, mark: isCode(start) ? 0 : (marked.exec(text)?.[0].length ?? 0) }
  })
  const isBlank = (at: number) => lines[at]?.text.trim() === ''
  const markOf = (at: number) => lines[at]?.mark ?? 0
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && !isBlank(end) && markOf(end) === 0) end++
    const definition = isBlank(end) ? end + 1 : end
    const isTerm = end > at && end - at <= mostTerms && markOf(definition) > 0
    if (isTerm && lines.slice(at, end).every(({ text }) => isPlain.test(text))) {
      addItem(at, end, definition)
      at = addDefinitions(definition)
    } else at = Math.max(end, at + 1)
  }
  return edits

  /** Terms up to the first definition, as the beginning of an item. */
  function addItem(from: number, to: number, definition: number): void {
    let lead = '- '
    let last = 0
    for (const { start, text } of lines.slice(from, to)) {
      const bold = /[*_]/.test(text) ? '' : '**'
      const begin = start + text.length - text.trimStart().length
      edits.push({ start: last || begin, end: begin, text: `${lead}${bold}` })
      last = start + text.trimEnd().length
      lead = `${bold}, `
    }
    const { start, text, mark } = lines[definition] as (typeof lines)[number]
    const bold = lead.slice(0, -2)
    const isBlock = block.test(text.slice(mark))
    const ends = bold !== '' && /[.:;?!…。：？！]$/.test(lines[to - 1]?.text.trimEnd() ?? '')
    const between = isBlock ? '\n\n  ' : ends ? ' ' : ': '
    edits.push({ start: last, end: start + mark, text: `${bold}${between}` })
  }

  /** The lines of an item from its first definition on; gives the one after them. */
  function addDefinitions(first: number): number {
    let indent = Math.min(markOf(first), 4)
    let at = first + 1
    for (; at < lines.length; at++) {
      const { start, text, mark } = lines[at] as (typeof lines)[number]
      const isAfterBlank = isBlank(at - 1)
      if (mark > 0) {
        edits.push({ start, end: start + mark, text: isAfterBlank ? '  ' : '\n  ' })
        indent = Math.min(mark, 4)
      } else if (text.trim() !== '') {
        const [spaces = ''] = /^(?:\t| *)/.exec(text) ?? []
        const isInside = spaces === '\t' || spaces.length >= indent
        if (!isInside && (isAfterBlank || markOf(at + 1) > 0)) return at
        if (isInside) edits.push({ start, end: start + (spaces === '\t' ? 1 : indent), text: '  ' })
      }
    }
    return at
  }
}

/** A longer paragraph before a colon is more likely one. */
const mostTerms = 3
/** Not a heading, a quote, an item, a row, a fence, or HTML. */
const isPlain = /^ {0,3}(?![#>|~:]|[-*+] |\d+[.)] |```|<[a-z!/](?!ttps?:)|\{[%{:<]|\[\^|!\[)\S/i
/** What only stands at the beginning of a line. */
const block = /^(?:[#>|]|[-*+] |\d+[.)] |```|~~~|<[a-z!/](?!ttps?:))/i

/** `\\(a\_1\\)` and `\\[…\\]` are TeX for MathJax after markdown, and nothing else: a formula, without the escapes that kramdown removes. */
export function escapedFormulas(source: Source): Edit[] {
  if (!/\\\\[([]/.test(source.text)) return []
  return source.replaced(escaped, ([, line, block = '']) => {
    const tex = (line ?? block).replace(/\\([\\.*_+\-()[\]{}#<>|])/g, '$1').trim()
    if (tex === '' || /[`$]|\n\s*\n/.test(tex)) return undefined
    return line === undefined ? `$$${tex}$$` : `$\`${tex}\`$`
  })
}

const escaped =
  /(?<!\\)\\\\\(((?:(?!\\\\[()])[\s\S]){1,1000})\\\\\)|(?<!\\)\\\\\[((?:(?!\\\\[[\]])[\s\S]){1,4000})\\\\\]/g

/** `$$…$$` is kramdown's only mark for a formula; within a paragraph it is inline, which GitHub writes `` $`…`$ ``. */
export function formulasInLines(source: Source): Edit[] {
  const { text } = source
  if (!text.includes('$$')) return []
  return source.replaced(doubleDollars, ({ 0: written, 1: tex = '', index }) => {
    const isAlone = leadBefore(text, index) !== undefined && isEndOfLine(text, index + written.length)
    return isAlone ? undefined : `$\`${tex.trim()}\`$`
  })
}

/** Up to the end of its paragraph; an escaped dollar may be in it. */
const doubleDollars = /(?<!\\)\$\$((?:\\\$|[^$`\n]|\n(?![ \t]*\n)){1,1000})\$\$/g

/** kramdown's attribute lists, which only style: `{: .class}` on a line of its own or after what it belongs to, and `{::options /}`. */
export function attributeLists(source: Source): Edit[] {
  if (!source.text.includes('{:')) return []
  const lists = /^[ \t]*[*-][ \t]+TOC[ \t]*\n[ \t]*\{:toc[^}\n]*\}|\{:{1,2}[^}\n]{0,400}\}/gim
  return source.replaced(lists, () => '')
}

/**
 * kramdown ends a quoted title at the last quote of its line. CommonMark ends it at the first, and then takes neither this definition nor those
 * after it for one. So quotes within are escaped.
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
