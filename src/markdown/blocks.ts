import type { Token } from 'markdown-it'
import { oneLine } from '../base/escape.ts'
import type { BodyKind } from '../search/format.ts'
import { type Markdown, plainText } from './markdown.ts'
import { type HtmlText, tableRow } from './raw-html/reader.ts'
import { type Block, isProgress } from './units.ts'

/** Splits a body into blocks. A footnote belongs to the section that first refers to it. */
export function blocksOf({ tokens, texts, htmlTexts }: Markdown): Block[] {
  const blocks: Block[] = []
  const footnoteSections = new Map<unknown, Pick<Block, 'heading' | 'anchor'>>()
  let section = { heading: '', anchor: '' }
  let cells: string[] | undefined
  let isHead = false
  /** Alt texts. Those of a table follow it. */
  let images: string[] = []
  const add = (kind: BodyKind, text: string, label?: string) => {
    if (text !== '') blocks.push({ kind, text, ...section, ...(label && { label }) })
  }
  const addText = ({ kind, text }: HtmlText, label?: string) => {
    if (kind === 'code')
      for (const line of text.split('\n')) add('code', isProgress(line) ? '' : oneLine(line))
    else add(kind, text, label)
  }
  const addImages = () => {
    for (const alt of images) add('figure', alt)
    images = []
  }
  const addInline = (token: Token, text: string, opening: Token | undefined) => {
    if (opening?.type === 'heading_open') {
      section = { heading: text, anchor: opening.attrGet('id') ?? '' }
      add('heading', text)
    } else {
      const children = token.children ?? []
      const pictures = text === '' ? [] : children.filter(isPicture)
      for (const { children } of pictures) images.push(oneLine(plainText(children ?? [])))
      // The alt text of an image is no text of the page.
      const words =
        pictures.length === 0 ? text : oneLine(plainText(children.filter((one) => !isPicture(one))))
      if (cells) cells.push(words)
      else addText({ kind: 'prose', text: words }, labelOf(token))
      if (!cells) addImages()
    }
    for (const { type, meta } of token.children ?? []) {
      if (type === 'footnote_ref' && !footnoteSections.has(meta?.id)) footnoteSections.set(meta?.id, section)
    }
  }
  for (const [index, token] of tokens.entries()) {
    const { type } = token
    const text = texts[index] ?? ''
    if (type === 'inline') addInline(token, oneLine(text), tokens[index - 1])
    else if (type === 'fence' || type === 'code_block') addText({ kind: 'code', text })
    else if (type === 'html_block') for (const part of htmlTexts.get(token) ?? []) addText(part)
    else if (type === 'math_block') add('code', oneLine(text))
    else if (type === 'thead_open' || type === 'tbody_open') isHead = type === 'thead_open'
    else if (type === 'tr_open') cells = []
    else if (type === 'tr_close') {
      add(isHead ? 'columns' : 'table', tableRow(cells ?? []))
      cells = undefined
    } else if (type === 'table_close') addImages()
    else if (type === 'footnote_open') section = { ...section, ...footnoteSections.get(token.meta?.id) }
  }
  return blocks
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
