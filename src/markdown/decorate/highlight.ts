import { escapeText } from '../../base/escape.ts'
import { grammars, type LanguageName } from './languages.ts'
import { type Lexer, lexer, span } from './lexer.ts'

/**
 * Code as HTML, with a span of class `t-…` around each token that a style sheet may colour; without the tags it is the code itself. A
 * language that is written within another is read by its own grammar.
 */
export function highlight(code: string, language: LanguageName): string {
  if (language === 'http') return inParts(code, /(\n[ \t]*\n)/, message)
  if (language === 'shell') return inParts(code, /(\n)/, command)
  if (language === 'xml') return inParts(code, embedded, element)
  return lexerOf(language)(code)
}

function inParts(code: string, between: RegExp, show: (part: string, before: string) => string): string {
  const parts = code.split(between)
  return parts.map((part, at) => show(part, parts[at - 1] ?? '')).join('')
}

/** The head of an HTTP message, or a body in a language that can be told by its first character. */
function message(part: string): string {
  if (/^\s*(?:HTTP\/|[A-Z]+ \S)/.test(part)) return lexerOf('http')(part)
  if (/^\s*[[{]/.test(part)) return lexerOf('json')(part)
  return /^\s*</.test(part) ? highlight(part, 'xml') : escapeText(part)
}

/** A line of a session: a command after its prompt, a comment, or what a command printed. */
function command(line: string): string {
  if (/^[ \t]*# /.test(line)) return span('c', line)
  const [prompt] = /^[ \t]*[$%>](?= )/.exec(line) ?? []
  if (prompt === undefined) return escapeText(line)
  return span('c', prompt) + lexerOf('bash')(line.slice(prompt.length))
}

/** The tags of what is no markup itself; what follows one is in its language, up to the tag that closes it. */
const embedded = /(<(?:script|style)\b[^>]{0,500}>|<\/(?:script|style)[ \t]{0,9}>)/i

function element(part: string, before: string): string {
  const [, name] = /^<(script|style)\b[^>]*>$/i.exec(before) ?? []
  if (name === undefined) return lexerOf('xml')(part)
  return lexerOf(name.toLowerCase() === 'style' ? 'css' : 'javascript')(part)
}

/** Made when a post first needs it. */
const lexers = new Map<LanguageName, Lexer>()

function lexerOf(language: LanguageName): Lexer {
  const known = lexers.get(language)
  if (known) return known
  const made = lexer(grammars[language])
  lexers.set(language, made)
  return made
}
