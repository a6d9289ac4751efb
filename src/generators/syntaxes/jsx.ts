import { escapeAttribute } from '../../base/escape.ts'
import type { Edit } from '../../markdown/source.ts'
import { closingQuote, translateTags } from './tags.ts'
import type { Tag } from './translator.ts'
import type { Source, Translator } from './translator.ts'

/** `<JumpToc/>` → its markdown. HTML handling keeps the content of components that have some. */
export const components: Translator = (source, options) =>
  translateTags(source, options, tagsAt(source, /<(?=[A-Z][A-Za-z]*(?:\s[^<>]*)?\/>)/g))

/** `<callout-info>…</callout-info>` → its markdown, if the publisher defined it under `components` */
export const customElements: Translator = (source, options) => {
  const isOwn = (name: string) => name.includes('-') && options.components.has(name)
  if (![...options.components.keys()].some(isOwn)) return []
  return translateTags(source, options, tagsAt(source, /<\/?([a-z][\w.]*-[\w.-]*)/g, isOwn))
}

/** Reads the tags that start at matches outside code. The first group is the name. */
function tagsAt({ text, matches }: Source, marks: RegExp, isMeant = (_name: string) => true): Tag[] {
  const brackets = bracketsIn(text)
  return matches(marks).flatMap(({ 1: name = '', index }) =>
    isMeant(name) ? (readTag(text, index, brackets, () => undefined)?.tag ?? []) : [],
  )
}

const maximumAttributes = 200
/** The end of a tag, a spread, or an attribute. */
const attribute =
  /\s*(?:(\/?)\s*>|(\{)|([A-Za-z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'{}<>=]+)))?)/y
const attributeComments = /(?:\s*(?:\/\*(?:(?!\*\/)[\s\S]){0,1000}\*\/|\/\/[^\n]*\n))+/y

export interface JsxTag {
  readonly tag: Tag
  readonly isComponent: boolean
  /** Turn the attributes of an HTML tag from JSX into HTML. */
  readonly edits: readonly Edit[]
  /** Ranges of `src` and `href` with an unknown expression. */
  readonly unknown: readonly { readonly start: number; readonly end: number }[]
}

/** Reads the tag at `start`, if there is one. `literal` returns the value of an expression. */
export function readTag(
  source: string,
  start: number,
  brackets: Brackets,
  literal: (expression: string) => string | undefined,
): JsxTag | undefined {
  const head = /<(\/?)([A-Za-z][\w.-]*)?/y
  head.lastIndex = start
  const [whole = '', closes = '', name = ''] = head.exec(source) ?? []
  const named = new Map<string, string>()
  const edits: Edit[] = []
  const unknown: { start: number; end: number }[] = []
  let at = start + whole.length
  for (let count = 0; count < maximumAttributes; count++) {
    attributeComments.lastIndex = at
    if (attributeComments.test(source)) {
      edits.push({ start: at, end: attributeComments.lastIndex, text: ' ' })
      at = attributeComments.lastIndex
    }
    attribute.lastIndex = at
    const match = attribute.exec(source)
    if (!match) return undefined
    const from = at
    at = attribute.lastIndex
    const [written, slash, spread, key, double, single, braced, bare] = match
    if (slash !== undefined) {
      const kind = closes ? 'close' : slash === '/' ? 'alone' : 'open'
      // `/ >` is valid JSX, but not HTML.
      if (/\/\s+>$/.test(written)) edits.push({ start: from, end: at, text: ' />' })
      const tag: Tag = { name, start, end: at, kind, positional: [], named }
      return { tag, isComponent: name === '' || /^[A-Z]|\./.test(name), edits, unknown }
    }
    const end = spread === undefined && braced === undefined ? at : brackets.end(at - 1)
    if (end === -1) return undefined
    if (key === undefined) {
      edits.push({ start: from, end, text: '' })
      at = end
      continue
    }
    const value = braced === undefined ? (double ?? single ?? bare ?? '') : literal(source.slice(at, end - 1))
    at = end
    if (value === undefined) {
      if (key === 'src' || key === 'href') unknown.push({ start: from, end })
      else edits.push({ start: from, end, text: '' })
      continue
    }
    named.set(key, value)
    const plainKey = htmlAttribute(key)
    if (braced !== undefined)
      edits.push({ start: from, end, text: ` ${plainKey}="${escapeAttribute(value, '"')}"` })
    else if (plainKey !== key) {
      const offset = from + written.indexOf(key)
      edits.push({ start: offset, end: offset + key.length, text: plainKey })
    }
  }
  return undefined
}

function htmlAttribute(key: string): string {
  if (key === 'className') return 'class'
  if (key === 'htmlFor') return 'for'
  return /^(?:srcSet|colSpan|rowSpan|autoPlay|playsInline|tabIndex)$/.test(key) ? key.toLowerCase() : key
}

export interface Brackets {
  /** Returns the offset after the matching bracket, or -1. */
  end(start: number): number
  /** Returns the offset after the expression, string, comment or character at `start`; -1 if it is unclosed. */
  after(start: number): number
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }
const quotes = '"\'`'
/** Limits the cost of an unclosed bracket. */
const longestExpression = 200_000

/** Matches brackets. Results for inner brackets are cached. */
export function bracketsIn(source: string): Brackets {
  const ends = new Map<number, number>()
  const lastCommentEnd = source.lastIndexOf('*/')
  const limitFrom = (start: number) => Math.min(source.length, start + longestExpression)
  return { end, after }

  function end(start: number): number {
    if (!ends.has(start)) read(start)
    return ends.get(start) ?? -1
  }

  function after(start: number): number {
    const isOpening = closers[source[start] ?? ''] !== undefined
    return isOpening ? end(start) : afterToken(start, limitFrom(start))
  }

  function read(start: number): void {
    const limit = limitFrom(start)
    const open: { readonly at: number; readonly closer: string }[] = []
    /** Quote characters without a closing one; most end with the line. */
    let unclosed = ''
    for (let at = start; at < limit; ) {
      const character = source[at] ?? ''
      const closer = closers[character]
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
