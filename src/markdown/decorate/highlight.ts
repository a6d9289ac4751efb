import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import graphql from 'highlight.js/lib/languages/graphql'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'
import { escapeText } from '../../base/escape.ts'
import { loadGrammar, withEmbedded } from './languages.ts'

/** Code as HTML, with a span of class `t-…` around each token to colour; without tags it is the code itself. */
export type Highlight = (code: string, language: string) => string

/** Characters. With these, no piece costs more than twenty times as much as prose of its length. */
const mostCharacters = 16_000
const longestLine = 500
const window = /[\s\S]{1,600}(?:\n|(?![\s\S]))/

type Grammar = typeof bash

/** The languages of the engine's own pages, which are made where nothing can be waited for. */
const own: Readonly<Record<string, Grammar>> = { bash, css, graphql, javascript, json, markdown, python, xml }
/** What highlight.js leaves plain: commands that are no part of the shell, variables that are set, and diffs in the old style. */
const added: Readonly<Record<string, readonly object[]>> = {
  bash: [
    { scope: 'variable', match: /(?<![\w-])[A-Za-z_]\w*(?==)/ },
    {
      scope: 'title.function',
      match:
        /(?<=(?:^|[|;&(])[ \t]{0,9})(?!(?:if|then|else|elif|fi|time|for|while|until|in|do|done|case|esac|coproc|function|select)\b)[A-Za-z_][\w-]*(?![\w./:@%+=-])/,
    },
  ],
  diff: [
    { scope: 'deletion', match: /^<.*/ },
    { scope: 'addition', match: /^>.*/ },
  ],
}

const inWindows = 'windows of '
const hljs = core.newInstance()
hljs.configure({ classPrefix: '' })

export const highlightOwn: Highlight = (code, language) =>
  isOwn(language) ? highlighted(code, language) : escapeText(code)

/** In any language. What is not loaded yet stays plain; `withLanguages` loads it and asks again. */
export const highlightAny: Highlight = (code, language) => {
  if (isOwn(language) || isLoaded(language)) return highlighted(code, language)
  wanted.add(language)
  return escapeText(code)
}

/** For who reads no page. */
export const highlightNothing: Highlight = (code) => escapeText(code)

/** A grammar is made when it is first used. */
function isOwn(language: string): boolean {
  if (!own[language]) return false
  for (const name of withEmbedded(language)) if (own[name] && !isLoaded(name)) register(name, own[name])
  return true
}

const wanted = new Set<string>()

/** What `make` makes once every language that it highlights is loaded. */
export async function withLanguages<Made>(make: () => Made): Promise<Made> {
  const made = make()
  if (wanted.size === 0) return made
  const missing = Array.from(wanted)
  wanted.clear()
  await Promise.all(missing.map(loadLanguage))
  return make()
}

export async function loadLanguage(language: string): Promise<void> {
  const names = Array.from(withEmbedded(language))
  const grammars = await Promise.all(names.map(loadGrammar))
  for (const [nth, name] of names.entries())
    if (grammars[nth] && !isLoaded(name)) register(name, grammars[nth])
}

/** Many grammars are quadratic, so they get one window of whole lines at a time; highlight.js carries its state from one to the next. */
function register(name: string, grammar: Grammar): void {
  hljs.registerLanguage(name, (shared) => {
    const made = grammar(shared)
    return { ...made, contains: [...made.contains, ...(added[name] ?? [])] }
  })
  hljs.registerLanguage(inWindows + name, () => ({ contains: [{ match: window, subLanguage: name }] }))
}

function isLoaded(language: string): boolean {
  return hljs.getLanguage(language) !== undefined
}

function highlighted(code: string, language: string): string {
  if (code.length > mostCharacters || hasLongLine(code)) return escapeText(code)
  const parts = mixed[language]
  return parts ? code.split(parts.between).map(parts.show).join('') : byGrammar(code, language)
}

function hasLongLine(code: string): boolean {
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = code.indexOf('\n', start)
    if ((end === -1 ? code.length : end) - start > longestLine) return true
  }
  return false
}

/** What has parts in several languages, and how each part is shown. */
const mixed: Readonly<Record<string, { readonly between: RegExp; show(part: string): string }>> = {
  http: { between: /(\n[ \t]*\n)/, show: message },
  shell: { between: /(\n)/, show: commandOrOutput },
  bash: { between: /(^[ \t]*\$(?= ))/m, show: command },
}

/** The head of an HTTP message, or a body in a language that can be told by its first character. */
function message(part: string): string {
  if (/^\s*(?:HTTP\/|[A-Z]+ \S)/.test(part)) return byGrammar(part, 'http')
  if (/^\s*[[{]/.test(part)) return byGrammar(part, 'json')
  return /^\s*</.test(part) ? byGrammar(part, 'xml') : escapeText(part)
}

/** A line of a session: a command after its prompt, a comment, or what a command printed. */
function commandOrOutput(line: string): string {
  if (/^[ \t]*# /.test(line)) return span('c', line)
  const [prompt] = /^[ \t]*[$%>](?= )/.exec(line) ?? []
  if (prompt === undefined) return escapeText(line)
  return span('c', prompt) + byGrammar(line.slice(prompt.length), 'bash')
}

function command(part: string): string {
  return /^[ \t]*\$$/.test(part) ? span('c', part) : byGrammar(part, 'bash')
}

/** What a token is shown as: keyword, string, comment, number or literal, function, type or tag, attribute or variable, deleted, inserted; '' is plain. */
type TokenClass = 'k' | 's' | 'c' | 'n' | 'f' | 't' | 'a' | 'd' | 'i' | ''

/** Scopes of highlight.js. One that is not listed looks like what is around it. */
const scopes: Readonly<Record<TokenClass, string>> = {
  k: 'keyword, variable language_, bullet, selector-pseudo, template-tag',
  s: 'string, regexp, code, link',
  c: 'comment, quote, meta prompt_',
  n: 'number, literal, symbol, variable constant_',
  f: 'title, title function_, title function_ invoke__, section, built_in, selector-class, selector-id',
  t: 'type, title class_, title class_ inherited__, name, selector-tag',
  a: 'attr, attribute, property, variable, template-variable, meta',
  d: 'deletion',
  i: 'addition',
  '': 'subst',
}
const classOf = new Map(
  (Object.keys(scopes) as TokenClass[]).flatMap((kind) =>
    scopes[kind].split(', ').map((scope) => [scope, kind]),
  ),
)

/** The spans of highlight.js are within each other; ours are side by side, each as the innermost that is listed. */
function byGrammar(code: string, language: string): string {
  const { value } = hljs.highlight(code, { language: inWindows + language, ignoreIllegals: true })
  const open: TokenClass[] = []
  let html = ''
  let shown: TokenClass = ''
  for (const [part] of value.matchAll(/<[^>]*>|[^<]+/g)) {
    if (part === '</span>') open.pop()
    else if (part.startsWith('<')) {
      const around = open.at(-1) ?? ''
      // `true` in JSON is a keyword within a literal.
      open.push(around === 'n' ? 'n' : (classOf.get(part.slice(start.length, -2)) ?? around))
    } else {
      const kind = open.at(-1) ?? ''
      if (kind !== shown && shown) html += '</span>'
      if (kind !== shown && kind) html += `<span class="t-${kind}">`
      html += part.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
      shown = kind
    }
  }
  return shown ? `${html}</span>` : html
}

const start = '<span class="'

function span(kind: TokenClass, text: string): string {
  return `<span class="t-${kind}">${escapeText(text)}</span>`
}
