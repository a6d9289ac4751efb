import type { Edit } from '../source-map.ts'
import { commentsIn, kramdownComment } from './comments.ts'
import { isEndOfLine, linePrefix, type Source, type Translator, within } from './source.ts'

/** Turns definition lists into `- **Term**: definition`. Their indented paragraphs would be code. */
export const definitionLists: Translator = (source, { syntaxes }) => {
  const marked = syntaxes.has('definition-lists') ? anyDefinition : plainDefinition
  return marked.test(source.text) ? definitionEdits(source, marked) : []
}

/** For generators with definition lists. */
const anyDefinition = /^ {0,3}:[ \t]+(?=\S)/m
/** For other posts: a form that prose does not have. */
const plainDefinition = /^:(?: {3}|\t)[ \t]*(?=\S)/m

function definitionEdits({ text: source, isCode }: Source, marked: RegExp): Edit[] {
  const edits: Edit[] = []
  let lineStart = 0
  /** `mark` is the length of the definition mark; 0 if there is none. */
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
    const isTerm = end > at && end - at <= maximumTerms && markOf(definition) > 0
    if (isTerm && lines.slice(at, end).every(({ text }) => isPlain.test(text))) {
      addItem(at, end, definition)
      at = addDefinitions(definition)
    } else at = Math.max(end, at + 1)
  }
  return edits

  /** Starts an item with its terms and the first definition. */
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

  /** Adds the definitions of an item, and returns the line after them. */
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

/** More lines are more likely a paragraph. */
const maximumTerms = 3
/** Not a heading, quote, list item, table row, fence or HTML. */
const isPlain = /^ {0,3}(?![#>|~:]|[-*+] |\d+[.)] |```|<[a-z!/](?!ttps?:)|\{[%{:<]|\[\^|!\[)\S/i
/** Block syntax, which must start a line. */
const block = /^(?:[#>|]|[-*+] |\d+[.)] |```|~~~|<[a-z!/](?!ttps?:))/i

/** `\\(a\_1\\)` and `\\[…\\]` are escaped TeX for MathJax. Turns them into formulas without the escapes. */
export function escapedFormulas(source: Source): Edit[] {
  if (!/\\\\[([]/.test(source.text)) return []
  return source.replace(escaped, ([, line, block = '']) => {
    const tex = (line ?? block).replace(/\\([\\.*_+\-()[\]{}#<>|])/g, '$1').trim()
    if (tex === '' || /[`$]|\n\s*\n/.test(tex)) return undefined
    return line === undefined ? `$$${tex}$$` : `$\`${tex}\`$`
  })
}

const escaped =
  /(?<!\\)\\\\\(((?:(?!\\\\[()])[\s\S]){1,1000})\\\\\)|(?<!\\)\\\\\[((?:(?!\\\\[[\]])[\s\S]){1,4000})\\\\\]/g

/** `$$…$$` is kramdown's only formula mark. Within a paragraph it is inline, which GitHub writes `` $`…`$ ``. */
export function inlineFormulas(source: Source): Edit[] {
  const { text } = source
  if (!text.includes('$$')) return []
  return source.replace(doubleDollars, ({ 0: written, 1: tex = '', index }) => {
    const isAlone = linePrefix(text, index) !== undefined && isEndOfLine(text, index + written.length)
    return isAlone ? undefined : `$\`${tex.trim()}\`$`
  })
}

/** Within a paragraph; may contain escaped dollars. */
const doubleDollars = /(?<!\\)\$\$((?:\\\$|[^$`\n]|\n(?![ \t]*\n)){1,1000})\$\$/g

/** Removes kramdown's attribute lists, which are only for styling: `{: .class}` and `{::options /}`. */
export function attributeLists(source: Source): Edit[] {
  if (!source.text.includes('{:')) return []
  const comments = commentsIn(source.text, [kramdownComment], source.isCode)
  const lists =
    /^[ \t]*[*-][ \t]+TOC[ \t]*\n[ \t]*\{:toc[^}\n]*\}|(?<!\\)\{:{1,2}(?:[^}\n]|\n(?![ \t]*\n)){0,400}\}/gim
  const isComment = within(comments.map(({ range }) => range))
  return [
    ...comments.map(({ range: [start, end] }) => ({ start, end, text: '' })),
    ...source.replace(lists, ({ index }) => (isComment(index) ? undefined : '')),
  ]
}

/**
 * kramdown ends a quoted title at the last quote of its line, CommonMark at the first, which breaks this definition
 * and those after it. Escapes the quotes within.
 */
export function escapeTitles({ text: source, isCode }: Source): Edit[] {
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
