import type { Token } from 'markdown-it'
import type { Markdown } from '../markdown.ts'

/**
 * Names a table by the heads of its columns, or by the heading above, for those who come to it without seeing it: it can be wider than
 * its page, and is then a place to scroll in. Cells say by class how they are aligned, and which columns are numbers.
 */
export function setTable(
  { tokens, texts }: Markdown,
  start: number,
  heading: string,
  unique: (text: string) => string,
): void {
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
  const table = tokens[start]
  const name = tableName((rows[0] ?? []).map(({ text }) => text)) || tableName([heading])
  if (table && name !== '') table.meta = { ...table.meta, label: unique(name) }
  setCells(rows)
}

interface Cell {
  readonly token: Token
  readonly text: string
}

export function labelOf({ meta }: Token): string | undefined {
  return (meta as { label?: string } | null)?.label
}

/** Texts in a row, no more of them than anybody would listen to. */
export function tableName(texts: readonly string[]): string {
  const said = texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  let name = ''
  for (const text of said) {
    if (name !== '' && name.length + text.length > longestName) break
    name = name === '' ? text : `${name}, ${text}`
  }
  return name
}

const longestName = 80

function setCells(rows: readonly (readonly Cell[])[]): void {
  const [heads = [], ...body] = rows
  const columns = heads.map(({ token }, column) => {
    const isNumber = isNumeric(body.map((cells) => cells[column]?.text ?? ''))
    const aligned = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? ''
    return isNumber ? `num ${aligned}`.trim() : aligned
  })
  for (const cells of rows) {
    for (let column = 0; column < cells.length; column++) {
      const name = columns[column]
      const token = cells[column]?.token
      // The style that says how it is aligned is all that a cell has.
      if (token && name) token.attrs = [['class', name]]
    }
  }
}

/** Whether a column holds numbers and nothing else: with a sign, a currency or a unit; a cell may be empty or hold a dash. */
export function isNumeric(cells: readonly string[]): boolean {
  const said = cells.map((cell) => cell.trim()).filter((cell) => !emptyCell.test(cell))
  return said.length > 0 && said.every((cell) => cell.length <= longestNumber && number.test(cell))
}

const longestNumber = 40
const emptyCell = /^(?:[-–—·]|n\/a)?$/i
const sign = '[-+−±~≈<>≤≥]{0,2} ?'
const group = "[,.'’\\u0020\\u00a0\\u2009\\u202f]"
const digits = `(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:[.,]\\d+)?|\\.\\d+`
const unit = '(?:[%‰×x°$€£¥]|[a-zA-Zµμ°Ω]{1,8}(?:/[a-zA-Z]{1,8})?[²³]?)'
const number = new RegExp(`^${sign}[$€£¥]? ?(?:${digits})(?:[eE][-+−]?\\d+)?[ \\u00a0\\u202f]?${unit}?$`)
