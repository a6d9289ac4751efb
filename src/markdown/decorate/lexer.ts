import { escapeText } from '../../base/escape.ts'

/**
 * What a token is shown as: keyword, string, comment, number or literal, function, type or tag, attribute or variable, deleted, inserted. A
 * few, so that a page is small and a style sheet has a colour for each; '' is plain.
 */
export type TokenClass = 'k' | 's' | 'c' | 'n' | 'f' | 't' | 'a' | 'd' | 'i' | ''

/**
 * A language as far as colours need it. Every pattern matches what it begins with, closed or not, and none looks far ahead: so a text is
 * read once, from its beginning to its end.
 */
export interface Grammar {
  /** Patterns without groups of their own, in the order in which they are tried; before words. */
  readonly tokens: readonly (readonly [TokenClass, string])[]
  /** What a word is made of; without it no word means anything. */
  readonly word?: string
  /** Words, divided by spaces. */
  readonly keywords?: string
  readonly literals?: string
  readonly types?: string
  /** A word before a colon is a key. */
  readonly keys?: boolean
  /** A word with a capital is a type, one of capitals a constant. */
  readonly capitals?: boolean
  readonly ignoresCase?: boolean
  /** What is no text within a string. */
  readonly holes?: RegExp
  /** What a hole is shown as. */
  readonly hole?: TokenClass
}

/** Code as HTML, by a grammar. */
export type Lexer = (code: string) => string

export function lexer(grammar: Grammar): Lexer {
  const { tokens, word, ignoresCase, holes, hole = '' } = grammar
  const sources = [...tokens.map(([, source]) => source), ...(word === undefined ? [] : [word])]
  const pattern = new RegExp(sources.map((source) => `(${source})`).join('|'), ignoresCase ? 'gim' : 'gm')
  const meaning = wordMeaning(grammar)
  return (code) => {
    let html = ''
    let done = 0
    let previous = ''
    for (const match of code.matchAll(pattern)) {
      const [text] = match
      const end = match.index + text.length
      if (text === '') continue
      let group = 1
      while (match[group] === undefined) group++
      const token = tokens[group - 1]
      html += escapeText(code.slice(done, match.index))
      if (token?.[0] === 's' && holes) html += withHoles(text, holes, hole)
      else html += span(token ? token[0] : meaning(text, previous, code, end), text)
      if (!token) previous = text
      done = end
    }
    return html + escapeText(code.slice(done))
  }
}

export function span(kind: TokenClass, text: string): string {
  return kind === '' || text === '' ? escapeText(text) : `<span class="t-${kind}">${escapeText(text)}</span>`
}

function withHoles(text: string, holes: RegExp, kind: TokenClass): string {
  // In single quotes there are none, wherever there are any in others.
  if (text.startsWith("'")) return span('s', text)
  let html = ''
  let done = 0
  for (const { 0: found, index } of text.matchAll(holes)) {
    html += span('s', text.slice(done, index)) + span(kind, found)
    done = index + found.length
  }
  return html + span('s', text.slice(done))
}

function wordMeaning({ keywords, literals, types, keys, capitals, ignoresCase }: Grammar) {
  const known = new Map<string, TokenClass>()
  for (const [kind, words = ''] of [
    ['t', types],
    ['n', literals],
    ['k', keywords],
  ] as const)
    for (const word of words.split(' ')) known.set(word, kind)
  return (word: string, previous: string, code: string, end: number): TokenClass => {
    // `type: string` has a keyword for a key; `default:` has none.
    if (keys && word !== 'default' && isKey(code, end)) return 'a'
    const kind = known.get(ignoresCase ? word.toLowerCase() : word)
    if (kind !== undefined) return kind
    if (functionWords.has(previous)) return 'f'
    if (typeWords.has(previous)) return 't'
    if (code[end] === '(') return 'f'
    if (!capitals || !/^[A-Z]/.test(word)) return ''
    return word.length > 1 && word === word.toUpperCase() ? 'n' : 't'
  }
}

/** Whether a colon follows at once, or `?:`. */
function isKey(code: string, end: number): boolean {
  const colon = code[end] === '?' ? end + 1 : end
  return code[colon] === ':' && code[colon + 1] !== ':'
}

/** Words after which something is named. */
const functionWords: ReadonlySet<string> = new Set('def fn func fun function'.split(' '))
const typeWords: ReadonlySet<string> = new Set(
  'class struct enum interface trait type protocol extends implements new typedef'.split(' '),
)
