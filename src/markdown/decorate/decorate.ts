import type { Token } from 'markdown-it'
import { oneLine } from '../../base/escape.ts'
import type { Markdown } from '../markdown.ts'

/** Sets what pages add to markdown on tokens, for the renderer: frames for tables and images, labels, text direction. */
export function decorate(parsed: Markdown) {
  const { tokens, texts } = parsed
  /** Number of uses by label. */
  const labels = new Map<string, number>()
  let images = 0
  let heading = ''
  for (const [at, token] of tokens.entries()) {
    const { type } = token
    if (type === 'inline') setFigure(tokens, at)
    else if (type === 'heading_open') heading = texts[at + 1] ?? ''
    else if (type === 'table_open') {
      const name = setTable(parsed, at) || tableName([heading])
      if (name !== '') token.meta = { ...token.meta, label: label(name) }
    }
  }
  setDirections(parsed)
  /** Returns extra attributes for an image. The first is probably visible at once; the others load lazily. */
  const image = () => (images++ === 0 ? '' : ' loading="lazy" decoding="async"')
  return { label, image }

  /** Returns a label that is unique on the page. */
  function label(text: string): string {
    let nth = (labels.get(text) ?? 0) + 1
    while (nth > 1 && labels.has(`${text} (${nth})`)) nth++
    labels.set(text, nth)
    return nth === 1 ? text : label(`${text} (${nth})`)
  }
}

export type Decorations = ReturnType<typeof decorate>

/** Sets the direction of blocks by their first letter, since `dir="auto"` fails for lists and quotes with mixed parts. */
function setDirections({ source, tokens, texts }: Markdown): void {
  if (!rightToLeft.test(source)) return
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

/** Sets classes for alignment, numbers and text. Returns a name, because a scroll region needs one. */
function setTable({ tokens, texts }: Markdown, start: number): string {
  const rows: Cell[][] = []
  let cells: Cell[] = []
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.type === 'table_close') break
    if (token.type === 'tr_open') {
      cells = []
      rows.push(cells)
    } else if (token.type === 'th_open' || token.type === 'td_open')
      cells.push({ token, text: texts[at + 1] ?? '' })
  }
  setCells(rows)
  return tableName((rows[0] ?? []).map(({ text }) => text))
}

interface Cell {
  readonly token: Token
  readonly text: string
}

/** Joins texts up to a length that suits a screen reader. */
export function tableName(texts: readonly string[]): string {
  const filled = texts.map(oneLine).filter((text) => text !== '')
  let name = ''
  for (const text of filled) {
    if (name !== '' && name.length + text.length > longestName) break
    name = name === '' ? text : `${name}, ${text}`
  }
  return name
}

const longestName = 80

/** A column with longer cells is text, and gets a minimum width. */
const longestLabel = 24

function setCells(rows: readonly (readonly Cell[])[]): void {
  const [heads = [], ...body] = rows
  const columns = heads.map(({ token }, column) => {
    const texts = body.map((cells) => cells[column]?.text ?? '')
    const kind = isNumeric(texts) ? 'num' : texts.some(({ length }) => length > longestLabel) ? 'text' : ''
    const aligned = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? ''
    return `${kind} ${aligned}`.trim()
  })
  for (const cells of rows)
    for (const [column, { token }] of cells.entries()) {
      const name = columns[column]
      // The alignment style is the only attribute of a cell.
      if (name) token.attrs = [['class', name]]
    }
}

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
