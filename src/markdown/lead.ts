import type { Token } from 'markdown-it'
import { oneLine } from '../base/escape.ts'
import { type Markdown, plainText } from './markdown.ts'
import { parser } from './parser.ts'
import { sentences } from './sentences.ts'

/** Returns the first heading if it is the title or equals the known one, and where the body starts after it. */
export function takeTitle(text: string, known: string | undefined) {
  const { written = '', end = 0 } = firstHeading(text) ?? {}
  const title = inlineText(written)
  if (title === '' || (known !== undefined && !isSameTitle(known, title)))
    return { title: undefined, start: 0 }
  const blank = /^(?:[ \t]*\n)*/.exec(text.slice(end))?.[0].length ?? 0
  return { title, start: end + blank }
}

/** A level 1 heading at the start, in ATX or setext form; comments may precede it. */
function firstHeading(text: string): { readonly written: string; readonly end: number } | undefined {
  const start = /^(?:\s|<!--[\s\S]*?-->)*/.exec(text)?.[0].length ?? 0
  const [first = '', second = ''] = text.slice(start).split('\n', 2)
  // Without `{#id}`, or kramdown's `{: #id}`.
  const written = first
    .trim()
    .replace(/\{:?[ \t]*#[\w:.-][^{}]*\}$/, '')
    .trim()
  if (/^#[ \t]/.test(first)) {
    const marked = written.slice(1).trim()
    // Remove a closing sequence of #.
    const bare = marked.replace(/(?<!#)#+$/, '')
    const isClosed = bare !== marked && /^$|[ \t]$/.test(bare)
    return { written: isClosed ? bare.trim() : marked, end: start + first.length + 1 }
  }
  const isUnderlined = /^=+[ \t]*$/.test(second) && /^[^>#*\-+`|<=]/.test(first)
  return isUnderlined ? { written, end: start + first.length + second.length + 2 } : undefined
}

/** Compares titles, of which one may be markdown, without case and punctuation between words: "C" is not "C++". */
export function isSameTitle(one: string, other: string): boolean {
  // A summary that begins with another letter is none of the title, which most are.
  if (!mayHaveMarkup.test(one + other) && firstLetter(one) !== firstLetter(other)) return false
  const [a, b] = [one, other].map(plainTitle)
  const equals = (plain: string | undefined, markdown: string) =>
    mayHaveMarkup.test(markdown) && plain === plainTitle(inlineText(markdown))
  return a === b || equals(a, other) || equals(b, one)
}

/** Parsing is slow, and most titles and summaries are plain. */
const mayHaveMarkup = /[^\p{L}\p{N} .,;?'"-]/u

const firstLetter = (text: string) => /[\p{L}\p{N}]/u.exec(text.normalize('NFKC'))?.[0].toLowerCase()

function plainTitle(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['"`‘’“”]/g, '')
    .replace(joints, '')
    .replace(between, '')
  return letters || text
}

const between = /[\s\u2010-\u2015:,;!?…/()[\]]+/g
const notBetween = '[^\\s\\u2010-\\u2015:,;!?…/()[\\]]'
/** A hyphen joins words, or stands alone; full stops end them. */
const joints = new RegExp(
  `(?<=\\w)-(?=\\w)|(?<!\\.)\\.+(?!${notBetween})|(?<!${notBetween})-+(?!${notBetween})`,
  'g',
)

const inlineText = (markdown: string) =>
  plainText(parser.parseInline(markdown, { definitions: [] })[0]?.children ?? [])

const longestLead = 300
const shortestLead = 20
const word = /[A-Za-z\u00c0-\uffff]{2}/

/**
 * Returns the first prose paragraph, cut to whole sentences, else other text, but never the title. '' if there is none.
 * Skips sentences with formulas if possible, because lists can only show their TeX.
 */
export function lead({ tokens, texts }: Markdown, title = ''): string {
  let withFormula = ''
  let others = ''
  for (const [at, token] of tokens.entries()) {
    const isHeading = tokens[at - 1]?.type === 'heading_open'
    if ((token.type !== 'inline' && token.type !== 'html_block') || isHeading) continue
    const text = withoutTitle(oneLine(texts[at] ?? ''), title)
    if (others.length < longestLead && text !== '') others = others === '' ? text : `${others} ${text}`
    const isParagraph = tokens[at - 1]?.type === 'paragraph_open' && token.level === 1
    // Not an image, a badge or a lone link.
    const isProse = token.children?.some(({ type, content }) => type === 'text' && word.test(content))
    if (!isParagraph || !isProse || text.length <= shortestLead) continue
    if (!token.children?.some(({ type }) => type === 'math_inline')) return shorten(text)
    const words = sentencesWithoutFormula(token.children, text)
    if (words !== undefined) return shorten(words)
    withFormula ||= shorten(text)
  }
  return withFormula || shorten(others)
}

/** Removes the title from the start of a text. */
function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = title === '' ? [] : sentences(text.slice(0, title.length * 2 + longestLead))
  if (first === '' || !isSameTitle(first, title)) return text
  return rest.length === 0 ? '' : text.slice(text.indexOf(rest[0] ?? '', first.length))
}

/** Object replacement character. */
const placeholder = '\ufffc'

/** The first run of sentences without a formula. */
function sentencesWithoutFormula(children: readonly Token[], text: string): string | undefined {
  const marked = oneLine(plainText(children, placeholder))
  let [start, end] = [0, 0]
  for (const sentence of sentences(marked)) {
    const hasFormula = sentence.includes(placeholder)
    if (hasFormula && end - start > shortestLead) break
    end = marked.indexOf(sentence, end) + sentence.length
    if (hasFormula) start = end
  }
  const words = marked.slice(start, end).trim()
  // Text that HTML hides is not part of `text`.
  return words.length > shortestLead && text.includes(words) ? words : undefined
}

function shorten(text: string): string {
  if (text.length <= longestLead) return text
  let whole = ''
  for (const sentence of sentences(text)) {
    if (whole.length + sentence.length + 1 > longestLead) break
    whole = whole === '' ? sentence : `${whole} ${sentence}`
  }
  if (whole !== '') return whole
  const cut = text.slice(0, longestLead - 1)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))
  // Not half a surrogate pair.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`
}
