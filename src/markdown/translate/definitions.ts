import type { Edit } from '../edits.ts'
import type { Source, Translator } from './source.ts'

/**
 * Terms, each with what it means below it after a colon, as kramdown and Python's markdown have them, become a list: `- **Term**: what it
 * means`. Left as they are, further paragraphs would be code, since they are indented.
 */
export const definitionLists: Translator = (source, { syntaxes }) => {
  const marked = syntaxes.has('definition-lists') ? anyDefinition : plainDefinition
  return marked.test(source.text) ? new DefinitionLists(source, marked).edits() : []
}

/** Where a generator is known to have them. */
const anyDefinition = /^ {0,3}:[ \t]+(?=\S)/m
/** Anywhere else: nobody's sentence goes on in the next line like that. */
const plainDefinition = /^:(?: {3}|\t)[ \t]*(?=\S)/m

interface Line {
  readonly start: number
  readonly text: string
  /** Up to where it is the mark of a definition; 0 if it is none. */
  readonly mark: number
}

class DefinitionLists {
  readonly #lines: readonly Line[]
  readonly #edits: Edit[] = []

  constructor({ text: source, isCode }: Source, marked: RegExp) {
    let start = 0
    this.#lines = source.split('\n').map((text) => {
      const line = { start, text, mark: isCode(start) ? 0 : (marked.exec(text)?.[0].length ?? 0) }
      start += text.length + 1
      return line
    })
  }

  edits(): Edit[] {
    for (let at = 0; at < this.#lines.length; ) {
      const end = this.#endOfParagraph(at)
      const definition = this.#isBlank(end) ? end + 1 : end
      const isTerm = end > at && end - at <= mostTerms && this.#markOf(definition) > 0
      if (isTerm && this.#lines.slice(at, end).every(({ text }) => isPlain.test(text))) {
        this.#item(at, end, definition)
        at = this.#definitions(definition)
      } else at = Math.max(end, at + 1)
    }
    return this.#edits
  }

  /** Terms up to the first definition, as the beginning of an item. */
  #item(from: number, to: number, definition: number): void {
    let lead = '- '
    let last = 0
    for (const { start, text } of this.#lines.slice(from, to)) {
      const bold = /[*_]/.test(text) ? '' : '**'
      const begin = start + text.length - text.trimStart().length
      this.#edits.push({ start: last || begin, end: begin, text: `${lead}${bold}` })
      last = start + text.trimEnd().length
      lead = `${bold}, `
    }
    const { start, text, mark } = this.#lines[definition] as Line
    const bold = lead.slice(0, -2)
    const isBlock = block.test(text.slice(mark))
    const ends = bold !== '' && /[.:;?!…。：？！]$/.test(this.#lines[to - 1]?.text.trimEnd() ?? '')
    const between = isBlock ? '\n\n  ' : ends ? ' ' : ': '
    this.#edits.push({ start: last, end: start + mark, text: `${bold}${between}` })
  }

  /** The lines of an item from its first definition on; gives the one after them. */
  #definitions(first: number): number {
    let indent = Math.min(this.#markOf(first), 4)
    let at = first + 1
    for (; at < this.#lines.length; at++) {
      const { start, text, mark } = this.#lines[at] as Line
      const isAfterBlank = this.#isBlank(at - 1)
      if (mark > 0) {
        this.#edits.push({ start, end: start + mark, text: isAfterBlank ? '  ' : '\n  ' })
        indent = Math.min(mark, 4)
      } else if (text.trim() !== '') {
        const [spaces = ''] = /^(?:\t| *)/.exec(text) ?? []
        const isInside = spaces === '\t' || spaces.length >= indent
        if (!isInside && (isAfterBlank || this.#markOf(at + 1) > 0)) return at
        if (isInside) this.#edits.push({ start, end: start + (spaces === '\t' ? 1 : indent), text: '  ' })
      }
    }
    return at
  }

  #endOfParagraph(from: number): number {
    let end = from
    while (end < this.#lines.length && !this.#isBlank(end) && this.#markOf(end) === 0) end++
    return end
  }

  #isBlank(at: number): boolean {
    return this.#lines[at]?.text.trim() === ''
  }

  #markOf(at: number): number {
    return this.#lines[at]?.mark ?? 0
  }
}

/** A longer paragraph before a colon is more likely one. */
const mostTerms = 3
/** Not a heading, a quote, an item, a row, a fence, or HTML. */
const isPlain = /^ {0,3}(?![#>|~:]|[-*+] |\d+[.)] |```|<[a-z!/](?!ttps?:)|\{[%{:<]|\[\^|!\[)\S/i
/** What only stands at the beginning of a line. */
const block = /^(?:[#>|]|[-*+] |\d+[.)] |```|~~~|<[a-z!/](?!ttps?:))/i
