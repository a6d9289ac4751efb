import grammars from 'highlight.js?grammars'
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
import { wordSet } from '../../base/wording.ts'
import languages from './languages.json' with { type: 'json' }

/** Returns code as HTML, with tokens in spans of class `t-…`. The text is unchanged. */
export type Highlight = (code: string, language: string) => string

type Grammar = typeof bash

/** Languages of the built-in pages, which are rendered synchronously. */
const builtIn: Record<string, Grammar> = { bash, css, graphql, javascript, json, markdown, python, xml }

const shellKeywords = 'if|then|else|elif|fi|time|for|while|until|in|do|done|case|esac|coproc|function|select'
/** Tokens that highlight.js leaves plain: external commands, assigned variables, and old-style diffs. */
const extraModes: Readonly<Record<string, readonly object[]>> = {
  bash: [
    { scope: 'variable', match: /(?<![\w-])[A-Za-z_]\w*(?==)/ },
    {
      scope: 'title.function',
      match: new RegExp(
        String.raw`(?<=(?:^|[|;&(])[ \t]{0,9})(?!(?:${shellKeywords})\b)[A-Za-z_][\w-]*(?![\w./:@%+=-])`,
      ),
    },
  ],
  diff: [
    { scope: 'deletion', match: /^<.*/ },
    { scope: 'addition', match: /^>.*/ },
  ],
}

const hljs = core.newInstance()
hljs.configure({ classPrefix: '' })

/** Many grammars are quadratic, so each runs on one window of lines at a time. highlight.js keeps state between windows. */
const windowLength = 600
const codeWindow = new RegExp(String.raw`[\s\S]{1,${windowLength}}(?:\n|(?![\s\S]))`)
const windowPrefix = 'windows of '

function register(name: string, grammar: Grammar): void {
  hljs.registerLanguage(name, (shared) => {
    const definition = grammar(shared)
    return { ...definition, contains: [...definition.contains, ...(extraModes[name] ?? [])] }
  })
  hljs.registerLanguage(windowPrefix + name, () => ({
    contains: [{ match: codeWindow, subLanguage: name }],
  }))
}

const isLoaded = (language: string) => hljs.getLanguage(language) !== undefined

/** Registers grammars on first use. */
function isBuiltIn(language: string): boolean {
  if (!builtIn[language]) return false
  for (const name of withEmbedded(language))
    if (builtIn[name] && !isLoaded(name)) register(name, builtIn[name])
  return true
}

/** Loads grammars of the languages, and of those within them. */
export async function loadLanguages(names: Iterable<string>): Promise<void> {
  const all = new Set(Array.from(names, (name) => [...withEmbedded(name)]).flat())
  const missing = [...all].filter((name) => !isLoaded(name))
  const loaded = await Promise.all(missing.map((name) => grammars[name]?.load()))
  for (const [nth, name] of missing.entries()) {
    const grammar = loaded[nth]?.default
    if (grammar && !isLoaded(name)) register(name, grammar)
  }
}

/** A language and those within it. They are loaded together, so that colours do not depend on what else was loaded. */
function withEmbedded(language: string): ReadonlySet<string> {
  const all = new Set([language, ...(language === 'http' ? ['json', 'xml'] : [])])
  for (const name of all) for (const inside of grammars[name]?.embedded ?? []) all.add(inside)
  return all
}

export const noHighlight: Highlight = escapeText

export const highlightBuiltIn: Highlight = (code, language) =>
  isBuiltIn(language) ? highlighted(code, language) : escapeText(code)

/** Highlights any language that `loadLanguages` has loaded. */
export const highlightAny: Highlight = (code, language) =>
  isBuiltIn(language) || isLoaded(language) ? highlighted(code, language) : escapeText(code)

/** In characters. They limit highlighting to twenty times the cost of prose of the same length. */
const maximumLength = 16_000
const longestLine = 500

function highlighted(code: string, language: string): string {
  if (code.length > maximumLength || code.split('\n').some(({ length }) => length > longestLine))
    return escapeText(code)
  const parts = mixed[language]
  return parts ? code.split(parts.between).map(parts.show).join('') : byGrammar(code, language)
}

/** Languages made of parts in several languages. */
const mixed: Readonly<Record<string, { readonly between: RegExp; show(part: string): string }>> = {
  http: {
    between: /(\n[ \t]*\n)/,
    // The head of a message, or its JSON or XML body.
    show(part) {
      if (/^\s*(?:HTTP\/|[A-Z]+ \S)/.test(part)) return byGrammar(part, 'http')
      if (/^\s*[[{]/.test(part)) return byGrammar(part, 'json')
      return /^\s*</.test(part) ? byGrammar(part, 'xml') : escapeText(part)
    },
  },
  shell: {
    between: /(\n)/,
    // A command, a comment or output.
    show(line) {
      if (/^[ \t]*# /.test(line)) return span('c', line)
      const [prompt] = /^[ \t]*[$%>](?= )/.exec(line) ?? []
      if (prompt === undefined) return escapeText(line)
      return span('c', prompt) + byGrammar(line.slice(prompt.length), 'bash')
    },
  },
  bash: {
    between: /(^[ \t]*\$(?= ))/m,
    show: (part) => (/^[ \t]*\$$/.test(part) ? span('c', part) : byGrammar(part, 'bash')),
  },
}

/** Keyword, string, comment, number, function, type, attribute, deleted, inserted, plain. Unlisted scopes inherit. */
type TokenClass = keyof typeof languages.scopes
const classOf = new Map(
  Object.entries(languages.scopes).flatMap(([kind, scopes]) =>
    scopes.split(', ').map((scope) => [`<span class="${scope}">`, kind as TokenClass]),
  ),
)

/** Flattens the nested spans of highlight.js: each text gets the class of its innermost known scope. */
function byGrammar(code: string, language: string): string {
  const grammar = code.length > windowLength ? windowPrefix + language : language
  const { value } = hljs.highlight(code, { language: grammar, ignoreIllegals: true })
  const open: TokenClass[] = []
  let html = ''
  let shown: TokenClass = ''
  for (const [part] of value.matchAll(/<[^>]*>|[^<]+/g)) {
    const kind = open.at(-1) ?? ''
    if (part === '</span>') open.pop()
    // `true` in JSON is a keyword inside a literal.
    else if (part.startsWith('<')) open.push(kind === 'n' ? 'n' : (classOf.get(part) ?? kind))
    else {
      if (kind !== shown && shown) html += '</span>'
      if (kind !== shown && kind) html += `<span class="t-${kind}">`
      html += part.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
      shown = kind
    }
  }
  return shown ? `${html}</span>` : html
}

const span = (kind: TokenClass, text: string) => `<span class="t-${kind}">${escapeText(text)}</span>`

export const languageNames = Object.keys(grammars)

/** By every name. The first language with a name wins. */
const byName = new Map([
  ...Object.entries(grammars)
    .flatMap(([language, { aliases }]) => aliases.map((name) => [name.toLowerCase(), language] as const))
    .reverse(),
  ...Object.entries(languages.aliases).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language] as const),
  ),
  ...languageNames.map((name) => [name, name] as const),
])

/** Returns the language of a fence, by any of its names. */
export const languageNamed = (name: string) => byName.get(name.toLowerCase())

const namesInTags = wordSet(languages.inTags)

/** Whether a word in `{{< tabs go >}}` is a language. Stricter than for fences, where `box` and `step` are languages. */
export const isCodeLanguage = (name: string) => namesInTags.has(name.toLowerCase())
