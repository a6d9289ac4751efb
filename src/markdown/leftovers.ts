import type { Token } from 'markdown-it'
import { regex } from '../base/regex.ts'
import { abbreviated, codeRanges, type Note, within } from './source.ts'
import type { Locate } from './source-map.ts'

/** A quick test, which most texts fail. */
export const mayHaveLeftovers = (text: string) => /[<{]|\[[!^[]|:::|(?:im|ex)port\s|\+[-=:]{3}/.test(text)

const leftover = regex(
  'g',
  // Not HTML: `<b style={{…}}>`.
  /(?<tag><\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>)/,
  /|(?<footnote>\[\^[^[\]\s]+\])/,
  // Template calls, possibly cut off.
  /|\{\{(?:[^{}\n]*\}\}|[ \t]*[\w./-]*)|\{%(?:[^%\n]*%\}|-?[ \t]+\w+)/,
  // Boxes, callouts, wiki links, MDX imports and exports, edges of Pandoc tables.
  /|^:{3,}[ \t]*\w*|^\[!\w+\][+-]?|!?\[\[[^[\]\n]+\]\]/,
  /|^(?:import|export)\s[^\n]* from ["'][^\n]*|^\+(?:[-=:]{3,}\+)+/,
)

/** Each miss scans the whole block. */
const maximumMisses = 100

/** Finds syntax for a browser or a generator in the shown tokens of a block, but not what is escaped or code. */
export function leftoversIn(
  block: string,
  shown: readonly Pick<Token, 'type' | 'content'>[],
  locate: Locate,
): Note[] {
  const leftovers: Note[] = []
  let from = 0
  let misses = 0
  const after = (piece: string) => {
    const at = misses < maximumMisses ? block.indexOf(piece, from) : -1
    if (at === -1) misses++
    else from = at + piece.length
    return at
  }
  const codeElements = block.matchAll(/<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)/gi)
  const isCode = within(Array.from(codeElements, ({ 0: { length }, index }) => [index, index + length]))
  for (const { type, content } of shown) {
    if (type === 'code_inline') after(content)
    if (type !== 'text') continue
    for (const { 0: piece, groups } of content.matchAll(leftover)) {
      const at = after(piece)
      if (at === -1 || block[at - 1] === '\\' || isCode(at)) continue
      const { footnote, tag } = groups ?? {}
      const rule = footnote ? 'missing-footnote' : tag ? 'raw-html' : 'shortcode'
      const definition = `Define it with a line \`${piece}: …\`, or remove the reference.`
      const hint = footnote ? definition : 'Write it in markdown, or put it in backticks to show it.'
      const message = `${abbreviated(piece)} is shown as text.`
      leftovers.push({ offset: locate(at), message, rule, hint, isText: true })
    }
  }
  return leftovers
}

/** Finds TeX in `\(…\)` and `\[…\]`, which CommonMark reads as escaped brackets, as prose uses them too. */
export function bracketedTex(block: string, locate: Locate): Note[] {
  if (!/\\[([]/.test(block)) return []
  const leftovers: Note[] = []
  const isCode = within(codeRanges(block))
  let open: { readonly mark: string; readonly start: number; readonly end: number } | undefined
  for (const { 0: mark, index: start } of block.matchAll(/\\{1,2}[()[\]]/g)) {
    if (isCode(start)) continue
    const end = start + mark.length
    if (/[([]$/.test(mark)) open = { mark, start, end }
    else if (open && mark === open.mark.replace('(', ')').replace('[', ']')) {
      const message = `${abbreviated(block.slice(open.start, end))} is shown as text.`
      const hint = 'Use dollar signs: `$…$`, or `$$…$$` on separate lines.'
      if (isTex(block.slice(open.end, start), mark))
        leftovers.push({ offset: locate(open.start), message, rule: 'math', hint, isText: true })
      open = undefined
    }
  }
  return leftovers
}

/** Two backslashes have no other use. After one: a command, a TeX operator, or a single letter; no links or code. */
function isTex(text: string, mark: string): boolean {
  const inside = text.replace(/`[^`]*`/g, '')
  if (inside.trim() === '' || /\]\(|:\/\//.test(inside)) return false
  if (mark.length === 3 || /\\[A-Za-z]|[\^={}]|(?<!\\)_/.test(inside)) return true
  return mark === '\\)' && /^\s*[A-Za-z]\s*$/.test(inside)
}
