import type { Token } from 'markdown-it'
import { regex } from '../../base/regex.ts'

/** Hebrew to Arabic, with presentation forms. Written out, because \p{…} differs between machines. */
const rightToLeft = regex(
  '',
  /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u08ff]/,
  /|[\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/,
)

/** Sets what pages add to tokens: figures for images, classes for columns, text direction. Search ignores all of it. */
export function decorateTokens(source: string, tokens: readonly Token[], texts: readonly string[]): void {
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'inline') setFigure(tokens, at)
    else if (type === 'table_open') setColumns(tokens, texts, at)
  }
  if (rightToLeft.test(source)) setDirections(tokens, texts)
}

const leftToRight = regex(
  '',
  /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u02b8\u0370-\u058f\u0900-\u1fff]/,
  /|[\u2c00-\ud7ff\uf900-\ufb17\uff21-\uff3a\uff41-\uffdc]/,
)
const directedBlock =
  /^(paragraph|heading|bullet_list|ordered_list|list_item|blockquote|table|th|td)_(open|close)$/

/** Sets the direction of blocks by their first letter, since `dir="auto"` fails for lists and quotes with mixed parts. */
function setDirections(tokens: readonly Token[], texts: readonly string[]): void {
  const open: { readonly token: Token; direction: string }[] = []
  for (const [at, token] of tokens.entries()) {
    const [, , edge] = directedBlock.exec(token.type) ?? []
    if (edge === 'open') open.push({ token, direction: '' })
    else if (edge === 'close') {
      const { token: opening, direction = '' } = open.pop() ?? {}
      if (direction && direction !== open.at(-1)?.direction) opening?.attrSet('dir', direction)
    } else if (token.type === 'inline') {
      const text = texts[at] ?? ''
      const [right, left] = [text.search(rightToLeft), text.search(leftToRight)]
      const isLeft = left !== -1 && (right === -1 || left < right)
      const direction = isLeft ? 'ltr' : right === -1 ? '' : 'rtl'
      for (const block of open) block.direction ||= direction
    } else if (token.type === 'fence' || token.type === 'code_block') token.attrSet('dir', 'ltr')
  }
}

/** Turns a paragraph of one image, which may be linked, into a figure. The image's title becomes the caption. */
function setFigure(tokens: readonly Token[], inline: number): void {
  const [opening, { children } = {}, closing] = tokens.slice(inline - 1, inline + 2)
  // An image, its link, and markdown-it's empty text tokens around both.
  if (!children || children.length > 7 || opening?.type !== 'paragraph_open' || opening.hidden) return
  const parts = children.filter(({ type, content }) => type !== 'text' || content.trim() !== '')
  const isLink = parts.length === 3 && parts[0]?.type === 'link_open' && parts[2]?.type === 'link_close'
  const image = isLink ? parts[1] : parts[0]
  if (image?.type !== 'image' || !closing || (parts.length !== 1 && !isLink)) return
  opening.tag = 'figure'
  closing.tag = 'figure'
  const title = image.attrGet('title')
  if (!title) return
  image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title')
  closing.meta = { ...closing.meta, caption: title }
}

/** A column with longer cells is text, and gets a minimum width. */
const longestLabel = 24

/** Sets classes for columns of numbers and of text. */
function setColumns(tokens: readonly Token[], texts: readonly string[], start: number): void {
  const columns: { readonly token: Token; readonly text: string }[][] = []
  let column = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.type === 'table_close') break
    if (token.type === 'tr_open') column = 0
    else if (token.type === 'th_open' || token.type === 'td_open') {
      columns[column] ??= []
      columns[column++]?.push({ token, text: texts[at + 1] ?? '' })
    }
  }
  for (const cells of columns) {
    const values = cells.slice(1).map(({ text }) => text)
    const kind = isNumeric(values) ? 'num' : values.some(({ length }) => length > longestLabel) ? 'text' : ''
    if (kind !== '') for (const { token } of cells) token.attrSet('class', kind)
  }
}

const longestNumber = 40
const group = "[,.'’\\u0020\\u00a0\\u2009\\u202f]"
const number = regex(
  '',
  /^[-+−±~≈<>≤≥]{0,2} ?[$€£¥]? ?/,
  `(?:(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:[.,]\\d+)?|\\.\\d+)(?:[eE][-+−]?\\d+)?`,
  /[ \u00a0\u202f]?(?:[%‰×x°$€£¥]|[a-zA-Zµμ°Ω]{1,8}(?:\/[a-zA-Z]{1,8})?[²³]?)?$/,
)

/** Whether a column contains only numbers and ranges, with a sign, currency or unit. Cells may be empty or a dash. */
export function isNumeric(cells: readonly string[]): boolean {
  const values = cells.map((cell) => cell.trim()).filter((cell) => !/^(?:[-–—·]|n\/a)?$/i.test(cell))
  const isNumber = (cell: string) =>
    cell.length <= longestNumber && cell.split(/(?<=\S) ?[–±] ?/).every((part) => number.test(part))
  return values.length > 0 && values.every(isNumber)
}
