import { codeRanges, within } from '../translate/code.ts'

/** A formula between brackets, and where it begins. */
export interface BracketedTex {
  readonly offset: number
  readonly written: string
}

/**
 * `\(a^2\)` and `\[a^2\]`, or with two backslashes, as MathJax, Hugo and Pandoc take them. To CommonMark they are brackets that are
 * escaped, and as such too common to be read as formulas: what looks like TeX between them is found, so that its author is told.
 */
export function bracketedTex(written: string): BracketedTex[] {
  if (!/\\[([]/.test(written)) return []
  const found: BracketedTex[] = []
  const isCode = within(codeRanges(written))
  let open: { readonly mark: string; readonly offset: number; readonly end: number } | undefined
  for (const { 0: mark, index: offset } of written.matchAll(/\\{1,2}[()[\]]/g)) {
    if (isCode(offset)) continue
    const end = offset + mark.length
    if (/[([]$/.test(mark)) open = { mark, offset, end }
    else if (open && mark === counterpart(open.mark)) {
      if (isTex(written.slice(open.end, offset), mark))
        found.push({ offset: open.offset, written: written.slice(open.offset, end) })
      open = undefined
    }
  }
  return found
}

function counterpart(mark: string): string {
  return mark.replace('(', ')').replace('[', ']')
}

/** Two backslashes have no other use. After one: a command, a sign of TeX, or a letter alone; a link or code is none of them. */
function isTex(written: string, mark: string): boolean {
  const inside = written.replace(/`[^`]*`/g, '')
  if (inside.trim() === '' || /\]\(|:\/\//.test(inside)) return false
  if (mark.length === 3 || /\\[A-Za-z]|[\^={}]|(?<!\\)_/.test(inside)) return true
  return mark === '\\)' && /^\s*[A-Za-z]\s*$/.test(inside)
}
