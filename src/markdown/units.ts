import type { Token } from 'markdown-it'
import type { IndexPart } from '../search/read.ts'
import type { BodyKind } from '../search/format.ts'
import type { Markdown } from './markdown.ts'
import { sentences } from './sentences.ts'

/** A paragraph, heading, table row, line of code or picture of a body. */
export interface Block {
  readonly kind: BodyKind
  readonly text: string
  /** The nearest heading above it, or itself; '' above the first. */
  readonly heading: string
  /** The fragment that addresses that heading. */
  readonly anchor: string
  /** The bold words that it opens with, which say nothing without what follows them. */
  readonly label?: string
}

/** What a body says, in order: in blocks, or as the part of a search index that was made of them where they were found. */
export type SearchText = readonly Block[] | IndexPart

/** What can be quoted: a sentence, or a block that is no prose. */
export type Unit = Omit<Block, 'label'>

/** Blocks in units, in order. Only a search index needs them: nothing else waits for sentences to be found. */
export function unitsOf(blocks: readonly Block[]): Unit[] {
  const units: Unit[] = []
  for (const block of blocks) {
    const { kind, text, heading, anchor, label } = block
    if (kind !== 'prose') {
      units.push(block)
      continue
    }
    const found = sentences(text)
    if (label !== undefined && found.length > 1 && found[0] === label)
      found.splice(0, 2, `${label} ${found[1]}`)
    for (const sentence of found) units.push({ kind, text: sentence, heading, anchor })
  }
  return units
}

/** A parsed body in blocks, in order. A footnote belongs to the heading under which it is first referred to. */
export function blocksOf({ tokens, texts }: Markdown): Block[] {
  const blocks: Block[] = []
  const referred = new Map<unknown, Pick<Block, 'heading' | 'anchor'>>()
  let section = { heading: '', anchor: '' }
  let headers: string[] = []
  let cells: string[] = []
  const add = (kind: BodyKind, text: string, label?: string) => {
    if (text !== '') blocks.push({ kind, text, ...section, ...(label && { label }) })
  }
  const addInline = (token: Token, text: string, opening: Token | undefined) => {
    if (opening?.type === 'heading_open') {
      section = { heading: text, anchor: opening.attrGet('id') ?? '' }
      add('heading', text)
    } else if (opening?.type === 'th_open') headers.push(text)
    else if (opening?.type === 'td_open') cells.push(text)
    else if (isFigure(token)) add('figure', text)
    else add('prose', text, labelOf(token))
    for (const { type, meta } of token.children ?? []) {
      if (type === 'footnote_ref' && !referred.has(meta?.id)) referred.set(meta?.id, section)
    }
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') addInline(token, inOneLine(texts[index] ?? ''), tokens[index - 1])
    else if (token.type === 'fence' || token.type === 'code_block') {
      for (const line of (texts[index] ?? '').split('\n')) add('code', inOneLine(line))
    } else if (token.type === 'html_block') {
      for (const paragraph of (texts[index] ?? '').split(/\n\s*\n/)) add('prose', inOneLine(paragraph))
    } else if (token.type === 'math_block') add('code', inOneLine(texts[index] ?? ''))
    else if (token.type === 'table_open') headers = []
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') add('table', row(headers, cells))
    else if (token.type === 'footnote_open') section = { ...section, ...referred.get(token.meta?.id) }
  }
  return blocks
}

/** A paragraph of nothing but pictures. */
function isFigure({ children }: Token): boolean {
  const parts = children ?? []
  return parts.some(isPicture) && parts.every((part) => isPicture(part) || isNothing(part))
}

const isPicture = ({ type }: Token) => type === 'image'
/** markdown-it leaves texts of nothing before some marks. */
const isNothing = ({ type, content }: Token) => type === 'softbreak' || (type === 'text' && content === '')

/** Bold words that open a paragraph. When they end like a sentence, they label the one after them. */
function labelOf({ children }: Token): string | undefined {
  const parts = children ?? []
  const start = parts.findIndex((part) => !isNothing(part))
  if (parts[start]?.type !== 'strong_open') return undefined
  const [label, close] = parts.slice(start + 1, start + 6).filter((part) => !isNothing(part))
  return close?.type === 'strong_close' ? label?.content.trim() : undefined
}

function row(headers: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, at) => (cell !== '' && headers[at] ? `${headers[at]}: ${cell}` : cell))
  return named.filter((cell) => cell !== '').join('; ')
}

function inOneLine(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
