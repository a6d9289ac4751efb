import type { Token } from 'markdown-it'
import { type Markdown, plainText } from './markdown.ts'
import { parser } from './parser.ts'
import { sentences } from './sentences.ts'

/** The heading that a body opens with, when it is its title or says the same; then the body begins after it. */
export function takeTitle(
  text: string,
  known: string | undefined,
): { readonly title: string | undefined; readonly start: number } {
  const { written, end } = firstHeading(text) ?? {}
  if (written === undefined || end === undefined) return { title: undefined, start: 0 }
  const title = plainText(parser.parseInline(written, { definitions: [] })[0]?.children ?? [])
  if (title === '' || (known !== undefined && !isSame(known, title))) return { title: undefined, start: 0 }
  const blank = /^(?:[ \t]*\n)*/.exec(text.slice(end))?.[0].length ?? 0
  return { title, start: end + blank }
}

/** A heading of level 1 at the very beginning, in either of markdown's forms; comments may come before it. */
function firstHeading(text: string): { readonly written: string; readonly end: number } | undefined {
  const start = /^(?:\s|<!--[^>]*-->)*/.exec(text)?.[0].length ?? 0
  const [first = '', second = ''] = text.slice(start).split('\n', 2)
  const written = withoutId(first.trim())
  if (/^#[ \t]/.test(first)) {
    const marked = written.slice(1).trim()
    // A row of number signs after a space closes the heading.
    const bare = marked.replace(/(?<!#)#+$/, '')
    const isClosed = bare !== marked && /^$|[ \t]$/.test(bare)
    return { written: isClosed ? bare.trim() : marked, end: start + first.length + 1 }
  }
  const isUnderlined = /^=+[ \t]*$/.test(second) && /^[^>#*\-+`|<=]/.test(first)
  return isUnderlined ? { written, end: start + first.length + second.length + 2 } : undefined
}

/** `# Title {#id}`, or `{: #id}` for kramdown. */
function withoutId(heading: string): string {
  const at = heading.lastIndexOf('{')
  return /^\{:?[ \t]*#[\w:.-]+[^}]*\}$/.test(heading.slice(Math.max(at, 0)))
    ? heading.slice(0, at).trim()
    : heading
}

function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s!-/:-@[-`{-~‘’“”–—…]+/g, '')
  return plain(one) === plain(other)
}

const longestLead = 300
const shortestLead = 20

/**
 * The first prose paragraph, in whole sentences as far as they fit; '' when there is none. Sentences with a formula are skipped where
 * possible: a list could only show their TeX.
 */
export function lead({ tokens, texts }: Markdown): string {
  let withFormula = ''
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[at - 1]?.type !== 'paragraph_open' || token.level !== 1) continue
    const text = oneLine(texts[at] ?? '')
    if (!isProse(token, text)) continue
    if (!token.children?.some(({ type }) => type === 'math_inline')) return shortened(text)
    const words = besideFormulas(token.children, text)
    if (words !== undefined) return shortened(words)
    withFormula ||= shortened(text)
  }
  return withFormula
}

/** The first sentences, one after the other as they are in the text, that have no formula. */
function besideFormulas(children: readonly Token[], text: string): string | undefined {
  const marked = oneLine(plainText(children, placeholder))
  let [start, end] = [0, 0]
  for (const sentence of sentences(marked)) {
    const hasFormula = sentence.includes(placeholder)
    if (hasFormula && end - start > shortestLead) break
    end = marked.indexOf(sentence, end) + sentence.length
    if (hasFormula) start = end
  }
  const found = marked.slice(start, end).trim()
  // What the author's HTML hides is not in the text.
  return found.length > shortestLead && text.includes(found) ? found : undefined
}

/** U+FFFC, which stands for an object in a text. */
const placeholder = '\ufffc'

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Not a picture, a badge, or a line that only leads somewhere. */
function isProse({ children }: Token, text: string): boolean {
  return (
    text.length > shortestLead &&
    (children ?? []).some(({ type, content }) => type === 'text' && /[A-Za-z\u00c0-\uffff]{2}/.test(content))
  )
}

function shortened(text: string): string {
  if (text.length <= longestLead) return text
  let kept = ''
  for (const sentence of sentences(text)) {
    if (kept.length + sentence.length + 1 > longestLead) break
    kept = kept === '' ? sentence : `${kept} ${sentence}`
  }
  if (kept !== '') return kept
  const cut = text.slice(0, longestLead - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))}…`
}
