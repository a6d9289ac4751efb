import type { Token } from 'markdown-it'
import { oneLine } from '../base/escape.ts'
import type { IndexPart } from '../search/read.ts'
import type { BodyKind } from '../search/format.ts'
import type { Markdown } from './markdown.ts'
import { sentences } from './sentences.ts'

/** A paragraph, heading, table row, line of code or image. */
export interface Block {
  readonly kind: BodyKind
  readonly text: string
  /** The heading of its section; '' before the first. */
  readonly heading: string
  /** Fragment of that heading. */
  readonly anchor: string
  /** Bold words at the start, which mean little without the next sentence. */
  readonly label?: string
}

/** The text to index: blocks, or the index part that was already built from them. */
export type SearchText = readonly Block[] | IndexPart

/** A quotable unit: a sentence, or a block that is not prose. */
export type Unit = Omit<Block, 'label'>

/** Splits prose into sentences. Only the search index needs it, so it is not part of parsing. */
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

/** Splits a body into blocks. A footnote belongs to the section that first refers to it. */
export function blocksOf({ tokens, texts }: Markdown): Block[] {
  const blocks: Block[] = []
  const footnoteSections = new Map<unknown, Pick<Block, 'heading' | 'anchor'>>()
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
      if (type === 'footnote_ref' && !footnoteSections.has(meta?.id)) footnoteSections.set(meta?.id, section)
    }
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') addInline(token, oneLine(texts[index] ?? ''), tokens[index - 1])
    else if (token.type === 'fence' || token.type === 'code_block') {
      for (const line of (texts[index] ?? '').split('\n')) add('code', oneLine(line))
    } else if (token.type === 'html_block') {
      for (const paragraph of (texts[index] ?? '').split(/\n\s*\n/)) add('prose', oneLine(paragraph))
    } else if (token.type === 'math_block') add('code', oneLine(texts[index] ?? ''))
    else if (token.type === 'table_open') headers = []
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') add('table', row(headers, cells))
    else if (token.type === 'footnote_open') section = { ...section, ...footnoteSections.get(token.meta?.id) }
  }
  return blocks
}

/** A paragraph that contains only images. */
function isFigure({ children }: Token): boolean {
  const parts = children ?? []
  return parts.some(isPicture) && parts.every((part) => isPicture(part) || isEmptyText(part))
}

const isPicture = ({ type }: Token) => type === 'image'
/** markdown-it leaves empty text tokens. */
const isEmptyText = ({ type, content }: Token) => type === 'softbreak' || (type === 'text' && content === '')

/** Bold words at the start of a paragraph. If they form a sentence, they label the next one. */
function labelOf({ children }: Token): string | undefined {
  const parts = children ?? []
  const start = parts.findIndex((part) => !isEmptyText(part))
  if (parts[start]?.type !== 'strong_open') return undefined
  const [label, close] = parts.slice(start + 1, start + 6).filter((part) => !isEmptyText(part))
  return close?.type === 'strong_close' ? label?.content.trim() : undefined
}

function row(headers: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, at) => (cell !== '' && headers[at] ? `${headers[at]}: ${cell}` : cell))
  return named.filter((cell) => cell !== '').join('; ')
}
