import type grammar from 'highlight.js/lib/languages/bash'
import grammars from 'highlight.js?grammars'

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

export async function loadGrammar(language: string): Promise<typeof grammar | undefined> {
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
