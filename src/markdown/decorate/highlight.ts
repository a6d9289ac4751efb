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
import { wordSet } from '../../base/word-set.ts'
import grammars from 'highlight.js?grammars'

/** Returns code as HTML, with tokens in spans of class `t-…`. The text is unchanged. */
export type Highlight = (code: string, language: string) => string

/** In characters. They limit highlighting to twenty times the cost of prose of the same length. */
const maximumLength = 16_000
const longestLine = 500
const window = /[\s\S]{1,600}(?:\n|(?![\s\S]))/

type Grammar = typeof bash

/** Languages of the built-in pages, which are rendered synchronously. */
const builtIn: Record<string, Grammar> = { bash, css, graphql, javascript, json, markdown, python, xml }
/** Tokens that highlight.js leaves plain: external commands, assigned variables, and old-style diffs. */
const extraModes: Readonly<Record<string, readonly object[]>> = {
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

const windowPrefix = 'windows of '
const hljs = core.newInstance()
hljs.configure({ classPrefix: '' })

export const highlightBuiltIn: Highlight = (code, language) =>
  isBuiltIn(language) ? highlighted(code, language) : escapeText(code)

/** Highlights any language that `loadLanguages` has loaded. */
export const highlightAny: Highlight = (code, language) =>
  isBuiltIn(language) || isLoaded(language) ? highlighted(code, language) : escapeText(code)

export const noHighlight: Highlight = (code) => escapeText(code)

/** Registers grammars on first use. */
function isBuiltIn(language: string): boolean {
  if (!builtIn[language]) return false
  for (const name of withEmbedded(language))
    if (builtIn[name] && !isLoaded(name)) register(name, builtIn[name])
  return true
}

/** Loads grammars of the languages, and of those within them. */
export async function loadLanguages(languages: Iterable<string>): Promise<void> {
  const names = [...new Set(Array.from(languages, withEmbedded).flatMap((all) => [...all]))]
  const missing = names.filter((name) => !isLoaded(name))
  const loaded = await Promise.all(missing.map((name) => grammars[name]?.[1]()))
  for (const [nth, name] of missing.entries()) {
    const grammar = loaded[nth]?.default
    if (grammar && !isLoaded(name)) register(name, grammar)
  }
}

/** Many grammars are quadratic, so each runs on one window of lines at a time. highlight.js keeps state between windows. */
function register(name: string, grammar: Grammar): void {
  hljs.registerLanguage(name, (shared) => {
    const made = grammar(shared)
    return { ...made, contains: [...made.contains, ...(extraModes[name] ?? [])] }
  })
  hljs.registerLanguage(windowPrefix + name, () => ({ contains: [{ match: window, subLanguage: name }] }))
}

function isLoaded(language: string): boolean {
  return hljs.getLanguage(language) !== undefined
}

function highlighted(code: string, language: string): string {
  const isLong = code.length > maximumLength || code.split('\n').some(({ length }) => length > longestLine)
  if (isLong) return escapeText(code)
  const parts = mixed[language]
  return parts ? code.split(parts.between).map(parts.show).join('') : byGrammar(code, language)
}

/** Languages made of parts in several languages. */
const mixed: Readonly<Record<string, { readonly between: RegExp; show(part: string): string }>> = {
  http: { between: /(\n[ \t]*\n)/, show: message },
  shell: { between: /(\n)/, show: commandOrOutput },
  bash: { between: /(^[ \t]*\$(?= ))/m, show: command },
}

/** The head of an HTTP message, or its JSON or XML body. */
function message(part: string): string {
  if (/^\s*(?:HTTP\/|[A-Z]+ \S)/.test(part)) return byGrammar(part, 'http')
  if (/^\s*[[{]/.test(part)) return byGrammar(part, 'json')
  return /^\s*</.test(part) ? byGrammar(part, 'xml') : escapeText(part)
}

/** A line of a shell session: command, comment or output. */
function commandOrOutput(line: string): string {
  if (/^[ \t]*# /.test(line)) return span('c', line)
  const [prompt] = /^[ \t]*[$%>](?= )/.exec(line) ?? []
  if (prompt === undefined) return escapeText(line)
  return span('c', prompt) + byGrammar(line.slice(prompt.length), 'bash')
}

function command(part: string): string {
  return /^[ \t]*\$$/.test(part) ? span('c', part) : byGrammar(part, 'bash')
}

/** Keyword, string, comment, number, function, type or tag, attribute or variable, deleted, inserted; '' is plain. */
type TokenClass = 'k' | 's' | 'c' | 'n' | 'f' | 't' | 'a' | 'd' | 'i' | ''

/** Scopes of highlight.js. Others inherit from their parent. */
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

/** Flattens the nested spans of highlight.js: each text gets the class of its innermost known scope. */
function byGrammar(code: string, language: string): string {
  const { value } = hljs.highlight(code, { language: windowPrefix + language, ignoreIllegals: true })
  const open: TokenClass[] = []
  let html = ''
  let shown: TokenClass = ''
  for (const [part] of value.matchAll(/<[^>]*>|[^<]+/g)) {
    if (part === '</span>') open.pop()
    else if (part.startsWith('<')) {
      const around = open.at(-1) ?? ''
      // `true` in JSON is a keyword inside a literal.
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

export const languageNames = Object.keys(grammars)

/** Parses `key: one two; other: three` into lists of words. */
function table(text: string): string[][] {
  return text.split(';').map((row) => row.trim().split(/:? /))
}

/** Language names in addition to those of highlight.js. */
const otherNames = table(`
  apache: htaccess; awk: gawk; bash: ksh fish; clojure: cljs cljc; cpp: cuda; csharp: dotnet; d: dlang;
  delphi: objectpascal; diff: udiff; django: jinja2 njk nunjucks; dockerfile: containerfile;
  fortran: f03 f08; freedesktop: service; gherkin: cucumber; glsl: hlsl wgsl; groovy: jenkinsfile;
  handlebars: mustache; haskell: purescript; ini: conf cfg; javascript: node ecmascript;
  json: jsonl ndjson geojson webmanifest; julia: jl; lisp: elisp emacs-lisp common-lisp cl; lua: luau;
  makefile: gnumakefile; markdown: mdx; matlab: octave; objectivec: objective-c; php: php3 php7 php8;
  powershell: posh; properties: dotenv env; python: py3 python3; r: rlang; ruby: rake; scala: sc;
  scheme: racket; scss: sass; shell: shell-session terminal;
  sql: sqlite mysql postgres postgresql pgsql plpgsql tsql mariadb; twig: liquid; vbnet: visualbasic;
  verilog: systemverilog; vhdl: vhd; vim: viml vimscript; wasm: wat wast; x86asm: asm nasm;
  xml: vue svelte astro`)

/** The first language with a name wins. */
const byName = new Map(
  [...otherNames, ...Object.entries(grammars).map(([name, [aliases]]) => [name, ...aliases])]
    .flatMap(([language = '', ...names]) =>
      names.map((name): [string, string] => [name.toLowerCase(), language]),
    )
    .reverse(),
)
for (const name of languageNames) byName.set(name, name)

/** Returns the language of a fence, by any of its names. */
export function languageNamed(name: string): string | undefined {
  return byName.get(name.toLowerCase())
}

/** Embedded languages. They are loaded together, so that colours do not depend on what else was loaded. */
const embeddedLanguages = table(`
  asciidoc: xml; clojure-repl: clojure; coffeescript: javascript; cos: sql javascript xml; dart: markdown;
  django: xml; dockerfile: bash; dust: xml; erb: xml ruby; haml: ruby; handlebars: xml; http: json xml;
  javascript: xml css graphql; julia-repl: julia; livescript: javascript; markdown: xml;
  mojolicious: xml perl; nix: markdown; node-repl: javascript; parser3: xml; perl: mojolicious;
  php-template: xml php; python-repl: python; qml: xml; shell: bash; tap: yaml; twig: xml;
  typescript: xml css graphql; vbscript-html: xml vbscript; xml: css javascript; xquery: xml; yaml: ruby`)
const embedded = new Map(embeddedLanguages.map(([language = '', ...inside]) => [language, inside]))

export function withEmbedded(language: string): ReadonlySet<string> {
  const all = new Set([language])
  for (const one of all) for (const inside of embedded.get(one) ?? []) all.add(inside)
  return all
}

/** Whether a word in `{{< tabs go >}}` is a language. Stricter than for fences, where `box` and `step` are languages. */
export function isCodeLanguage(name: string): boolean {
  return tagNames.has(name.toLowerCase())
}

const tagNames =
  wordSet(`bash sh zsh c h cpp c++ cc cxx hpp hh css diff patch dockerfile docker go golang http ini toml conf cfg
  properties java javascript js jsx mjs cjs node json jsonc json5 jsonl kotlin kt kts markdown md mdx php python py py3 python3 ruby
  rb rust rs shell console shell-session shellsession terminal sql sqlite mysql postgres postgresql swift typescript ts tsx mts cts
  xml html xhtml svg rss atom vue yaml yml`)
