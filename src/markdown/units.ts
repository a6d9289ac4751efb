import type { Token } from 'markdown-it'
import { oneLine } from '../base/escape.ts'
import { regex } from '../base/regex.ts'
import type { IndexPart } from '../search/read.ts'
import type { BodyKind } from '../search/format.ts'
import { type Markdown, plainText } from './markdown.ts'
import { type HtmlText, tableRow } from './raw-html/reader.ts'
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
  return blocks.flatMap((block): Unit | Unit[] => {
    const { kind, text, heading, anchor, label } = block
    if (kind !== 'prose') return block
    const found = sentences(text)
    const isLabelled = label !== undefined && found.length > 1 && found[0] === label
    if (isLabelled) found.splice(0, 2, `${label} ${found[1]}`)
    return found.map((text) => ({ kind: isNoEvidence(text) ? 'figure' : kind, text, heading, anchor }))
  })
}

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

const credit = regex(
  'iu',
  /^(?:(?:header|cover|hero|featured?|banner|title|original) )?/u,
  '(?:photos?|photograph(?:s|y)?|images?|pictures?|illustrations?|artwork|fotos?|fotograf\\p{L}*',
  '|bild|im[aá]gen|immagine|crédit photo)',
  /(?:[ -]?(?:credits?|source|courtesy|nachweis|quelle))?/u,
  /(?: (?:by|via|courtesy of|von|par|por|di|av)(?! default) | ?[:：©])/u,
  /|^(?:photo(?:graph)?s?) from |^(?:written|posted) by |^©/u,
  /|^(?:写真|画像|图片|照片|фото|صورة)[^.。]{0,3}[:：]/u,
  /|^(?:credits?|authors?|source|byline|autor(?:en|es)?|auteurs?|quelle)\s?[:：]/u,
)

/** Whether a sentence only says whose a picture or the post is, or shows progress. Longer ones say more. */
const isNoEvidence = (text: string): boolean =>
  text.length < 200 && ((credit.test(text) && !/^\p{Ll}/u.test(text)) || isProgress(text))

/** A bar with a percentage or a size. */
function isProgress(line: string): boolean {
  return (
    /[█▉▊▋▌▍▎▏▓▒░■□▰▱━]{4}|\[[.> -]*[=#]{2}[=#.> -]*\]|^[#=]{4,}>?\s*\d/.test(line) &&
    /\d ?(?:%|[kMG]i?B\b)/.test(line)
  )
}
