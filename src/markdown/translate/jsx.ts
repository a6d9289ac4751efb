import { escapeAttribute } from '../../base/escape.ts'
import type { Edit } from '../source-map.ts'
import type { Source, Translator } from './source.ts'
import { closingQuote, type Tag, translateTags } from './tags.ts'

/** Self-closing components such as `<JumpToc/>`. HTML handling keeps the content of others. */
export const components: Translator = (source, options) =>
  translateTags(source, options, tagsAt(source, /<(?=[A-Z][A-Za-z]*(?:\s[^<>]*)?\/>)/g))

/** Custom elements that the publisher defined under `components`, such as `<callout-info>…</callout-info>`. */
export const customElements: Translator = (source, options) => {
  const isOwn = (name: string) => name.includes('-') && options.components.has(name)
  if (![...options.components.keys()].some(isOwn)) return []
  return translateTags(source, options, tagsAt(source, /<\/?([a-z][\w.]*-[\w.-]*)/g, isOwn))
}

/** Reads the tags that start at matches outside code. The first group is the name. */
function tagsAt({ text, isCode }: Source, marks: RegExp, isMeant = (_name: string) => true): Tag[] {
  const brackets = bracketsIn(text)
  return Array.from(text.matchAll(marks)).flatMap(({ 1: name = '', index }) => {
    if (!isMeant(name) || isCode(index)) return []
    return readTag(text, index, brackets, () => undefined)?.tag ?? []
  })
}

const maximumAttributes = 200

/**
 * Reads the tag at `start`, if there is one. `literal` returns the value of an expression. `edits` turn the attributes of
 * an HTML tag from JSX into HTML; `unknown` has the ranges of `src` and `href` with an unknown expression.
 */
export function readTag(
  source: string,
  start: number,
  brackets: Brackets,
  literal: (expression: string) => string | undefined,
) {
  const head = /<(\/?)([A-Za-z][\w.-]*)?/y
  head.lastIndex = start
  const [whole = '', closes = '', name = ''] = head.exec(source) ?? []
  const isComponent = name === '' || /^[A-Z]|\./.test(name)
  const named = new Map<string, string>()
  const edits: Edit[] = []
  const unknown: { start: number; end: number }[] = []
  let at = start + whole.length
  for (let count = 0; count < maximumAttributes; count++) {
    const comments = /(?:\s*(?:\/\*(?:(?!\*\/)[\s\S]){0,1000}\*\/|\/\/[^\n]*\n))+/y
    comments.lastIndex = at
    if (comments.test(source)) {
      edits.push({ start: at, end: comments.lastIndex, text: ' ' })
      at = comments.lastIndex
    }
    const attribute =
      /\s*(?:(\/?)\s*>|(\{)|([A-Za-z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'{}<>=]+)))?)/y
    attribute.lastIndex = at
    const found = attribute.exec(source)
    if (!found) return undefined
    const from = at
    at = attribute.lastIndex
    const [, alone, spread, key, double, single, braced, bare] = found
    if (alone !== undefined) {
      const kind = closes ? 'close' : alone === '/' ? 'alone' : 'open'
      const tag: Tag = { name, start, end: at, kind, positional: [], named }
      // `/ >` is valid JSX, but not HTML.
      if (/\/\s+>$/.test(found[0])) edits.push({ start: from, end: at, text: ' />' })
      return { tag, isComponent, edits, unknown }
    }
    if (spread !== undefined) {
      at = brackets.end(at - 1)
      if (at === -1) return undefined
      edits.push({ start: from, end: at, text: '' })
      continue
    }
    if (key === undefined) return undefined
    let value = double ?? single ?? bare ?? ''
    if (braced !== undefined) {
      const end = brackets.end(at - 1)
      if (end === -1) return undefined
      const text = literal(source.slice(at, end - 1))
      at = end
      if (text === undefined) {
        if (key === 'src' || key === 'href') unknown.push({ start: from, end })
        else edits.push({ start: from, end, text: '' })
        continue
      }
      edits.push({ start: from, end, text: ` ${plainName(key)}="${escapeAttribute(text, '"')}"` })
      value = text
    } else if (plainName(key) !== key) {
      const offset = from + found[0].indexOf(key)
      edits.push({ start: offset, end: offset + key.length, text: plainName(key) })
    }
    named.set(key, value)
  }
  return undefined
}

function plainName(key: string): string {
  if (key === 'className') return 'class'
  if (key === 'htmlFor') return 'for'
  return /^(?:srcSet|colSpan|rowSpan|autoPlay|playsInline|tabIndex)$/.test(key) ? key.toLowerCase() : key
}

/** Limits the cost of an unclosed bracket. */
const longestExpression = 200_000

/** Matches brackets. Results for inner brackets are cached. */
export function bracketsIn(source: string) {
  const ends = new Map<number, number>()
  const lastCommentEnd = source.lastIndexOf('*/')
  const limitFrom = (start: number) => Math.min(source.length, start + longestExpression)
  return { end, after }

  /** Returns the offset after the matching bracket, or -1. */
  function end(start: number): number {
    if (!ends.has(start)) read(start)
    return ends.get(start) ?? -1
  }

  /** Returns the offset after the expression, string, comment or character at `start`; -1 if it is unclosed. */
  function after(start: number): number {
    const isOpening = closing[source[start] ?? ''] !== undefined
    return isOpening ? end(start) : afterToken(start, limitFrom(start))
  }

  function read(start: number): void {
    const limit = limitFrom(start)
    const open: { readonly at: number; readonly closer: string }[] = []
    /** Quote characters without a closing one; most end with the line. */
    let unclosed = ''
    for (let at = start; at < limit; ) {
      const character = source[at] ?? ''
      const closer = closing[character]
      if (closer !== undefined) open.push({ at: at++, closer })
      else if (character === open.at(-1)?.closer) {
        ends.set(open.pop()?.at ?? start, ++at)
        if (open.length === 0) return
      } else if (unclosed.includes(character)) at++
      else {
        const next = afterToken(at, limit)
        if (next === -1) break
        if (next === at + 1 && quotes.includes(character)) unclosed += character
        else if (character === '\n') unclosed = unclosed.includes('`') ? '`' : ''
        at = next
      }
    }
    for (const { at } of open) ends.set(at, -1)
  }

  function afterToken(start: number, limit: number): number {
    const character = source[start] ?? ''
    if (quotes.includes(character)) return closingQuote(source, start, limit, character === '`') + 1
    if (character !== '/' || source[start + 1] !== '*') return start + 1
    if (start >= lastCommentEnd) return -1
    const length = source.slice(start, limit).indexOf('*/', 2)
    return length === -1 ? -1 : start + length + 2
  }
}

export type Brackets = ReturnType<typeof bracketsIn>

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }
const quotes = '"\'`'
