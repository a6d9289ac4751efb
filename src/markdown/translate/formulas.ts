import type { Edit } from '../source-map.ts'
import { isEndOfLine, leadBefore, type Range, type Source, within } from './source.ts'

/** Where formulas are, between dollars, added to where code is. In order; each dollar is looked at once. */
export function withFormulas(source: string, code: readonly Range[]): readonly Range[] {
  const isCode = within(code)
  const found: Range[] = []
  let opened: { readonly at: number; readonly length: number } | undefined
  for (const { 0: mark, index: at } of source.matchAll(/\$+|\n[ \t]*\n/g)) {
    const isDollar = mark.startsWith('$')
    // A formula in a line ends with its paragraph; one in lines of its own does not.
    if (!isDollar && opened?.length === 1) opened = undefined
    if (!isDollar || mark.length > 2 || source[at - 1] === '\\' || isCode(at)) continue
    if (opened?.length === mark.length && (mark.length === 2 || closes(source, at))) {
      found.push([opened.at, at + mark.length])
      opened = undefined
    } else if (opened?.length !== 2)
      opened = mark.length === 2 || opens(source, at) ? { at, length: mark.length } : undefined
  }
  return found.length === 0 ? code : [...code, ...found].sort(([a], [b]) => a - b)
}

/** `${x}` is an expression after a dollar, and `$5` a price. */
function opens(source: string, at: number): boolean {
  return /[^\s{\d]/.test(source[at + 1] ?? ' ') && !/\w/.test(source[at - 1] ?? ' ')
}

function closes(source: string, at: number): boolean {
  return /\S/.test(source[at - 1] ?? ' ') && !/[\w{]/.test(source[at + 1] ?? ' ')
}

/**
 * `\\(a\_1\\)` and `\\[…\\]`: what markdown leaves of it is TeX for MathJax, and it has no other use. It becomes a formula between dollars,
 * without the escapes that kramdown takes away.
 */
export function escapedFormulas(source: Source): Edit[] {
  if (!/\\\\[([]/.test(source.text)) return []
  return source.replaced(escaped, ([, line, block = '']) => {
    const tex = (line ?? block).replace(/\\([\\.*_+\-()[\]{}#<>|])/g, '$1').trim()
    if (tex === '' || /[`$]|\n\s*\n/.test(tex)) return undefined
    return line === undefined ? `$$${tex}$$` : `$\`${tex}\`$`
  })
}

const escaped =
  /(?<!\\)\\\\\(((?:(?!\\\\[()])[\s\S]){1,1000})\\\\\)|(?<!\\)\\\\\[((?:(?!\\\\[[\]])[\s\S]){1,4000})\\\\\]/g

/**
 * `$$…$$` is kramdown's only mark for a formula; within a paragraph it is one in a line, which GitHub writes `` $`…`$ ``. One that is a
 * paragraph of its own means the same everywhere.
 */
export function formulasInLines(source: Source): Edit[] {
  const { text } = source
  if (!text.includes('$$')) return []
  return source.replaced(doubleDollars, ({ 0: written, 1: tex = '', index }) => {
    const isAlone = leadBefore(text, index) !== undefined && isEndOfLine(text, index + written.length)
    return isAlone ? undefined : `$\`${tex.trim()}\`$`
  })
}

/** Up to the end of its paragraph; an escaped dollar may be in it. */
const doubleDollars = /(?<!\\)\$\$((?:\\\$|[^$`\n]|\n(?![ \t]*\n)){1,1000})\$\$/g
