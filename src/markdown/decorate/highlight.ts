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
import grammars from 'highlight.js?grammars'

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

export const languageNames = Object.keys(grammars)

/** `key: one two; other: three` as lists of words. */
function table(text: string): string[][] {
  return text.split(';').map((row) => row.trim().split(/:? /))
}

/** What authors call languages besides their names in highlight.js. */
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

/** Of two languages with one name, the first has it. */
const byName = new Map(
  [...otherNames, ...Object.entries(grammars).map(([name, [aliases]]) => [name, ...aliases])]
    .flatMap(([language = '', ...names]) =>
      names.map((name): [string, string] => [name.toLowerCase(), language]),
    )
    .reverse(),
)
for (const name of languageNames) byName.set(name, name)

/** The language of a fence, by any of its names; undefined for one that is shown as it is. */
export function languageNamed(name: string): string | undefined {
  return byName.get(name.toLowerCase())
}

/** Languages that another one holds pieces of. They are loaded with it, so that its colours do not depend on what else was loaded. */
const pieces = table(`
  asciidoc: xml; clojure-repl: clojure; coffeescript: javascript; cos: sql javascript xml; dart: markdown;
  django: xml; dockerfile: bash; dust: xml; erb: xml ruby; haml: ruby; handlebars: xml; http: json xml;
  javascript: xml css graphql; julia-repl: julia; livescript: javascript; markdown: xml;
  mojolicious: xml perl; nix: markdown; node-repl: javascript; parser3: xml; perl: mojolicious;
  php-template: xml php; python-repl: python; qml: xml; shell: bash; tap: yaml; twig: xml;
  typescript: xml css graphql; vbscript-html: xml vbscript; xml: css javascript; xquery: xml; yaml: ruby`)
const embedded = new Map(pieces.map(([language = '', ...inside]) => [language, inside]))

export function withEmbedded(language: string): ReadonlySet<string> {
  const all = new Set([language])
  for (const one of all) for (const inside of embedded.get(one) ?? []) all.add(inside)
  return all
}

export async function loadGrammar(language: string): Promise<Grammar | undefined> {
  return (await grammars[language]?.[1]())?.default
}

/** Whether a tag with this word holds code: `{{< tabs go >}}`. Fewer names than a fence has: tags are also called `box`, `step` and `clean`. */
export function isLanguageTag(name: string): boolean {
  return tagNames.has(name.toLowerCase())
}

const tagNames: ReadonlySet<string> = new Set(
  (
    'bash sh zsh c h cpp c++ cc cxx hpp hh css diff patch dockerfile docker go golang http ini toml conf cfg properties java javascript js jsx mjs cjs node ' +
    'json jsonc json5 jsonl kotlin kt kts markdown md mdx php python py py3 python3 ruby rb rust rs shell console shell-session shellsession terminal ' +
    'sql sqlite mysql postgres postgresql swift typescript ts tsx mts cts xml html xhtml svg rss atom vue yaml yml'
  ).split(' '),
)
