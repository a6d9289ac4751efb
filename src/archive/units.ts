import type { Token } from 'markdown-it'
import type { BodyKind } from '../unit-kinds.ts'
import type { Markdown } from './markdown.ts'
import { sentences } from './sentences.ts'

export interface Unit {
  readonly kind: BodyKind
  /** Plain text, in one line. */
  readonly text: string
  /** The nearest heading above it, or itself; '' above the first. */
  readonly heading: string
  /** The fragment that addresses that heading. */
  readonly anchor: string
}

/** A parsed body in units, in order. A footnote belongs to the heading under which it is first referred to. */
export function unitsOf({ tokens, texts }: Markdown): Unit[] {
  const units: Unit[] = []
  const referred = new Map<unknown, Pick<Unit, 'heading' | 'anchor'>>()
  let section = { heading: '', anchor: '' }
  let headers: string[] = []
  let cells: string[] = []
  const add = (kind: Unit['kind'], text: string) => {
    if (text !== '') units.push({ kind, text, heading: section.heading, anchor: section.anchor })
  }
  const addInline = (token: Token, text: string, opening: Token | undefined) => {
    if (opening?.type === 'heading_open') {
      section = { heading: text, anchor: opening.attrGet('id') ?? '' }
      add('heading', text)
    } else if (opening?.type === 'th_open') headers.push(text)
    else if (opening?.type === 'td_open') cells.push(text)
    else if (isFigure(token)) add('figure', text)
    else for (const sentence of withLabel(token, sentences(text))) add('prose', sentence)
    for (const { type, meta } of token.children ?? []) {
      if (type === 'footnote_ref' && !referred.has(meta?.id)) referred.set(meta?.id, section)
    }
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') addInline(token, inOneLine(texts[index] ?? ''), tokens[index - 1])
    else if (token.type === 'fence' || token.type === 'code_block') {
      for (const line of token.content.split('\n')) add('code', inOneLine(line))
    } else if (token.type === 'html_block') {
      for (const paragraph of (texts[index] ?? '').split(/\n\s*\n/)) {
        for (const sentence of sentences(inOneLine(paragraph))) add('prose', sentence)
      }
    } else if (token.type === 'math_block') add('code', inOneLine(token.content))
    else if (token.type === 'table_open') headers = []
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') add('table', row(headers, cells))
    else if (token.type === 'footnote_open') section = { ...section, ...referred.get(token.meta?.id) }
  }
  return units
}

/** A paragraph of nothing but pictures. */
function isFigure(paragraph: Token): boolean {
  const pictures = shownIn(paragraph).filter(({ type }) => type !== 'softbreak')
  return pictures.length > 0 && pictures.every(({ type }) => type === 'image')
}

/** Bold words that open a paragraph and end like a sentence label the sentence after them, and say nothing by themselves. */
function withLabel(paragraph: Token, all: readonly string[]): readonly string[] {
  const [open, label, close] = shownIn(paragraph)
  const [first, second, ...rest] = all
  const isBold = open?.type === 'strong_open' && close?.type === 'strong_close'
  return isBold && label?.content.trim() === first && second ? [`${first} ${second}`, ...rest] : all
}

/** markdown-it leaves texts of nothing before some marks. */
function shownIn({ children }: Token): Token[] {
  return (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '')
}

function row(headers: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, at) => (cell !== '' && headers[at] ? `${headers[at]}: ${cell}` : cell))
  return named.filter((cell) => cell !== '').join('; ')
}

function inOneLine(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
