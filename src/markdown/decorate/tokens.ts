import type { Token } from 'markdown-it'

/** Sets what pages add to tokens: figures for images, classes for columns, text direction. Search ignores all of it. */
export function decorateTokens(source: string, tokens: readonly Token[], texts: readonly string[]): void {
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'inline') setFigure(tokens, at)
    else if (type === 'table_open') setColumns(tokens, texts, at)
  }
  if (rightToLeft.test(source)) setDirections(tokens, texts)
}

/** Sets the direction of blocks by their first letter, since `dir="auto"` fails for lists and quotes with mixed parts. */
function setDirections(tokens: readonly Token[], texts: readonly string[]): void {
  const open: { readonly token: Token; direction: 'ltr' | 'rtl' | undefined }[] = []
  for (const [at, token] of tokens.entries()) {
    if (blocks.has(token.type)) open.push({ token, direction: undefined })
    else if (token.type === 'inline') {
      const direction = directionOf(texts[at] ?? '')
      for (const block of open) block.direction ??= direction
    } else if (blocks.has(token.type.replace(/_close$/, '_open'))) {
      const block = open.pop()
      const direction = block?.direction
      if (direction && direction !== open.at(-1)?.direction) block.token.attrSet('dir', direction)
    } else if (token.type === 'fence' || token.type === 'code_block') token.attrSet('dir', 'ltr')
  }
}

const blocks: ReadonlySet<string> = new Set(
  ['paragraph', 'heading', 'bullet_list', 'ordered_list', 'list_item', 'blockquote', 'table', 'th', 'td'].map(
    (name) => `${name}_open`,
  ),
)

/** Hebrew to Arabic, with presentation forms. Written out, because \p{…} differs between machines. */
const rightToLeft =
  /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/
const leftToRight =
  /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u02b8\u0370-\u058f\u0900-\u1fff\u2c00-\ud7ff\uf900-\ufb17\uff21-\uff3a\uff41-\uffdc]/

function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const right = text.search(rightToLeft)
  const left = text.search(leftToRight)
  if (right === -1) return left === -1 ? undefined : 'ltr'
  return left === -1 || right < left ? 'rtl' : 'ltr'
}

/** Turns a paragraph of one image, which may be linked, into a figure. The image's title becomes the caption. */
function setFigure(tokens: readonly Token[], inline: number): void {
  const opening = tokens[inline - 1]
  const closing = tokens[inline + 1]
  const image = onlyImage(tokens[inline])
  if (!image || !closing || opening?.type !== 'paragraph_open' || opening.hidden) return
  opening.tag = 'figure'
  closing.tag = 'figure'
  const title = image.attrGet('title')
  if (!title) return
  image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title')
  closing.meta = { ...closing.meta, caption: title }
}

function onlyImage(inline: Token | undefined): Token | undefined {
  const children = inline?.children ?? []
  if (children.length > maximumParts || !children.some(({ type }) => type === 'image')) return undefined
  const parts = children.filter(({ type, content }) => type !== 'text' || content.trim() !== '')
  const [first, second, third] = parts
  if (parts.length === 1) return first
  const isLink = parts.length === 3 && first?.type === 'link_open' && third?.type === 'link_close'
  return isLink && second?.type === 'image' ? second : undefined
}

/** An image, its link, and markdown-it's empty text tokens around both. */
const maximumParts = 7

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

/** A column with longer cells is text, and gets a minimum width. */
const longestLabel = 24

/** Whether a column contains only numbers, with a sign, currency or unit. Cells may be empty or a dash. */
export function isNumeric(cells: readonly string[]): boolean {
  const values = cells.map((cell) => cell.trim()).filter((cell) => !emptyCell.test(cell))
  return values.length > 0 && values.every((cell) => cell.length <= longestNumber && number.test(cell))
}

const longestNumber = 40
const emptyCell = /^(?:[-–—·]|n\/a)?$/i
const sign = '[-+−±~≈<>≤≥]{0,2} ?'
const group = "[,.'’\\u0020\\u00a0\\u2009\\u202f]"
const digits = `(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:[.,]\\d+)?|\\.\\d+`
const unit = '(?:[%‰×x°$€£¥]|[a-zA-Zµμ°Ω]{1,8}(?:/[a-zA-Z]{1,8})?[²³]?)'
const number = new RegExp(`^${sign}[$€£¥]? ?(?:${digits})(?:[eE][-+−]?\\d+)?[ \\u00a0\\u202f]?${unit}?$`)
