import type { Edit } from '../../markdown/source.ts'
import type { Translator } from './translator.ts'

/** More lines are more likely a paragraph. */
const maximumTerms = 3
/** Block syntax, which must start a line. */
const startsBlock = /^(?:[#>|]|[-*+] |\d+[.)] |```|~~~|<[a-z!/](?!ttps?:))/i
/** Not a heading, quote, list item, table row, fence or HTML. */
const isPlain = /^ {0,3}(?![#>|~:]|[-*+] |\d+[.)] |```|<[a-z!/](?!ttps?:)|\{[%{:<]|\[\^|!\[)\S/i

/** `Term` with `: Definition` below → `- **Term**: Definition`. Their indented paragraphs would be code. */
export const definitionLists: Translator = ({ text: source, isCode }, { syntaxes }) => {
  // Where the syntax is not set, only a form that prose does not have: four columns.
  const mark = syntaxes.has('definition-lists') ? /^ {0,3}:[ \t]+(?=\S)/m : /^:(?: {3}|\t)[ \t]*(?=\S)/m
  if (!mark.test(source)) return []
  const edits: Edit[] = []
  let lineStart = 0
  const lines = source.split('\n').map((text) => {
    const start = lineStart
    lineStart += text.length + 1
    const length = isCode(start) ? 0 : (mark.exec(text)?.[0].length ?? 0)
    return { start, text, isBlank: text.trim() === '', mark: length }
  })
  const lineAt = (at: number) => lines[at] ?? { start: 0, text: '', isBlank: false, mark: 0 }
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && !lineAt(end).isBlank && lineAt(end).mark === 0) end++
    const definition = lineAt(end).isBlank ? end + 1 : end
    const isTerm = end > at && end - at <= maximumTerms && lineAt(definition).mark > 0
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
    const { start, text, mark } = lineAt(definition)
    const bold = lead.slice(0, -2)
    const ends = bold !== '' && /[.:;?!…。：？！]$/.test(lineAt(to - 1).text.trimEnd())
    const between = startsBlock.test(text.slice(mark)) ? '\n\n  ' : ends ? ' ' : ': '
    edits.push({ start: last, end: start + mark, text: `${bold}${between}` })
  }

  /** Adds the definitions of an item, and returns the line after them. */
  function addDefinitions(first: number): number {
    let indent = Math.min(lineAt(first).mark, 4)
    let at = first + 1
    for (; at < lines.length; at++) {
      const { start, text, mark, isBlank } = lineAt(at)
      const isAfterBlank = lineAt(at - 1).isBlank
      if (mark > 0) {
        edits.push({ start, end: start + mark, text: isAfterBlank ? '  ' : '\n  ' })
        indent = Math.min(mark, 4)
      } else if (!isBlank) {
        const [spaces = ''] = /^(?:\t| *)/.exec(text) ?? []
        const isInside = spaces === '\t' || spaces.length >= indent
        if (!isInside && (isAfterBlank || lineAt(at + 1).mark > 0)) return at
        if (isInside) edits.push({ start, end: start + (spaces === '\t' ? 1 : indent), text: '  ' })
      }
    }
    return at
  }
}
